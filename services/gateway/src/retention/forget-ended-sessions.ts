import type { Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";

const EVERY_MS = 3_600_000;
const BATCH = 1_000;

/** By table: the days for which rows stay after they have expired. */
const keptDays = {
  // Long enough to look into what happened last month; the audit log keeps the sign-ins themselves.
  sessions: 30,
  invitations: 30,
  // Names, addresses and password hashes of people who have no account.
  pending_registrations: 0,
  password_resets: 0,
} as const;

/** Deletes what people sign in with, or could have, when it has expired. Safe in any number of copies. */
export function createForgetEndedSessions(deps: { readonly database: Queryable; readonly log: Log }): Worker {
  return periodicWorker({
    name: "forget-ended-sessions",
    everyMs: EVERY_MS,
    log: deps.log,
    work: async () => {
      let more = false;
      for (const [table, days] of Object.entries(keptDays)) {
        const { rowCount } = await deps.database.query(
          `delete from ${table}
            where ctid = any(array(select ctid from ${table}
                                    where expires_at < now() - make_interval(days => $1)
                                    order by expires_at limit $2
                                      for update skip locked))`,
          [days, BATCH],
        );
        more ||= rowCount === BATCH;
      }
      return more;
    },
  });
}
