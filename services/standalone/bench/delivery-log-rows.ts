import { newId } from "@receipts/contracts";
import type pg from "pg";

/** The only delivery of its kind among very many, and the oldest of all where it can be. */
export interface RareDelivery {
  /** Such as `endpoint and state`. */
  readonly kind: string;
  /** Filters of `GET /api/webhook-deliveries` that find it alone. */
  readonly query: Readonly<Record<string, string>>;
  readonly id: string;
}

const DAYS = 200;
/** A day without failed deliveries and events of deposits, except the rare ones. */
const QUIET_DAYS_AGO = 100;
const endpoint = (letter: string) => `whe_${letter.repeat(26)}`;
const [busy, failing, rare] = [endpoint("a"), endpoint("b"), endpoint("c")];
const deposit = `dep_${"d".repeat(26)}`;
const completed = "verification.completed";

interface Draft {
  readonly query: RareDelivery["query"];
  readonly event?: string;
  readonly state?: string;
  readonly endpointId?: string | null;
  readonly subject?: string;
  readonly at?: Date;
}

function draftsAround(quiet: Date): Readonly<Record<string, Draft>> {
  const day = quiet.toISOString().slice(0, 10);
  const period = { from: day, to: day };
  const later = new Date(quiet.getTime() + 3_600_000);
  const exactly = { from: quiet.toISOString(), to: new Date(quiet.getTime() + 1).toISOString() };
  return {
    endpoint: { query: { endpoint: rare }, endpointId: rare },
    "no endpoint": { query: { endpoint: "none" }, endpointId: null },
    type: { query: { type: "profile.updated" }, event: "profile.updated" },
    state: { query: { state: "pending" }, state: "pending" },
    deposit: { query: { subject: deposit }, subject: deposit, event: "deposit.created" },
    period: { query: exactly, at: quiet },
    "endpoint and state": {
      query: { endpoint: busy, state: "exhausted" },
      endpointId: busy,
      state: "exhausted",
    },
    "endpoint and type": {
      query: { endpoint: busy, type: "deposit.expired" },
      endpointId: busy,
      event: "deposit.expired",
    },
    "state and period": { query: { state: "given_up", ...period }, state: "given_up", at: later },
    "type and period": { query: { type: "deposit.created", ...period }, event: "deposit.created", at: later },
    "type and state": {
      query: { type: "credits.low", state: "exhausted" },
      event: "credits.low",
      state: "exhausted",
    },
  };
}

/**
 * Inserts `count` deliveries of an account over 200 days, with the attempts of the last 30, and the rare deliveries. Half
 * went to an endpoint that accepted them all, half to one that fails often.
 */
export async function insertDeliveryLog(
  pool: pg.Pool,
  userId: string,
  count: number,
): Promise<readonly RareDelivery[]> {
  const client = await pool.connect();
  try {
    // Skip disk flushes, triggers and foreign key checks: the rows only have to exist.
    await client.query("set synchronous_commit = off; set session_replication_role = replica");
    await client.query(pastPartitions);
    await client.query(bulk, [userId, count, busy, failing]);
    const { rows } = await client.query<{ quiet: Date }>(
      `select date_trunc('day', now(), 'UTC') - interval '${QUIET_DAYS_AGO} days' + interval '12 hours' as quiet`,
    );
    const rareOnes: RareDelivery[] = [];
    for (const [kind, draft] of Object.entries(draftsAround(rows[0]?.quiet ?? new Date()))) {
      const id = newId("webhookDelivery");
      await client.query(one, [id, userId, ...valuesOf(draft)]);
      rareOnes.push({ kind, query: draft.query, id });
    }
    const { rows: some } = await client.query<{ id: string; about: string }>(
      "select id, verification_id as about from webhook_deliveries where verification_id is not null order by created_at limit 1",
    );
    for (const { id, about } of some) rareOnes.push({ kind: "request", query: { subject: about }, id });
    await client.query(attempts);
    await client.query("vacuum (analyze) webhook_deliveries");
    await client.query("analyze webhook_attempts");
    await client.query("checkpoint");
    return rareOnes;
  } finally {
    client.release(true);
  }
}

function valuesOf({ event = completed, state = "delivered", endpointId = failing, subject, at }: Draft) {
  return [event, state, endpointId, subject ?? null, at ?? new Date(Date.now() - (DAYS + 1) * 86_400_000)];
}

/** The dispatcher has created those of the last 30 days by and by. */
const pastPartitions = `do $$
  declare day date;
  begin
    for day in select generate_series(current_date - 30, current_date - 1, interval '1 day')::date loop
      execute format('create table if not exists %I partition of webhook_attempts for values from (%L) to (%L)',
                     'webhook_attempts_' || to_char(day, 'YYYYMMDD'), day, day + 1);
    end loop;
  end $$; select make_attempt_partitions(7)`;

const columns =
  "id, user_id, event, state, endpoint_id, subject, verification_id, url, payload, http_request_id, attempts, created_at, finished_at";

const bulk = `insert into webhook_deliveries (${columns})
  select 'whd_' || lpad(n::text, 26, '0'), $1, event, coalesce(failed, 'delivered'),
         case when n % 2 = 0 then $3 else $4 end,
         case when event <> '${completed}' then 'dep_' || lpad(n::text, 26, '0') end,
         case when event = '${completed}' then 'ver_' || lpad(n::text, 26, '0') end,
         'https://shop.example.test/hook', '{}', 'req_' || n, 1, at, at + interval '1 second'
    from generate_series(1, $2::int) as n
   cross join lateral (select now() - interval '1 hour' - make_interval(secs => ($2 - n) * ${DAYS} * 86400.0 / $2) as at) dated
   cross join lateral (select at::date = current_date - ${QUIET_DAYS_AGO} as quiet) day
   cross join lateral (
     select case when n % 2 = 0 or quiet then '${completed}'
                 else (array['${completed}', 'deposit.created', 'deposit.confirmed', 'deposit.expired'])[1 + n / 2 % 4] end as event,
            case when n % 2 = 1 and not quiet then (array[null, null, 'exhausted', 'given_up'])[1 + n / 8 % 4] end as failed) drawn`;

const one = `insert into webhook_deliveries (${columns})
  values ($1, $2, $3, $4, $5, $6, case when $3 = '${completed}' then 'ver_' || right($1, 26) end, 'https://shop.example.test/hook', '{}',
          'req_1', 1, $7, case when $4 <> 'pending' then now() end)`;

const attempts = `insert into webhook_attempts (delivery_id, attempt, status_code, total_ms, finished_at, response_excerpt)
  select id, 1, 200, 20, finished_at, 'ok' from webhook_deliveries where finished_at > current_date - 29 and finished_at < now()`;
