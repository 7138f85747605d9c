import { until } from "@receipts/testing";
import { type CrashingSystem, each, named, openCrashingSystem } from "./crash-points.ts";
import { jsonOf } from "./standalone-process.ts";

let system: CrashingSystem;
beforeAll(async () => {
  system = await openCrashingSystem();
}, 60_000);
afterAll(() => system.close());

describe("kill -9 while a receipt comes after expiry", () => {
  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  let orders = 0;
  /** Its time is over; that is noted by whoever comes first, the sweep or the payer. */
  async function dueDeposit() {
    orders += 1;
    const made = await post(
      `${system.process().url}/v1/deposits`,
      { amount: "10.00", currency: "ETB", reference: `order ${orders}`, banks: ["telebirr"] },
      { authorization: `Bearer ${system.printed("Checkout key")}`, "idempotency-key": `order-${orders}` },
    );
    const { id, checkoutUrl, paymentOptions } = (await jsonOf(made)).data;
    const [{ bank, accountNumber, accountName }] = paymentOptions;
    const paid = await post(`${system.process().sandboxUrl}/payments`, {
      bank,
      amount: "10.00",
      receiverAccount: accountNumber,
      receiverName: accountName,
    });
    const { smsText } = await jsonOf(paid);
    const runOut = () =>
      system.database.pool.query("update deposits set expires_at = now_ms() where id = $1", [id]);
    return { id, runOut, submit: () => submit(checkoutUrl, smsText) };
  }

  /** As the hosted page's form sends it. */
  const submit = (checkoutUrl: string, receipt: string) =>
    fetch(`${system.process().url}${new URL(checkoutUrl).pathname}/receipts`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ receipt, live: "1" }),
      redirect: "manual",
    });

  const expiryOf = (id: string) =>
    system.counts(
      `select (select count(*) from deposits where id = $1 and status = 'expired') as expired,
              (select count(*) from deposit_events where deposit_id = $1 and type = 'deposit.expired') as events,
              (select count(*) from webhook_deliveries where event = 'deposit.expired'
                and payload::jsonb ->> 'depositId' = $1) as webhooks`,
      id,
    );
  /** All that a late receipt changes; nothing of it confirms the deposit. */
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
  /** Whoever takes over need not wait for what the dead process was given to do it in. */
  const hurry = async () => {
    await system.database.pool.query(
      "update deposit_submissions set ask_after = now() where settled_at is null",
    );
    await system.database.pool.query("update outbox set available_at = now()");
  };

  const ended = { table: "deposits", on: "update", when: "new.status = 'expired'" } as const;
  const noted = { table: "deposit_submissions", on: "insert" } as const;
  const recorded = {
    table: "deposits",
    on: "update",
    when: "new.late_receipt is not null and old.late_receipt is null",
  } as const;
  const told = { table: "deposit_events", on: "insert", when: "new.type = 'deposit.late_receipt'" } as const;
  it.each(
    named([
      ended,
      { table: "deposit_events", on: "insert", when: "new.type = 'deposit.expired'" },
      { table: "deposit_events", on: "insert", when: "new.type = 'deposit.expired'", at: "commit" },
      noted,
      { ...noted, at: "commit" },
      { table: "receipt_confirmations", on: "insert" },
      { table: "deposit_submissions", on: "update", when: "new.settled_at is not null" },
      recorded,
      { table: "webhook_deliveries", on: "insert", when: "new.event = 'deposit.late_receipt'" },
      told,
      { ...told, at: "commit" },
    ]),
  )(
    "at %s leaves each step with its event, or neither, and the money is recorded once",
    async (_name, point) => {
      const { id, runOut, submit: pay } = await dueDeposit();
      await system.crashAt(point, async () => {
        await runOut();
        await pay();
      });
      const expiry = await expiryOf(id);
      expect(expiry).toEqual(each(expiry, expiry["expired"] === 1 ? 1 : 0));
      const lateness = await latenessOf(id);
      const isRecorded = point.when === told.when && point.at === "commit";
      expect(lateness).toEqual(each(lateness, isRecorded ? 1 : 0));
      const { rows } = await system.database.pool.query(
        "select from deposit_submissions where deposit_id = $1",
        [id],
      );
      await hurry();
      await system.restart();
      if (rows.length === 0) await pay();
      await until(async () => (await latenessOf(id))["late"] === 1, { timeoutMs: 20_000 });
      expect(await latenessOf(id)).toEqual(each(lateness, 1));
      expect(await expiryOf(id)).toEqual(each(expiry, 1));
    },
    60_000,
  );
});
