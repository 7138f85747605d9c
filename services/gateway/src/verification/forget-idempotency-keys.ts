import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

const BATCH = 5_000;

/** Deletes keys that have not counted for an hour, in bounded batches. Safe in any number of copies. */
export function createForgetIdempotencyKeys(deps: {
  readonly database: Queryable;
  readonly log: Log;
}): Worker {
  return periodicWorker({
    name: "forget-idempotency-keys",
    everyMs: 60_000,
    log: deps.log,
    work: async () => {
      const { rowCount } = await deps.database.query(
        `delete from idempotency_keys
          where ctid = any(array(select ctid from idempotency_keys
                                  where created_at < now() - interval '25 hours'
                                  order by created_at limit $1
                                    for update skip locked))`,
        [BATCH],
      );
      return rowCount === BATCH;
    },
  });
}
