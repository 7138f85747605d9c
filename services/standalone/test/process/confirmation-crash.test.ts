import { until } from "@receipts/testing";
import { each, pointsOf, system, useCrashingSystem } from "./crash-points.ts";
import { buyStarterCredits, cookieOf, payInSandbox, submitReceipt } from "./standalone-calls.ts";

useCrashingSystem();

describe("kill -9 while a deposit that pays for credits is confirmed", () => {
  const CREDITS = 500;

  async function buyCredits() {
    const { id, checkoutUrl } = await buyStarterCredits(system.process(), await cookieOf(system.process()));
    const [row] = await system.sql("select payment_options -> 0 as option from deposits where id = $1", id);
    const sms = await payInSandbox(system.process(), row.option, "500.00");
    return { id, submit: () => submitReceipt(system.process(), checkoutUrl, sms) };
  }

  /** Counts everything that a confirmation changes. */
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
    const [row] = await system.sql(
      `select (select sum(balance) from credit_accounts)::int as balance,
              (select sum(amount) from credit_transactions)::int as ledger`,
    );
    return row;
  };

  const submissionInsert = { table: "deposit_submissions", on: "insert" } as const;
  const requestInsert = {
    table: "verification_requests",
    on: "insert",
    when: "new.source = 'checkout'",
  } as const;
  const eventInsert = {
    table: "deposit_events",
    on: "insert",
    when: "new.type = 'deposit.confirmed'",
  } as const;
  const first = "(new.result -> 'confirmationHistory' ->> 'isFirstConfirmation')::boolean";
  it.each(
    pointsOf(
      [
        { table: "deposits", on: "update", when: "new.status = 'verifying'" },
        submissionInsert,
        { ...submissionInsert, at: "commit" },
      ],
      [requestInsert, { ...requestInsert, at: "commit" }],
      [
        {
          table: "verification_requests",
          on: "update",
          when: "new.source = 'checkout' and new.completed_at is not null",
        },
      ],
      [
        { table: "receipt_confirmations", on: "insert" },
        { table: "deposit_submissions", on: "update", when: "new.settled_at is not null" },
        { table: "verification_requests", on: "update", when: `new.source = 'checkout' and ${first}` },
        { table: "credit_transactions", on: "insert", when: "new.type = 'purchase'" },
        { table: "deposits", on: "update", when: "new.status = 'confirmed'" },
        { table: "webhook_deliveries", on: "insert", when: "new.event = 'deposit.confirmed'" },
        { ...eventInsert, at: "commit" },
      ],
    ),
  )("at %s leaves all of it or nothing, and adds the credits once", async (_name, point) => {
    const { id, submit } = await buyCredits();
    const before = await totals();
    await system.crashAt(point, submit);
    const left = await confirmationOf(id);
    const isThere = point.table === eventInsert.table && point.at === "commit";
    expect(left).toEqual(each(left, isThere ? 1 : 0));
    const submissions = await system.sql("select from deposit_submissions where deposit_id = $1", id);
    await system.hurry();
    await system.restart();
    if (submissions.length === 0) await submit();
    await until(async () => (await confirmationOf(id))["confirmed"] === 1);
    expect(await confirmationOf(id)).toEqual(each(left, 1));
    const after = await totals();
    // One verification was paid for; the sample that each start verifies costs a credit too.
    expect(after.balance).toBe(after.ledger);
    expect(after.balance - before.balance).toBe(CREDITS - 2);
  });
});
