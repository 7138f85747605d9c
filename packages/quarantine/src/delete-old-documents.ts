import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

/** Time for an operator to save a document from the quarantine, a weekend included. */
const RETENTION_DAYS = 7;
const BATCH = 100;
const EVERY_MS = 600_000;

/** Deletes documents that are older than a week, in bounded batches. Safe in any number of copies. */
export function createDeleteOldDocuments(deps: { readonly database: Queryable; readonly log: Log }): Worker {
  return periodicWorker({
    name: "forget-documents",
    everyMs: EVERY_MS,
    log: deps.log,
    work: async () => {
      const { rowCount } = await deps.database.query(
        `delete from quarantined_documents
          where id in (select id from quarantined_documents
                        where received_at < now() - make_interval(days => $1)
                        order by received_at limit $2
                          for update skip locked)`,
        [RETENTION_DAYS, BATCH],
      );
      return rowCount === BATCH;
    },
  });
}
