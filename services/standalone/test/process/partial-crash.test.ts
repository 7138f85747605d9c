import { until } from "@receipts/testing";
import { each, pointsOf, system, useCrashingSystem } from "./crash-points.ts";
import { payInSandbox, postAsShop, submitReceipt } from "./standalone-calls.ts";
import { jsonOf } from "./standalone-process.ts";

useCrashingSystem();

describe("kill -9 while a receipt counts as a part of a deposit", () => {
  let orders = 0;
  async function partialDeposit() {
    orders += 1;
    const order = { amount: "10.00", currency: "ETB", reference: `part ${orders}`, banks: ["telebirr"] };
    const body = { ...order, allowPartial: true };
    const made = await postAsShop(system.process(), "/deposits", `part-${orders}`, body);
    const { id, checkoutUrl, paymentOptions } = (await jsonOf(made)).data;
    const pay = async (amount: string) => {
      const sms = await payInSandbox(system.process(), paymentOptions[0], amount);
      return () => submitReceipt(system.process(), checkoutUrl, sms);
    };
    return { id, pay };
  }

  /** Counts everything that a part changes. */
  const partOf = (id: string) =>
    system.counts(
      `select (select count(*) from deposit_parts where deposit_id = $1 and amount = 600) as parts,
              (select count(*) from deposit_parts p join receipt_confirmations r using (user_id, receipt_hash)
                where p.deposit_id = $1 and not r.held) as receipts,
              (select count(*) from deposit_events where deposit_id = $1 and type = 'deposit.partially_paid'
                and data ->> 'amountPaid' = '6.00' and data ->> 'amountRemaining' = '4.00') as events,
              (select count(*) from webhook_deliveries where event = 'deposit.partially_paid'
                and payload::jsonb ->> 'depositId' = $1) as webhooks,
              (select count(*) from deposit_submissions where deposit_id = $1 and settled_at is not null) as settled,
              (select count(*) from deposit_submissions s join verification_requests v on v.id = s.verification_id
                where s.deposit_id = $1 and (v.result -> 'confirmationHistory' ->> 'isFirstConfirmation')::boolean) as first`,
      id,
    );
  const statusOf = async (id: string) => {
    const [row] = await system.sql(
      "select status, amount_received::int as received from deposits where id = $1",
      id,
    );
    return row;
  };

  const eventInsert = {
    table: "deposit_events",
    on: "insert",
    when: "new.type = 'deposit.partially_paid'",
  } as const;
  it.each(
    pointsOf([
      { table: "receipt_confirmations", on: "insert" },
      { table: "deposit_submissions", on: "update", when: "new.settled_at is not null" },
      { table: "deposit_parts", on: "insert" },
      {
        table: "deposits",
        on: "update",
        when: "new.status = 'awaiting_payment' and old.status = 'verifying'",
      },
      { table: "webhook_deliveries", on: "insert", when: "new.event = 'deposit.partially_paid'" },
      { ...eventInsert, at: "commit" },
    ]),
  )("at %s counts it whole or not at all, and then once", async (_name, point) => {
    const { id, pay } = await partialDeposit();
    await system.crashAt(point, await pay("6.00"));
    const left = await partOf(id);
    expect(left).toEqual(each(left, point.at === "commit" ? 1 : 0));
    await system.hurry();
    await system.restart();
    await until(async () => (await partOf(id))["parts"] === 1);
    expect(await partOf(id)).toEqual(each(left, 1));
    expect(await statusOf(id)).toEqual({ status: "awaiting_payment", received: null });
    const rest = await pay("4.00");
    await rest();
    await until(async () => (await statusOf(id))?.["status"] === "confirmed");
    expect(await statusOf(id)).toEqual({ status: "confirmed", received: 1_000 });
  });
});
