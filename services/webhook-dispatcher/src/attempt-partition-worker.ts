import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

/** Looked at more often than once a day, so that a process that lives for an hour still does its part. */
const EVERY_MS = 3_600_000;
const DAYS_AHEAD = 7;
const DAYS_KEPT = 30;

/** Makes the coming days' partitions of the attempts, and drops those of more than 30 days ago. Safe in any number of copies. */
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
      if (days.made + days.dropped > 0) deps.log.info("attempts.days_kept", days);
      return false;
    },
  });
}
