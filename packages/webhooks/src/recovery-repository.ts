import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { endpointGroup, groupsOf, typeGroup } from "./delivery-log.ts";
import { hasTarget, newRun } from "./redelivery.ts";

/**
 * Requeues failed deliveries in bulk. A recovery is a row that any dispatcher advances, one bounded batch at a time.
 */
export interface RecoveryRepository {
  readonly create: (draft: RecoveryDraft) => Promise<Recovery>;
  readonly find: (userId: string, id: string) => Promise<Recovery | undefined>;
  /** Requeues one batch of one recovery, in one statement: a crash loses and repeats nothing. */
  readonly advance: (limit: number) => Promise<RecoveryStep>;
}

export interface RecoveryDraft {
  readonly userId: string;
  /** Lower bound of the deliveries' creation: the time of the verdict or change. */
  readonly since: Date;
  /** Exclusive upper bound. Default: now. */
  readonly until?: Date | undefined;
  /** Host of the URL, without port. Default: all hosts. */
  readonly host?: string | undefined;
  /** Only this endpoint, given-up deliveries too. Default: all exhausted deliveries of the account. */
  readonly endpointId?: string | undefined;
}

export interface Recovery {
  readonly id: string;
  /** `running` until all deliveries are requeued; the counts show their outcomes. */
  readonly state: "running" | "finished";
  readonly since: Date;
  readonly until: Date;
  readonly host: string | null;
  readonly endpointId: string | null;
  /** Matching deliveries when the recovery was created, counted up to a limit. */
  readonly matched: number;
  /** False: there were more. */
  readonly matchedIsExact: boolean;
  /** Deliveries requeued so far. */
  readonly requeued: number;
  readonly delivered: number;
  /** Requeued deliveries that are exhausted or given up again. */
  readonly failed: number;
  readonly pending: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface RecoveryStep {
  /** `none`: no recovery; `waiting`: enough deliveries wait for their first attempt; `finished`: a recovery ended. */
  readonly kind: "none" | "waiting" | "requeued" | "finished";
  readonly requeued: number;
}

/** Maximum deliveries of a recovery that wait for their first attempt: more would delay the account's new ones. */
const MAX_WAITING = 500;

/** Limits the count of a new recovery, which runs under the account's lock. */
const MAX_COUNTED = 100_000;

export function createRecoveryRepository(
  database: Queryable,
  { maxCounted = MAX_COUNTED }: { readonly maxCounted?: number } = {},
): RecoveryRepository {
  const find = async (userId: string, id: string) => {
    const { rows } = await database.query<Recovery>(
      `select r.id, r.state, r.since, r.until, r.host, r.endpoint_id as "endpointId",
              least(r.matched, $3) as matched, r.matched <= $3 as "matchedIsExact", r.requeued, r.created_at as "createdAt",
              r.finished_at as "finishedAt", d.delivered, d.failed, d.pending
         from webhook_recoveries r
         cross join lateral (
           select count(*) filter (where state = 'delivered') as delivered,
                  count(*) filter (where state in ('exhausted', 'given_up')) as failed,
                  count(*) filter (where state = 'pending') as pending
             from webhook_deliveries where recovery_id = r.id) d
        where r.id = $2 and r.user_id = $1`,
      [userId, id, maxCounted],
    );
    return rows[0];
  };
  return {
    find,
    create: async ({ userId, since, until, host, endpointId }) => {
      const id = newId("webhookRecovery");
      const wanted = failed[endpointId === undefined ? "account" : "endpoint"];
      // The endpoint is empty for the whole account: both texts have the same values.
      const prefix = "($2::text || '|' || case when $6::text is null then '' else $6 || '|' end)";
      await database.query(
        `with recursive ${groupsOf(wanted.table, wanted.group, prefix)}
         insert into webhook_recoveries (id, user_id, since, until, host, endpoint_id, matched)
         select $1, $2, $3, until, $5, $6, (select ${matched(wanted)})
           from (select coalesce($4::timestamptz, now()) as until) draft`,
        // One more shows that there are more.
        [id, userId, since, until ?? null, host?.toLowerCase() ?? null, endpointId ?? null, maxCounted + 1],
      );
      const recovery = await find(userId, id);
      if (recovery === undefined) throw new Error("the new recovery was not found");
      return recovery;
    },
    advance: async (limit) => {
      const { rows } = await database.query<RecoveryStep>({
        name: "advance_recovery",
        text: advanceStatement,
        values: [limit, MAX_WAITING],
      });
      return rows[0] ?? { kind: "none", requeued: 0 };
    },
  };
}

interface Failed {
  /** What a recovery requeues: exhausted deliveries of the account, or all failed ones of an endpoint. */
  readonly states: string;
  /** The groups of the log that have them, as a table. */
  readonly table: string;
  readonly group: string;
}

const failed: Readonly<Record<"account" | "endpoint", Failed>> = {
  account: { states: "('exhausted')", table: "type_group", group: typeGroup },
  endpoint: { states: "('exhausted', 'given_up')", table: "endpoint_group", group: endpointGroup },
};

/** Counts the failed deliveries of a new recovery, up to `$7`. */
function matched({ states, table, group }: Failed): string {
  return `count(*) from (
            select from ${table} cross join lateral (
              select from webhook_deliveries d
               where ${group} = ${table}.name and created_at >= $3 and created_at < until
                 and ($5::text is null or host = $5) and erased_at is null and ${hasTarget("$2")}) one
             where split_part(name, '|', -1) in ${states}
             limit $7) counted`;
}

/** The next failed deliveries of each group. */
function nextFailed({ states, table, group }: Failed): string {
  return `next.id, next.created_at
    from job cross join ${table} cross join lateral (
      select id, created_at from webhook_deliveries d
       where ${group} = ${table}.name and created_at >= job.since and created_at < job.until
         and (created_at, id) > (coalesce(job.reached_at, '-infinity'), coalesce(job.reached_id, ''))
         and (job.host is null or host = job.host) and recovery_id is distinct from job.id and erased_at is null
         and ${hasTarget("(table job_user)")}
       order by created_at, id
       limit greatest((select count from capacity), 0)) next
   where split_part(name, '|', -1) in ${states}`;
}

/**
 * Takes the recovery of the account that was served longest ago: very many of one hold up no other. A delivery that fails again within the recovery is before its
 * position, or recognized by `recovery_id`.
 */
const advanceStatement = `
with recursive job as materialized (
  select * from webhook_recoveries r
   where state = 'running'
   order by (select max(served_at) from webhook_recoveries own where own.user_id = r.user_id and own.state = 'running'), served_at
   limit 1
     for update skip locked
),
capacity as materialized (
  select least($1, $2 - (select count(*) from webhook_deliveries d
                          where d.recovery_id = job.id and d.state = 'pending' and d.run_attempts = 0
                            -- Deliveries deferred by a breaker delay no others.
                            and d.next_attempt_at <= now())) as count
    from job
),
job_user as (
  select user_id from job
),
account as (
  select user_id || '|' as prefix from job where endpoint_id is null
),
endpoint as (
  select user_id || '|' || endpoint_id || '|' as prefix from job where endpoint_id is not null
),
${groupsOf("type_group", typeGroup, "(table account)")},
${groupsOf("endpoint_group", endpointGroup, "(table endpoint)")},
found as materialized (
  select id, created_at
    from (select ${nextFailed(failed.account)}
           union all
          select ${nextFailed(failed.endpoint)}) next
   order by created_at, id
   limit greatest((select count from capacity), 0)
),
locked as materialized (
  select d.id
    from webhook_deliveries d
   where d.id = any (array(select id from found)) and (d.state in ('exhausted', 'given_up') and d.erased_at is null) is true
   order by d.id
     for update of d
),
requeued as (
  update webhook_deliveries d set ${newRun}, recovery_id = job.id
    from locked, job
   where d.id = locked.id
  returning d.id
),
last as (
  select created_at, id from found order by created_at desc, id desc limit 1
),
step as (
  select case when (select count from capacity) <= 0 then 'waiting'
              when (select count(*) from found) < (select count from capacity) then 'finished'
              else 'requeued' end as kind,
         (select count(*) from requeued)::int as requeued
    from job
),
progress as (
  update webhook_recoveries r
     set requeued = r.requeued + step.requeued, served_at = clock_timestamp(),
         reached_at = coalesce((select created_at from last), r.reached_at),
         reached_id = coalesce((select id from last), r.reached_id),
         state = case when step.kind = 'finished' then 'finished' else 'running' end,
         finished_at = case when step.kind = 'finished' then now() end
    from job, step
   where r.id = job.id
)
select kind, requeued from step`;
