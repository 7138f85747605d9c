import { EVENT_DAYS } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient } from "@receipts/database";

/** Most events that are found in one source, or numbered, at once. */
const BATCH = 2_000;
/** A call ends when all are numbered, or after so many: the rest is for the reader's next call. */
const MOST_BATCHES = 10;
/**
 * A request has its time before its transaction: by a statement's time limit at most. The rest is for a clock that a
 * failover sets back.
 */
const LATEST_APPEARANCE = "1 minute";

export interface NumberedEvents {
  /** The number of the newest event, and its id unless it was deleted. */
  readonly last: number;
  readonly lastId: string | null;
  /** Some may have no number yet. */
  readonly hasMore: boolean;
}

interface Counters {
  readonly requestsUntil: Date;
  readonly depositsUntil: number;
  /** Every transaction before the fence has ended. */
  readonly isPassed: boolean;
}

interface Found {
  readonly found: number;
  readonly reached: Date | null;
}

/**
 * Gives the account's committed events their numbers, in the order of their time. An event that commits later gets a
 * greater number than all that a reader has seen.
 */
export async function numberEvents(pool: Pool, userId: string): Promise<NumberedEvents> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const outcome = await inTransaction(pool, (client) => numberBatch(client, userId));
    if (outcome !== "more") return { ...(await lastOf(pool, userId)), hasMore: outcome === "busy" };
  }
  return { ...(await lastOf(pool, userId)), hasMore: true };
}

async function lastOf(pool: Pool, userId: string): Promise<Pick<NumberedEvents, "last" | "lastId">> {
  const { rows } = await pool.query<{ last: number; lastId: string | null }>({
    name: "last_event_number",
    text: `select last, (select id from account_events where user_id = $1 and sequence = last) as "lastId"
             from account_event_counters where user_id = $1`,
    values: [userId],
  });
  return rows[0] ?? { last: 0, lastId: null };
}

/** `busy`: another call numbers the account's events. */
async function numberBatch(client: PoolClient, userId: string): Promise<"more" | "done" | "busy"> {
  const counters = await lockCounters(client, userId);
  if (counters === undefined) return "busy";
  const requests = await findRequests(client, userId, counters);
  const deposits = await findDepositEvents(client, userId, counters);
  // Events of before this time are found, so their order is final.
  const until = [requests, deposits].flatMap(({ found, reached }) =>
    found === BATCH && reached ? [reached] : [],
  );
  const horizon = until.length === 0 ? "infinity" : new Date(Math.min(...until.map(Number)));
  const numbered = await giveNumbers(client, userId, horizon);
  await moveCounters(client, userId, {
    requestsUntil: requests.found === BATCH ? requests.reached : null,
    depositsUntil: deposits.until,
    isPassed: counters.isPassed,
  });
  return until.length > 0 || numbered === BATCH ? "more" : "done";
}

/** Undefined while another call has them. */
async function lockCounters(client: PoolClient, userId: string): Promise<Counters | undefined> {
  const lock = async () => {
    const { rows } = await client.query<Counters>({
      name: "lock_event_counters",
      // A fence of the future is that of another server, of before a dump and a restore.
      text: `select greatest(requests_until, now() - make_interval(days => $2)) as "requestsUntil",
                    deposits_until as "depositsUntil",
                    fence_xid is null or fence_xid <= pg_snapshot_xmin(pg_current_snapshot())
                      or fence_xid > pg_snapshot_xmax(pg_current_snapshot()) as "isPassed"
               from account_event_counters where user_id = $1 for update skip locked`,
      values: [userId, EVENT_DAYS],
    });
    return rows[0];
  };
  const known = await lock();
  if (known !== undefined) return known;
  await client.query({
    name: "begin_event_counters",
    text: `insert into account_event_counters (user_id, requests_until)
           values ($1, now() - make_interval(days => $2)) on conflict do nothing`,
    values: [userId, EVENT_DAYS],
  });
  return await lock();
}

