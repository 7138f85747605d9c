import { until } from "@receipts/testing";
import { type CrashingSystem, each, named, openCrashingSystem } from "./crash-points.ts";
import { jsonOf } from "./standalone-process.ts";

let system: CrashingSystem;
beforeAll(async () => {
  system = await openCrashingSystem();
}, 60_000);
afterAll(() => system.close());

describe("kill -9 while a deposit that pays for credits is confirmed", () => {
  const CREDITS = 500;

  async function buyCredits(): Promise<{ id: string; checkoutUrl: string }> {
    const [email, password] = system.printed("Dashboard").split(" / ");
    const post = (route: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${system.process().url}${route}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const login = await post("/api/auth/login", { email, password });
    const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    return (await jsonOf(await post("/api/credits/purchases", { packageId: "starter" }, { cookie }))).data;
  }

  async function pay(depositId: string): Promise<string> {
    const { rows } = await system.database.pool.query(
      "select payment_options -> 0 as option from deposits where id = $1",
      [depositId],
    );
    const { bank, accountNumber, accountName } = rows[0].option;
    const answer = await fetch(`${system.process().sandboxUrl}/payments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        bank,
        amount: "500.00",
        receiverAccount: accountNumber,
        receiverName: accountName,
      }),
    });
    return (await jsonOf(answer)).smsText;
  }

  /** As the hosted page's form sends it. */
  const submit = (checkoutUrl: string, receipt: string) =>
    fetch(`${system.process().url}${new URL(checkoutUrl).pathname}/receipts`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ receipt, live: "1" }),
      redirect: "manual",
    });

  /** All that a confirmation changes. */
  const confirmationOf = (id: string) =>
    system.counts(
      `select (select count(*) from deposits where id = $1 and status = 'confirmed') as confirmed,
              (select count(*) from deposit_events where deposit_id = $1 and type = 'deposit.confirmed') as events,
              (select count(*) from webhook_deliveries where event = 'deposit.confirmed'
                and payload::jsonb ->> 'depositId' = $1) as webhooks,
              (select count(*) from deposit_submissions where deposit_id = $1 and settled_at is not null) as settled,
              (select count(*) from deposit_submissions s join verification_requests v on v.id = s.verification_id
                where s.deposit_id = $1 and (v.result -> 'confirmationHistory' ->> 'isFirstConfirmation')::boolean) as first,
              (select count(*) from deposits d join receipt_confirmations r using (receipt_hash) where d.id = $1) as receipts,
              (select count(*) from credit_purchases where deposit_id = $1 and credited_at is not null) as purchases,
              (select count(*) from credit_transactions where deposit_id = $1) as lines`,
      id,
    );
  const totals = async () => {
    const { rows } = await system.database.pool.query(
      `select (select sum(balance) from credit_accounts)::int as balance,
              (select sum(amount) from credit_transactions)::int as ledger,
              (select count(*) from receipt_confirmations)::int as receipts`,
    );
    return rows[0];
  };
  /** Whoever takes over need not wait for what the dead process was given to do it in. */
  const hurry = async () => {
    await system.database.pool.query(
      "update deposit_submissions set ask_after = now() where settled_at is null",
    );
    await system.database.pool.query("update outbox set available_at = now()");
  };

  const noted = { table: "deposit_submissions", on: "insert" } as const;
  const asked = { table: "verification_requests", on: "insert", when: "new.source = 'checkout'" } as const;
  const told = { table: "deposit_events", on: "insert", when: "new.type = 'deposit.confirmed'" } as const;
  const first = "(new.result -> 'confirmationHistory' ->> 'isFirstConfirmation')::boolean";
  // Each statement of both transactions and of the verification in between; of several writes in one, the last.
  it.each(
    named([
      { table: "deposits", on: "update", when: "new.status = 'verifying'" },
      noted,
      { ...noted, at: "commit" },
      asked,
      { ...asked, at: "commit" },
      {
        table: "verification_requests",
        on: "update",
        when: "new.source = 'checkout' and new.completed_at is not null",
      },
      { table: "receipt_confirmations", on: "insert" },
      { table: "deposit_submissions", on: "update", when: "new.settled_at is not null" },
      { table: "verification_requests", on: "update", when: `new.source = 'checkout' and ${first}` },
      { table: "credit_transactions", on: "insert", when: "new.type = 'purchase'" },
      { table: "deposits", on: "update", when: "new.status = 'confirmed'" },
      { table: "webhook_deliveries", on: "insert", when: "new.event = 'deposit.confirmed'" },
      { ...told, at: "commit" },
    ]),
  )(
    "at %s leaves all of it or nothing, and the credits come once",
    async (_name, point) => {
      const { id, checkoutUrl } = await buyCredits();
      const sms = await pay(id);
      const before = await totals();
      await system.crashAt(point, () => submit(checkoutUrl, sms));
      const left = await confirmationOf(id);
      const isThere = point.table === told.table && point.at === "commit";
      expect(left).toEqual(each(left, isThere ? 1 : 0));
      const { rows } = await system.database.pool.query(
        "select from deposit_submissions where deposit_id = $1",
        [id],
      );
      await hurry();
      await system.restart();
      if (rows.length === 0) await submit(checkoutUrl, sms);
      await until(async () => (await confirmationOf(id))["confirmed"] === 1, { timeoutMs: 20_000 });
      expect(await confirmationOf(id)).toEqual(each(left, 1));
      const after = await totals();
      // One verification was paid for; the sample that each start verifies costs its credit too.
      expect(after.balance).toBe(after.ledger);
      expect(after.balance - before.balance).toBe(CREDITS - 2);
    },
    60_000,
  );
});
