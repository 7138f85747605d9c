import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { newRun } from "./redelivery.ts";

/**
 * Requeues exhausted deliveries in bulk. A recovery is a row that any dispatcher advances, one bounded batch at a time.
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
}

export interface Recovery {
  readonly id: string;
  /** `running` until all deliveries are requeued; the counts show their outcomes. */
  readonly state: "running" | "finished";
  readonly since: Date;
  readonly until: Date;
  readonly host: string | null;
  /** Matching deliveries when the recovery was created. */
  readonly matched: number;
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

export function createRecoveryRepository(database: Queryable): RecoveryRepository {
  const find = async (userId: string, id: string) => {
    const { rows } = await database.query<Recovery>(
      `select r.id, r.state, r.since, r.until, r.host, r.matched, r.requeued, r.created_at as "createdAt",
              r.finished_at as "finishedAt", d.delivered, d.failed, d.pending
         from webhook_recoveries r
         cross join lateral (
           select count(*) filter (where state = 'delivered') as delivered,
                  count(*) filter (where state in ('exhausted', 'given_up')) as failed,
                  count(*) filter (where state = 'pending') as pending
             from webhook_deliveries where recovery_id = r.id) d
        where r.id = $2 and r.user_id = $1`,
      [userId, id],
    );
    return rows[0];
  };
  return {
    find,
    create: async ({ userId, since, until, host }) => {
      const id = newId("webhookRecovery");
      await database.query(
        `insert into webhook_recoveries (id, user_id, since, until, host, matched)
         select $1, $2, $3, until, $5,
                (select count(*) from webhook_deliveries
                  where user_id = $2 and state = 'exhausted' and created_at >= $3 and created_at < until
                    and ($5::text is null or host = $5) and erased_at is null)
           from (select coalesce($4::timestamptz, now()) as until) draft`,
        [id, userId, since, until ?? null, host?.toLowerCase() ?? null],
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

/**
 * Takes the recovery that was served longest ago. A delivery that is exhausted again within the recovery is before its
 * position, or recognized by `recovery_id`.
 */
const advanceStatement = `
with job as materialized (
  select * from webhook_recoveries
   where state = 'running'
   order by served_at
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
found as materialized (
  select d.id, d.created_at
    from job cross join lateral (
      select id, created_at from webhook_deliveries
       where user_id = job.user_id and state = 'exhausted' and created_at >= job.since and created_at < job.until
         and (created_at, id) > (coalesce(job.reached_at, '-infinity'), coalesce(job.reached_id, ''))
         and (job.host is null or host = job.host) and recovery_id is distinct from job.id and erased_at is null
       order by created_at, id
       limit greatest((select count from capacity), 0)
         for update) d
),
requeued as (
  update webhook_deliveries d set ${newRun}, recovery_id = job.id
    from found, job
   where d.id = found.id
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
