import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

/** Reports statements that are not compared yet, even if no process compares them. */
export function reportStatements(deps: {
  readonly database: Queryable;
  readonly metrics: ServiceMetrics;
}): void {
  deps.metrics.readings(
    "statement_oldest_waiting_timestamp_seconds",
    "When the oldest statement that is not compared yet was sent; no value if there is none",
    [],
    async () => {
      const { rows } = await deps.database.query<{ since: number }>({
        name: "oldest_waiting_statement",
        text: `select extract(epoch from created_at)::float8 as since
                 from reconciliations where status = 'pending' order by created_at limit 1`,
      });
      return rows.map(({ since }) => ({ labels: {}, value: since }));
    },
  );
}
