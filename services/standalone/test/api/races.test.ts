import { until } from "@receipts/testing";
import { expectTotalsToMatch } from "../ends.ts";
import { refusedAs } from "../refusals.ts";
import { aReceipt, openSystem, system, useSystem } from "../system.ts";

// Before the system stops.
afterAll(() => expectTotalsToMatch(system));
useSystem();

const many = <T>(count: number, make: (index: number) => Promise<T> | PromiseLike<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const slowDown = (latencyMs: number) => system.control({ bank: "telebirr", latencyMs });

async function count(sql: string, values: unknown[]): Promise<number> {
  return Number((await system.sql(`select count(*) as n from ${sql}`, ...values))[0].n);
}

async function ledgerAndBalance(userId: string): Promise<{ ledger: number; balance: number }> {
  const rows = await system.sql(
    `select (select sum(amount) from credit_transactions where user_id = $1) as ledger,
            (select balance from credit_accounts where user_id = $1) as balance`,
    userId,
  );
  return { ledger: Number(rows[0].ledger), balance: Number(rows[0].balance) };
}

describe("concurrent submissions", () => {
  /** Otherwise an impatient client that retries pays twice and ships twice. */
  it("with one idempotency key create one request, debit and job, and get equal responses", async () => {
    const account = await system.account({ credits: 100 });
    const receipt = aReceipt();
    const responses = await many(50, () => system.verify(account, receipt, { idempotencyKey: "order-1" }));
    for (const { status } of responses) expect([200, 202]).toContain(status);
    expect(new Set(responses.map(({ body }) => body.requestId)).size).toBe(1);
    expect(responses.filter(({ headers }) => headers["idempotent-replayed"] === undefined)).toHaveLength(1);
    expect(await count("verification_requests where user_id = $1", [account.userId])).toBe(1);
    expect(await ledgerAndBalance(account.userId)).toEqual({ ledger: 99, balance: 99 });
    const requestId = responses[0]?.body.requestId;
    await until(
      async () =>
        (await count("verification_requests where id = $1 and completed_at is not null", [requestId])) === 1,
    );
    expect(await count("verification_requests where id = $1 and claim_attempt = 1", [requestId])).toBe(1);
    await until(async () => (await count("outbox where value like $1", [`%${requestId}%`])) === 0);
  });

  it("with the same key and another body are a conflict without a trace", async () => {
    const account = await system.account();
    await system.verify(account, aReceipt(), { idempotencyKey: "order-2" }).expect(202);
    await system
      .verify(account, aReceipt(), { idempotencyKey: "order-2" })
      .expect(refusedAs("idempotency_conflict"));
    expect(await count("verification_requests where user_id = $1", [account.userId])).toBe(1);
  });

  it("with different bodies under one new key are admitted once, and conflicts otherwise", async () => {
    const account = await system.account();
    const responses = await many(20, () => system.verify(account, aReceipt(), { idempotencyKey: "order-3" }));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await ledgerAndBalance(account.userId)).balance).toBe(999);
  });

  /** A balance is money: one admission too many is a loss, one too few an outage. */
  it("are accepted exactly 20 times on a balance of 20, and the ledger sums to the balance", async () => {
    const account = await system.account({ credits: 20 });
    const responses = await many(50, () => system.verify(account, aReceipt()));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(20);
    const refused = responses.filter(({ status }) => status === 402);
    expect(refused).toHaveLength(30);
    expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set(["credits_exhausted"]));
    expect(await count("verification_requests where user_id = $1", [account.userId])).toBe(20);
    expect(await ledgerAndBalance(account.userId)).toEqual({ ledger: 0, balance: 0 });
    const rows = await system.sql(
      "select balance_after from credit_transactions where user_id = $1 and type = 'debit' order by balance_after desc",
      account.userId,
    );
    expect(rows.map(({ balance_after }) => Number(balance_after))).toEqual(
      Array.from({ length: 20 }, (_, index) => 19 - index),
    );
  });

  it("leave no idempotency key when refused, so that a retry after a top-up is admitted", async () => {
    const account = await system.account({ credits: 0 });
    const receipt = aReceipt();
    await system.verify(account, receipt, { idempotencyKey: "order-4" }).expect(402);
    await system.sql("update credit_accounts set balance = 1 where user_id = $1", account.userId);
    await system.verify(account, receipt, { idempotencyKey: "order-4" }).expect(202);
  });

  /** Without credit there is nothing to replay: duplicates must be refused together, not wait for each other. */
  it("with one key on an empty balance are all refused", async () => {
    const account = await system.account({ credits: 0 });
    const receipt = aReceipt();
    const responses = await many(50, () => system.verify(account, receipt, { idempotencyKey: "order-5" }));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([402]));
  });

  /**
   * The first duplicate spends the last credit while the others wait for the balance: they are replays, not refusals.
   */
  it("with two keys on one credit are admitted for one key, replayed for it, and refused for the other", async () => {
    for (let round = 0; round < 10; round += 1) {
      const account = await system.account({ credits: 1 });
      const receipt = aReceipt();
      const responses = await many(40, (index) =>
        system.verify(account, receipt, { idempotencyKey: `order-6-${index % 2}` }),
      );
      const accepted = responses.filter(({ status }) => status !== 402);
      expect(accepted).toHaveLength(20);
      expect(new Set(accepted.map(({ body }) => body.requestId)).size).toBe(1);
      expect(await count("verification_requests where user_id = $1", [account.userId])).toBe(1);
    }
  });

  /** A queue limit that is polled must not let a burst through between polls. */
  it("are accepted exactly 8 times by a queue with capacity 8", async () => {
    const small = await openSystem({ env: { QUEUE_CAPACITY: "8", QUEUE_SHARE: "1" }, verifiers: [] });
    const account = await small.account();
    const responses = await many(40, () => small.verify(account, aReceipt()));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(8);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(32);
    await small.stop();
  });

  it("for one unknown receipt share one bank query", async () => {
    const account = await system.account();
    await slowDown(500);
    const queries = await system.receiptQueries("telebirr");
    const responses = await many(16, () =>
      system.verify(account, { bank: "telebirr", reference: "DJ57QK2ANF" }, { waitMs: 10_000 }),
    );
    await slowDown(0);
    expect(new Set(responses.map(({ body }) => body.verification.status))).toEqual(new Set(["not_found"]));
    expect((await system.receiptQueries("telebirr")) - queries).toBeLessThanOrEqual(2);
  });

  /** A receipt that twenty tills submit at once must be new to exactly one of them. */
  it("of one genuine receipt have one first confirmation, and count from 1 to 20", async () => {
    const account = await system.account();
    const receipt = aReceipt();
    const responses = await many(20, () => system.verify(account, receipt, { waitMs: 10_000 }));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const histories = responses.map(({ body }) => body.data[0].confirmationHistory);
    expect(histories.filter(({ isFirstConfirmation }) => isFirstConfirmation)).toHaveLength(1);
    expect(histories.map(({ confirmationCount }) => confirmationCount).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it("count confirmations per account", async () => {
    const [first, second] = [await system.account(), await system.account()];
    const body = aReceipt();
    const responses = [
      await system.verify(first, body, { waitMs: 10_000 }),
      await system.verify(second, body, { waitMs: 10_000 }),
    ];
    expect(responses.map(({ body: { data } }) => data[0].confirmationHistory.isFirstConfirmation)).toEqual([
      true,
      true,
    ]);
  });
});
