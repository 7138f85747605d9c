import { REVIEW_DAYS, type Review } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

/** The requests in the index of open ones alone, and the deposits in review. */
const openReviews = `open as materialized (
  select 'request' as kind, id, completed_at as since, bank, (result ->> 'amount')::numeric as amount, result -> 'senderName' as sender,
         result -> 'referenceNumber' as number, result -> 'decisionReasons' as reasons, null as order_reference
    from verification_requests
   where user_id = $1 and created_at > now() - make_interval(days => ${REVIEW_DAYS})
     and source = 'api' and erased_at is null and result @> '{"decision": "review"}'
     and not result @> '{"decisionReasons": ["held_for_deposit"]}'
   union all
  select 'deposit', id, review_expires_at - make_interval(days => ${REVIEW_DAYS}), review -> 'receipt' ->> 'bank',
         (review ->> 'amount')::numeric, review -> 'receipt' -> 'senderName', review -> 'receipt' -> 'referenceNumber',
         review -> 'reasons', nullif(reference, '')
    from deposits where user_id = $1 and status = 'review_required'
)`;

export async function listReviews(
  database: Queryable,
  userId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly Review[]; readonly total: number }> {
  const { rows } = await database.query<{ total: number; review: Review | null }>({
    name: "list_reviews",
    text: `with ${openReviews}
           select (select count(*)::int from open) as total, shown.review
             from (select true) always
             left join lateral (
               select json_build_object('kind', kind, 'id', id, 'since', iso_utc(since), 'bank', bank,
                        'amount', to_char(amount, 'FM999999999990.00'), 'senderName', sender, 'referenceNumber', number,
                        'decisionReasons', reasons, 'orderReference', order_reference) as review
                 from open order by since, id limit $2 offset $3) shown on true`,
    values: [userId, limit, offset],
  });
  return {
    rows: rows.flatMap(({ review }) => (review === null ? [] : [review])),
    total: rows[0]?.total ?? 0,
  };
}
