import { until } from "@receipts/testing";
import { receiver, useReceiver } from "../receiver.ts";
import { openShop } from "../shop.ts";
import { signIn } from "../signed-in.ts";
import { aReference, openSystem, type System } from "../system.ts";

useReceiver();

/** `BANK_SANDBOX_URL` of a system whose banks are asked themselves is empty. */
const modes = [
  ["the sandbox is asked", {}, false],
  ["the bank itself is asked", { BANK_SANDBOX_URL: "" }, true],
] as const;

describe.each(modes)("where %s", (_what, env, livemode) => {
  let system: System;
  beforeAll(async () => {
    system = await openSystem({ verifiers: ["telebirr"], env: { ...env, WEBHOOK_ALLOW_PRIVATE: "true" } });
  });
  afterAll(() => system.stop());

  it("each result, status record, payment and event says so, and after an erasure too", async () => {
    const account = await system.account();
    const person = await signIn(system, account);
    const submitted = await system.verify(account, {
      reference: `${aReference().slice(0, -2)}NF`,
      recheckForMinutes: 10,
    });
    expect(submitted.body.verification.livemode).toBe(livemode);
    const { body } = await system
      .verify(account, { reference: aReference(), webhookUrl: receiver.url }, { waitMs: 15_000 })
      .expect(200);
    expect([body.data[0].livemode, body.verification.livemode]).toEqual([livemode, livemode]);
    const record = async () => (await person("get", `/api/verify/${body.requestId}`).expect(200)).body.data;
    expect(await record()).toMatchObject({ livemode, result: { livemode } });
    const history = await person("get", "/api/verify/history").expect(200);
    expect(history.body.data.map((item: { livemode: boolean }) => item.livemode)).toEqual([
      livemode,
      livemode,
    ]);
    const payments = await person("get", "/api/payments").expect(200);
    for (const payment of payments.body.data) expect(payment.livemode).toBe(livemode);
    await until(() => receiver.received.length > 0, { what: "the webhook" });
    expect(JSON.parse(receiver.received[0]?.body ?? "{}")).toMatchObject({
      type: "verification.completed",
      livemode,
    });
    await system.sql(
      "update verification_requests set result = erased_result(result) where id = $1",
      body.requestId,
    );
    expect(await record()).toMatchObject({ livemode, result: { livemode } });
  });

  it("each deposit and its events say so, before and after its receipt", async () => {
    const shop = await openShop(system);
    const deposit = await shop.deposit();
    expect(deposit.livemode).toBe(livemode);
    const confirmed = await shop.submitAndSettle(deposit.id, await shop.pay());
    expect(confirmed).toMatchObject({ status: "confirmed", livemode });
    const { body } = await shop.call("get", "/v1/events?limit=10").expect(200);
    for (const event of body.data.items) expect(event).toMatchObject({ livemode, data: { livemode } });
    expect(body.data.items.length).toBeGreaterThan(1);
  });

  it("each list and each page says so", async () => {
    const account = await system.account();
    const person = await signIn(system, account);
    const receipts = [{ bank: "telebirr", reference: aReference() }];
    const { body } = await person("post", "/api/verify/batch").send({ items: receipts }).expect(202);
    const items = async () =>
      (await person("get", `/api/batches/${body.data.id}/items`).expect(200)).body.data;
    await until(async () => (await items())[0].result !== null);
    expect((await items())[0].result.livemode).toBe(livemode);
    for (const path of ["/status", "/till"]) {
      const page = await (await fetch(`${system.url}${path}`)).text();
      expect(page.includes("Test mode")).toBe(!livemode);
    }
    const dashboard = await (await fetch(`${system.url}/dashboard`)).text();
    expect(dashboard.includes("&quot;isSandboxed&quot;:true")).toBe(!livemode);
  });
});

it("is true for a result of before", async () => {
  const system = await openSystem({ verifiers: ["telebirr"] });
  try {
    const account = await system.account();
    const { body } = await system
      .verify(account, { reference: aReference() }, { waitMs: 15_000 })
      .expect(200);
    await system.sql(
      "update verification_requests set result = result - 'livemode' where id = $1",
      body.requestId,
    );
    const record = await system.call("get", `/api/verify/${body.requestId}`).set("x-api-key", account.apiKey);
    expect(record.body.data).toMatchObject({ livemode: true, result: { livemode: true } });
  } finally {
    await system.stop();
  }
});
