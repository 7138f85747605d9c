/** The part of a result that the database adds, from `on_record`. */
export const confirmationHistory = `jsonb_build_object('confirmationHistory', jsonb_build_object(
           'scope', 'account',
           'isFirstConfirmation', coalesce(on_record.first_now, false),
           'confirmedBefore', coalesce(on_record.before, false),
           'firstConfirmedAt', iso_utc(on_record.first_confirmed_at),
           'lastConfirmedAt', iso_utc(on_record.last_confirmed_at),
           'confirmationCount', coalesce(on_record.confirmation_count, 0)))`;

/** For the insertion of a confirmation: updates an existing one, and returns the row either way. */
export const confirmAgain = `on conflict (user_id, receipt_hash) do update
     set confirmation_count = receipt_confirmations.confirmation_count + 1,
         -- Counted from here as the first one, if the first is a deposit's and is released.
         second_confirmed_at = case when receipt_confirmations.confirmation_count > 1 then receipt_confirmations.second_confirmed_at
                               else greatest(receipt_confirmations.last_confirmed_at, excluded.last_confirmed_at) end,
         last_confirmed_at = greatest(receipt_confirmations.last_confirmed_at, excluded.last_confirmed_at)
  returning user_id, receipt_hash, first_confirmed_at, last_confirmed_at, confirmation_count`;

/** The body of the webhook, from a row with these columns. */
export const webhookPayload = `format('{"event":"verification.completed","requestId":"%s","timestamp":"%s","data":%s,"durationMs":%s,"completedAt":"%s",%s}',
                id, iso_utc(completed_at), left(webhook_data, -1), duration_ms, iso_utc(completed_at), substr(decision, 2))`;

/**
 * Records verdicts and all their effects in one statement for the batch: the rows, the confirmations, the refunds with
 * their audit rows, the deliveries. An item has no effect unless its caller holds the latest claim of an unfinished
 * row. A batch has no two items about the same receipt of the same account.
 *
 * Rows are locked in order (requests, confirmations, balances), so batches queue up instead of deadlocking.
 */
export const recordVerdictStatement = `
with item as (
  select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::bytea[], $8::text[],
                       $9::text[], $10::text[], $11::jsonb[], $12::text[], $13::text[])
    as t(id, claim_attempt, processing_status, status, failure_reason, result, receipt_hash, credit_transaction_id,
         delivery_id, webhook_data, attempts, decision_first, decision_again)
),
claimed as (
  select item.*, v.user_id, v.source
    from verification_requests v join item on v.id = item.id
   -- "pending" means "completed_at is null", but does not make the planner walk the index of unfinished rows.
   where v.claim_attempt = item.claim_attempt and v.status = 'pending'
   order by v.id
     for update of v
),
ended as materialized (select now_ms() as at),
confirmed as (
  insert into receipt_confirmations (user_id, receipt_hash, first_confirmed_at, last_confirmed_at, confirmation_count)
  select claimed.user_id, claimed.receipt_hash, ended.at, ended.at, 1
    from claimed, ended
   -- A deposit counts its confirmation only when it accepts the receipt.
   where claimed.status = 'success' and claimed.source = 'api'
   order by claimed.user_id, claimed.receipt_hash
      ${confirmAgain}
),
-- Confirmed rows are claimed rows. "full" keeps the planner, which expects few rows, from a nested loop.
on_record as materialized (
  select claimed.*, coalesce(added.first_confirmed_at, kept.first_confirmed_at) as first_confirmed_at,
         coalesce(added.last_confirmed_at, kept.last_confirmed_at) as last_confirmed_at,
         coalesce(added.confirmation_count, kept.confirmation_count) as confirmation_count,
         added.confirmation_count = 1 as first_now,
         added.confirmation_count > 1 or kept.confirmation_count > 0 as before,
         case when added.confirmation_count > 1 or kept.confirmation_count > 0 then claimed.decision_again
              else claimed.decision_first end as decision
    from claimed
    full join confirmed as added on added.receipt_hash = claimed.receipt_hash and added.user_id = claimed.user_id
    left join receipt_confirmations as kept
      on kept.user_id = claimed.user_id and kept.receipt_hash = claimed.receipt_hash
     and (claimed.status <> 'success' or claimed.source = 'checkout')
),
finished as (
  update verification_requests v
     set processing_status = on_record.processing_status, status = on_record.status, verified = (on_record.status = 'success'),
         failure_reason = on_record.failure_reason, completed_at = ended.at, claimed_until = null,
         bank_attempts = case when on_record.attempts is null then v.bank_attempts
                         else coalesce(v.bank_attempts, '[]') || jsonb_build_array(jsonb_build_array(
                                (extract(epoch from ended.at) * 1000)::bigint, on_record.attempts)) end,
         result = on_record.result || ${confirmationHistory} || on_record.decision::jsonb
    from on_record cross join ended
   where v.id = on_record.id
  returning v.id, v.user_id, v.processing_status, v.webhook_url, v.source, v.http_request_id, v.traceparent, v.completed_at,
            round(extract(epoch from v.completed_at - v.created_at) * 1000)::bigint as duration_ms,
            on_record.credit_transaction_id, on_record.delivery_id, on_record.webhook_data, on_record.decision
),
delivery as (
  insert into webhook_deliveries (id, user_id, verification_id, event, url, payload, http_request_id, traceparent)
  select delivery_id, user_id, id, 'verification.completed', webhook_url,
         ${webhookPayload},
         http_request_id, traceparent
    from finished
   where webhook_url is not null and delivery_id is not null and source = 'api'
  returning id
)
select finished.id, finished.duration_ms as "durationMs", finished.completed_at as "completedAt",
       delivery.id as "deliveryId",
       -- Runs once, before the first row, after all updates; only if a request failed.
       (select refund_failed(array_agg(id), array_agg(credit_transaction_id))
          from finished where processing_status = 'failed' having count(*) > 0) as refunds
  from finished
  full join delivery on delivery.id = finished.delivery_id`;
