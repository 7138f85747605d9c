import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";

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
  const { database, log, metrics, everyMs = EVERY_MS } = deps;
  const mismatched = metrics.gauge(
    "credit_accounts_mismatched",
    "Accounts whose balance differs from their ledger; anything but 0 is a bug",
  );
  // No value is better than "all is well" from a process that has not checked.
  mismatched.set(Number.NaN);
  return periodicWorker({
    name: "watch-ledger",
    everyMs,
    log,
    work: async () => {
      const rows = await readMismatched(database).catch((error: unknown) => {
        mismatched.set(Number.NaN);
        throw error;
      });
      mismatched.set(rows.length);
      for (const row of rows) log.error("credits.mismatch", { ...row });
      return false;
    },
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
