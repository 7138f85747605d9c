import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

const EVERY_MS = 3_600_000;
const BATCH = 1_000;
/** Long enough to look into what happened last month; the audit log keeps the sign-ins themselves. */
const KEPT_DAYS = 30;

/** Deletes sessions and invitations that ran out a month ago. Safe in any number of copies. */
export function createForgetEndedSessions(deps: { readonly database: Queryable; readonly log: Log }): Worker {
  const forget = async (table: "sessions" | "invitations") => {
    const { rowCount } = await deps.database.query(
      `delete from ${table}
        where id in (select id from ${table}
                      where expires_at < now() - make_interval(days => $1)
                      order by expires_at limit $2
                        for update skip locked)`,
      [KEPT_DAYS, BATCH],
    );
    return rowCount === BATCH;
  };
  return periodicWorker({
    name: "forget-ended-sessions",
    everyMs: EVERY_MS,
    log: deps.log,
    work: async () => {
      const [sessions, invitations] = [await forget("sessions"), await forget("invitations")];
      return sessions || invitations;
    },
  });
}
