import type { DepositEvent } from "@receipts/contracts";
import { freshKey, makeCheckoutKey, openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({ verifiers: ["telebirr"] });
beforeAll(async () => {
  shop = await openShop(system);
});

async function eventsWith(key: string, path: string): Promise<DepositEvent[]> {
  const response = await system.call("get", path).set("authorization", `Bearer ${key}`).expect(200);
  return response.body.data.items;
}

/** Creates a confirmed deposit and a resolved one: together their events fill every field that names a payer. */
async function depositsWithPayers(): Promise<string[]> {
  const customer = { name: "Hana Tesfaye", email: "hana@example.test", phone: "0911223344" };
  const paid = await shop.deposit({ customer });
  await shop.submitAndSettle(paid.id, await shop.pay({ senderName: "Hana Tesfaye" }));
  const doubted = await shop.deposit({ customer });
  await shop.submitAndSettle(
    doubted.id,
    await shop.pay({ senderName: "Hana Tesfaye", receiverName: "Abel Girma" }),
  );
  await shop
    .call("post", `/v1/deposits/${doubted.id}/resolve`)
    .set("idempotency-key", freshKey())
    .send({ decision: "reject", note: "Hana Tesfaye has not paid us" })
    .expect(200);
  return [paid.id, doubted.id];
}

describe("a key with permission for events but not for deposits", () => {
  it("sees what happened, without the payer and the page's address", async () => {
    const deposits = await depositsWithPayers();
    const { key } = await makeCheckoutKey(system, shop.account, ["events:read"]);
    const paths = ["/v1/events?limit=100", ...deposits.map((id) => `/v1/deposits/${id}/events`)];
    for (const path of paths) {
      const events = await eventsWith(key, path);
      const whole = await eventsWith(shop.key, path);
      expect(events.map(({ id, type }) => [id, type])).toEqual(whole.map(({ id, type }) => [id, type]));
      for (const { data } of events) {
        expect(data).toMatchObject({
          ...{ amount: "1250.00", reference: "order-1", paymentOptions: [{ bank: "telebirr" }] },
          ...{ checkoutUrl: null, customer: null, receipt: null, review: null, lateReceipt: null },
        });
      }
      expect(JSON.stringify(events)).not.toMatch(/Hana|hana@|0911223344|Abel|\/checkout\//);
      expect(JSON.stringify(whole)).toMatch(/Hana.*\/checkout\//s);
    }
  });
});

describe("GET /v1/events?type=", () => {
  const ofType = (type: string, more = "") =>
    eventsWith(shop.key, `/v1/events?type=${type}&limit=100${more}`);

  it("returns the events of one type after the cursor", async () => {
    await depositsWithPayers();
    const all = await eventsWith(shop.key, "/v1/events?limit=100");
    const confirmed = all.filter(({ type }) => type === "deposit.confirmed");
    expect(await ofType("deposit.confirmed")).toEqual(confirmed);
    const [first] = await eventsWith(shop.key, "/v1/events?type=deposit.confirmed&limit=1");
    expect(first).toEqual(confirmed[0]);
    expect(await ofType("deposit.confirmed", `&startingAfter=${first?.id}`)).toEqual(confirmed.slice(1));
    expect(await ofType("deposit.expired")).toEqual([]);
  });

  it("lists the types if the type is unknown", async () => {
    const response = await shop.call("get", "/v1/events?type=deposit.paid").expect(400);
    expect(response.body.error.fields).toEqual([
      { field: "type", message: expect.stringContaining("must be one of deposit.created") },
    ]);
  });
});

/** A page of a hundred would be megabytes, which take the time of all other calls. */
describe.each(["/v1/deposits", "/v1/events"])("GET %s of deposits with much metadata", (path) => {
  const DEPOSITS = 40;
  const metadata = Object.fromEntries(
    Array.from({ length: 20 }, (_, nth) => [`field ${nth}`, "ብዙ ጽሑፍ ".repeat(60).trim()]),
  );

  it("has short pages, and each item on one of them", async () => {
    const merchant = await openShop(system);
    const made: string[] = [];
    for (let nth = 0; nth < DEPOSITS; nth += 1) made.push((await merchant.deposit({ metadata })).id);
    const seen: string[] = [];
    let pages = 0;
    for (let cursor = ""; ; ) {
      const { body, text } = await merchant.call("get", `${path}?limit=100${cursor}`).expect(200);
      const { items, hasMore, nextCursor } = body.data;
      pages += 1;
      expect(items.length).toBeGreaterThan(0);
      expect(Buffer.byteLength(text)).toBeLessThan(800_000);
      seen.push(...items.map((item: { id: string; depositId?: string }) => item.depositId ?? item.id));
      if (!hasMore) break;
      cursor = `&startingAfter=${nextCursor}`;
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen.toSorted()).toEqual(made.toSorted());
  });
});
