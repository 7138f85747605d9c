import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

/** The relay sends due messages within half a second: a message that is some seconds old is stuck. */
export function reportOutbox(deps: { readonly database: Queryable; readonly metrics: ServiceMetrics }): void {
  deps.metrics.readings(
    "outbox_oldest_due_timestamp_seconds",
    "Time since when the oldest due message has been waiting; no value if none waits",
    [],
    async () => {
      const { rows } = await deps.database.query<{ since: number }>({
        name: "oldest_outbox_message",
        text: `select extract(epoch from available_at)::float8 as since from outbox
                where available_at <= now() order by available_at limit 1`,
      });
      return rows.map(({ since }) => ({ labels: {}, value: since }));
    },
  );
}
