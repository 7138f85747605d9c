import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

/** Upper bound of the count, which limits its cost. */
const MOST_COUNTED = 100_000;

/** Reports waiting mails from the table, even if no process sends them. */
export function reportMails(deps: { readonly database: Queryable; readonly metrics: ServiceMetrics }): void {
  const { database, metrics } = deps;
  metrics.readings(
    "mails_waiting",
    `Unsent mails, due or waiting for their next attempt; counted up to ${MOST_COUNTED}`,
    [],
    async () => {
      const { rows } = await database.query<{ waiting: number }>({
        name: "count_waiting_mails",
        text: "select count(*) as waiting from (select from mails limit $1) m",
        values: [MOST_COUNTED],
      });
      return rows.map(({ waiting }) => ({ labels: {}, value: waiting }));
    },
  );
  metrics.readings(
    "mail_oldest_due_timestamp_seconds",
    "Time when the oldest due mail that is not being sent became due; no value if there is none",
    [],
    async () => {
      const { rows } = await database.query<{ since: number }>({
        name: "oldest_due_mail",
        text: `select extract(epoch from next_attempt_at)::float8 as since
                 from mails where next_attempt_at <= now() order by next_attempt_at limit 1`,
      });
      return rows.map(({ since }) => ({ labels: {}, value: since }));
    },
  );
}
