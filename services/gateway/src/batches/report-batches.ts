import { supportedBankCodes } from "@receipts/contracts";
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
      const counted = await countOpenItems(database);
      // Zeros too: a panel without any series looks like one that is broken.
      return supportedBankCodes.flatMap((bank) =>
        (["waiting", "running"] as const).map((state) => {
          const found = counted.find((each) => each.bank === bank && each.state === state);
          return { labels: { bank, state }, value: found?.items ?? 0 };
        }),
      );
    },
  );
}

export async function countOpenItems(database: Queryable) {
  const { rows } = await database.query<{ bank: string; state: string; items: number }>({
    name: "report_batches",
    // One by one: each has its partial index, and no index has both.
    text: `select bank, 'waiting' as state, count(*) as items from verification_batch_items where state = 'waiting' group by bank
            union all
           select bank, 'running', count(*) from verification_batch_items where state = 'running' group by bank`,
  });
  return rows;
}
