import type { Queryable } from "@receipts/database";

const HOURS_TO_SEND = 12;
/** Of a membership `m`: it may see the account's money. */
const mayRead = "m.removed_at is null and m.role in ('owner', 'manager')";

/** Queues the summaries that are due, once each: of people who may see the account's money. Days are the account's. */
export async function queueMailedSummaries(database: Queryable): Promise<number> {
  const { rowCount } = await database.query({
    name: "queue_mailed_summaries",
    text: `with due as (
             update members m set summarized_on = (now() at time zone u.time_zone - make_interval(hours => m.summary_hour))::date
               from users u, users p
              where u.id = m.user_id and p.id = m.person_id and m.summary_hour is not null and ${mayRead}
                and u.erased_at is null and u.disabled_at is null
                and p.erased_at is null
                -- No zone is a day ahead of UTC: the index leaves out those who have today's.
                and m.summarized_on <= current_date
                and m.summarized_on < (now() at time zone u.time_zone - make_interval(hours => m.summary_hour))::date
             returning m.id as member_id, m.user_id, p.email, m.summarized_on + make_interval(hours => m.summary_hour) as until,
                       u.time_zone as zone)
           insert into mails (id, kind, email, content, expires_at)
           select 'mal_' || new_ulid(), 'daily_summary', email,
                  jsonb_build_object('userId', user_id, 'memberId', member_id, 'from', (until - interval '1 day') at time zone zone,
                                     'to', until at time zone zone),
                  now() + make_interval(hours => $1)
             from due`,
    values: [HOURS_TO_SEND],
  });
  return rowCount ?? 0;
}

/** Whether the person still gets summaries: a mail can wait for hours. */
export async function getsSummaries(database: Queryable, memberId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "gets_summaries",
    text: `select from members m where m.id = $1 and m.summary_hour is not null and ${mayRead}`,
    values: [memberId],
  });
  return rowCount === 1;
}
