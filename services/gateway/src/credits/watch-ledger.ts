import type { Queryable } from "@receipts/database";
import { createMismatchWatch, type Log, type ServiceMetrics, type Worker } from "@receipts/service-kit";

const EVERY_MS = 300_000;

/**
 * Compares each account's balance with its newest ledger line: one index probe for each account, and no writes, so
 * every gateway may run it. `admin -- credits reconcile` sums up the whole ledger.
 */
export function createWatchLedger(deps: {
  readonly database: Queryable;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly everyMs?: number;
}): Worker {
  const { database, everyMs = EVERY_MS, ...told } = deps;
  return createMismatchWatch({
    ...told,
    name: "watch-ledger",
    everyMs,
    gauge: {
      name: "credit_accounts_mismatched",
      help: "Accounts whose balance differs from their ledger; anything but 0 is a bug",
    },
    event: "credits.mismatch",
    read: () => readMismatched(database),
  });
}

interface Mismatch {
  readonly userId: string;
  readonly balance: number;
  readonly ledger: number;
}

async function readMismatched(database: Queryable): Promise<readonly Mismatch[]> {
  const { rows } = await database.query<Mismatch>({
    name: "watch_ledger",
    text: `select a.user_id as "userId", a.balance, coalesce(newest.balance_after, 0) as ledger
             from credit_accounts a
             left join lateral (select balance_after from credit_transactions t
                                 where t.user_id = a.user_id order by sequence desc limit 1) newest on true
            where a.balance <> coalesce(newest.balance_after, 0)`,
  });
  return rows;
}
