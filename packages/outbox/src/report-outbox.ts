import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

/** The relay sends what is due within half a second: something older than a few seconds is stuck. */
export function reportOutbox(deps: { readonly database: Queryable; readonly metrics: ServiceMetrics }): void {
  deps.metrics.readings(
    "outbox_oldest_due_timestamp_seconds",
    "Since when the oldest message that should be on its way has been waiting; no value when none waits",
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