/** Finds requests, ended or not, that are not known as events. */
async function findRequests(client: PoolClient, userId: string, { requestsUntil }: Counters): Promise<Found> {
  const { rows } = await client.query<Found>({
    name: "find_requests_of_events",
    text: `with found as (
             select v.id, v.created_at
               from verification_requests v
               -- One index entry each, also before the table has statistics.
               left join lateral (select e.id from account_events e
                                   where e.subject = v.id and e.type = 'verification.completed' limit 1) known on true
              where v.user_id = $1 and v.created_at >= $2 and v.source = 'api' and known.id is null
              order by v.created_at, v.id limit $3
           ),
           added as (
             insert into account_events (id, user_id, type, subject, created_at)
             select 'evt_' || right(id, 26), $1, 'verification.completed', id, created_at from found
           )
           select count(*)::int as found, max(created_at) as reached from found`,
    values: [userId, requestsUntil, BATCH],
  });
  return oneOf(rows);
}

/** Their publications have no gaps, so what was found is a number. */
async function findDepositEvents(
  client: PoolClient,
  userId: string,
  { depositsUntil }: Counters,
): Promise<Found & { readonly until: number | null }> {
  const { rows } = await client.query<Found & { readonly until: number | null }>({
    name: "find_deposit_events_of_events",
    text: `with found as (
             select id, deposit_id, type, publication, created_at from deposit_events
              where user_id = $1 and publication > $2
              order by publication limit $3
           ),
           added as (
             insert into account_events (id, user_id, type, subject, created_at)
             select id, $1, type, deposit_id, created_at from found
              where created_at > now() - make_interval(days => $4)
           )
           select count(*)::int as found, max(created_at) as reached, max(publication) as until from found`,
    values: [userId, depositsUntil, BATCH, EVENT_DAYS],
  });
  return oneOf(rows);
}

function oneOf<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("the statement has one row");
  return row;
}

/**
 * Numbers what has happened up to the horizon. The id is the one of the webhook, if there was one; it was made before
 * requests had events.
 */
async function giveNumbers(client: PoolClient, userId: string, horizon: Date | "infinity"): Promise<number> {
  const { rowCount } = await client.query({
    name: "number_events",
    text: `with happened as (
             select e.id, coalesce(v.completed_at, e.created_at) as at,
                    coalesce((select event_id from webhook_deliveries d
                               where d.verification_id = v.id and d.event = 'verification.completed' limit 1), e.id) as event_id
               from account_events e
               left join verification_requests v on e.type = 'verification.completed' and v.id = e.subject
              where e.user_id = $1 and e.sequence is null and e.created_at <= $2
                and (e.type <> 'verification.completed' or v.completed_at is not null)
              order by at, e.id limit $3
           ),
           placed as (
             select *, row_number() over in_order as place, max(at) over in_order as reached
               from happened window in_order as (order by at, id)
           ),
           counter as (
             update account_event_counters c
                set last = c.last + new.events, reached_at = greatest(c.reached_at, new.reached)
               from (select count(*) as events, max(at) as reached from placed) new
              where c.user_id = $1 and new.events > 0
             returning c.last - new.events as before
           )
           update account_events e
              set id = placed.event_id, created_at = placed.at, sequence = counter.before + placed.place,
                  reached_at = greatest(placed.reached, (select reached_at from account_event_counters where user_id = $1))
             from placed, counter where e.id = placed.id`,
    values: [userId, horizon, BATCH],
  });
  return rowCount ?? 0;
}

/** Notes what was found: at most what is before a fence that is passed, as nothing can appear there any more. */
async function moveCounters(
  client: PoolClient,
  userId: string,
  {
    requestsUntil,
    depositsUntil,
    isPassed,
  }: {
    readonly requestsUntil: Date | null;
    readonly depositsUntil: number | null;
    readonly isPassed: boolean;
  },
): Promise<void> {
  await client.query({
    name: "move_event_counters",
    text: `update account_event_counters
              set deposits_until = coalesce($3, deposits_until),
                  requests_until = greatest(requests_until, case when $4 and fence_at is not null then least($2, fence_at - $5::interval) end),
                  fence_at = case when $4 then now() else fence_at end,
                  fence_xid = case when $4 then pg_current_xact_id() else fence_xid end
            where user_id = $1`,
    values: [userId, requestsUntil, depositsUntil, isPassed, LATEST_APPEARANCE],
  });
}
