import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

/** Reports the unfinished items of all batches. Every gateway reports the same. */
export function reportBatches({
  database,
  metrics,
}: {
  readonly database: Queryable;
  readonly metrics: ServiceMetrics;
}): void {
  metrics.readings(
    "batch_items",
    "Items of unfinished batches: waiting for a place at their bank, or running",
    ["bank", "state"],
    async () => {
      const { rows } = await database.query<{ bank: string; state: string; items: number }>({
        name: "report_batches",
        text: `select bank, state, count(*) as items from verification_batch_items
                where state in ('waiting', 'running') group by bank, state`,
      });
      return rows.map(({ bank, state, items }) => ({ labels: { bank, state }, value: items }));
    },
  );
}
