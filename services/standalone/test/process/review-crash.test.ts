import { randomUUID } from "node:crypto";
import { checkoutScopes, newId } from "@receipts/contracts";
import { insertCheckoutKey, newApiKey } from "@receipts/gateway";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import { type CrashPoint, pointsOf, system, useCrashingSystem } from "./crash-points.ts";
import {
  buyStarterCredits,
  cookieOf,
  type PaidAccount,
  payInSandbox,
  postAsShop,
  submitReceipt,
} from "./standalone-calls.ts";

const platformKey = newApiKey("sck_");
/** One session, which outlives every restart. */
let cookie: string;
useCrashingSystem(async () => {
  rememberSecret(platformKey);
  cookie = await cookieOf(system.process());
  await buyCredits();
  const [row] = await system.sql("select user_id from deposits");
  const key = { id: newId("checkoutKey"), key: platformKey, name: "platform", scopes: checkoutScopes };
  await insertCheckoutKey(system.database.pool, { ...key, userId: row.user_id });
});

const CREDITS = 500;
const AT_ONCE = 50;

interface Purchase {
  readonly id: string;
  readonly checkoutUrl: string;
  readonly account: PaidAccount;
}

async function buyCredits(): Promise<Purchase> {
  // Ends the purchases of earlier cases, which would exceed the limit of open ones.
  await system.sql(
    `update deposits set status = 'canceled', canceled_at = now(), review = null, review_expires_at = null, receipt_hash = null
      where status in ('awaiting_payment', 'review_required')`,
  );
  const bought = await buyStarterCredits(system.process(), cookie);
  const [row] = await system.sql(
    `select o as option from deposits, jsonb_array_elements(payment_options) o
      where id = $1 and o ->> 'bank' = 'telebirr'`,
    bought.id,
  );
  return { ...bought, account: row.option };
}

/** Pays to a name that is not the account's. */
const payInDoubt = ({ account }: Purchase) =>
  payInSandbox(system.process(), { ...account, accountName: "Abel Girma" }, "500.00");

const submit = ({ checkoutUrl }: Purchase, receipt: string) =>
  submitReceipt(system.process(), checkoutUrl, receipt);

/** Acts as the account that is paid. */
const ofPlatform = (path: string, body: object) =>
  postAsShop(system.process(), path, randomUUID(), body, platformKey);
const resolve = ({ id }: Purchase, decision: "accept" | "reject") =>
  ofPlatform(`/deposits/${id}/resolve`, { decision, note: "seen in the account" });
const cancel = ({ id }: Purchase) => ofPlatform(`/deposits/${id}/cancel`, {});

const stateOf = async ({ id }: Purchase): Promise<Record<string, unknown>> => {
  const [row] = await system.sql(
    `select d.status, d.review is not null as "isHeld", d.event_count::int as "eventCount",
            (select json_agg(sequence order by sequence) from deposit_events e where e.deposit_id = d.id) as sequences,
            (select count(*)::int from deposit_events e where e.deposit_id = d.id and e.type = 'deposit.confirmed') as confirmed,
            (select count(*)::int from audit_log a where a.subject = d.id and a.action = 'deposit.resolved') as resolved,
            (select count(*)::int from credit_transactions t where t.deposit_id = d.id) as credited,
            (select count(*)::int from deposits o join receipt_confirmations r using (receipt_hash) where o.id = d.id) as receipts,
            (select count(*)::int from deposit_submissions s where s.deposit_id = d.id and s.settled_at is null) as open
       from deposits d where d.id = $1`,
    id,
  );
  return row;
};

/** Checks the invariants that hold after a kill at any point. */
async function expectWhole(purchase: Purchase): Promise<Record<string, unknown>> {
  const state = await stateOf(purchase);
  const count = Number(state["eventCount"]);
  expect(state["sequences"]).toEqual(Array.from({ length: count }, (_, index) => index + 1));
  const isConfirmed = state["status"] === "confirmed";
  expect([state["confirmed"], state["credited"]]).toEqual(isConfirmed ? [1, 1] : [0, 0]);
  expect(state["isHeld"]).toBe(state["status"] === "review_required");
  if (state["isHeld"] || isConfirmed) expect(state["receipts"]).toBe(1);
  const [sums] = await system.sql(
    `select (select sum(balance) from credit_accounts)::int as balance,
            (select sum(amount) from credit_transactions)::int as ledger`,
  );
  expect(sums.balance).toBe(sums.ledger);
  return state;
}

async function restart(): Promise<void> {
  await system.hurry();
  await system.restart();
}

