import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

const BATCH = 1_000;

/** Deletes answers that have not been replayed for an hour, in bounded batches. Safe in any number of copies. */
export function createForgetAnswers(deps: { readonly database: Queryable; readonly log: Log }): Worker {
  return periodicWorker({
    name: "forget-checkout-answers",
    everyMs: 60_000,
    log: deps.log,
    work: async () => {
      const { rowCount } = await deps.database.query(
        `delete from checkout_answers
          where ctid = any(array(select ctid from checkout_answers
                                  where created_at < now() - interval '25 hours'
                                  order by created_at limit $1
                                    for update skip locked))`,
        [BATCH],
      );
      return rowCount === BATCH;
    },
  });
}
