import { allRoutes } from "@receipts/contracts";
import { readXlsx } from "hucre/xlsx";
import { refusedAs } from "../refusals.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

useSystem({ verifiers: ["telebirr"] });

let owner: CallSignedIn;
let downloads: readonly (readonly [operation: string, address: string])[];
beforeAll(async () => {
  const account = await system.account();
  owner = await signIn(system, account);
  await system.verify(account, { bank: "telebirr", reference: "DJ57QK2M47" }, { waitMs: 15_000 }).expect(200);
  const list = { items: [{ bank: "telebirr", reference: "DJ57QK2M41" }] };
  const batch = await owner("post", "/api/verify/batch").send(list).expect(202);
  const statement = await owner("post", "/api/reconciliations?bank=telebirr")
    .set("content-type", "text/csv")
    .send(
      "Transaction No,Transaction Time,Amount,Fee,Status,Details\nDC25MN8R1T,2026-03-02 10:00,7.50,0,Completed,x",
    )
    .expect(202);
  downloads = [
    ["exportPayments", "/api/payments/export"],
    ["exportAccountDeposits", "/api/deposits/export"],
    ["exportAuditEntries", "/api/audit/export"],
    ["exportBatch", `/api/batches/${batch.body.data.id}/export`],
    ["exportReconciledLines", `/api/reconciliations/${statement.body.data.id}/export`],
    ["getOverviewReport", "/api/reports/verifications/overview"],
    ["getBankReport", "/api/reports/banks/telebirr"],
    ["getTakings", "/api/reports/takings"],
  ];
});

const get = (address: string, query: Record<string, string>) =>
  owner("get", `${address}?${new URLSearchParams(query)}`);

it("are known to this test, every one", () => {
  const offered = allRoutes.filter(({ query }) => query !== undefined && "for" in query.shape);
  expect(downloads.map(([name]) => name).toSorted()).toEqual(
    offered.map(({ operationId }) => operationId).toSorted(),
  );
});

it("have a byte order mark and readable headers for people, in both languages", async () => {
  for (const [name, address] of downloads) {
    const { text, headers } = await get(address, { for: "people" }).expect(200);
    expect([name, headers["content-type"]]).toEqual([name, "text/csv; charset=utf-8"]);
    expect([name, text]).toEqual([name, expect.stringMatching(/^\ufeff[A-Z][a-z]+[, ]/)]);
    const amharic = await get(address, { for: "people", lang: "am" }).expect(200);
    expect([name, amharic.text]).toEqual([name, expect.stringMatching(/^\ufeff\p{Script=Ethiopic}/u)]);
  }
});

it("are workbooks with the same headers where asked", async () => {
  for (const [name, address] of downloads) {
    const { body, headers } = await get(address, { format: "xlsx" }).responseType("blob").expect(200);
    expect([name, headers["content-disposition"]]).toEqual([name, expect.stringMatching(/\.xlsx"?$/)]);
    const [sheet] = (await readXlsx(body)).sheets;
    const { text } = await get(address, { for: "people" });
    const [header = ""] = text.slice(1).split("\r\n");
    expect([name, sheet?.rows[0]?.join(",")]).toEqual([name, header.replaceAll('"', "")]);
  }
});

it("refuse another reader or format by the parameter's name", async () => {
  for (const [, address] of downloads) {
    await get(address, { for: "robots" }).expect(refusedAs("invalid_payload", "for"));
    await get(address, { format: "pdf" }).expect(refusedAs("invalid_payload", "format"));
  }
});
