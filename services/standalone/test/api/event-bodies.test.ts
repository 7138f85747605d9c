import { type AccountEvent, type EventType, eventSchemas, eventTypes } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { mailbox, useMailbox } from "../mailbox.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { openShop, type Shop } from "../shop.ts";
import { PASSWORD, signIn } from "../signed-in.ts";
import { aReceipt, aReceiptWithoutVerdict, aReference, system, useSystem } from "../system.ts";

useMailbox();
useSystem(() => ({
  verifiers: ["telebirr"],
  env: { ...mailbox.env, TEST_WEBHOOK_RATE_LIMIT_PER_MINUTE: "100" },
}));
useReceiver();

/** Adds an endpoint that gets all events, and tests it. */
async function addEndpoint({ account }: Shop): Promise<void> {
  const person = await signIn(system, account);
  const { body } = await person("post", "/api/webhook-endpoints").send({ url: receiver.url }).expect(201);
  await person("post", `/api/webhook-endpoints/${body.data.endpoint.id}/test`).expect(202);
}

/** Requests that end in each way, the last one by a verdict from the cache. */
async function verifyReceipts({ account }: Shop): Promise<void> {
  const found = aReceipt();
  for (const receipt of [
    found,
    { bank: "telebirr", reference: `${aReference().slice(0, -2)}NF` },
    { bank: "telebirr", reference: `${aReference().slice(0, -2)}RV` },
    aReceiptWithoutVerdict(),
  ])
    await system.verify(account, receipt, { waitMs: 15_000 }).expect(200);
  const cached = await system.verify(account, found).expect(200);
  expect(cached.headers["x-svc-cache"]).toBe("HIT");
  const { referenceNumber } = await system.pay({
    ...{ bank: "telebirr", amount: "10.00" },
    ...{ receiverAccount: "0944556677", receiverName: "Abel Girma" },
  });
  const inReview = { bank: "telebirr", reference: referenceNumber, settlementAccount: "0944556677" };
  const { body } = await system.verify(account, inReview, { waitMs: 15_000 }).expect(200);
  const person = await signIn(system, account);
  const decision = { decision: "accept", note: "The money is in our account" };
  await person("post", `/api/verify/${body.requestId}/resolve`).send(decision).expect(200);
  const list = system.call("post", "/api/verify/batch", account);
  await list.send({ items: [found, aReceipt()] }).expect(202);
}

async function endDeposits(shop: Shop): Promise<void> {
  const confirmed = await shop.deposit();
  expect(await shop.submitAndSettle(confirmed.id, await shop.pay({ amount: "1.00" }))).toMatchObject({
    lastError: "amount_too_low",
  });
  await shop.submitAndSettle(confirmed.id, await shop.pay());
  const held = await shop.deposit();
  await shop.submitAndSettle(held.id, await shop.pay({ receiverName: "Abel Girma" }));
  await shop.resolve(held.id, { decision: "accept" }).expect(200);
  const inParts = await shop.deposit({ allowPartial: true });
  await shop.submitAndSettle(inParts.id, await shop.pay({ amount: "1.00" }));
  await shop.cancel((await shop.deposit()).id).expect(200);
  const late = await shop.deposit();
  await shop.expire(late.id, "1 minute");
  await shop.submitAndSettle(late.id, await shop.pay());
}

async function changeAccount({ account }: Shop): Promise<void> {
  const person = await signIn(system, account);
  const [user] = await system.sql("select email from users where id = $1", account.userId);
  const bankAccount = { bank: "cbe", accountNumber: "1000412270936", accountName: "Selam Coffee Trading" };
  const saved = await person("post", "/api/bank-accounts").send(bankAccount).expect(201);
  const path = `/api/bank-accounts/${saved.body.data.id}`;
  await person("patch", path).send({ accountNumber: "1000412271111" }).expect(200);
  await person("delete", path).expect(204);
  await person("patch", "/api/profile").send({ businessName: "Hana Coffee" }).expect(200);
  await system
    .call("post", "/api/auth/register")
    .send({ email: user.email, password: PASSWORD, name: "A Merchant" })
    .expect(202);
  await system.sql("update credit_accounts set low_balance = balance where user_id = $1", account.userId);
  await system.verify(account, aReceipt(), { waitMs: 15_000 }).expect(200);
}

