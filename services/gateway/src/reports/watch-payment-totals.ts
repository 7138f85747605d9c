import type { Queryable } from "@receipts/database";
import { createMismatchWatch, type Log, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import { findPaymentDifferences } from "./payment-totals.ts";

const EVERY_MS = 900_000;

/**
 * Compares the totals of the last full hour with its requests, of all accounts that had some; no writes, so every
 * gateway may run it. `admin -- payment-totals check` compares whole accounts.
 */
export function createWatchPaymentTotals(deps: {
  readonly database: Queryable;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly everyMs?: number;
}): Worker {
  const { database, everyMs = EVERY_MS, ...told } = deps;
  return createMismatchWatch({
    ...told,
    name: "watch-payment-totals",
    everyMs,
    gauge: {
      name: "payment_totals_mismatched",
      help: "Totals that differ from their requests, of accounts whose last full hour differs; anything but 0 is a bug",
    },
    event: "payment_totals.mismatch",
    read: () => readDifferences(database),
  });
}

interface Mismatch {
  readonly userId: string;
  readonly bank: string;
  readonly decision: string;
  readonly missing: number;
}

/** An erased request has no index by time, but its totals: accounts that seem to differ are compared as a whole. */
async function readDifferences(database: Queryable): Promise<readonly Mismatch[]> {
  const differing: Mismatch[] = [];
  for (const userId of await readSuspects(database)) {
    const rows = await findPaymentDifferences(database, userId);
    differing.push(
      ...rows.map(({ bank, decision, payments }) => ({ userId, bank, decision, missing: payments })),
    );
  }
  return differing;
}

/** Verdicts of an ended hour have their totals in the same transaction, so none is on its way. */
async function readSuspects(database: Queryable): Promise<readonly string[]> {
  const { rows } = await database.query<{ userId: string }>({
    name: "watch_payment_totals",
    text: `with hour as (
             select date_trunc('hour', now(), 'UTC') - interval '1 hour' as starts, date_trunc('hour', now(), 'UTC') as ends),
           payment as (
             select v.user_id, v.bank, payment_decision(v.result, v.status) as decision, payment_cents(v.result) as amount_cents
               from hour join verification_requests v
                 on v.completed_at >= hour.starts and v.completed_at < hour.ends
              where v.completed_at is not null and v.erased_at is null),
           row as (
             select user_id, bank, decision, 1 as payments, amount_cents from payment
              union all
             select t.user_id, t.bank, t.decision, -t.payments, -t.amount_cents
               from (select distinct user_id from payment) account, hour, payment_totals t
              where t.user_id = account.user_id and t.bucket >= hour.starts and t.bucket < hour.ends)
           select distinct user_id as "userId"
             from (select user_id from row group by user_id, bank, decision
                   having sum(payments) <> 0 or sum(amount_cents) <> 0) differing
            order by user_id limit 20`,
  });
  return rows.map(({ userId }) => userId);
}
