-- Effects of a change, called by the statement that makes it. Their triggers go, in the order in which services lock
-- these tables.
drop trigger telegram_of_verdict on verification_requests;
drop trigger telegram_of_cached_verdict on verification_requests;
drop function tell_telegram_of_verdict();
drop trigger credits_low on credit_accounts;
drop trigger credits_again on credit_accounts;
drop trigger telegram_of_credits on credit_accounts;
drop function tell_credits_low();
drop function tell_telegram_of_credits();
alter table credit_accounts rename column low_told_at to low_notified_at;
drop trigger telegram_of_deposit on deposit_events;
drop function tell_telegram_of_deposit();

-- `credits.low` to the account's endpoints and chats. The statements with `debitParts.notify` (credits/write-ledger.ts) decide when.
create function notify_credits_low(account text, balance bigint, low_balance bigint) returns void
  language sql volatile as $$
  insert into webhook_deliveries (id, user_id, event, event_id, subject, endpoint_id, url, payload, http_request_id, next_attempt_at)
  select webhook_delivery_id('whd_' || right(event_id, 26), place), account, 'credits.low', event_id, account, endpoint_id, url,
         json_build_object('id', event_id, 'type', 'credits.low', 'createdAt', iso_utc(now_ms()), 'livemode', true,
                           'data', json_build_object('balance', balance, 'lowBalance', low_balance))::text,
         event_id, due_at
    from (select 'evt_' || new_ulid() as event_id) event, webhook_targets(account, 'credits.low', null);
  select queue_telegram(account, 'credits_low', null, jsonb_build_object('balance', balance));
$$;

-- Messages about verdicts that need a person, or show a receipt that was used before. A definer's function: a verifier
-- has no privilege on chats. It tells only of requests that have changed in this transaction.
create function notify_telegram_of_verdicts(verification_ids text[]) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  select count(queue_telegram(user_id, case when result ->> 'decision' = 'review' then 'review_needed' else 'receipt_reused' end, id, '{}'))
    from verification_requests
   where id = any(verification_ids) and status = 'success' and source = 'api'
     and (result @> '{"decision":"review"}' or result @> '{"decisionReasons":["already_confirmed"]}')
     and xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296
$$;
revoke execute on function notify_telegram_of_verdicts(text[]) from public;
