import type { Queryable } from "@receipts/database";
import type { ShownDays } from "@receipts/web-pages";

const HOURS_TO_SEND = 12;
/** Of a membership `m`, its person `p` and its account `u`: it gets summaries, and may see the account's money. */
const getsSummaries = `m.summary_hour is not null and m.removed_at is null and m.role in ('owner', 'manager')
  and p.erased_at is null and p.disabled_at is null and u.erased_at is null and u.disabled_at is null`;
const localDay = "(now() at time zone u.time_zone - make_interval(hours => m.summary_hour))::date";

/** Queues the summaries that are due, once each. Days are the account's. */
export async function queueMailedSummaries(database: Queryable): Promise<number> {
  const { rowCount } = await database.query({
    name: "queue_mailed_summaries",
    text: `with due as (
             update members m set summarized_on = ${localDay}
               from users u, users p
              where u.id = m.user_id and p.id = m.person_id and ${getsSummaries}
                -- No zone is a day ahead of UTC: the index leaves out those who have today's.
                and m.summarized_on <= current_date and m.summarized_on < ${localDay}
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

/** The account as its reader knows it. Undefined for a person who gets no summaries any more: a mail can wait for hours. */
export async function findSummarized(
  database: Queryable,
  memberId: string,
): Promise<(ShownDays & { readonly account: string }) | undefined> {
  const { rows } = await database.query<ShownDays & { readonly account: string }>({
    name: "find_summarized_account",
    text: `select coalesce(b.name, u.name) as account, u.time_zone as "timeZone", u.calendar, u.clock
             from members m join users u on u.id = m.user_id join users p on p.id = m.person_id
             left join businesses b on b.user_id = u.id
            where m.id = $1 and ${getsSummaries}`,
    values: [memberId],
  });
  return rows[0];
}
