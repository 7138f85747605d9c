import { until } from "@receipts/testing";
import { each, pointsOf, system, useCrashingSystem } from "./crash-points.ts";
import { payInSandbox, postAsShop, submitReceipt } from "./standalone-calls.ts";
import { jsonOf } from "./standalone-process.ts";

useCrashingSystem();

describe("kill -9 while a receipt arrives after expiry", () => {
  let orders = 0;
  /** Creates a deposit; the sweep or the payer marks it expired, whichever is first. */
  async function dueDeposit() {
    orders += 1;
    const order = { amount: "10.00", currency: "ETB", reference: `order ${orders}`, banks: ["telebirr"] };
    const made = await postAsShop(system.process(), "/deposits", `order-${orders}`, order);
    const { id, checkoutUrl, paymentOptions } = (await jsonOf(made)).data;
    const sms = await payInSandbox(system.process(), paymentOptions[0], "10.00");
    const runOut = () => system.sql("update deposits set expires_at = now_ms() where id = $1", id);
    return { id, runOut, submit: () => submitReceipt(system.process(), checkoutUrl, sms) };
  }

  const expiryOf = (id: string) =>
    system.counts(
      `select (select count(*) from deposits where id = $1 and status = 'expired') as expired,
              (select count(*) from deposit_events where deposit_id = $1 and type = 'deposit.expired') as events,
              (select count(*) from webhook_deliveries where event = 'deposit.expired'
                and payload::jsonb ->> 'depositId' = $1) as webhooks`,
      id,
    );
  /** Counts everything that a late receipt changes; it never confirms the deposit. */
  const latenessOf = (id: string) =>
    system.counts(
      `select (select count(*) from deposits
                where id = $1 and late_receipt is not null and status = 'expired' and confirmed_at is null) as late,
              (select count(*) from deposit_events where deposit_id = $1 and type = 'deposit.late_receipt') as events,
              (select count(*) from webhook_deliveries where event = 'deposit.late_receipt'
                and payload::jsonb ->> 'depositId' = $1) as webhooks,
              (select count(*) from deposit_submissions where deposit_id = $1 and settled_at is not null) as settled,
              (select count(*) from deposit_submissions s join verification_requests v on v.id = s.verification_id
                where s.deposit_id = $1 and (v.result -> 'confirmationHistory' ->> 'isFirstConfirmation')::boolean) as first,
              (select count(*) from deposits d join receipt_confirmations r using (receipt_hash) where d.id = $1) as receipts`,
      id,
    );
  const expiryUpdate = { table: "deposits", on: "update", when: "new.status = 'expired'" } as const;
  const expiryEvent = {
    table: "deposit_events",
    on: "insert",
    when: "new.type = 'deposit.expired'",
  } as const;
  const submissionInsert = { table: "deposit_submissions", on: "insert" } as const;
  const lateReceiptUpdate = {
    table: "deposits",
    on: "update",
    when: "new.late_receipt is not null and old.late_receipt is null",
  } as const;
  const eventInsert = {
    table: "deposit_events",
    on: "insert",
    when: "new.type = 'deposit.late_receipt'",
  } as const;
  it.each(
    pointsOf(
      [expiryUpdate, expiryEvent, { ...expiryEvent, at: "commit" }],
      [submissionInsert, { ...submissionInsert, at: "commit" }],
      [
        { table: "receipt_confirmations", on: "insert" },
        { table: "deposit_submissions", on: "update", when: "new.settled_at is not null" },
        lateReceiptUpdate,
        { table: "webhook_deliveries", on: "insert", when: "new.event = 'deposit.late_receipt'" },
        { ...eventInsert, at: "commit" },
      ],
    ),
  )("at %s leaves each step with its event, or neither, and records the money once", async (_name, point) => {
    const { id, runOut, submit: pay } = await dueDeposit();
    await system.crashAt(point, async () => {
      await runOut();
      await pay();
    });
    const expiry = await expiryOf(id);
    expect(expiry).toEqual(each(expiry, expiry["expired"] === 1 ? 1 : 0));
    const lateness = await latenessOf(id);
    const isRecorded = point.when === eventInsert.when && point.at === "commit";
    expect(lateness).toEqual(each(lateness, isRecorded ? 1 : 0));
    const submissions = await system.sql("select from deposit_submissions where deposit_id = $1", id);
    await system.hurry();
    await system.restart();
    if (submissions.length === 0) await pay();
    await until(async () => (await latenessOf(id))["late"] === 1);
    expect(await latenessOf(id)).toEqual(each(lateness, 1));
    expect(await expiryOf(id)).toEqual(each(expiry, 1));
  });
});
