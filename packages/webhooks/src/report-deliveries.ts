import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

/** Counting more would cost more than the figure is worth. */
const MOST_COUNTED = 100_000;

/** What waits to be delivered, as the rows have it. Of a dispatcher that is gone others tell it. */
export function reportDeliveries(deps: {
  readonly database: Queryable;
  readonly metrics: ServiceMetrics;
}): void {
  const { database, metrics } = deps;
  metrics.readings(
    "webhook_oldest_due_timestamp_seconds",
    "When the oldest delivery that is due and not under way became due; no value when none is",
    [],
    async () => (await readOldestDue(database)).map((value) => ({ labels: {}, value })),
  );
  metrics.readings(
    "webhook_pending_deliveries",
    `Deliveries that have not ended, whether due or waiting for their next attempt; counted up to ${MOST_COUNTED}`,
    [],
    async () => {
      const { rows } = await database.query<{ pending: number }>({
        name: "count_pending_deliveries",
        text: `select count(*) as pending
                 from (select from webhook_deliveries where state = 'pending' limit ${MOST_COUNTED}) p`,
      });
      return rows.map(({ pending }) => ({ labels: {}, value: pending }));
    },
  );
}

/** In Unix seconds; nothing when none is due. */
export async function readOldestDue(database: Queryable): Promise<number[]> {
  const { rows } = await database.query<{ since: number }>({
    name: "oldest_due_delivery",
    text: `select extract(epoch from next_attempt_at)::float8 as since
             from webhook_deliveries
            where state = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())
            order by next_attempt_at
            limit 1`,
  });
  return rows.map(({ since }) => since);
}
