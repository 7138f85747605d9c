import type { Queryable } from "@receipts/database";
import type { ServiceMetrics } from "@receipts/service-kit";

/** Limits the cost of the count. */
const MAX_COUNTED = 100_000;

/** Reports pending deliveries from the database, so a crashed dispatcher's deliveries are included. */
export function reportDeliveries(deps: {
  readonly database: Queryable;
  readonly metrics: ServiceMetrics;
}): void {
  const { database, metrics } = deps;
  metrics.readings(
    "webhook_oldest_due_timestamp_seconds",
    "Due time of the oldest delivery that is due and not leased; no value if there is none",
    [],
    async () => (await readOldestDue(database)).map((value) => ({ labels: {}, value })),
  );
  metrics.readings(
    "webhook_oldest_pending_timestamp_seconds",
    `When the oldest delivery that has not ended was created; among ${MAX_COUNTED} of them. No value if there is none`,
    [],
    async () => {
      const { rows } = await database.query<{ since: number | null }>({
        name: "oldest_pending_delivery",
        text: `select extract(epoch from min(created_at))::float8 as since
                 from (select created_at from webhook_deliveries
                        where state = 'pending' and next_attempt_at < 'infinity' limit ${MAX_COUNTED}) p`,
      });
      return rows.flatMap(({ since }) => (since === null ? [] : [{ labels: {}, value: since }]));
    },
  );
  metrics.readings(
    "webhook_pending_deliveries",
    `Deliveries that have not ended, due or waiting for their next attempt; counted up to ${MAX_COUNTED}`,
    [],
    async () => {
      const { rows } = await database.query<{ pending: number }>({
        name: "count_pending_deliveries",
        text: `select count(*) as pending
                 from (select from webhook_deliveries where state = 'pending' and next_attempt_at < 'infinity' limit ${MAX_COUNTED}) p`,
      });
      return rows.map(({ pending }) => ({ labels: {}, value: pending }));
    },
  );
}

/** Returns Unix seconds; an empty list if none is due. */
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
