import { until } from "@receipts/testing";
import { refusedAs } from "../refusals.ts";
import { freshKey, openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({ verifiers: [] });
beforeEach(async () => {
  shop = await openShop(system);
});

const expire = (id: string) => system.sql("update deposits set expires_at = now_ms() where id = $1", id);
const count = async (table: string) => {
  const rows = await system.sql(
    `select count(*)::int as n from ${table} where user_id = $1`,
    shop.account.userId,
  );
  return rows[0]?.n;
};

describe("POST /v1/deposits", () => {
  it("creates a deposit with every field, and a link without a key", async () => {
    const { body, headers } = await shop
      .create({
        description: "Two chairs",
        customer: { name: "Hana", email: "hana@example.test", phone: "0911223344" },
        returnUrl: "https://shop.example/done?order=1",
        cancelUrl: "http://localhost:3000/cart",
        expiresInMinutes: 5,
        metadata: { order: "1" },
      })
      .expect(201);
    expect(body).toMatchObject({ error: null, meta: { requestId: headers["x-request-id"] } });
    expect(headers["service-checkout-version"]).toBe("2026-06-01");
    expect(headers["ratelimit"]).toMatch(/r=\d+/);
    const deposit = body.data;
    expect(deposit).toMatchObject({
      object: "deposit",
      status: "awaiting_payment",
      amount: "1250.00",
      amountReceived: null,
      currency: "ETB",
      reference: "order-1",
      description: "Two chairs",
      customer: { name: "Hana", email: "hana@example.test", phone: "0911223344" },
      paymentOptions: [{ bank: "telebirr", accountName: "Test Merchant" }],
      returnUrl: "https://shop.example/done?order=1",
      cancelUrl: "http://localhost:3000/cart",
      receipt: null,
      lateReceipt: null,
      lastError: null,
      attemptsLeft: 10,
      metadata: { order: "1" },
      confirmedAt: null,
      canceledAt: null,
    });
    expect(deposit.id).toMatch(/^dep_/);
    expect(deposit.checkoutUrl).toMatch(/^https:\/\/pay\.example\.test\/checkout\/[\w-]{32}$/);
    expect(Date.parse(deposit.expiresAt) - Date.parse(deposit.createdAt)).toBe(5 * 60_000);
    expect(await shop.read(deposit.id)).toEqual(deposit);
  });

  it("offers each saved account once: telebirr, cbe, then the others in order, or the requested ones", async () => {
    for (const bank of ["awash", "boa", "cbe"] as const) await system.saveBankAccount(shop.account, bank);
    await system.sql(
      `insert into bank_accounts (id, user_id, bank, owner, account_number, normalized_number, account_name)
       select 'acc_copy' || id, user_id, bank, 'business', account_number, normalized_number, 'Twin'
         from bank_accounts where user_id = $1`,
      shop.account.userId,
    );
    const banksOf = ({ paymentOptions }: { paymentOptions: readonly { bank: string }[] }) =>
      paymentOptions.map(({ bank }) => bank);
    expect(banksOf(await shop.deposit())).toEqual(["telebirr", "cbe", "boa", "awash"]);
    expect(banksOf(await shop.deposit({ banks: ["boa", "telebirr"] }))).toEqual(["telebirr", "boa"]);
  });

  it.each<[string, object]>([
    ["amount", { amount: "1250" }],
    ["amount", { amount: "0.00" }],
    ["amount", { amount: 1250 }],
    ["amount", { amount: "-1.00" }],
    ["currency", { currency: "USD" }],
    ["reference", { reference: "" }],
    ["reference", { reference: "x".repeat(65) }],
    ["colour", { colour: "red" }],
    ["customer.age", { customer: { age: "7" } }],
    ["customer.email", { customer: { email: "no-address" } }],
    ["banks", { banks: ["cbe"] }],
    ["banks.0", { banks: ["zemen"] }],
    ["banks", { banks: ["telebirr", "telebirr"] }],
    ["returnUrl", { returnUrl: "javascript:alert(1)" }],
    ["returnUrl", { returnUrl: "http://shop.example/done" }],
    ["cancelUrl", { cancelUrl: "https://user:secret@shop.example/" }],
    ["cancelUrl", { cancelUrl: "https://shop.example\\@evil.example/" }],
    ["expiresInMinutes", { expiresInMinutes: 4 }],
    ["expiresInMinutes", { expiresInMinutes: 10_081 }],
    ["metadata", { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, "v"])) }],
  ])("refuses an invalid %s with 400 and names it", async (field, draft) => {
    const { body } = await shop.create(draft).expect(refusedAs("invalid_request"));
    expect(body.error.fields.map((fault: { field: string }) => fault.field)).toContain(field);
    expect(await count("deposits")).toBe(0);
    expect(await count("checkout_responses")).toBe(0);
  });
});

