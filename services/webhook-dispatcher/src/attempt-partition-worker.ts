import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

/** Hourly, so that processes that live less than a day do it too. */
const EVERY_MS = 3_600_000;
const DAYS_AHEAD = 7;
const DAYS_KEPT = 30;

/**
 * Creates partitions of `webhook_attempts` 7 days ahead and drops those older than 30 days. Safe in any number of
 * copies.
 */
export function createAttemptPartitionWorker(deps: {
  readonly database: Queryable;
  readonly log: Log;
}): Worker {
  return periodicWorker({
    name: "keep-attempt-days",
    everyMs: EVERY_MS,
    log: deps.log,
    work: async () => {
      const { rows: made } = await deps.database.query<{ days: number }>(
        "select make_attempt_partitions($1) as days",
        [DAYS_AHEAD],
      );
      const { rows: dropped } = await deps.database.query<{ days: number }>(
        "select drop_attempt_partitions($1) as days",
        [DAYS_KEPT],
      );
      const days = { made: made[0]?.days ?? 0, dropped: dropped[0]?.days ?? 0 };
      if (days.made + days.dropped > 0) deps.log.info("attempts.partitions_changed", days);
      return false;
    },
  });
}
