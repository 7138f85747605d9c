import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

/** Longer than each span is read, so that a look back in the database is possible too. */
const kept = { minute: "2 days", hour: "8 days", day: "100 days" } as const;
const INCIDENTS_KEPT = "100 days";
const BATCH = 1_000;
const EVERY_MS = 600_000;

/** Deletes old attempts and incidents that have ended, in bounded batches. Safe in any number of copies. */
export function createForgetAttempts(deps: { readonly database: Queryable; readonly log: Log }): Worker {
  return periodicWorker({
    name: "forget-attempts",
    everyMs: EVERY_MS,
    log: deps.log,
    work: async () => {
      const counts = await Promise.all([
        ...Object.entries(kept).map(([span, time]) => forgetSpan(deps.database, span, time)),
        forgetIncidents(deps.database),
      ]);
      return counts.includes(BATCH);
    },
  });
}

async function forgetSpan(database: Queryable, span: string, time: string): Promise<number | null> {
  const { rowCount } = await database.query(
    `delete from bank_attempts
      where ctid = any(array(select ctid from bank_attempts
                              where span = $1 and starts_at < now() - $2::interval
                              limit $3 for update skip locked))`,
    [span, time, BATCH],
  );
  return rowCount;
}

async function forgetIncidents(database: Queryable): Promise<number | null> {
  const { rowCount } = await database.query(
    `delete from bank_incidents
      where ctid = any(array(select ctid from bank_incidents
                              where closed_at < now() - $1::interval
                              limit $2 for update skip locked))`,
    [INCIDENTS_KEPT, BATCH],
  );
  return rowCount;
}