describe("Idempotency-Key", () => {
  it("replays the first response byte for byte, and creates nothing", async () => {
    const first = await shop.create({ metadata: { a: "1", b: "2" } }, "order-1").expect(201);
    const again = await shop.create({ metadata: { b: "2", a: "1" } }, "order-1").expect(201);
    expect(again.text).toBe(first.text);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    expect([await count("deposits"), await count("deposit_events")]).toEqual([1, 1]);
  });

  it("replays the first response even after the deposit has changed", async () => {
    const first = await shop.create({}, "order-1").expect(201);
    const { id } = first.body.data;
    await shop.call("post", `/v1/deposits/${id}/cancel`).set("idempotency-key", freshKey()).expect(200);
    expect((await shop.create({}, "order-1").expect(201)).text).toBe(first.text);
  });

  it("is scoped to the account: another account may use the same key", async () => {
    const other = await openShop(system);
    const mine = await shop.create({}, "order-1").expect(201);
    const theirs = await other.create({}, "order-1").expect(201);
    expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  });

  it("expires after 24 hours", async () => {
    await shop.create({}, "order-1").expect(201);
    await system.sql("update checkout_responses set created_at = now() - interval '24 hours 1 second'");
    const again = await shop.create({ amount: "2.00" }, "order-1").expect(201);
    expect(again.headers["idempotent-replayed"]).toBeUndefined();
    expect(await count("deposits")).toBe(2);
  });

  it("is not used up by a failed call", async () => {
    await shop.create({ banks: ["cbe"] }, "order-1").expect(400);
    await system.saveBankAccount(shop.account, "cbe");
    await shop.create({ banks: ["cbe"] }, "order-1").expect(201);
  });

  it.each(["", "two words", "ключ", "x".repeat(256)])("must be visible ASCII: %j", async (key) => {
    const { body } = await shop.create({}, encodeURI(key) === key ? key : "a b").expect(400);
    expect(body.error).toMatchObject({ code: "invalid_request", fields: [{ field: "Idempotency-Key" }] });
  });
});

describe("GET /v1/deposits", () => {
  const ids = async (query: string) => {
    const { body } = await shop.call("get", `/v1/deposits?${query}`).expect(200);
    return body.data.items.map(({ id }: { id: string }) => id);
  };

  it("lists deposits in pages, newest first", async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.unshift((await shop.deposit({ reference: `order-${n}` })).id);
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await shop.call("get", `/v1/deposits?limit=2${cursor}`).expect(200);
      seen.push(...body.data.items.map(({ id }: { id: string }) => id));
      expect(body.data.hasMore).toBe(body.data.nextCursor !== null);
      if (!body.data.hasMore) break;
      cursor = `&cursor=${body.data.nextCursor}`;
    }
    expect(seen).toEqual([...made].sort().reverse());
  });

  it("filters by displayed status, reference and time", async () => {
    const [waiting, due, canceled] = [
      await shop.deposit({ reference: "a" }),
      await shop.deposit({ reference: "b" }),
      await shop.deposit({ reference: "c" }),
    ];
    await expire(due.id);
    await shop
      .call("post", `/v1/deposits/${canceled.id}/cancel`)
      .set("idempotency-key", freshKey())
      .expect(200);
    expect(await ids("status=awaiting_payment")).toEqual([waiting.id]);
    expect(await ids("status=expired")).toEqual([due.id]);
    expect(await ids("status=canceled")).toEqual([canceled.id]);
    expect(await ids("status=confirmed")).toEqual([]);
    expect(await ids("reference=b")).toEqual([due.id]);
    expect(await ids("createdAfter=2026-01-01")).toHaveLength(3);
    expect(await ids("createdBefore=2026-01-01")).toEqual([]);
    expect(await ids(`createdAfter=${due.createdAt}`)).not.toContain(due.id);
  });

  it.each([
    "limit=0",
    "limit=101",
    "status=paid",
    "startingAfter=evt_1",
    "createdAfter=now",
    "page=2",
    "limit=1&limit=2",
  ])("refuses %s with 400", async (query) => {
    const { body } = await shop.call("get", `/v1/deposits?${query}`).expect(refusedAs("invalid_request"));
    expect(body.error.fields).toHaveLength(1);
  });

  it("shows nothing of another account", async () => {
    const mine = await shop.deposit();
    const other = await openShop(system);
    const list = await other.call("get", "/v1/deposits").expect(200);
    expect(list.body.data).toEqual({ items: [], hasMore: false, nextCursor: null });
    expect((await other.call("get", "/v1/events").expect(200)).body.data.items).toEqual([]);
    for (const path of ["", "/events"]) {
      const foreign = await other.call("get", `/v1/deposits/${mine.id}${path}`).expect(404);
      const unknown = await other
        .call("get", `/v1/deposits/dep_00000000000000000000000000${path}`)
        .expect(404);
      expect(foreign.body.error).toEqual(unknown.body.error);
    }
    const cancel = other.call("post", `/v1/deposits/${mine.id}/cancel`);
    await cancel.set("idempotency-key", freshKey()).send({}).expect(404);
    expect((await shop.read(mine.id)).status).toBe("awaiting_payment");
  });
});

