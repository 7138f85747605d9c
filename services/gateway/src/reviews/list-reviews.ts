import { MOST_REVIEWS, REVIEW_DAYS, type Review } from "@receipts/contracts";
import type { AskedPage, Queryable } from "@receipts/database";

/** The oldest of both kinds, by indexes of the open ones alone; what a page shows is read for its rows only. */
const openReviews = `open_requests as materialized (
  select id, completed_at as since from verification_requests
   where user_id = $1 and created_at > now() - make_interval(days => ${REVIEW_DAYS})
     and source = 'api' and erased_at is null and result @> '{"decision": "review"}'
     and not result @> '{"decisionReasons": ["held_for_deposit"]}'
   order by created_at limit ${MOST_REVIEWS}
),
open_deposits as materialized (
  select id, review_expires_at - make_interval(days => ${REVIEW_DAYS}) as since from deposits
   where user_id = $1 and status = 'review_required'
   order by id limit ${MOST_REVIEWS}
),
open_reviews as materialized (
  select 'request' as kind, id, since from open_requests
   union all
  select 'deposit', id, since from open_deposits
   order by since, id limit ${MOST_REVIEWS}
),
shown as (
  select o.kind, o.id, o.since,
         coalesce(v.bank, d.review -> 'receipt' ->> 'bank') as bank,
         coalesce(v.result ->> 'amount', d.review ->> 'amount')::numeric as amount,
         coalesce(v.result, d.review -> 'receipt') as receipt,
         coalesce(v.result -> 'decisionReasons', d.review -> 'reasons') as reasons,
         nullif(d.reference, '') as order_reference
    from (select * from open_reviews order by since, id limit $2 offset $3) o
    left join verification_requests v on o.kind = 'request' and v.id = o.id
    left join deposits d on o.kind = 'deposit' and d.id = o.id
)`;

export async function listReviews(
  database: Queryable,
  userId: string,
  { limit, offset }: AskedPage,
): Promise<{ readonly rows: readonly Review[]; readonly total: number }> {
  const { rows } = await database.query<{ total: number; review: Review | null }>({
    name: "list_reviews",
    text: `with ${openReviews}
           select (select count(*)::int from open_reviews) as total, listed.review
             from (select true) always
             left join lateral (
               select json_build_object('kind', kind, 'id', id, 'since', iso_utc(since), 'bank', bank,
                        'amount', to_char(amount, 'FM999999999990.00'), 'senderName', receipt -> 'senderName',
                        'referenceNumber', receipt -> 'referenceNumber',
                        'decisionReasons', reasons, 'orderReference', order_reference) as review
                 from shown order by since, id) listed on true`,
    values: [userId, limit, offset],
  });
  return {
    rows: rows.flatMap(({ review }) => (review === null ? [] : [review])),
    total: rows[0]?.total ?? 0,
  };
}