async function inReview(): Promise<{ purchase: Purchase; sms: string }> {
  const purchase = await buyCredits();
  const sms = await payInDoubt(purchase);
  await submit(purchase, sms);
  await until(async () => (await stateOf(purchase))["status"] === "review_required");
  return { purchase, sms };
}

const held = { table: "deposit_events", on: "insert", when: "new.type = 'deposit.review_required'" } as const;

describe("kill -9 while a doubtful receipt is put in review", () => {
  it.each(
    pointsOf([
      { table: "receipt_confirmations", on: "insert" },
      { table: "deposit_submissions", on: "update", when: "new.settled_at is not null" },
      { table: "deposits", on: "update", when: "new.status = 'review_required'" },
      { table: "webhook_deliveries", on: "insert", when: "new.event = 'deposit.review_required'" },
      { ...held, at: "commit" },
    ]),
  )("at %s leaves it in review or verifying, and ends in review", async (_name, point) => {
    const purchase = await buyCredits();
    const sms = await payInDoubt(purchase);
    await system.crashAt(point, () => submit(purchase, sms));
    const left = await expectWhole(purchase);
    expect(left["status"]).toBe(point.at === "commit" ? "review_required" : "verifying");
    await restart();
    await until(async () => (await stateOf(purchase))["status"] === "review_required");
    expect(await expectWhole(purchase)).toMatchObject({ open: 0, receipts: 1, resolved: 0 });
  });
});

describe(`kill -9 while ${AT_ONCE} people, payers and cancellations act on a deposit in review`, () => {
  const eventInsert = {
    table: "deposit_events",
    on: "insert",
    when: "new.type = 'deposit.confirmed'",
  } as const;
  const rejected = { ...eventInsert, when: "new.type = 'deposit.receipt_rejected'" } as const;
  const auditInsert = { table: "audit_log", on: "insert", when: "new.action = 'deposit.resolved'" } as const;
  const accepting: readonly CrashPoint[] = [
    auditInsert,
    { table: "credit_transactions", on: "insert", when: "new.type = 'purchase'" },
    { table: "audit_log", on: "insert", when: "new.action = 'credit_purchase.credited'" },
    { table: "deposits", on: "update", when: "new.status = 'confirmed'" },
    { table: "webhook_deliveries", on: "insert", when: "new.event = 'deposit.confirmed'" },
    { table: "checkout_responses", on: "insert" },
    { ...eventInsert, at: "commit" },
  ];
  const rejecting: readonly CrashPoint[] = [
    auditInsert,
    { table: "deposits", on: "update", when: "new.status = 'awaiting_payment'" },
    { table: "webhook_deliveries", on: "insert", when: "new.event = 'deposit.receipt_rejected'" },
    { ...rejected, at: "commit" },
  ];

  /** An accepted receipt is also submitted again and again; a rejected one would return to review. */
  const storm = (purchase: Purchase, sms: string, decision: "accept" | "reject") =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, nth) => {
        if (nth % 5 === 3) return cancel(purchase);
        const isPayer = nth % 5 === 4 && decision === "accept";
        return isPayer ? submit(purchase, sms) : resolve(purchase, decision);
      }),
    );

  it.each(pointsOf(accepting))("at %s confirms once, and adds the credits once", async (_name, point) => {
    const { purchase, sms } = await inReview();
    await system.crashAt(point, () => storm(purchase, sms, "accept"));
    const left = await expectWhole(purchase);
    if (point === accepting.at(-1)) expect(left["status"]).toBe("confirmed");
    await restart();
    await storm(purchase, sms, "accept");
    await until(async () => (await stateOf(purchase))["open"] === 0);
    expect(await expectWhole(purchase)).toMatchObject({ status: "confirmed", resolved: 1, receipts: 1 });
    const credited = await system.sql(
      "select credits::int from credit_purchases where deposit_id = $1 and credited_at is not null",
      purchase.id,
    );
    expect(credited).toEqual([{ credits: CREDITS }]);
  });

  it.each(pointsOf(rejecting))(
    "at %s leaves a whole rejection or none, and adds no credits",
    async (_name, point) => {
      const { purchase, sms } = await inReview();
      await system.crashAt(point, () => storm(purchase, sms, "reject"));
      const left = await expectWhole(purchase);
      expect(left["resolved"]).toBe(point.at === "commit" ? 1 : 0);
      await restart();
      await storm(purchase, sms, "reject");
      await until(async () => (await stateOf(purchase))["open"] === 0);
      const end = await expectWhole(purchase);
      expect(["review_required", "awaiting_payment", "canceled"]).toContain(end["status"]);
    },
  );
});
