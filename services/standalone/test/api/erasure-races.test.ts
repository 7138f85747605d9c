import { newId } from "@receipts/contracts";
import { inTransaction, type PoolClient } from "@receipts/database";
import { eraseAccount, operatorActor } from "@receipts/gateway";
import { until } from "@receipts/testing";
import { openShop, type Shop } from "../shop.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

useSystem({ verifiers: [] });

const NAME = "Canary Customer";
const draft = {
  customer: { name: NAME },
  description: NAME,
  metadata: { note: NAME },
  webhookUrl: "http://127.0.0.1:9/hook",
};

const erase = ({ account }: Pick<Shop, "account">) =>
  eraseAccount(system.database.pool, account.userId, { actor: operatorActor("root") });

/** Counts those of background workers too, such as the uses of a key whose row an erasure has locked. */
async function waiting(): Promise<number> {
  const rows = await system.sql<{ n: number }>(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.n ?? 0;
}

/** Holds a lock while `meanwhile` runs; waiting transactions continue afterwards. */
const holding = (lock: string, id: string, meanwhile: (client: PoolClient) => Promise<void>): Promise<void> =>
  inTransaction(system.database.pool, async (client) => {
    await client.query(lock, [id]);
    await meanwhile(client);
  });

/** Returns the rows that name a person, or could lead to a new name. */
async function left({ account }: Shop): Promise<string> {
  const tables = [
    "deposits",
    "deposit_events",
    "deposit_submissions",
    "checkout_responses",
    "webhook_deliveries",
  ];
  const rows = await Promise.all(
    tables.map(
      async (table) =>
        await system.sql(
          `select to_jsonb(t)::text as row from ${table} t where user_id = $1`,
          account.userId,
        ),
    ),
  );
  return JSON.stringify(rows);
}

describe("an erasure during checkout activity", () => {
  /** Settlement, cancellation, expiry and a payer's form lock a deposit: the erasure must not skip it. */
  it("waits for a locked deposit, and erases what was written meanwhile", async () => {
    const shop = await openShop(system);
    const { id } = await shop.deposit(draft);
    let erased: ReturnType<typeof erase> | undefined;
    await holding("select from deposits where id = $1 for update", id, async (client) => {
      erased = erase(shop);
      const isOver = erased.then(() => true);
      await until(async () => (await waiting()) > 0 || (await Promise.race([isOver, false])));
      // The account is already closed: the remaining erasure blocks no sign-in or call.
      const rows = await system.sql("select erased_at from users where id = $1", shop.account.userId);
      expect(rows[0].erased_at).not.toBeNull();
      await client.query(
        `insert into deposit_events (id, user_id, deposit_id, sequence, publication, type, data)
         select $2, user_id, deposit_id, 2, publication + 1, 'deposit.canceled', data from deposit_events where deposit_id = $1`,
        [id, newId("event")],
      );
    });
    expect((await erased)?.kind).toBe("erased");
    expect(await left(shop)).not.toContain(NAME);
  });

  /** The key stays in the cache for half a second, so the call passes its first checks. */
  it("accepts no deposit, cancellation or receipt after it", async () => {
    const shop = await openShop(system);
    const [canceled, paid] = [await shop.deposit(draft), await shop.deposit(draft)];
    const text = await shop.pay();
    let erased: ReturnType<typeof erase> | undefined;
    const late: Promise<unknown>[] = [];
    await holding(
      "select from bank_accounts where user_id = $1 for update",
      shop.account.userId,
      async () => {
        erased = erase(shop);
        await until(async () => (await waiting()) >= 1);
        let over = 0;
        const end = () => {
          over += 1;
        };
        late.push(
          shop.create(draft).then(({ status }) => status),
          shop
            .call("post", `/v1/deposits/${canceled.id}/cancel`)
            .set("idempotency-key", "cancel-behind")
            .send({})
            .then(({ status }) => status),
          shop.submit(paid.id, text).then(({ kind }) => kind),
        );
        for (const call of late) void call.then(end, end);
        // On a busy machine the key has left the cache: then its call is refused at once.
        await until(async () => (await waiting()) + over >= 4);
      },
    );
    expect(await Promise.all(late)).toEqual([401, 401, "unknown_deposit"]);
    expect((await erased)?.kind).toBe("erased");
    const found = await left(shop);
    expect(found).not.toContain(NAME);
    expect(found).not.toContain("cancel-behind");
  });

  it("waits for a creation that started before it, and erases its data too", async () => {
    const shop = await openShop(system);
    await shop.deposit();
    let erased: ReturnType<typeof erase> | undefined;
    let made: Promise<number> | undefined;
    const counter = "select from deposit_event_counters where user_id = $1 for update";
    await holding(counter, shop.account.userId, async () => {
      made = shop.create(draft).then(({ status }) => status);
      await until(async () => (await waiting()) >= 1);
      erased = erase(shop);
      await until(async () => (await waiting()) >= 2);
    });
    expect(await made).toBe(201);
    expect((await erased)?.kind).toBe("erased");
    expect(await left(shop)).not.toContain(NAME);
  });

  /** The receipt's reference and phone would outlive the erasure, and its verdict would name both again. */
  it("only disables the account during a verification, and erases the call afterwards", async () => {
    const shop = await openShop(system);
    const { id } = await shop.deposit(draft);
    const verificationId = newId("verification");
    await system.sql(
      `insert into deposit_submissions (verification_id, deposit_id, user_id, bank, reference, phone, http_request_id,
                                        traceparent, poll_after)
       values ($1, $2, $3, 'telebirr', 'DJ57QK2M41', '0911223344', 'canary-page', '', now() + interval '1 hour')`,
      verificationId,
      id,
      shop.account.userId,
    );
    expect(await erase(shop)).toEqual({ kind: "unfinished", requests: 0, receipts: 1 });
    const rows = await system.sql(
      "select disabled_at is not null as disabled, erased_at from users where id = $1",
      shop.account.userId,
    );
    expect(rows).toEqual([{ disabled: true, erased_at: null }]);
    await system.sql(
      "update deposit_submissions set settled_at = now(), reference = null, phone = null where verification_id = $1",
      verificationId,
    );
    expect(await erase(shop)).toEqual({ kind: "erased", requests: 0 });
    expect(await left(shop)).not.toContain("canary-page");
  });

  it("refuses new receipts of a disabled buyer of credits", async () => {
    const shop = await openShop(system);
    const buyer = await system.account();
    const { id } = await shop.deposit();
    await system.sql(
      "insert into credit_purchases (deposit_id, user_id, package_id, credits) values ($1, $2, 'starter', 10)",
      id,
      buyer.userId,
    );
    const text = await shop.pay();
    const set = (at: string) =>
      system.sql(`update users set disabled_at = ${at} where id = $1`, buyer.userId);
    await set("now()");
    expect(await shop.submit(id, text)).toMatchObject({ kind: "unknown_deposit" });
    await set("null");
    expect(await shop.submit(id, text)).toMatchObject({ kind: "submitted" });
  });
});

it("people who belong to each other's accounts are erased at the same time", async () => {
  const pairs = await Promise.all(
    Array.from({ length: 8 }, () => Promise.all([system.account(), system.account()])),
  );
  const belongTo = ({ userId }: TestAccount, person: TestAccount) =>
    system.sql(
      "insert into members (id, user_id, role, person_id) values ('mem_' || new_ulid(), $1, 'manager', $2)",
      userId,
      person.userId,
    );
  for (const [one, other] of pairs) await Promise.all([belongTo(one, other), belongTo(other, one)]);
  const erased = await Promise.all(pairs.flat().map((account) => erase({ account })));
  expect(new Set(erased.map(({ kind }) => kind))).toEqual(new Set(["erased"]));
});
