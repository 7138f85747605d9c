import {
  type EventType,
  eventTypePatternSchema,
  newId,
  rolesFor,
  typesOfPatterns,
} from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";
import { type Log, periodicWorker, type Worker } from "@receipts/service-kit";
import { type EventRow, listEvents } from "./event-repository.ts";
import { eventView } from "./event-view.ts";
import { type NumberedEvents, numberEvents } from "./number-events.ts";

const EVERY_MS = 5_000;
/** Until the next batch of a replay that has none at present. */
const PAUSE_SECONDS = 5;
const AFTER_FAULT_SECONDS = 60;
const BATCH = 200;
/** A slow receiver fills no table: an endpoint has at most so many that wait. */
const MOST_PENDING = 1_000;

interface Due {
  readonly endpointId: string;
  readonly userId: string;
  /** Events that did not know the endpoint can still appear. */
  readonly isEarly: boolean;
}

interface Replay {
  readonly replayFrom: Date;
  readonly reached: number;
  readonly seesMoney: boolean;
  readonly types: readonly string[];
}

/**
 * Queues old events for new endpoints, in the order of their numbers. An event with a delivery to the endpoint knew it,
 * so none is sent twice; the last ones that did not are found after every transaction from before has ended. Accounts
 * take turns, so a costly replay delays those of others by one batch, and any number of copies can run.
 */
export function createReplayEvents({ pool, log }: { readonly pool: Pool; readonly log: Log }): Worker {
  return periodicWorker({
    name: "replay-events",
    everyMs: EVERY_MS,
    log,
    work: async () => {
      const due = await takeDue(pool);
      if (due === undefined) return false;
      const next = await serve(pool, due).catch((error: unknown) => {
        log.error("webhook_replay.failed", { error, userId: due.userId, endpointId: due.endpointId });
        return AFTER_FAULT_SECONDS;
      });
      await endTurn(pool, due, next);
      return true;
    },
  });
}

/** Returns in how many seconds the replay may go on. */
async function serve(pool: Pool, due: Due): Promise<number> {
  // After `isEarly` was read: once it is false, all events that did not know the endpoint get their numbers here.
  const numbered = await numberEvents(pool, due.userId);
  return await inTransaction(pool, (client) => queueBatch(client, due, numbered));
}

/** The one whose turn it is. A copy that ends meanwhile leaves it to the next turn. */
async function takeDue(database: Queryable): Promise<Due | undefined> {
  const { rows } = await database.query<Due>({
    name: "take_due_replay",
    text: `update endpoint_replays r set due_at = now() + make_interval(secs => $1)
            where endpoint_id = (select d.endpoint_id from endpoint_replays d
                                  where d.due_at <= now()
                                    and exists (select from webhook_endpoints e where e.id = d.endpoint_id and e.enabled)
                                  order by d.due_at limit 1 for update skip locked)
           returning endpoint_id as "endpointId", user_id as "userId",
                     created_at > now() - interval '1 minute'
                       -- A fence of the future is that of another server, of before a dump and a restore.
                       or fence_xid between pg_snapshot_xmin(pg_current_snapshot()) and pg_snapshot_xmax(pg_current_snapshot()) as "isEarly"`,
    values: [AFTER_FAULT_SECONDS],
  });
  return rows[0];
}

/** The account's other replays go behind those of other accounts. */
async function endTurn(database: Queryable, { userId, endpointId }: Due, next: number): Promise<void> {
  await database.query({
    name: "end_replay_turn",
    text: `update endpoint_replays
              set due_at = case when endpoint_id = $2 then now() + make_interval(secs => $3) else greatest(due_at, now()) end
            where user_id = $1`,
    values: [userId, endpointId, next],
  });
}

async function lockReplay(client: PoolClient, endpointId: string): Promise<Replay | undefined> {
  const { rows } = await client.query<Replay>({
    name: "lock_replay",
    // As the person's role is now.
    text: `select r.replay_from as "replayFrom", r.reached, e.types,
                  r.sees_money
                    and (r.member_id is null or exists (select from members m
                                                         where m.id = r.member_id and m.removed_at is null and m.role = any($2))) as "seesMoney"
             from endpoint_replays r join webhook_endpoints e on e.id = r.endpoint_id
            where r.endpoint_id = $1 and e.enabled
              for update of r skip locked`,
    values: [endpointId, rolesFor.money],
  });
  return rows[0];
}