describe("expiry and cancellation", () => {
  it("shows a deposit as expired at once, before the sweep records it", async () => {
    const { id } = await shop.deposit();
    const client = await system.database.pool.connect();
    await client.query("begin");
    await client.query("select from deposits where id = $1 for update", [id]);
    const other = await system.sql(
      "select expires_at > now() + interval '59 minutes' as ahead from deposits where id = $1",
      id,
    );
    expect(other).toEqual([{ ahead: true }]);
    await client.query("update deposits set expires_at = now_ms() where id = $1", [id]);
    await client.query("commit");
    client.release();
    expect((await shop.read(id)).status).toBe("expired");
    await until(async () => (await shop.eventTypes(id)).at(-1) === "deposit.expired");
    expect((await shop.read(id)).status).toBe("expired");
  });

  it("cancels an unpaid deposit once", async () => {
    const { id } = await shop.deposit();
    const cancel = (key: string) =>
      shop.call("post", `/v1/deposits/${id}/cancel`).set("idempotency-key", key);
    const first = await cancel("stop").send({}).expect(200);
    expect(first.body.data).toMatchObject({ status: "canceled", canceledAt: expect.any(String) });
    expect((await cancel("stop").expect(200)).text).toBe(first.text);
    expect((await cancel("stop again").expect(400)).body.error.code).toBe("invalid_request");
    expect((await cancel("again").expect(409)).body.error.code).toBe("invalid_state");
    expect((await cancel("x").send({ reason: "no" }).expect(400)).body.error.fields).toEqual([
      { field: "reason", message: expect.any(String) },
    ]);
    expect(await shop.eventTypes(id)).toEqual(["deposit.created", "deposit.canceled"]);
    expect(
      (
        await system.gateway.checkout.submitReceipt({
          depositId: id,
          text: "DJ57QK2M41",
          cause: { requestId: "r", traceparent: "" },
        })
      ).kind,
    ).toBe("refused");
  });

  it("does not cancel an expired deposit", async () => {
    const { id } = await shop.deposit();
    await expire(id);
    const cancel = shop.call("post", `/v1/deposits/${id}/cancel`).set("idempotency-key", freshKey());
    expect((await cancel.expect(409)).body.error.code).toBe("invalid_state");
  });
});

describe("deposits that expire", () => {
  it("do so by shop in turn: very many of one keep back none of another, nor its reviews", async () => {
    const other = await openShop(system);
    const [many, one, reviewed] = [await shop.deposit(), await other.deposit(), await other.deposit()];
    await system.sql(
      `insert into deposits select (jsonb_populate_record(d, jsonb_build_object(
           'id', 'dep_' || new_ulid(), 'token', left(token, -6) || lpad(n::text, 6, '0'), 'reference', 'many-' || n))).*
         from deposits d, generate_series(1, 600) n where d.id = $1`,
      many.id,
    );
    await system.sql(
      "update deposits set expires_at = now_ms() - case when id = $1 then '0 s' else '10 ms' end::interval where user_id = any($2)",
      one.id,
      [shop.account.userId, other.account.userId],
    );
    await system.sql(
      `update deposits set status = 'review_required', review = '{"reason":"paid_before_created"}', receipt_hash = sha256('a'),
              review_expires_at = now_ms() where id = $1`,
      reviewed.id,
    );
    const expired = async (userId: string) =>
      (
        await system.sql<{ id: string }>(
          "select id from deposits where user_id = $1 and status = 'expired'",
          userId,
        )
      ).length;
    await until(async () => (await expired(other.account.userId)) === 2);
    expect(await expired(shop.account.userId)).toBeLessThan(300);
    await until(async () => (await expired(shop.account.userId)) === 601);
  });
});
