import { allRoutes } from "@receipts/contracts";
import { openPlatform } from "../shop.ts";
import { system, useSystem } from "../system.ts";
import { routeCases } from "./access-table.ts";
import { prepare } from "./owned.ts";

useSystem({ verifiers: ["telebirr"] });

const dates = [
  "0000-01-01",
  "0001-01-01",
  "0002-01-01",
  "0100-05-05",
  "0999-12-31",
  "9998-12-31",
  "9999-12-31",
];
const isOfTime = (name: string) => /(?:Date|After|Before|^from|^to|^date)$/.test(name);

/** With the parameters of their query that are dates. */
const dated = allRoutes
  .map((route) => ({ route, fields: Object.keys(route.query?.shape ?? {}).filter(isOfTime) }))
  .filter(({ fields }) => fields.length > 0);

it("a date of any year is an answer or a clear refusal, never a fault of ours", async () => {
  await openPlatform(system);
  const { person, owned } = await prepare();
  expect(dated.length).toBeGreaterThan(10);
  for (const { route, fields } of dated) {
    const { path, bytes } = routeCases[route.operationId] ?? {};
    for (const date of dates) {
      const query = new URLSearchParams(fields.map((field) => [field, date]));
      // A zone moves the moment beyond the year.
      if (Object.hasOwn(route.query?.shape ?? {}, "timeZone")) query.set("timeZone", "Africa/Addis_Ababa");
      const plain = path?.(owned) ?? route.path;
      const test = person(route.method, `${plain}${plain.includes("?") ? "&" : "?"}${query}`);
      const sent = bytes === undefined ? test : test.set("content-type", "text/csv").send(bytes);
      const { status } = await sent;
      expect([route.path, date, status < 500]).toEqual([route.path, date, true]);
    }
  }
  for (const date of dates) {
    const path = `/api/webhook-endpoints/${owned.endpointId}/recover`;
    for (const [url, body] of [
      ["/api/webhooks/recover", { since: date }],
      [path, { since: date, until: date }],
    ] as const)
      expect([url, date, (await person("post", url).send(body)).status < 500]).toEqual([url, date, true]);
  }
  for (const date of [...dates.slice(0, 5), "1900-01-01"]) {
    const { status, body } = await person("post", "/api/day-closes").send({ date, counted: [] });
    expect([status, body.error?.details?.[0].field]).toEqual([422, "date"]);
  }
});
