import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";
import { deleteOldReconciliations } from "../reconciliations/reconciliation-repository.ts";
import {
  eraseDeposits,
  eraseEventBodies,
  eraseRequests,
  eraseSkippedLines,
  eraseWebhooks,
} from "./erase-statements.ts";

/** More often than once a day, so that a process that lives for an hour still does its part. */
const EVERY_MS = 3_600_000;
const BATCH = 500;
/** Each has up to 300,000 lines. */
const RECONCILIATIONS = 3;

/**
 * Erases people from data beyond the retention: names, accounts, phones and references of requests and their webhooks.
 * The keyed hashes of confirmed receipts stay. Safe in any number of copies: each skips rows that another has locked.
 */
export function createEraseOldResults(deps: {
  readonly database: Queryable;
  readonly retentionDays: number;
  readonly log: Log;
}): Worker {
  const { database, log } = deps;
  const olderThan = { values: [deps.retentionDays], limit: BATCH };
  return periodicWorker({
    name: "erase-old-results",
    everyMs: EVERY_MS,
    log,
    work: async () => {
      const requests = await eraseRequests(database, {
        which: "completed_at < now() - make_interval(days => $1)",
        ...olderThan,
      });
      const webhooks = await eraseWebhooks(database, {
        which: "verification_id is null and created_at < now() - make_interval(days => $1)",
        ...olderThan,
      });
      const deposits = await eraseDeposits(database, {
        // Counted from the end: a late receipt may come for 7 days after expiry, and an unverified one names its payer
        // when it is resolved. The index has the time of creation, which is earlier.
        which: `created_at < now() - make_interval(days => $1)
            and coalesce(confirmed_at, canceled_at, expires_at + interval '7 days') < now() - make_interval(days => $1)
            and status <> 'review_required'
            and not exists (select from deposit_submissions s where s.deposit_id = deposits.id and s.settled_at is null)`,
        ...olderThan,
      });
      const reconciliations = await deleteOldReconciliations(database, {
        days: deps.retentionDays,
        most: RECONCILIATIONS,
      });
      const skippedLines = await eraseSkippedLines(database, { days: deps.retentionDays, limit: BATCH });
      const events = await eraseEventBodies(database, { days: deps.retentionDays, limit: BATCH });
      const erased = { requests, webhooks, events, deposits, skippedLines };
      const counts = Object.values(erased);
      if (reconciliations > 0 || counts.some((count) => count > 0))
        log.info("retention.erased", { ...erased, reconciliations });
      return reconciliations === RECONCILIATIONS || counts.includes(BATCH);
    },
  });
}
