import type { Queryable } from "@receipts/database";
import type { KnownDelivery, KnownFromMessages, KnownRequest } from "./lost-messages.ts";

/** The known losses of the restored database. */
export interface Lost {
  /** Their rows are lost, with their debits, verdicts and confirmations. */
  readonly requests: readonly KnownRequest[];
  /** Their rows are lost; the receivers were notified, or were about to be. */
  readonly deliveries: readonly LostDelivery[];
  /** Accepted before that time, but not ended: queried again, perhaps with another result. */
  readonly requeried: readonly Requeried[];
  /** Open at that time: their payers may have seen another state since. */
  readonly openDeposits: readonly OpenRow[];
}

export interface LostDelivery extends KnownDelivery {
  /** Its request still exists: its receiver is notified again, under another delivery id. */
  readonly requestIsKnown: boolean;
}

interface OpenRow {
  readonly id: string;
  readonly userId: string;
}

export interface Requeried extends OpenRow {
  readonly isUnfinished: boolean;
}

/** Ids for one statement. */
const BATCH = 5_000;

export async function findLost(
  database: Queryable,
  known: KnownFromMessages,
  restoredTo: Date,
): Promise<Lost> {
  const requestIds = await missing(database, "verification_requests", idsOf(known.requests));
  const deliveryIds = await missing(database, "webhook_deliveries", idsOf(known.deliveries));
  return {
    requests: known.requests.filter(({ id }) => requestIds.has(id)),
    deliveries: known.deliveries
      .filter(({ id }) => deliveryIds.has(id))
      .map((delivery) => ({ ...delivery, requestIsKnown: !requestIds.has(delivery.verificationId) })),
    requeried: await openRequests(database, restoredTo),
    openDeposits: await openDeposits(database, restoredTo),
  };
}

const idsOf = (known: readonly { readonly id: string }[]) => known.map(({ id }) => id);

async function missing(
  database: Queryable,
  table: "verification_requests" | "webhook_deliveries",
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const { rows } = await database.query<{ id: string }>(
      `select told.id from unnest($1::text[]) as told(id) where not exists (select from ${table} t where t.id = told.id)`,
      [ids.slice(start, start + BATCH)],
    );
    for (const { id } of rows) found.add(id);
  }
  return found;
}

async function openRequests(database: Queryable, then: Date): Promise<readonly Requeried[]> {
  const { rows } = await database.query<Requeried>(
    `select id, user_id as "userId", completed_at is null as "isUnfinished" from verification_requests
      where created_at <= $1 and (completed_at is null or completed_at > $1) order by id`,
    [then],
  );
  return rows;
}

async function openDeposits(database: Queryable, then: Date): Promise<readonly OpenRow[]> {
  const { rows } = await database.query<OpenRow>(
    `select id, user_id as "userId" from deposits
      where created_at <= $1 and (expires_at > $1 or status = 'review_required') and (confirmed_at is null or confirmed_at > $1)
        and (canceled_at is null or canceled_at > $1) order by id`,
    [then],
  );
  return rows;
}