async function queueBatch(client: PoolClient, due: Due, numbered: NumberedEvents): Promise<number> {
  const { endpointId, userId } = due;
  const replay = await lockReplay(client, endpointId);
  if (replay === undefined) return PAUSE_SECONDS;
  const types = typesOfPatterns(eventTypePatternSchema.array().parse(replay.types));
  if ((await countPending(client, due, types)) >= MOST_PENDING) return PAUSE_SECONDS;
  const { last } = numbered;
  const read = () =>
    listEvents(client, userId, {
      ...{ types, subject: undefined, from: replay.replayFrom, after: replay.reached, last, limit: BATCH },
    });
  await holdErasures(client, await read());
  const page = await read();
  await queueEvents(client, due, { events: page.items, seesMoney: replay.seesMoney });
  if (!page.hasMore && !numbered.hasMore && !due.isEarly) {
    await client.query("delete from endpoint_replays where endpoint_id = $1", [endpointId]);
    return 0;
  }
  await client.query("update endpoint_replays set reached = greatest(reached, $2) where endpoint_id = $1", [
    endpointId,
    page.hasMore ? page.items.at(-1)?.sequence : last,
  ]);
  return page.hasMore ? 0 : PAUSE_SECONDS;
}

/** An erasure of these requests waits for the new deliveries, and erases them too. */
async function holdErasures(client: PoolClient, { items }: Awaited<ReturnType<typeof listEvents>>) {
  await client.query({
    name: "hold_erasures",
    text: "select from verification_requests where id = any($1) order by id for share",
    values: [items.map(({ subject }) => subject)],
  });
}

/** Up to the most. */
async function countPending(
  client: PoolClient,
  { userId, endpointId }: Due,
  types: readonly EventType[],
): Promise<number> {
  const { rows } = await client.query<{ pending: number }>({
    name: "count_pending_of_endpoint",
    text: `select count(*)::int as pending
             from (select from webhook_deliveries
                    where (user_id || '|' || coalesce(endpoint_id, '') || '|' || event || '|' || state) collate "C" = any ($1)
                    limit $2) waiting`,
    values: [types.map((type) => `${userId}|${endpointId}|${type}|pending`), MOST_PENDING],
  });
  return rows[0]?.pending ?? 0;
}

async function queueEvents(
  client: PoolClient,
  { userId, endpointId }: Due,
  { events, seesMoney }: { readonly events: readonly EventRow[]; readonly seesMoney: boolean },
): Promise<void> {
  const items = events.flatMap((event) => {
    const { id, type, subject, payload } = eventView(event, { seesPayers: true, seesMoney });
    const delivery = { id: newId("webhookDelivery"), event_id: id, type, subject };
    // Nothing is left of some that were erased, and some are not for the creator of the endpoint.
    return payload === null ? [] : [{ ...delivery, payload: JSON.stringify(payload) }];
  });
  await client.query({
    name: "replay_events",
    text: `insert into webhook_deliveries
             (id, user_id, verification_id, event, event_id, subject, endpoint_id, url, payload, http_request_id)
           select item.id, $1, case when is_of_request then item.subject end, item.type, item.event_id,
                  case when not is_of_request then item.subject end, e.id, e.url, item.payload, item.event_id
             from json_to_recordset($3) item (id text, event_id text, type text, subject text, payload text)
            cross join lateral (select item.type like 'verification.%' as is_of_request) kind
             join webhook_endpoints e on e.id = $2
            where is_of_request
               or not exists (select from webhook_deliveries d
                               where d.subject = item.subject and d.event_id = item.event_id and d.endpoint_id = e.id)
               on conflict (verification_id, event, (coalesce(endpoint_id, ''))) do nothing`,
    values: [userId, endpointId, JSON.stringify(items)],
  });
}