/** As the owner reads them: the payers of deposits too. */
async function allEvents(account: Shop["account"]): Promise<AccountEvent[]> {
  const person = await signIn(system, account);
  const read = async (cursor = ""): Promise<AccountEvent[]> => {
    const { body } = await person("get", `/api/events?limit=7${cursor}`).expect(200);
    const { hasMore, nextCursor } = body.meta;
    return hasMore ? [...body.data, ...(await read(`&cursor=${nextCursor}`))] : body.data;
  };
  return await read();
}

describe("every event of an account", () => {
  it("reaches its endpoint and GET /api/events with one body that matches the documented schema and has no other field", async () => {
    const shop = await openShop(system);
    await addEndpoint(shop);
    await verifyReceipts(shop);
    await endDeposits(shop);
    await changeAccount(shop);

    const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
    const missing = () => {
      const arrived = new Set(bodies().map(({ type }) => type));
      return eventTypes.filter((type) => !arrived.has(type));
    };
    await until(() => missing().length === 0).catch(() => expect(missing()).toEqual([]));
    for (const { body, headers } of receiver.received) {
      const sent = JSON.parse(body);
      expect(headers["x-webhook-event"]).toBe(sent.type);
      expect(eventSchemas[sent.type as EventType].parse(sent)).toEqual(sent);
    }
    const ofRequests = bodies().filter(({ type }) => type === "verification.completed");
    expect(new Set(ofRequests.map(({ data }) => `${data.processingStatus} ${data.status}`))).toEqual(
      new Set(["completed success", "completed not_found", "completed failed", "failed failed"]),
    );

    const pending = "select from webhook_deliveries where user_id = $1 and state = 'pending'";
    await until(async () => (await system.sql(pending, shop.account.userId)).length === 0);
    const told = bodies().filter(({ test, type }) => test !== true && type !== "webhook.test");
    const listed = await allEvents(shop.account);
    expect(new Map(listed.map(({ id, payload }) => [id, payload]))).toEqual(
      new Map(told.map((body) => [body.id, body])),
    );
    expect(listed.map(({ sequence }) => sequence)).toEqual(listed.map((_, index) => index + 1));
  });
});

/** As a receiver validates bodies that was generated before we added a field. */
it("the published schema of each event accepts its sample, and a field that is added later", async () => {
  const shop = await openShop(system);
  const person = await signIn(system, shop.account);
  const { body } = await person("post", "/api/webhook-endpoints").send({ url: receiver.url }).expect(201);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const documents = ["/openapi.json", "/v1/openapi.json"].map(async (path) => {
    const document = (await system.call("get", path).expect(200)).body;
    ajv.addSchema({ $id: path, components: document.components });
    return Object.entries<object>(document.webhooks).map(
      ([type, webhook]) =>
        [
          type,
          JSON.parse(JSON.stringify(webhook).replaceAll('"#/components/', `"${path}#/components/`)),
        ] as const,
    );
  });
  const webhooks = new Map((await Promise.all(documents)).flat());
  for (const type of eventTypes) {
    const received = receiver.received.length;
    await person("post", `/api/webhook-endpoints/${body.data.endpoint.id}/test`).send({ type }).expect(202);
    await until(() => receiver.received.length > received, { what: `the sample of ${type}` });
    const sample = JSON.parse(receiver.received.at(-1)?.body ?? "");
    const validate = ajv.compile(webhooks.get(type).post.requestBody.content["application/json"].schema);
    const later = { ...sample, addedLater: 1, data: { ...sample.data, addedLater: { by: "us" } } };
    for (const sent of [sample, later])
      expect([type, validate(sent), validate.errors]).toEqual([type, true, null]);
  }
});
