/**
 * All that a verdict changes, in one statement: the row, the confirmation, the refund, the delivery, the message.
 * It does nothing at all unless the caller still holds the latest claim of an unfinished row.
 */
export const recordVerdictStatement = `
with claimed as (
  select id, user_id, created_at, webhook_url, http_request_id, traceparent
    from verification_requests
   where id = $1 and claim_attempt = $2 and completed_at is null
     for update
),
ended as materialized (select now_ms() as at),
confirmed as (
  insert into receipt_confirmations (user_id, receipt_hash, first_confirmed_at, last_confirmed_at, confirmation_count)
  select claimed.user_id, $7::bytea, ended.at, ended.at, 1
    from claimed, ended
   where $4 = 'success'
      on conflict (user_id, receipt_hash) do update
     set confirmation_count = receipt_confirmations.confirmation_count + 1,
         last_confirmed_at = greatest(receipt_confirmations.last_confirmed_at, excluded.last_confirmed_at)
  returning first_confirmed_at, last_confirmed_at, confirmation_count
),
on_record as (
  select first_confirmed_at, last_confirmed_at, confirmation_count, confirmation_count = 1 as first_now,
         confirmation_count > 1 as before
    from confirmed
   union all
  select r.first_confirmed_at, r.last_confirmed_at, r.confirmation_count, false, true
    from receipt_confirmations r join claimed using (user_id)
   where r.receipt_hash = $7::bytea and $4 <> 'success'
),
finished as (
  update verification_requests v
     set processing_status = $3, status = $4, verified = ($4 = 'success'), failure_reason = $5,
         completed_at = ended.at, claimed_until = null,
         result = $6::jsonb || jsonb_build_object('confirmationHistory', jsonb_build_object(
           'scope', 'account',
           'isFirstConfirmation', coalesce(on_record.first_now, false),
           'confirmedBefore', coalesce(on_record.before, false),
           'firstConfirmedAt', iso_utc(on_record.first_confirmed_at),
           'lastConfirmedAt', iso_utc(on_record.last_confirmed_at),
           'confirmationCount', coalesce(on_record.confirmation_count, 0)))
    from claimed cross join ended left join on_record on true
   where v.id = claimed.id
  returning v.id, v.user_id, v.processing_status, v.webhook_url, v.source, v.http_request_id, v.traceparent, v.completed_at,
            round(extract(epoch from v.completed_at - v.created_at) * 1000)::bigint as duration_ms
),
refunded as (
  update credit_accounts a
     set balance = a.balance + 1
    from finished
   where finished.processing_status = 'failed' and a.user_id = finished.user_id
  returning a.user_id, a.balance
),
ledger as (
  insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id)
  select $8, user_id, 'refund', 1, balance, $1 from refunded
),
delivery as (
  insert into webhook_deliveries (id, user_id, verification_id, event, url, payload, http_request_id, traceparent)
  select $9, user_id, id, 'verification.completed', webhook_url,
         format('{"event":"verification.completed","requestId":"%s","timestamp":"%s","data":%s,"durationMs":%s,"completedAt":"%s"}}',
                id, iso_utc(completed_at), left($10::text, -1), duration_ms, iso_utc(completed_at)),
         http_request_id, traceparent
    from finished
   where webhook_url is not null and source = 'api'
  returning id
),
message as (
  insert into outbox (topic, key, value, headers, available_at)
  select $11, $12, $13, $14::jsonb, now() + make_interval(secs => $15) from delivery
  returning id
)
select finished.duration_ms as "durationMs", finished.completed_at as "completedAt",
       (select id from delivery) as "deliveryId", (select id from message) as "outboxId"
  from finished`;
