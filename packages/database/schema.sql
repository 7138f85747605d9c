-- The schema that the migrations create, for review; written by `npm run schema`, compared by a test.

CREATE OR REPLACE FUNCTION public.add_account_holder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into members (id, user_id, person_id, role, created_at) values (holder_of(new.id), new.id, new.id, 'owner', new.created_at);
  return null;
end $function$
;
revoke execute on function add_account_holder from public;

CREATE OR REPLACE FUNCTION public.aim_delivery()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.url := coalesce((select url from webhook_endpoints where id = new.endpoint_id and user_id = new.user_id), new.url);
  return new;
end $function$
;
revoke execute on function aim_delivery from public;

CREATE OR REPLACE FUNCTION public.batch_counts(batch text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object(
           'waiting', count(*) filter (where i.state = 'waiting'),
           'running', count(*) filter (where i.state in ('running', 'ended') and v.completed_at is null),
           'success', count(*) filter (where v.status = 'success'),
           'notFound', count(*) filter (where v.status = 'not_found'),
           'failed', count(*) filter (where v.status = 'failed'),
           'canceled', count(*) filter (where i.state = 'canceled'),
           'accept', count(*) filter (where v.result ->> 'decision' = 'accept'),
           'wait', count(*) filter (where v.result ->> 'decision' = 'wait'),
           'review', count(*) filter (where v.result ->> 'decision' = 'review'),
           'reject', count(*) filter (where v.result ->> 'decision' = 'reject'),
           'invalid', (select count(*) from verification_batch_skipped_lines s where s.batch_id = batch and s.error is not null),
           'repeated', (select count(*) from verification_batch_skipped_lines s where s.batch_id = batch and s.error is null))
    from verification_batch_items i left join verification_requests v on v.id = i.verification_id
   where i.batch_id = batch
$function$
;

CREATE OR REPLACE FUNCTION public.close_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.closed_at is not null then
    new.closed_at := coalesce(old.closed_at, now());
    new.disabled_at := coalesce(new.disabled_at, new.closed_at);
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.deposit_part_text(receipt jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(((COALESCE((receipt ->> 'referenceNumber'::text), ''::text) || '
'::text) || COALESCE((receipt ->> 'senderName'::text), ''::text)))
;

CREATE OR REPLACE FUNCTION public.deposit_search_text(reference text, description text, customer jsonb, receipt jsonb, late_receipt jsonb, review jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(((((((((((((((((((((reference || '
'::text) || COALESCE(description, ''::text)) || '
'::text) || COALESCE((customer ->> 'name'::text), ''::text)) || '
'::text) || COALESCE((customer ->> 'email'::text), ''::text)) || '
'::text) || COALESCE((customer ->> 'phone'::text), ''::text)) || '
'::text) || COALESCE((receipt ->> 'referenceNumber'::text), ''::text)) || '
'::text) || COALESCE((receipt ->> 'senderName'::text), ''::text)) || '
'::text) || COALESCE((late_receipt ->> 'referenceNumber'::text), ''::text)) || '
'::text) || COALESCE((late_receipt ->> 'senderName'::text), ''::text)) || '
'::text) || COALESCE(((review -> 'receipt'::text) ->> 'referenceNumber'::text), ''::text)) || '
'::text) || COALESCE(((review -> 'receipt'::text) ->> 'senderName'::text), ''::text)))
;

CREATE OR REPLACE FUNCTION public.drop_attempt_partitions(days_kept integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '2s'
AS $function$
declare
  dropped integer := 0;
  partition text;
begin
  if not pg_try_advisory_xact_lock(hashtext('webhook_attempts partitions')) then return 0; end if;
  for partition in
    select relname from pg_class join pg_inherits on inhrelid = pg_class.oid
     where inhparent = 'webhook_attempts'::regclass and relname ~ '^webhook_attempts_\d{8}$'
       and to_date(right(relname, 8), 'YYYYMMDD') < current_date - days_kept
     order by relname
  loop
    execute format('drop table %I', partition);
    dropped := dropped + 1;
  end loop;
  delete from webhook_attempts_other where finished_at < current_date - days_kept;
  return dropped;
end $function$
;
revoke execute on function drop_attempt_partitions from public;

CREATE OR REPLACE FUNCTION public.drop_headers_of_origin()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if origin_of(new.url) is distinct from origin_of(old.url) and new.headers_ciphertext is not distinct from old.headers_ciphertext then
    new.headers_ciphertext := null;
  end if;
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.erased_deposit(deposit jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((deposit || jsonb_build_object('reference', '', 'description', NULL::unknown, 'customer', NULL::unknown, 'paymentOptions', '[]'::jsonb, 'returnUrl', NULL::unknown, 'cancelUrl', NULL::unknown, 'metadata', '{}'::jsonb, 'receipt', CASE WHEN (jsonb_typeof((deposit -> 'receipt'::text)) = 'object'::text) THEN without_people((deposit -> 'receipt'::text)) ELSE NULL::jsonb END, 'review', erased_review((deposit -> 'review'::text)), 'resolution', CASE WHEN (jsonb_typeof((deposit -> 'resolution'::text)) = 'object'::text) THEN ((deposit -> 'resolution'::text) || jsonb_build_object('note', NULL::unknown)) ELSE NULL::jsonb END, 'lateReceipt', CASE WHEN (jsonb_typeof((deposit -> 'lateReceipt'::text)) = 'object'::text) THEN without_people((deposit -> 'lateReceipt'::text)) ELSE NULL::jsonb END)) || CASE WHEN (jsonb_typeof((deposit -> 'receipts'::text)) = 'array'::text) THEN jsonb_build_object('receipts', (SELECT COALESCE(jsonb_agg(without_people(parts.part) ORDER BY parts.place), '[]'::jsonb) AS "coalesce" FROM jsonb_array_elements((erased_deposit.deposit -> 'receipts'::text)) WITH ORDINALITY parts(part, place))) ELSE '{}'::jsonb END)
;

CREATE OR REPLACE FUNCTION public.erased_payload(payload text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (((erased_payload.payload)::jsonb || jsonb_build_object('data', CASE WHEN (((erased_payload.payload)::jsonb ->> 'depositId'::text) IS NOT NULL) THEN erased_deposit(of_payload.data) WHEN ((of_payload.data -> 'settlementAccountMatch'::text) IS NOT NULL) THEN erased_result(of_payload.data) ELSE without_people(of_payload.data) END)))::text AS text FROM (SELECT ((erased_payload.payload)::jsonb -> 'data'::text) AS data) of_payload)
;

CREATE OR REPLACE FUNCTION public.erased_result(result jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((without_people(result) - 'input'::text) || jsonb_build_object('settlementAccountMatch', ((result -> 'settlementAccountMatch'::text) - ARRAY['receiverAccount'::text, 'matchedSettlementAccount'::text, 'debug'::text]))) || CASE WHEN (jsonb_typeof((result -> 'resolution'::text)) = 'object'::text) THEN jsonb_build_object('resolution', ((result -> 'resolution'::text) || '{"by": null, "note": null}'::jsonb)) ELSE '{}'::jsonb END)
;

CREATE OR REPLACE FUNCTION public.erased_review(review jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (jsonb_typeof(review) = 'object'::text) THEN (review || jsonb_build_object('receipt', without_people((review -> 'receipt'::text)), 'receiverName', NULL::unknown, 'receiverAccount', NULL::unknown, 'paymentOption', NULL::unknown)) ELSE NULL::jsonb END
;

CREATE OR REPLACE FUNCTION public.has_unsure_letters(input jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(input ->> 'kind' = 'recognized_text'
                  and jsonb_path_exists(input, '$.candidates[*].unsureAt[*]'), false)
$function$
;

CREATE OR REPLACE FUNCTION public.holder_of(account text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ('mem_'::text || substr(account, 5))
;

CREATE OR REPLACE FUNCTION public.iso_utc(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text)
;

CREATE OR REPLACE FUNCTION public.keep_never_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.next_attempt_at := 'infinity';
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.make_attempt_partitions(days_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '2s'
AS $function$
declare
  made integer := 0;
  day date;
  partition text;
begin
  if not pg_try_advisory_xact_lock(hashtext('webhook_attempts partitions')) then return 0; end if;
  for day in select generate_series(current_date, current_date + days_ahead, interval '1 day')::date loop
    partition := 'webhook_attempts_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass(partition) is not null;
    -- Rows of that day may be in the default partition already, and would forbid the new one.
    lock table webhook_attempts_other in access exclusive mode;
    execute format('create table %I (like webhook_attempts including defaults including constraints)', partition);
    execute format('with moved as (delete from webhook_attempts_other where finished_at >= %L and finished_at < %L returning *)
                    insert into %I select * from moved', day, day + 1, partition);
    execute format('alter table webhook_attempts attach partition %I for values from (%L) to (%L)', partition, day, day + 1);
    made := made + 1;
  end loop;
  return made;
end $function$
;
revoke execute on function make_attempt_partitions from public;

CREATE OR REPLACE FUNCTION public.new_ulid()
 RETURNS text
 LANGUAGE sql
RETURN (SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz'::text, (digits.digit + 1), 1), ''::text ORDER BY digits.place) AS string_agg FROM ((SELECT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint AS ms, uuid_send(gen_random_uuid()) AS random) seed CROSS JOIN LATERAL (SELECT place.place, (CASE WHEN (place.place < 10) THEN ((seed.ms >> (5 * (9 - place.place))) & (31)::bigint) ELSE ((get_byte(seed.random, (place.place - 10)) & 31))::bigint END)::integer AS digit FROM generate_series(0, 25) place(place)) digits))
;

CREATE OR REPLACE FUNCTION public.notify_credits_low(account text, balance bigint, low_balance bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  with event as (
    insert into account_events (id, user_id, type, subject, created_at, body)
    select id, account, 'credits.low', account, at,
           json_build_object('id', id, 'type', 'credits.low', 'createdAt', iso_utc(at), 'livemode', true,
                             'data', json_build_object('balance', balance, 'lowBalance', low_balance))
      from (select 'evt_' || new_ulid() as id, now_ms() as at) event
    returning id, body
  )
  insert into webhook_deliveries (id, user_id, event, event_id, subject, endpoint_id, url, payload, http_request_id, next_attempt_at)
  select webhook_delivery_id('whd_' || right(event.id, 26), place), account, 'credits.low', event.id, account, endpoint_id, url,
         event.body::text, event.id, due_at
    from event, webhook_targets(account, 'credits.low', null);
  select queue_telegram(account, 'credits_low', null, jsonb_build_object('balance', balance));
$function$
;

CREATE OR REPLACE FUNCTION public.notify_telegram_of_verdicts(verification_ids text[])
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(queue_telegram(user_id, case when result ->> 'decision' = 'review' then 'review_needed' else 'receipt_reused' end, id, '{}'))
    from verification_requests
   where id = any(verification_ids) and status = 'success' and source = 'api'
     and (result @> '{"decision":"review"}' or result @> '{"decisionReasons":["already_confirmed"]}')
     and xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296
$function$
;
revoke execute on function notify_telegram_of_verdicts from public;

CREATE OR REPLACE FUNCTION public.now_ms()
 RETURNS timestamp with time zone
 LANGUAGE sql
RETURN date_trunc('milliseconds'::text, clock_timestamp())
;

CREATE OR REPLACE FUNCTION public.origin_of(url text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((split_part(url, '/'::text, 1) || '//'::text) || split_part(url, '/'::text, 3))
;

CREATE OR REPLACE FUNCTION public.payment_amount(result jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (round((((result ->> 'amount'::text))::numeric * (100)::numeric)))::bigint
;

CREATE OR REPLACE FUNCTION public.payment_bucket(completed_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN date_bin('00:15:00'::interval, completed_at, '2000-01-01 00:00:00+00'::timestamp with time zone)
;

CREATE OR REPLACE FUNCTION public.payment_cents(result jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (((result #> '{confirmationHistory,isFirstConfirmation}'::text[]) = 'true'::jsonb) OR (((result ->> 'decision'::text) = 'review'::text) AND ((result #> '{confirmationHistory,confirmedBefore}'::text[]) = 'false'::jsonb) AND (NOT (result @> '{"decisionReasons": ["held_for_deposit"]}'::jsonb)))) THEN COALESCE((round((((result ->> 'amount'::text))::numeric * (100)::numeric)))::bigint, (0)::bigint) ELSE (0)::bigint END
;

CREATE OR REPLACE FUNCTION public.payment_decision(result jsonb, status text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE((result ->> 'decision'::text), status)
;

CREATE OR REPLACE FUNCTION public.payment_differences(account text)
 RETURNS TABLE(user_id text, bucket timestamp with time zone, bank text, decision text, payments bigint, amount_cents bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT "row".user_id,
     "row".bucket,
     "row".bank,
     "row".decision,
     (sum("row".payments))::bigint AS sum,
     (sum("row".amount_cents))::bigint AS sum
    FROM ( SELECT v.user_id,
             payment_bucket(v.completed_at) AS bucket,
             v.bank,
             payment_decision(v.result, v.status) AS decision,
             1 AS payments,
             payment_cents(v.result) AS amount_cents
            FROM verification_requests v
           WHERE ((v.user_id = payment_differences.account) AND (v.completed_at IS NOT NULL))
         UNION ALL
          SELECT t.user_id,
             t.bucket,
             t.bank,
             t.decision,
             (- t.payments),
             (- t.amount_cents)
            FROM payment_totals t
           WHERE (t.user_id = payment_differences.account)) "row"
   GROUP BY "row".user_id, "row".bucket, "row".bank, "row".decision
  HAVING ((sum("row".payments) <> (0)::numeric) OR (sum("row".amount_cents) <> (0)::numeric))
   ORDER BY "row".user_id, "row".bucket, "row".bank, "row".decision;
END
;

CREATE OR REPLACE FUNCTION public.payment_search_text(reference text, result jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(((((COALESCE(reference, ''::text) || '
'::text) || COALESCE((result ->> 'referenceNumber'::text), ''::text)) || '
'::text) || COALESCE((result ->> 'senderName'::text), ''::text)))
;

CREATE OR REPLACE FUNCTION public.queue_telegram(account text, topic text, about text, details jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into telegram_messages (id, chat_id, user_id, kind, subject, content, next_attempt_at)
  select 'tgm_' || new_ulid(), c.chat_id, c.user_id, topic, about, details, telegram_turn(c.chat_id)
    from telegram_chats c left join members m on m.id = c.member_id left join users p on p.id = m.person_id
   where c.user_id = account and topic = any(c.topics) and c.blocked_at is null
     and (m.id is null or m.removed_at is null and m.role in ('owner', 'manager')
                          and p.erased_at is null and p.disabled_at is null)
$function$
;
revoke execute on function queue_telegram from public;

CREATE OR REPLACE FUNCTION public.refund_requests(verification_ids text[], transaction_ids text[], unsure_limit integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with ended as materialized (
    select v.id, debit.user_id, -debit.amount as amount, asked.transaction_id, v.processing_status <> 'failed' as is_unsure
      from unnest(verification_ids, transaction_ids) as asked(id, transaction_id)
      join verification_requests v on v.id = asked.id
       and (v.processing_status = 'failed' or v.status = 'not_found' and has_unsure_letters(v.input))
      join credit_transactions debit on debit.verification_id = v.id and debit.type = 'debit'
  ),
  account as materialized (
    select user_id, balance,
           case when unsure_refunds_on = (now() at time zone 'UTC')::date then unsure_refunds else 0 end as unsure_before
      from credit_accounts where user_id in (select user_id from ended)
     order by user_id
       for update
  ),
  refundable as materialized (
    select ranked.*, account.balance
      from (select *, row_number() over (partition by user_id, is_unsure order by id) as place from ended) ranked
      join account using (user_id)
     where not is_unsure or unsure_before + place <= unsure_limit
  ),
  refunded as (
    update credit_accounts a
       set balance = a.balance + refund.amount,
           unsure_refunds_on = case when refund.unsure > 0 then (now() at time zone 'UTC')::date else unsure_refunds_on end,
           unsure_refunds = case when refund.unsure > 0 then account.unsure_before + refund.unsure else unsure_refunds end
      from (select user_id, sum(amount)::bigint as amount, count(*) filter (where is_unsure) as unsure
              from refundable group by user_id) refund
      join account using (user_id)
     where a.user_id = refund.user_id
  ),
  ledger as (
    insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id, note)
    select transaction_id, user_id, 'refund', amount, balance + sum(amount) over (partition by user_id order by id), id,
           case when is_unsure then 'unsure letters' end
      from refundable
     -- Numbered in this order, under the lock of the balance: the ledger's sequence follows the balance.
     order by user_id, id
    returning id, user_id, verification_id, amount, balance_after
  ),
  audit as (
    -- One for one line of the ledger, so named after it.
    insert into audit_log (id, user_id, actor_kind, action, subject)
    select 'aud_' || substr(id, 5), user_id, 'system', 'credits.refunded', verification_id from ledger
  ),
  audit_detail as (
    insert into audit_details (audit_id, before, after)
    select 'aud_' || substr(id, 5), jsonb_build_object('balance', balance_after - amount),
           jsonb_build_object('balance', balance_after)
      from ledger
  )
  select count(*) from ledger
$function$
;
revoke execute on function refund_requests from public;

CREATE OR REPLACE FUNCTION public.refuse_another_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a request that has ended stays as it ended' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_delete_of_details()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from audit_log a join users u on u.id = a.user_id
                  where a.id = old.audit_id and u.erased_at is not null) then
    raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_foreign_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  if exists (
    select from added
     where event is distinct from 'verification.completed'
        or (select v.user_id = added.user_id
                   and case when added.endpoint_id is null then v.webhook_url = added.url
                       else exists (select from public.webhook_endpoints e
                                     where e.id = added.endpoint_id and e.user_id = v.user_id and e.url = added.url and e.enabled
                                       and public.takes_event(e.types, 'verification.completed')) end
              from public.verification_requests v where v.id = added.verification_id) is not true
        -- The beginning too: receivers differ in which of two equal names they read.
        or not pg_catalog.starts_with(payload, pg_catalog.format('{"event":"%s","requestId":"%s","type":"%s",', event, verification_id, event))
        or not payload::pg_catalog.jsonb @> pg_catalog.jsonb_build_object('event', event, 'requestId', verification_id, 'type', event))
  then
    raise exception 'this role tells of verdicts only, to the URL of their request' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_foreign_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'this role writes no messages to this topic' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_refund_to_another()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from credit_transactions debit
              where debit.verification_id = new.verification_id and debit.type = 'debit' and debit.user_id <> new.user_id) then
    raise exception 'a refund goes to the account that was debited' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_return_from_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an account that is erased stays erased' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.register_environment_key(key_setting text, current_key bytea, previous_keys bytea[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  known bytea[] := previous_keys || current_key;
begin
  if exists (select from environment_keys where setting = key_setting and fingerprint <> all (known)) then
    return false;
  end if;
  if exists (select from environment_keys where setting = key_setting and fingerprint = current_key) then
    return true;
  end if;
  lock table environment_keys in share row exclusive mode;
  if exists (select from environment_keys where setting = key_setting and fingerprint <> all (known)) then
    return false;
  end if;
  insert into environment_keys (setting, fingerprint) values (key_setting, current_key) on conflict do nothing;
  return true;
end
$function$
;
revoke execute on function register_environment_key from public;

CREATE OR REPLACE FUNCTION public.search_keys(account text, searched text)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE COST 10000
RETURN (SELECT COALESCE(array_agg(DISTINCT hashtextextended(((search_keys.account || '|'::text) || substr(search_keys.searched, at.at, 3)), (0)::bigint)), '{}'::bigint[]) AS "coalesce" FROM generate_series(1, (length(search_keys.searched) - 2)) at(at))
;

CREATE OR REPLACE FUNCTION public.takes_event(types text[], event_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (('*'::text = ANY (types)) OR (event_type = ANY (types)) OR ((split_part(event_type, '.'::text, 1) || '.*'::text) = ANY (types)))
;

CREATE OR REPLACE FUNCTION public.telegram_turn(chat bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
RETURN GREATEST(now(), (SELECT (telegram_messages.next_attempt_at + '00:00:05'::interval) FROM telegram_messages WHERE ((telegram_messages.chat_id = telegram_turn.chat) AND (telegram_messages.attempts = 0)) ORDER BY telegram_messages.next_attempt_at DESC OFFSET 4 LIMIT 1))
;

CREATE OR REPLACE FUNCTION public.wait_for_booking(request text, attempt integer, share integer, next_look timestamp with time zone, attempts jsonb, first jsonb, message jsonb, requeue_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  account text;
  was_waiting boolean;
begin
  select user_id, recheck_at is not null into account, was_waiting
    from verification_requests where id = request and claim_attempt = attempt and status = 'pending';
  if not found then
    return false;
  end if;
  if not was_waiting then
    perform pg_advisory_xact_lock(hashtextextended('recheck ' || account, 0));
    if (select count(*) from verification_requests
         where user_id = account and recheck_at is not null and completed_at is null) >= share then
      return null;
    end if;
  end if;
  update verification_requests
     set recheck_at = next_look, recheck_tries = recheck_tries + 1, claimed_until = null,
         requeue_after = next_look + make_interval(secs => requeue_seconds),
         bank_attempts = case when attempts is null then bank_attempts
                         else coalesce(bank_attempts, '[]') || jsonb_build_array(jsonb_build_array(
                                (extract(epoch from now()) * 1000)::bigint, attempts)) end,
         bank = coalesce(first ->> 'bank', bank), reference = coalesce(first ->> 'reference', reference),
         suffix = case when first is null then suffix else first ->> 'suffix' end,
         phone = case when first is null then phone else first ->> 'phone' end,
         receipt_key = coalesce(first ->> 'receiptKey', receipt_key),
         input = case when first is null then input else jsonb_set(input, '{chosen}', '0') end
   where id = request and claim_attempt = attempt and status = 'pending';
  if not found then
    return false;
  end if;
  insert into outbox (topic, key, value, headers, available_at)
  values (message ->> 'topic', message ->> 'key', message ->> 'value', message -> 'headers', next_look);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_delivery_id(first_id text, place integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (("left"(first_id, '-2'::integer) || substr('0123456789abcdefghjkmnpqrstvwxyz'::text, ((place / 32) + 1), 1)) || substr('0123456789abcdefghjkmnpqrstvwxyz'::text, ((place % 32) + 1), 1))
;

CREATE OR REPLACE FUNCTION public.webhook_target(host text, endpoint_id text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (host || COALESCE(('|'::text || endpoint_id), ''::text))
;

CREATE OR REPLACE FUNCTION public.webhook_targets(account text, event_type text, own_url text)
 RETURNS TABLE(place integer, endpoint_id text, url text, due_at timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT ((row_number() OVER ())::integer - 1),
     target.endpoint_id,
     target.url,
     target.due_at
    FROM ( SELECT NULL::text AS endpoint_id,
             webhook_targets.own_url AS url,
             now() AS due_at
           WHERE (webhook_targets.own_url IS NOT NULL)
         UNION ALL
          SELECT e.id,
             e.url,
                 CASE
                     WHEN (e.listening_until IS NULL) THEN now()
                     ELSE 'infinity'::timestamp with time zone
                 END AS "case"
            FROM webhook_endpoints e
           WHERE ((e.user_id = webhook_targets.account) AND e.enabled AND takes_event(e.types, webhook_targets.event_type) AND (NOT (e.is_default AND (webhook_targets.own_url IS NOT NULL))) AND ((e.listening_until IS NULL) OR (e.listening_until > now())))) target;
END
;

CREATE OR REPLACE FUNCTION public.without_people(fields jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT jsonb_object_agg(jsonb_each.key, CASE WHEN (jsonb_each.key = ANY (ARRAY['senderName'::text, 'receiverName'::text, 'receiverAccount'::text, 'otherNames'::text, 'referenceNumber'::text, 'accountSuffix'::text, 'accountNumber'::text, 'previousAccountNumber'::text, 'accountName'::text, 'label'::text])) THEN 'null'::jsonb ELSE jsonb_each.value END) AS jsonb_object_agg FROM jsonb_each(without_people.fields) jsonb_each(key, value))
;

create table account_event_counters (
  user_id text not null,
  last bigint not null default 0,
  reached_at timestamp with time zone,
  requests_until timestamp with time zone not null,
  deposits_until bigint not null default 0,
  fence_at timestamp with time zone,
  fence_xid xid8
);
alter table account_event_counters add constraint account_event_counters_pkey PRIMARY KEY (user_id);
alter table account_event_counters add constraint account_event_counters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
grant select, insert (user_id, requests_until), update (last, reached_at, requests_until, deposits_until, fence_at, fence_xid) on account_event_counters to gateway;

create table account_events (
  id text not null,
  user_id text not null,
  sequence bigint,
  type text not null,
  subject text not null,
  created_at timestamp with time zone not null default now_ms(),
  reached_at timestamp with time zone,
  body json
);
alter table account_events add constraint account_events_id_check CHECK ((id ~~ 'evt\_%'::text));
alter table account_events add constraint account_events_pkey PRIMARY KEY (id);
alter table account_events add constraint account_events_sequence_check CHECK ((sequence > 0));
alter table account_events add constraint account_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table account_events add constraint reached_iff_numbered CHECK (((sequence IS NULL) = (reached_at IS NULL)));
CREATE INDEX account_events_by_subject ON public.account_events USING btree ((((user_id || '|'::text) || subject)), sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX account_events_by_time ON public.account_events USING btree (user_id, reached_at, sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX account_events_by_type ON public.account_events USING btree ((((user_id || '|'::text) || type)), sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX account_events_expired ON public.account_events USING btree (created_at);
CREATE UNIQUE INDEX account_events_in_order ON public.account_events USING btree (user_id, sequence) WHERE (sequence IS NOT NULL);
CREATE UNIQUE INDEX account_events_of_verdict ON public.account_events USING btree (subject) WHERE (type = 'verification.completed'::text);
CREATE INDEX account_events_with_body ON public.account_events USING btree (created_at) WHERE (body IS NOT NULL);
CREATE INDEX account_events_without_number ON public.account_events USING btree (user_id, created_at) WHERE (sequence IS NULL);
grant select, insert (id, user_id, type, subject, created_at, body), update (id, sequence, created_at, reached_at, body), delete on account_events to gateway;

create table api_keys (
  id text not null,
  user_id text not null,
  name text not null,
  key_hash bytea not null,
  permissions jsonb not null,
  metadata jsonb not null default '{}'::jsonb,
  request_count bigint not null default 0,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  branch_id text,
  made_by text
) with (fillfactor=80);
alter table api_keys add constraint api_keys_id_check CHECK ((id ~~ 'key\_%'::text));
alter table api_keys add constraint api_keys_key_hash_check CHECK ((length(key_hash) = 32));
alter table api_keys add constraint api_keys_key_hash_key UNIQUE (key_hash);
alter table api_keys add constraint api_keys_made_by_fkey FOREIGN KEY (made_by) REFERENCES members(id);
alter table api_keys add constraint api_keys_pkey PRIMARY KEY (id);
alter table api_keys add constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table api_keys add constraint branch_of_account FOREIGN KEY (user_id, branch_id) REFERENCES branches(user_id, id);
CREATE INDEX api_keys_of_user ON public.api_keys USING btree (user_id, created_at);
grant select, insert, update (request_count, revoked_at, last_used_at, made_by) on api_keys to gateway;

create table audit_details (
  audit_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  address inet
);
alter table audit_details add constraint audit_details_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id);
alter table audit_details add constraint audit_details_pkey PRIMARY KEY (audit_id);
CREATE TRIGGER audit_details_erased_only BEFORE DELETE ON audit_details FOR EACH ROW EXECUTE FUNCTION refuse_delete_of_details();
CREATE TRIGGER audit_details_unchanged BEFORE UPDATE OR TRUNCATE ON audit_details FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select, insert on audit_details to gateway;

create table audit_log (
  id text not null,
  at timestamp with time zone not null default now_ms(),
  user_id text,
  actor_kind text not null,
  actor_id text,
  action text not null,
  subject text,
  member_id text
);
alter table audit_log add constraint audit_log_action_check CHECK ((action ~ '^[a-z_]+(\.[a-z_]+)+$'::text));
alter table audit_log add constraint audit_log_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['session'::text, 'api_key'::text, 'operator'::text, 'anonymous'::text, 'system'::text])));
alter table audit_log add constraint audit_log_id_check CHECK ((id ~~ 'aud\_%'::text));
alter table audit_log add constraint audit_log_pkey PRIMARY KEY (id);
alter table audit_log add constraint audit_log_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX audit_log_of_member ON public.audit_log USING btree (user_id, member_id, at DESC, id DESC) WHERE (member_id IS NOT NULL);
CREATE INDEX audit_log_of_user ON public.audit_log USING btree (user_id, at DESC, id DESC);
CREATE INDEX audit_log_of_user_by_action ON public.audit_log USING btree (user_id, action, at DESC, id DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select, insert on audit_log to gateway;

create table bank_accounts (
  id text not null,
  user_id text not null,
  bank text not null,
  owner text not null,
  account_number text not null,
  normalized_number text not null,
  account_name text not null,
  label text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  other_names text[] not null default '{}'::text[],
  branch_id text
);
alter table bank_accounts add constraint bank_accounts_id_check CHECK ((id ~~ 'acc\_%'::text));
alter table bank_accounts add constraint bank_accounts_other_names_check CHECK (((cardinality(other_names) <= 5) AND (array_position(other_names, NULL::text) IS NULL)));
alter table bank_accounts add constraint bank_accounts_owner_check CHECK ((owner = ANY (ARRAY['user'::text, 'business'::text])));
alter table bank_accounts add constraint bank_accounts_pkey PRIMARY KEY (id);
alter table bank_accounts add constraint bank_accounts_user_id_bank_owner_normalized_number_key UNIQUE (user_id, bank, owner, normalized_number);
alter table bank_accounts add constraint bank_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table bank_accounts add constraint branch_of_account FOREIGN KEY (user_id, branch_id) REFERENCES branches(user_id, id);
grant select, insert, update (bank, owner, account_number, normalized_number, account_name, label, updated_at, other_names, branch_id), delete on bank_accounts to gateway;
grant select (id, user_id, bank, owner, account_number, account_name, other_names) on bank_accounts to verifier;

create table bank_attempts (
  bank text not null,
  span text not null,
  starts_at timestamp with time zone not null,
  answered bigint not null default 0,
  unavailable bigint not null default 0,
  failed_requesters bigint not null default 0
) with (fillfactor=50);
alter table bank_attempts add constraint bank_attempts_answered_check CHECK ((answered >= 0));
alter table bank_attempts add constraint bank_attempts_pkey PRIMARY KEY (span, bank, starts_at);
alter table bank_attempts add constraint bank_attempts_span_check CHECK ((span = ANY (ARRAY['minute'::text, 'hour'::text, 'day'::text])));
alter table bank_attempts add constraint bank_attempts_unavailable_check CHECK ((unavailable >= 0));
alter table bank_attempts add constraint starts_with_its_span CHECK ((starts_at = date_trunc(span, starts_at, 'UTC'::text)));
grant select, update (unavailable), delete on bank_attempts to gateway;
grant select, insert, update (answered, unavailable, failed_requesters) on bank_attempts to verifier;

create table bank_conditions (
  bank text not null,
  state text not null default 'unknown'::text,
  since timestamp with time zone not null default now_ms(),
  attempted_at timestamp with time zone,
  responded_at timestamp with time zone,
  breaker_opened_at timestamp with time zone,
  probe_until timestamp with time zone,
  daily_probe_due_at timestamp with time zone,
  daily_probed_at timestamp with time zone,
  daily_probe_outcome text
) with (fillfactor=50);
alter table bank_conditions add constraint bank_conditions_daily_probe_outcome_check CHECK ((daily_probe_outcome = ANY (ARRAY['responded'::text, 'unreadable'::text, 'unavailable'::text])));
alter table bank_conditions add constraint bank_conditions_pkey PRIMARY KEY (bank);
alter table bank_conditions add constraint bank_conditions_state_check CHECK ((state = ANY (ARRAY['operational'::text, 'degraded'::text, 'down'::text, 'unknown'::text])));
grant select, update (state, since) on bank_conditions to gateway;
grant select, insert, update (attempted_at, responded_at, breaker_opened_at, probe_until, daily_probe_due_at, daily_probed_at, daily_probe_outcome) on bank_conditions to verifier;

create table bank_incidents (
  bank text not null,
  opened_at timestamp with time zone not null default now_ms(),
  closed_at timestamp with time zone
);
alter table bank_incidents add constraint bank_incidents_pkey PRIMARY KEY (bank, opened_at);
alter table bank_incidents add constraint closes_after_it_opened CHECK ((closed_at >= opened_at));
CREATE UNIQUE INDEX bank_incidents_open ON public.bank_incidents USING btree (bank) WHERE (closed_at IS NULL);
grant select, insert, update (closed_at), delete on bank_incidents to gateway;

create table bank_service_times (
  bank text not null,
  service_ms double precision not null,
  updated_at timestamp with time zone not null default now()
);
alter table bank_service_times add constraint bank_service_times_pkey PRIMARY KEY (bank);
alter table bank_service_times add constraint bank_service_times_service_ms_check CHECK ((service_ms >= (0)::double precision));
grant select on bank_service_times to gateway;
grant select, insert, update (service_ms, updated_at) on bank_service_times to verifier;

create table branches (
  id text not null,
  user_id text not null,
  name text not null,
  created_at timestamp with time zone not null default now_ms(),
  archived_at timestamp with time zone
);
alter table branches add constraint branches_id_check CHECK ((id ~~ 'brn\_%'::text));
alter table branches add constraint branches_name_check CHECK ((length(name) <= 100));
alter table branches add constraint branches_pkey PRIMARY KEY (id);
alter table branches add constraint branches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table branches add constraint branches_user_id_id_key UNIQUE (user_id, id);
CREATE UNIQUE INDEX branches_by_name ON public.branches USING btree (user_id, lower(name)) WHERE (archived_at IS NULL);
grant select, insert (id, user_id, name), update (name, archived_at) on branches to gateway;

create table businesses (
  id text not null,
  user_id text not null,
  name text not null,
  created_at timestamp with time zone not null default now()
);
alter table businesses add constraint businesses_id_check CHECK ((id ~~ 'biz\_%'::text));
alter table businesses add constraint businesses_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)));
alter table businesses add constraint businesses_pkey PRIMARY KEY (id);
alter table businesses add constraint businesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table businesses add constraint businesses_user_id_key UNIQUE (user_id);
grant select, insert, update (name), delete on businesses to gateway;

create table checkout_keys (
  id text not null,
  user_id text not null,
  name text not null,
  key_hash bytea not null,
  last4 text not null,
  scopes text[] not null,
  request_count bigint not null default 0,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  made_by text
) with (fillfactor=80);
alter table checkout_keys add constraint checkout_keys_id_check CHECK ((id ~~ 'cky\_%'::text));
alter table checkout_keys add constraint checkout_keys_key_hash_check CHECK ((length(key_hash) = 32));
alter table checkout_keys add constraint checkout_keys_key_hash_key UNIQUE (key_hash);
alter table checkout_keys add constraint checkout_keys_last4_check CHECK ((length(last4) = 4));
alter table checkout_keys add constraint checkout_keys_made_by_fkey FOREIGN KEY (made_by) REFERENCES members(id);
alter table checkout_keys add constraint checkout_keys_pkey PRIMARY KEY (id);
alter table checkout_keys add constraint checkout_keys_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ '{deposits:write,deposits:read,deposits:resolve,events:read,webhooks:read,webhooks:write}'::text[])));
alter table checkout_keys add constraint checkout_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX checkout_keys_of_user ON public.checkout_keys USING btree (user_id, created_at);
grant select, insert, update (request_count, revoked_at, last_used_at, made_by) on checkout_keys to gateway;

create table checkout_responses (
  user_id text not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  status integer not null,
  body text not null,
  created_at timestamp with time zone not null default now()
);
alter table checkout_responses add constraint checkout_responses_fingerprint_check CHECK ((length(fingerprint) = 32));
alter table checkout_responses add constraint checkout_responses_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)));
alter table checkout_responses add constraint checkout_responses_pkey PRIMARY KEY (user_id, idempotency_key);
alter table checkout_responses add constraint checkout_responses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX checkout_responses_by_age ON public.checkout_responses USING btree (created_at);
grant select, insert, update (fingerprint, status, body, created_at), delete on checkout_responses to gateway;

create table credit_accounts (
  user_id text not null,
  balance bigint not null,
  closed_at timestamp with time zone,
  low_balance integer not null default 50,
  low_notified_at timestamp with time zone,
  unsure_refunds_on date,
  unsure_refunds integer
) with (fillfactor=50);
alter table credit_accounts add constraint credit_accounts_balance_check CHECK ((balance >= 0));
alter table credit_accounts add constraint credit_accounts_low_balance_check CHECK ((low_balance >= 0));
alter table credit_accounts add constraint credit_accounts_pkey PRIMARY KEY (user_id);
alter table credit_accounts add constraint credit_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
grant select, insert, update (balance, low_notified_at) on credit_accounts to gateway;

create table credit_purchases (
  deposit_id text not null,
  user_id text not null,
  package_id text not null,
  credits bigint not null,
  credited_at timestamp with time zone
);
alter table credit_purchases add constraint credit_purchases_credits_check CHECK ((credits > 0));
alter table credit_purchases add constraint credit_purchases_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id);
alter table credit_purchases add constraint credit_purchases_pkey PRIMARY KEY (deposit_id);
alter table credit_purchases add constraint credit_purchases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX credit_purchases_of_user ON public.credit_purchases USING btree (user_id, deposit_id);
grant select, insert, update (credited_at) on credit_purchases to gateway;

create table credit_transactions (
  id text not null,
  user_id text not null,
  type text not null,
  amount bigint not null,
  balance_after bigint not null,
  verification_id text,
  note text,
  created_at timestamp with time zone not null default now(),
  sequence bigint not null generated always as identity,
  deposit_id text
);
alter table credit_transactions add constraint credit_transactions_balance_after_check CHECK ((balance_after >= 0));
alter table credit_transactions add constraint credit_transactions_id_check CHECK ((id ~~ 'ctx\_%'::text));
alter table credit_transactions add constraint credit_transactions_of_user PRIMARY KEY (user_id, sequence);
alter table credit_transactions add constraint credit_transactions_type_check CHECK ((type = ANY (ARRAY['grant'::text, 'purchase'::text, 'debit'::text, 'refund'::text])));
alter table credit_transactions add constraint deposit_iff_purchase CHECK (((deposit_id IS NOT NULL) = (type = 'purchase'::text)));
alter table credit_transactions add constraint request_iff_debit_or_refund CHECK (((verification_id IS NOT NULL) = (type = ANY (ARRAY['debit'::text, 'refund'::text]))));
alter table credit_transactions add constraint sign_follows_type CHECK ((((amount < 0) = (type = 'debit'::text)) AND (amount <> 0)));
CREATE UNIQUE INDEX credit_transactions_of_deposit ON public.credit_transactions USING btree (deposit_id) WHERE (deposit_id IS NOT NULL);
CREATE UNIQUE INDEX credit_transactions_once ON public.credit_transactions USING btree (verification_id, type) WHERE (verification_id IS NOT NULL);
CREATE TRIGGER credit_transactions_refund_payer BEFORE INSERT ON credit_transactions FOR EACH ROW WHEN (new.type = 'refund'::text) EXECUTE FUNCTION refuse_refund_to_another();
grant select, insert on credit_transactions to gateway;

create table day_closes (
  id text not null,
  user_id text not null,
  date date not null,
  branch_id text,
  taken jsonb not null,
  counted jsonb not null,
  note text,
  member_id text,
  closed_at timestamp with time zone not null default now_ms()
);
alter table day_closes add constraint day_closes_id_check CHECK ((id ~~ 'cls\_%'::text));
alter table day_closes add constraint day_closes_pkey PRIMARY KEY (id);
alter table day_closes add constraint day_closes_user_id_branch_id_fkey FOREIGN KEY (user_id, branch_id) REFERENCES branches(user_id, id);
alter table day_closes add constraint day_closes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE UNIQUE INDEX day_closes_once ON public.day_closes USING btree (user_id, date, COALESCE(branch_id, ''::text));
grant select, insert on day_closes to gateway;

create table deposit_event_counters (
  user_id text not null,
  last bigint not null
) with (fillfactor=50);
alter table deposit_event_counters add constraint deposit_event_counters_last_check CHECK ((last > 0));
alter table deposit_event_counters add constraint deposit_event_counters_pkey PRIMARY KEY (user_id);
alter table deposit_event_counters add constraint deposit_event_counters_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
grant select, insert, update (last) on deposit_event_counters to gateway;

create table deposit_events (
  id text not null,
  user_id text not null,
  deposit_id text not null,
  sequence integer not null,
  publication bigint not null,
  type text not null,
  data jsonb not null,
  created_at timestamp with time zone not null default now_ms()
);
alter table deposit_events add constraint deposit_events_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id);
alter table deposit_events add constraint deposit_events_deposit_id_sequence_key UNIQUE (deposit_id, sequence);
alter table deposit_events add constraint deposit_events_id_check CHECK ((id ~~ 'evt\_%'::text));
alter table deposit_events add constraint deposit_events_pkey PRIMARY KEY (id);
alter table deposit_events add constraint deposit_events_publication_check CHECK ((publication > 0));
alter table deposit_events add constraint deposit_events_sequence_check CHECK ((sequence > 0));
alter table deposit_events add constraint deposit_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table deposit_events add constraint deposit_events_user_id_publication_key UNIQUE (user_id, publication);
CREATE INDEX deposit_events_by_type ON public.deposit_events USING btree (user_id, type, publication);
CREATE UNIQUE INDEX deposit_events_expired ON public.deposit_events USING btree (deposit_id) WHERE (type = 'deposit.expired'::text);
CREATE UNIQUE INDEX deposit_events_late ON public.deposit_events USING btree (deposit_id) WHERE (type = 'deposit.late_receipt'::text);
CREATE UNIQUE INDEX deposit_events_terminal ON public.deposit_events USING btree (deposit_id) WHERE (type = ANY (ARRAY['deposit.confirmed'::text, 'deposit.canceled'::text]));
grant select, insert, update (data) on deposit_events to gateway;

create table deposit_parts (
  verification_id text not null,
  deposit_id text not null,
  user_id text not null,
  receipt_hash bytea not null,
  receipt jsonb not null,
  amount bigint not null,
  accepted_at timestamp with time zone not null default now_ms()
);
alter table deposit_parts add constraint deposit_parts_amount_check CHECK ((amount > 0));
alter table deposit_parts add constraint deposit_parts_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id);
alter table deposit_parts add constraint deposit_parts_pkey PRIMARY KEY (verification_id);
alter table deposit_parts add constraint deposit_parts_receipt_hash_key UNIQUE (receipt_hash);
alter table deposit_parts add constraint deposit_parts_user_id_receipt_hash_fkey FOREIGN KEY (user_id, receipt_hash) REFERENCES receipt_confirmations(user_id, receipt_hash);
alter table deposit_parts add constraint deposit_parts_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES deposit_submissions(verification_id);
CREATE INDEX deposit_parts_of_deposit ON public.deposit_parts USING btree (deposit_id, accepted_at);
CREATE INDEX deposit_parts_of_user ON public.deposit_parts USING btree (user_id);
CREATE INDEX deposit_parts_search ON public.deposit_parts USING gin (search_keys(user_id, deposit_part_text(receipt)));
grant select, insert, update (receipt) on deposit_parts to gateway;

create table deposit_submissions (
  verification_id text not null,
  deposit_id text not null,
  user_id text not null,
  bank text not null,
  reference text,
  suffix text,
  phone text,
  http_request_id text not null,
  traceparent text not null,
  submitted_at timestamp with time zone not null default now_ms(),
  poll_after timestamp with time zone not null default (now() + '00:00:15'::interval),
  settled_at timestamp with time zone,
  rejection text
);
alter table deposit_submissions add constraint deposit_submissions_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposits(id);
alter table deposit_submissions add constraint deposit_submissions_pkey PRIMARY KEY (verification_id);
alter table deposit_submissions add constraint deposit_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table deposit_submissions add constraint deposit_submissions_verification_id_check CHECK ((verification_id ~~ 'ver\_%'::text));
alter table deposit_submissions add constraint identifiers_until_settled CHECK (((settled_at IS NULL) = (reference IS NOT NULL)));
alter table deposit_submissions add constraint settled_has_none CHECK (((settled_at IS NULL) OR ((suffix IS NULL) AND (phone IS NULL))));
CREATE INDEX deposit_submissions_of_deposit ON public.deposit_submissions USING btree (deposit_id);
CREATE UNIQUE INDEX deposit_submissions_open ON public.deposit_submissions USING btree (deposit_id) WHERE (settled_at IS NULL);
grant select, insert, update (reference, suffix, phone, poll_after, settled_at, rejection) on deposit_submissions to gateway;
grant select (verification_id, deposit_id) on deposit_submissions to verifier;

create table deposits (
  id text not null,
  user_id text not null,
  token text not null,
  status text not null default 'awaiting_payment'::text,
  amount bigint not null,
  amount_received bigint,
  reference text not null,
  description text,
  customer jsonb,
  payment_options jsonb not null,
  return_url text,
  cancel_url text,
  webhook_url text,
  metadata jsonb not null default '{}'::jsonb,
  receipt jsonb,
  late_receipt jsonb,
  receipt_hash bytea,
  last_error text,
  tries integer not null default 0,
  event_count integer not null default 0,
  http_request_id text not null,
  traceparent text,
  created_at timestamp with time zone not null default now_ms(),
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  canceled_at timestamp with time zone,
  erased_at timestamp with time zone,
  review jsonb,
  review_expires_at timestamp with time zone,
  rejected_hashes bytea[] not null default '{}'::bytea[],
  resolution jsonb,
  confirmed_by text,
  max_tries smallint not null default 10,
  allow_partial boolean not null default false,
  livemode boolean not null default true
) with (fillfactor=80);
alter table deposits add constraint canceled_iff_canceled CHECK (((status = 'canceled'::text) = (canceled_at IS NOT NULL)));
alter table deposits add constraint confirmed_covers_amount CHECK ((amount_received >= amount));
alter table deposits add constraint confirmed_iff_paid CHECK ((((status = 'confirmed'::text) = (confirmed_at IS NOT NULL)) AND ((status = 'confirmed'::text) = (amount_received IS NOT NULL)) AND ((receipt IS NULL) OR (status = 'confirmed'::text)) AND ((confirmed_by IS NULL) OR (status = 'confirmed'::text)) AND ((status <> 'confirmed'::text) OR (receipt IS NOT NULL) OR (NOT (confirmed_by IS DISTINCT FROM 'person'::text)))));
alter table deposits add constraint deposits_amount_check CHECK ((amount > 0));
alter table deposits add constraint deposits_confirmed_by_check CHECK ((confirmed_by = ANY (ARRAY['receipt'::text, 'person'::text])));
alter table deposits add constraint deposits_id_check CHECK ((id ~~ 'dep\_%'::text));
alter table deposits add constraint deposits_last_error_check CHECK ((last_error = ANY (ARRAY['receipt_not_found'::text, 'receipt_already_used'::text, 'wrong_receiver'::text, 'amount_too_low'::text, 'paid_before_created'::text, 'bank_unavailable'::text, 'not_a_payment_to_merchant'::text, 'receipt_rejected'::text])));
alter table deposits add constraint deposits_max_tries_check CHECK (((max_tries >= 1) AND (max_tries <= 10)));
alter table deposits add constraint deposits_pkey PRIMARY KEY (id);
alter table deposits add constraint deposits_receipt_hash_check CHECK ((length(receipt_hash) = 32));
alter table deposits add constraint deposits_receipt_hash_key UNIQUE (receipt_hash);
alter table deposits add constraint deposits_status_check CHECK ((status = ANY (ARRAY['awaiting_payment'::text, 'verifying'::text, 'review_required'::text, 'confirmed'::text, 'expired'::text, 'canceled'::text])));
alter table deposits add constraint deposits_token_check CHECK ((length(token) = 32));
alter table deposits add constraint deposits_token_key UNIQUE (token);
alter table deposits add constraint deposits_tries_check CHECK (((tries >= 0) AND (tries <= 10)));
alter table deposits add constraint deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table deposits add constraint late_only_when_expired CHECK (((late_receipt IS NULL) OR (status = 'expired'::text) OR (NOT (confirmed_by IS DISTINCT FROM 'person'::text))));
alter table deposits add constraint receipt_has_hash CHECK (((receipt_hash IS NOT NULL) = ((receipt IS NOT NULL) OR (late_receipt IS NOT NULL) OR (review IS NOT NULL))));
alter table deposits add constraint review_iff_required CHECK ((((status = 'review_required'::text) = (review IS NOT NULL)) AND ((status = 'review_required'::text) = (review_expires_at IS NOT NULL))));
CREATE INDEX deposits_by_reference ON public.deposits USING btree (user_id, reference, id);
CREATE INDEX deposits_by_status ON public.deposits USING btree (user_id, status, id);
CREATE INDEX deposits_newest ON public.deposits USING btree (user_id, created_at, id) INCLUDE (status, expires_at, amount, amount_received);
CREATE INDEX deposits_newest_by_status ON public.deposits USING btree (user_id, status, created_at, id) INCLUDE (expires_at, amount, amount_received);
CREATE INDEX deposits_of_user ON public.deposits USING btree (user_id, id);
CREATE INDEX deposits_paid_late ON public.deposits USING btree (user_id, confirmed_at) WHERE (late_receipt IS NOT NULL);
CREATE INDEX deposits_search ON public.deposits USING gin (search_keys(user_id, deposit_search_text(reference, description, customer, receipt, late_receipt, review)));
CREATE INDEX deposits_to_erase ON public.deposits USING btree (created_at) WHERE (erased_at IS NULL);
CREATE INDEX deposits_to_expire ON public.deposits USING btree (expires_at) WHERE (status = 'awaiting_payment'::text);
CREATE INDEX deposits_to_expire_in_review ON public.deposits USING btree (review_expires_at) WHERE (status = 'review_required'::text);
CREATE INDEX deposits_to_expire_of_user ON public.deposits USING btree (user_id, expires_at) WHERE (status = 'awaiting_payment'::text);
grant select, insert, update (status, amount_received, reference, description, customer, payment_options, return_url, cancel_url, metadata, receipt, late_receipt, receipt_hash, last_error, tries, event_count, http_request_id, traceparent, confirmed_at, canceled_at, erased_at, review, review_expires_at, rejected_hashes, resolution, confirmed_by, livemode) on deposits to gateway;
grant select (id, payment_options) on deposits to verifier;

create table endpoint_replays (
  endpoint_id text not null,
  user_id text not null,
  replay_from timestamp with time zone not null,
  sees_money boolean not null,
  reached bigint not null default 0,
  fence_xid xid8 not null default pg_current_xact_id(),
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null default now(),
  member_id text
);
alter table endpoint_replays add constraint endpoint_replays_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;
alter table endpoint_replays add constraint endpoint_replays_pkey PRIMARY KEY (endpoint_id);
alter table endpoint_replays add constraint endpoint_replays_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX endpoint_replays_due ON public.endpoint_replays USING btree (due_at);
CREATE INDEX endpoint_replays_of_user ON public.endpoint_replays USING btree (user_id);
grant select, insert (endpoint_id, user_id, replay_from, sees_money, member_id), update (reached, due_at, sees_money, member_id), delete on endpoint_replays to gateway;

create table environment_keys (
  setting text not null,
  fingerprint bytea not null,
  registered_at timestamp with time zone not null default now()
);
alter table environment_keys add constraint environment_keys_fingerprint_check CHECK ((length(fingerprint) = 32));
alter table environment_keys add constraint environment_keys_pkey PRIMARY KEY (setting, fingerprint);

create table idempotency_keys (
  user_id text not null,
  idempotency_key text not null,
  fingerprint bytea not null,
  verification_id text not null,
  created_at timestamp with time zone not null default now()
);
alter table idempotency_keys add constraint idempotency_keys_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)));
alter table idempotency_keys add constraint idempotency_keys_pkey PRIMARY KEY (user_id, idempotency_key);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
grant select, insert, update (fingerprint, verification_id, created_at), delete on idempotency_keys to gateway;

create table invitations (
  id text not null,
  email text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone
);
alter table invitations add constraint invitations_id_check CHECK ((id ~~ 'inv\_%'::text));
alter table invitations add constraint invitations_pkey PRIMARY KEY (id);
alter table invitations add constraint invitations_token_hash_check CHECK ((length(token_hash) = 32));
alter table invitations add constraint invitations_token_hash_key UNIQUE (token_hash);
grant select, update (used_at), delete on invitations to gateway;

create table kept_files (
  verification_id text not null,
  user_id text not null,
  size integer not null,
  ciphertext bytea not null,
  expires_at timestamp with time zone not null
);
alter table kept_files add constraint kept_files_pkey PRIMARY KEY (verification_id);
alter table kept_files add constraint kept_files_size_check CHECK ((size > 0));
alter table kept_files add constraint kept_files_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table kept_files add constraint kept_files_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verification_requests(id);
CREATE INDEX kept_files_expiry ON public.kept_files USING btree (expires_at);
CREATE INDEX kept_files_of_user ON public.kept_files USING btree (user_id);
grant select, insert, update (expires_at), delete on kept_files to gateway;

create table logos (
  user_id text not null,
  content_type text not null,
  bytes bytea not null,
  content_hash bytea not null,
  updated_at timestamp with time zone not null default now()
);
alter table logos add constraint logos_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 524288)));
alter table logos add constraint logos_content_hash_check CHECK ((octet_length(content_hash) = 32));
alter table logos add constraint logos_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text])));
alter table logos add constraint logos_pkey PRIMARY KEY (user_id);
alter table logos add constraint logos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
grant select, insert, update (content_type, bytes, content_hash, updated_at), delete on logos to gateway;

create table mails (
  id text not null,
  kind text not null,
  email text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  content jsonb
);
alter table mails add constraint mails_attempts_check CHECK ((attempts >= 0));
alter table mails add constraint mails_id_check CHECK ((id ~~ 'mal\_%'::text));
alter table mails add constraint mails_kind_check CHECK ((kind = ANY (ARRAY['confirm_registration'::text, 'registration_known'::text, 'reset_password'::text, 'password_changed'::text, 'webhook_endpoint_disabled'::text, 'member_invitation'::text, 'two_factor_enabled'::text, 'two_factor_disabled'::text, 'account_closed'::text, 'owner_invited'::text, 'daily_summary'::text])));
alter table mails add constraint mails_pkey PRIMARY KEY (id);
CREATE INDEX mails_due ON public.mails USING btree (next_attempt_at);
grant select, insert, update (kind, attempts, next_attempt_at), delete on mails to gateway;

create table member_invitations (
  id text not null,
  user_id text not null,
  email text not null,
  role text not null,
  branch_id text,
  mail_id text not null,
  token_hash bytea,
  invited_by text not null,
  created_at timestamp with time zone not null default now_ms(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  revoked_at timestamp with time zone,
  is_by_link boolean not null default false
);
alter table member_invitations add constraint branch_of_account FOREIGN KEY (user_id, branch_id) REFERENCES branches(user_id, id);
alter table member_invitations add constraint ends_once CHECK (((accepted_at IS NULL) OR (revoked_at IS NULL)));
alter table member_invitations add constraint member_invitations_email_check CHECK ((length(email) <= 320));
alter table member_invitations add constraint member_invitations_id_check CHECK ((id ~~ 'miv\_%'::text));
alter table member_invitations add constraint member_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES members(id);
alter table member_invitations add constraint member_invitations_mail_id_key UNIQUE (mail_id);
alter table member_invitations add constraint member_invitations_pkey PRIMARY KEY (id);
alter table member_invitations add constraint member_invitations_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'developer'::text])));
alter table member_invitations add constraint member_invitations_token_hash_check CHECK ((length(token_hash) = 32));
alter table member_invitations add constraint member_invitations_token_hash_key UNIQUE (token_hash);
alter table member_invitations add constraint member_invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX member_invitations_by_email ON public.member_invitations USING btree (lower(email));
CREATE INDEX member_invitations_by_end ON public.member_invitations USING btree (expires_at);
CREATE INDEX member_invitations_of_user ON public.member_invitations USING btree (user_id, created_at);
grant select, insert, update (token_hash, accepted_at, revoked_at), delete on member_invitations to gateway;

create table members (
  id text not null,
  user_id text not null,
  person_id text,
  role text not null,
  name text,
  branch_id text,
  pin_hash text,
  pin_failures smallint not null default 0,
  created_at timestamp with time zone not null default now_ms(),
  removed_at timestamp with time zone,
  summary_hour smallint,
  summarized_on date
) with (fillfactor=80);
alter table members add constraint branch_of_account FOREIGN KEY (user_id, branch_id) REFERENCES branches(user_id, id);
alter table members add constraint cashier_has_no_sign_in CHECK (((role = 'cashier'::text) = (person_id IS NULL)));
alter table members add constraint holder_is_owner CHECK (((person_id IS DISTINCT FROM user_id) OR ((role = 'owner'::text) AND (removed_at IS NULL))));
alter table members add constraint members_id_check CHECK ((id ~~ 'mem\_%'::text));
alter table members add constraint members_name_check CHECK ((length(name) <= 200));
alter table members add constraint members_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id);
alter table members add constraint members_pin_failures_check CHECK (((pin_failures >= 0) AND (pin_failures <= 5)));
alter table members add constraint members_pkey PRIMARY KEY (id);
alter table members add constraint members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'developer'::text, 'cashier'::text])));
alter table members add constraint members_summary_hour_check CHECK (((summary_hour >= 0) AND (summary_hour <= 23)));
alter table members add constraint members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table members add constraint name_iff_cashier CHECK (((role = 'cashier'::text) = (name IS NOT NULL)));
alter table members add constraint pin_of_cashier CHECK (((pin_hash IS NULL) OR (role = 'cashier'::text)));
alter table members add constraint summaries_have_a_day CHECK (((summary_hour IS NULL) = (summarized_on IS NULL)));
CREATE UNIQUE INDEX members_of_person ON public.members USING btree (user_id, person_id) WHERE ((removed_at IS NULL) AND (person_id IS NOT NULL));
CREATE INDEX members_of_user ON public.members USING btree (user_id, created_at);
CREATE INDEX members_summarized ON public.members USING btree (summarized_on) WHERE ((summary_hour IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX memberships_of_person ON public.members USING btree (person_id) WHERE (removed_at IS NULL);
grant select, insert (id, user_id, person_id, role, name, branch_id, pin_hash), update (role, name, branch_id, pin_hash, pin_failures, removed_at, summary_hour, summarized_on) on members to gateway;

create table outbox (
  id bigint not null generated always as identity,
  topic text not null,
  key text not null,
  value text not null,
  headers jsonb not null default '{}'::jsonb,
  available_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now()
);
alter table outbox add constraint outbox_pkey PRIMARY KEY (id);
CREATE INDEX outbox_available ON public.outbox USING btree (available_at);
CREATE TRIGGER outbox_of_verdicts BEFORE INSERT ON outbox FOR EACH ROW WHEN (new.topic <> 'verification.finished'::text AND new.topic !~~ 'verification.requested.%'::text AND NOT has_table_privilege('verification_requests'::regclass::oid, 'insert'::text)) EXECUTE FUNCTION refuse_foreign_message();
grant select, insert, update (available_at), delete on outbox to gateway;
grant select, insert (topic, key, value, headers, available_at), update (available_at) on outbox to verifier;

create table password_resets (
  token_hash bytea not null,
  user_id text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null
);
alter table password_resets add constraint password_resets_pkey PRIMARY KEY (token_hash);
alter table password_resets add constraint password_resets_token_hash_check CHECK ((length(token_hash) = 32));
alter table password_resets add constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX password_resets_by_age ON public.password_resets USING btree (expires_at);
CREATE INDEX password_resets_of_user ON public.password_resets USING btree (user_id);
grant select, insert, update (expires_at), delete on password_resets to gateway;

create table payment_totals (
  user_id text not null,
  bucket timestamp with time zone not null,
  bank text not null,
  decision text not null,
  payments bigint not null,
  amount_cents bigint not null
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
alter table payment_totals add constraint bucket_is_a_quarter CHECK ((bucket = date_bin('00:15:00'::interval, bucket, '2000-01-01 00:00:00+00'::timestamp with time zone)));
alter table payment_totals add constraint payment_totals_pkey PRIMARY KEY (user_id, bucket, bank, decision);
grant select, insert, update (payments, amount_cents) on payment_totals to gateway;
grant select (user_id, bucket, bank, decision, payments, amount_cents), insert, update (payments, amount_cents) on payment_totals to verifier;

create table payment_views (
  id text not null,
  user_id text not null,
  member_id text not null,
  slot smallint not null,
  name text not null,
  filter jsonb not null,
  created_at timestamp with time zone not null default now_ms()
);
alter table payment_views add constraint payment_views_id_check CHECK ((id ~~ 'pvw\_%'::text));
alter table payment_views add constraint payment_views_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id);
alter table payment_views add constraint payment_views_member_id_slot_key UNIQUE (member_id, slot);
alter table payment_views add constraint payment_views_name_check CHECK ((length(name) <= 60));
alter table payment_views add constraint payment_views_pkey PRIMARY KEY (id);
alter table payment_views add constraint payment_views_slot_check CHECK (((slot >= 1) AND (slot <= 20)));
alter table payment_views add constraint payment_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE UNIQUE INDEX payment_views_by_name ON public.payment_views USING btree (member_id, lower(name));
CREATE INDEX payment_views_of_user ON public.payment_views USING btree (user_id);
grant select, insert, update (filter), delete on payment_views to gateway;

create table pending_registrations (
  email text not null,
  mail_id text not null,
  token_hash bytea,
  name text not null,
  business_name text,
  password_hash text not null,
  invitation_hash bytea,
  request_id text not null,
  traceparent text,
  address inet,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null
);
alter table pending_registrations add constraint pending_registrations_email_check CHECK ((email = lower(email)));
alter table pending_registrations add constraint pending_registrations_invitation_hash_check CHECK ((length(invitation_hash) = 32));
alter table pending_registrations add constraint pending_registrations_mail_id_key UNIQUE (mail_id);
alter table pending_registrations add constraint pending_registrations_pkey PRIMARY KEY (email);
alter table pending_registrations add constraint pending_registrations_token_hash_check CHECK ((length(token_hash) = 32));
alter table pending_registrations add constraint pending_registrations_token_hash_key UNIQUE (token_hash);
CREATE INDEX pending_registrations_by_age ON public.pending_registrations USING btree (expires_at);
grant select, insert, update (mail_id, token_hash, name, business_name, password_hash, invitation_hash, request_id, traceparent, address, created_at, expires_at), delete on pending_registrations to gateway;

create table quarantined_documents (
  id text not null,
  bank text not null,
  verification_id text not null,
  received_at timestamp with time zone not null default now(),
  times_seen integer not null default 1,
  last_seen_at timestamp with time zone not null default now(),
  content_type text not null,
  reason text not null,
  size bigint not null,
  document_hash bytea not null,
  key_id text not null,
  ciphertext bytea not null
);
alter table quarantined_documents add constraint quarantined_documents_bank_document_hash_key UNIQUE (bank, document_hash);
alter table quarantined_documents add constraint quarantined_documents_ciphertext_check CHECK ((octet_length(ciphertext) <= (2097152 + 64)));
alter table quarantined_documents add constraint quarantined_documents_content_type_check CHECK ((length(content_type) <= 100));
alter table quarantined_documents add constraint quarantined_documents_document_hash_check CHECK ((octet_length(document_hash) = 32));
alter table quarantined_documents add constraint quarantined_documents_id_check CHECK ((id ~~ 'doc\_%'::text));
alter table quarantined_documents add constraint quarantined_documents_pkey PRIMARY KEY (id);
alter table quarantined_documents add constraint quarantined_documents_reason_check CHECK ((length(reason) <= 300));
alter table quarantined_documents add constraint quarantined_documents_size_check CHECK ((size >= 0));
alter table quarantined_documents add constraint quarantined_documents_times_seen_check CHECK ((times_seen >= 1));
CREATE INDEX quarantined_documents_by_age ON public.quarantined_documents USING btree (received_at);
CREATE INDEX quarantined_documents_newest ON public.quarantined_documents USING btree (bank, received_at DESC, id DESC);
grant select (id, bank, received_at, times_seen, document_hash), insert, update (times_seen, last_seen_at), delete on quarantined_documents to verifier;

create table receipt_confirmations (
  user_id text not null,
  receipt_hash bytea not null,
  first_confirmed_at timestamp with time zone not null,
  last_confirmed_at timestamp with time zone not null,
  confirmation_count bigint not null,
  held boolean not null default false
) with (fillfactor=80);
alter table receipt_confirmations add constraint receipt_confirmations_confirmation_count_check CHECK ((confirmation_count >= 1));
alter table receipt_confirmations add constraint receipt_confirmations_pkey PRIMARY KEY (user_id, receipt_hash);
alter table receipt_confirmations add constraint receipt_confirmations_receipt_hash_check CHECK ((length(receipt_hash) = 32));
grant select, insert, update (first_confirmed_at, last_confirmed_at, confirmation_count, held), delete on receipt_confirmations to gateway;
grant select, insert, update (last_confirmed_at, confirmation_count) on receipt_confirmations to verifier;

create table reconciliation_lines (
  reconciliation_id text not null,
  class text not null,
  position integer not null,
  note text,
  detail text,
  row integer,
  reference text,
  amount bigint,
  direction text,
  fee bigint,
  time timestamp with time zone,
  has_clock boolean,
  description text,
  account text,
  payment_id text,
  deposit_id text,
  payment_amount bigint,
  payment_time timestamp with time zone,
  difference bigint,
  suggested_payment_id text,
  suggested_row integer
);
alter table reconciliation_lines add constraint reconciliation_lines_pkey PRIMARY KEY (reconciliation_id, class, "position");
grant select, insert, delete on reconciliation_lines to gateway;

create table reconciliations (
  id text not null,
  user_id text not null,
  bank text not null,
  file_name text,
  file bytea,
  mapping jsonb,
  time_zone text not null,
  period_from timestamp with time zone,
  period_before timestamp with time zone,
  status text not null default 'pending'::text,
  failure text,
  preview jsonb,
  layout text,
  sums jsonb,
  attempt integer not null default 0,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone not null default now_ms(),
  completed_at timestamp with time zone,
  warnings jsonb not null default '[]'::jsonb
);
alter table reconciliations add constraint completed_when_read CHECK (((status = 'pending'::text) = (completed_at IS NULL)));
alter table reconciliations add constraint failure_iff_failed CHECK (((status = 'failed'::text) = (failure IS NOT NULL)));
alter table reconciliations add constraint file_until_read CHECK (((status = 'pending'::text) = (file IS NOT NULL)));
alter table reconciliations add constraint reconciliations_file_name_check CHECK ((length(file_name) <= 120));
alter table reconciliations add constraint reconciliations_id_check CHECK ((id ~~ 'rcn\_%'::text));
alter table reconciliations add constraint reconciliations_pkey PRIMARY KEY (id);
alter table reconciliations add constraint reconciliations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])));
alter table reconciliations add constraint reconciliations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table reconciliations add constraint sums_iff_completed CHECK (((status = 'completed'::text) = (sums IS NOT NULL)));
CREATE INDEX reconciliations_by_age ON public.reconciliations USING btree (created_at);
CREATE INDEX reconciliations_of_user ON public.reconciliations USING btree (user_id, created_at, id);
CREATE INDEX reconciliations_to_do ON public.reconciliations USING btree (created_at) WHERE (status = 'pending'::text);
grant select, insert, update (attempt, claimed_until, status, failure, preview, file, layout, sums, warnings, period_from, period_before, completed_at), delete on reconciliations to gateway;

create table recovery_codes (
  person_id text not null,
  code_hash bytea not null,
  used_at timestamp with time zone
);
alter table recovery_codes add constraint recovery_codes_code_hash_check CHECK ((length(code_hash) = 32));
alter table recovery_codes add constraint recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES two_factors(person_id) ON DELETE CASCADE;
alter table recovery_codes add constraint recovery_codes_pkey PRIMARY KEY (person_id, code_hash);
grant select, insert (person_id, code_hash), update (used_at), delete on recovery_codes to gateway;

create table sessions (
  id text not null,
  user_id text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  member_id text,
  till_id text,
  confirmed_at timestamp with time zone
);
alter table sessions add constraint sessions_id_check CHECK ((id ~~ 'ses\_%'::text));
alter table sessions add constraint sessions_member_id_fkey FOREIGN KEY (member_id) REFERENCES members(id);
alter table sessions add constraint sessions_pkey PRIMARY KEY (id);
alter table sessions add constraint sessions_till_id_fkey FOREIGN KEY (till_id) REFERENCES tills(id);
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX sessions_by_age ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_of_member ON public.sessions USING btree (member_id) WHERE (ended_at IS NULL);
CREATE INDEX sessions_of_till ON public.sessions USING btree (till_id) WHERE ((ended_at IS NULL) AND (till_id IS NOT NULL));
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);
grant select, insert, update (ended_at, confirmed_at), delete on sessions to gateway;

create table telegram_bots (
  id bigint not null,
  name text,
  lease_token text not null,
  leased_until timestamp with time zone not null
);
alter table telegram_bots add constraint telegram_bots_pkey PRIMARY KEY (id);
grant select, insert, update (name, lease_token, leased_until) on telegram_bots to gateway;

create table telegram_chats (
  id text not null,
  user_id text not null,
  member_id text,
  chat_id bigint not null,
  name text not null,
  language text not null,
  topics text[] not null,
  may_verify boolean not null default true,
  summary_hour smallint not null default 20,
  summarized_on date not null,
  blocked_at timestamp with time zone,
  created_at timestamp with time zone not null default now()
);
alter table telegram_chats add constraint telegram_chats_chat_id_key UNIQUE (chat_id);
alter table telegram_chats add constraint telegram_chats_id_check CHECK ((id ~~ 'tgc\_%'::text));
alter table telegram_chats add constraint telegram_chats_language_check CHECK ((language = ANY (ARRAY['en'::text, 'am'::text])));
alter table telegram_chats add constraint telegram_chats_pkey PRIMARY KEY (id);
alter table telegram_chats add constraint telegram_chats_summary_hour_check CHECK (((summary_hour >= 0) AND (summary_hour <= 23)));
alter table telegram_chats add constraint telegram_chats_topics_check CHECK ((topics <@ '{review_needed,receipt_reused,credits_low,daily_summary}'::text[]));
alter table telegram_chats add constraint telegram_chats_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX telegram_chats_of_user ON public.telegram_chats USING btree (user_id, created_at);
grant select, insert (id, user_id, chat_id, name, language, topics, summarized_on, member_id), update (language, topics, may_verify, summary_hour, summarized_on, blocked_at), delete on telegram_chats to gateway;

create table telegram_codes (
  user_id text not null,
  member_id text,
  code_hash bytea not null,
  expires_at timestamp with time zone not null
);
alter table telegram_codes add constraint telegram_codes_code_hash_check CHECK ((length(code_hash) = 32));
alter table telegram_codes add constraint telegram_codes_code_hash_key UNIQUE (code_hash);
alter table telegram_codes add constraint telegram_codes_pkey PRIMARY KEY (user_id);
alter table telegram_codes add constraint telegram_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX telegram_codes_by_expiry ON public.telegram_codes USING btree (expires_at);
grant select, insert (user_id, code_hash, expires_at, member_id), update (code_hash, expires_at, member_id), delete on telegram_codes to gateway;

create table telegram_messages (
  id text not null,
  chat_id bigint not null,
  user_id text,
  kind text not null,
  subject text,
  content jsonb not null default '{}'::jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '3 days'::interval)
);
alter table telegram_messages add constraint telegram_messages_attempts_check CHECK ((attempts >= 0));
alter table telegram_messages add constraint telegram_messages_id_check CHECK ((id ~~ 'tgm\_%'::text));
alter table telegram_messages add constraint telegram_messages_pkey PRIMARY KEY (id);
CREATE INDEX telegram_messages_by_turn ON public.telegram_messages USING btree (chat_id, next_attempt_at);
CREATE INDEX telegram_messages_due ON public.telegram_messages USING btree (next_attempt_at);
CREATE INDEX telegram_messages_of_user ON public.telegram_messages USING btree (user_id);
grant select, insert (id, chat_id, user_id, kind, subject, content, next_attempt_at), update (attempts, next_attempt_at), delete on telegram_messages to gateway;

create table telegram_updates (
  bot_id bigint not null,
  id bigint not null,
  received_at timestamp with time zone not null default now(),
  chat_id bigint,
  verification_id text
);
alter table telegram_updates add constraint telegram_updates_pkey PRIMARY KEY (bot_id, id);
CREATE INDEX telegram_updates_by_age ON public.telegram_updates USING btree (received_at);
CREATE INDEX telegram_updates_of_request ON public.telegram_updates USING btree (verification_id) WHERE (verification_id IS NOT NULL);
grant select, insert (bot_id, id, chat_id, verification_id), update (chat_id), delete on telegram_updates to gateway;

create table tills (
  id text not null,
  user_id text not null,
  branch_id text,
  name text not null,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  token_hash bytea,
  created_at timestamp with time zone not null default now_ms(),
  enrolled_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  revoked_at timestamp with time zone,
  pin_failures smallint not null default 0,
  pin_locked_until timestamp with time zone,
  code_made_by text
) with (fillfactor=80);
alter table tills add constraint branch_of_account FOREIGN KEY (user_id, branch_id) REFERENCES branches(user_id, id);
alter table tills add constraint code_until_enrolled CHECK (((code_hash IS NULL) = (code_expires_at IS NULL)));
alter table tills add constraint tills_code_hash_check CHECK ((length(code_hash) = 32));
alter table tills add constraint tills_code_hash_key UNIQUE (code_hash);
alter table tills add constraint tills_code_made_by_fkey FOREIGN KEY (code_made_by) REFERENCES members(id);
alter table tills add constraint tills_id_check CHECK ((id ~~ 'til\_%'::text));
alter table tills add constraint tills_name_check CHECK ((length(name) <= 100));
alter table tills add constraint tills_pin_failures_check CHECK (((pin_failures >= 0) AND (pin_failures <= 100)));
alter table tills add constraint tills_pkey PRIMARY KEY (id);
alter table tills add constraint tills_token_hash_check CHECK ((length(token_hash) = 32));
alter table tills add constraint tills_token_hash_key UNIQUE (token_hash);
alter table tills add constraint tills_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table tills add constraint token_iff_enrolled CHECK (((token_hash IS NULL) = (enrolled_at IS NULL)));
CREATE INDEX tills_of_user ON public.tills USING btree (user_id, created_at);
grant select, insert (id, user_id, branch_id, name, code_hash, code_expires_at, code_made_by), update (name, code_hash, code_expires_at, token_hash, enrolled_at, last_seen_at, revoked_at, pin_failures, pin_locked_until) on tills to gateway;

create table two_factors (
  person_id text not null,
  ciphertext bytea not null,
  created_at timestamp with time zone not null default now_ms(),
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  failures smallint not null default 0,
  locked_until timestamp with time zone
) with (fillfactor=80);
alter table two_factors add constraint two_factors_failures_check CHECK (((failures >= 0) AND (failures <= 100)));
alter table two_factors add constraint two_factors_person_id_fkey FOREIGN KEY (person_id) REFERENCES users(id);
alter table two_factors add constraint two_factors_pkey PRIMARY KEY (person_id);
grant select, insert (person_id, ciphertext), update (ciphertext, created_at, confirmed_at, last_step, failures, locked_until), delete on two_factors to gateway;

create table users (
  id text not null,
  email text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  password_hash text,
  password_changed_at timestamp with time zone,
  erased_at timestamp with time zone,
  disabled_at timestamp with time zone,
  time_zone text not null default 'Africa/Addis_Ababa'::text,
  calendar text not null default 'gregorian'::text,
  is_member_only boolean not null default false,
  last_account_id text,
  two_factor_required boolean not null default false,
  closed_at timestamp with time zone,
  is_unconfirmed boolean not null default false,
  old_payments text not null default 'review_before_last_evening'::text,
  old_payments_chosen boolean not null default true,
  clock text not null default 'international'::text
);
alter table users add constraint old_payments_known CHECK ((old_payments ~ '^(review_before_last_evening|off|[1-9][0-9]{0,3})$'::text));
alter table users add constraint users_calendar_check CHECK ((calendar = ANY (ARRAY['gregorian'::text, 'ethiopian'::text])));
alter table users add constraint users_clock_check CHECK ((clock = ANY (ARRAY['international'::text, 'ethiopian'::text])));
alter table users add constraint users_email_check CHECK ((length(email) <= 320));
alter table users add constraint users_id_check CHECK ((id ~~ 'usr\_%'::text));
alter table users add constraint users_last_account_id_fkey FOREIGN KEY (last_account_id) REFERENCES users(id);
alter table users add constraint users_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));
CREATE INDEX users_to_erase ON public.users USING btree (closed_at) WHERE ((closed_at IS NOT NULL) AND (erased_at IS NULL));
CREATE TRIGGER account_holder AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION add_account_holder();
CREATE TRIGGER close_user BEFORE UPDATE OF closed_at ON users FOR EACH ROW EXECUTE FUNCTION close_user();
CREATE TRIGGER users_stay_erased BEFORE UPDATE ON users FOR EACH ROW WHEN (old.erased_at IS NOT NULL AND new.erased_at IS DISTINCT FROM old.erased_at) EXECUTE FUNCTION refuse_return_from_erasure();
grant select, insert, update (name, password_hash, password_changed_at, time_zone, calendar, clock, old_payments, old_payments_chosen, last_account_id, two_factor_required, closed_at, is_member_only, is_unconfirmed) on users to gateway;

create table verification_batch_items (
  verification_id text not null,
  batch_id text not null,
  user_id text not null,
  position smallint not null,
  label text,
  bank text not null,
  reference text,
  suffix text,
  phone text,
  settlement_account text,
  expect jsonb,
  state text not null default 'waiting'::text,
  leased_until timestamp with time zone,
  taken_at timestamp with time zone,
  line integer
) with (fillfactor=80);
alter table verification_batch_items add constraint leased_iff_running CHECK (((leased_until IS NOT NULL) = (state = 'running'::text)));
alter table verification_batch_items add constraint reference_until_end CHECK (((reference IS NULL) = (state = 'ended'::text)));
alter table verification_batch_items add constraint verification_batch_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES verification_batches(id) ON DELETE CASCADE;
alter table verification_batch_items add constraint verification_batch_items_batch_id_position_key UNIQUE (batch_id, "position");
alter table verification_batch_items add constraint verification_batch_items_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100)));
alter table verification_batch_items add constraint verification_batch_items_pkey PRIMARY KEY (verification_id);
alter table verification_batch_items add constraint verification_batch_items_position_check CHECK ((("position" >= 1) AND ("position" <= 500)));
alter table verification_batch_items add constraint verification_batch_items_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'ended'::text, 'canceled'::text])));
alter table verification_batch_items add constraint verification_batch_items_verification_id_check CHECK ((verification_id ~~ 'ver\_%'::text));
CREATE INDEX verification_batch_items_running ON public.verification_batch_items USING btree (bank) WHERE (state = 'running'::text);
CREATE INDEX verification_batch_items_waiting ON public.verification_batch_items USING btree (batch_id, bank, "position") WHERE (state = 'waiting'::text);
grant select, insert (verification_id, batch_id, user_id, position, label, bank, reference, suffix, phone, settlement_account, expect, line), update (state, taken_at, leased_until, reference, suffix, phone, settlement_account, expect) on verification_batch_items to gateway;

create table verification_batch_skipped_lines (
  batch_id text not null,
  user_id text not null,
  position smallint not null,
  line integer,
  label text,
  same_as smallint,
  bank text,
  reference text,
  error jsonb
);
alter table verification_batch_skipped_lines add constraint skipped_for_a_reason CHECK (((error IS NOT NULL) OR (same_as IS NOT NULL)));
alter table verification_batch_skipped_lines add constraint verification_batch_skipped_lines_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES verification_batches(id) ON DELETE CASCADE;
alter table verification_batch_skipped_lines add constraint verification_batch_skipped_lines_check CHECK ((same_as < "position"));
alter table verification_batch_skipped_lines add constraint verification_batch_skipped_lines_error_check CHECK ((jsonb_typeof((error -> 'code'::text)) = 'string'::text));
alter table verification_batch_skipped_lines add constraint verification_batch_skipped_lines_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100)));
alter table verification_batch_skipped_lines add constraint verification_batch_skipped_lines_line_check CHECK ((line > 0));
alter table verification_batch_skipped_lines add constraint verification_batch_skipped_lines_pkey PRIMARY KEY (batch_id, "position");
alter table verification_batch_skipped_lines add constraint verification_batch_skipped_lines_position_check CHECK ((("position" >= 1) AND ("position" <= 500)));
alter table verification_batch_skipped_lines add constraint verification_batch_skipped_lines_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200)));
CREATE INDEX skipped_lines_to_erase ON public.verification_batch_skipped_lines USING btree (batch_id) WHERE ((error - 'code'::text) <> '{}'::jsonb);
grant select, insert, update (reference, error) on verification_batch_skipped_lines to gateway;

create table verification_batches (
  id text not null,
  user_id text not null,
  api_key_id text,
  member_id text,
  branch_id text,
  label text,
  total smallint not null,
  idempotency_key text,
  fingerprint bytea not null,
  http_request_id text not null,
  traceparent text not null,
  created_at timestamp with time zone not null default now_ms(),
  served_at timestamp with time zone not null default now(),
  canceled_at timestamp with time zone,
  completed_at timestamp with time zone,
  summary jsonb,
  recheck_minutes smallint not null default 0
);
alter table verification_batches add constraint summary_iff_completed CHECK (((summary IS NULL) = (completed_at IS NULL)));
alter table verification_batches add constraint verification_batches_fingerprint_check CHECK ((length(fingerprint) = 32));
alter table verification_batches add constraint verification_batches_id_check CHECK ((id ~~ 'bat\_%'::text));
alter table verification_batches add constraint verification_batches_idempotency_key_check CHECK (((length(idempotency_key) >= 1) AND (length(idempotency_key) <= 255)));
alter table verification_batches add constraint verification_batches_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100)));
alter table verification_batches add constraint verification_batches_pkey PRIMARY KEY (id);
alter table verification_batches add constraint verification_batches_total_check CHECK (((total >= 1) AND (total <= 500)));
alter table verification_batches add constraint verification_batches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX verification_batches_by_end ON public.verification_batches USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE UNIQUE INDEX verification_batches_by_key ON public.verification_batches USING btree (user_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX verification_batches_of_user ON public.verification_batches USING btree (user_id, created_at, id);
CREATE INDEX verification_batches_open ON public.verification_batches USING btree (served_at) WHERE (completed_at IS NULL);
grant select, insert (id, user_id, api_key_id, member_id, branch_id, label, total, idempotency_key, fingerprint, http_request_id, traceparent, recheck_minutes), update (idempotency_key, served_at, canceled_at, completed_at, summary), delete on verification_batches to gateway;

create table verification_requests (
  id text not null,
  user_id text not null,
  api_key_id text,
  source text not null default 'api'::text,
  bank text not null,
  reference text,
  suffix text,
  phone text,
  receipt_key text,
  settlement_account text,
  webhook_url text,
  cache_status text not null,
  processing_status text not null,
  status text not null,
  verified boolean not null default false,
  failure_reason text,
  result jsonb,
  claim_attempt integer not null default 0,
  claimed_until timestamp with time zone,
  parked boolean not null default false,
  requeue_after timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  http_request_id text not null,
  traceparent text,
  created_at timestamp with time zone not null default now_ms(),
  started_at timestamp with time zone,
  completed_at timestamp with time zone,
  erased_at timestamp with time zone,
  bank_attempts jsonb,
  expect jsonb,
  webhook_is_default boolean,
  member_id text,
  branch_id text,
  input jsonb,
  recheck_until timestamp with time zone,
  recheck_at timestamp with time zone,
  recheck_tries smallint not null default 0,
  till_id text
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
alter table verification_requests add constraint erased_is_ended CHECK (((erased_at IS NULL) OR (completed_at IS NOT NULL)));
alter table verification_requests add constraint pending_until_ended CHECK (((status = 'pending'::text) = (completed_at IS NULL)));
alter table verification_requests add constraint reason_iff_failed CHECK (((failure_reason IS NOT NULL) = (processing_status = 'failed'::text)));
alter table verification_requests add constraint reference_until_erased CHECK ((((erased_at IS NULL) = (reference IS NOT NULL)) AND ((erased_at IS NULL) = (receipt_key IS NOT NULL))));
alter table verification_requests add constraint result_iff_ended CHECK (((completed_at IS NOT NULL) = (result IS NOT NULL)));
alter table verification_requests add constraint success_and_not_found_are_completed CHECK (((status <> ALL (ARRAY['success'::text, 'not_found'::text])) OR (processing_status = 'completed'::text)));
alter table verification_requests add constraint terminal_iff_ended CHECK (((processing_status = ANY (ARRAY['completed'::text, 'failed'::text])) = (completed_at IS NOT NULL)));
alter table verification_requests add constraint verification_requests_cache_status_check CHECK ((cache_status = ANY (ARRAY['HIT'::text, 'MISS'::text, 'BYPASS'::text])));
alter table verification_requests add constraint verification_requests_failure_reason_check CHECK ((failure_reason = ANY (ARRAY['bank_response_unrecognized'::text, 'bank_unavailable'::text, 'deadline_exceeded'::text])));
alter table verification_requests add constraint verification_requests_id_check CHECK ((id ~~ 'ver\_%'::text));
alter table verification_requests add constraint verification_requests_pkey PRIMARY KEY (id);
alter table verification_requests add constraint verification_requests_processing_status_check CHECK ((processing_status = ANY (ARRAY['queued'::text, 'running'::text, 'completed'::text, 'failed'::text])));
alter table verification_requests add constraint verification_requests_source_check CHECK ((source = ANY (ARRAY['api'::text, 'checkout'::text])));
alter table verification_requests add constraint verification_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text, 'not_found'::text])));
alter table verification_requests add constraint verified_iff_success CHECK ((verified = (status = 'success'::text)));
CREATE INDEX payments_by_amount ON public.verification_requests USING btree (user_id, payment_amount(result), created_at, id) WHERE ((payment_amount(result) IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX payments_by_bank ON public.verification_requests USING btree (user_id, bank, created_at, id, payment_decision(result, status), branch_id, member_id) WHERE (completed_at IS NOT NULL);
CREATE INDEX payments_by_branch ON public.verification_requests USING btree (user_id, branch_id, created_at, id, bank, payment_decision(result, status), member_id) WHERE ((completed_at IS NOT NULL) AND (branch_id IS NOT NULL));
CREATE INDEX payments_by_decision ON public.verification_requests USING btree (user_id, payment_decision(result, status), created_at, id, bank, branch_id, member_id) WHERE (completed_at IS NOT NULL);
CREATE INDEX payments_by_member ON public.verification_requests USING btree (user_id, member_id, created_at, id, bank, payment_decision(result, status), branch_id) WHERE ((completed_at IS NOT NULL) AND (member_id IS NOT NULL));
CREATE INDEX payments_search ON public.verification_requests USING gin (search_keys(user_id, payment_search_text(reference, result))) WITH (gin_pending_list_limit='512') WHERE ((completed_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX requests_in_review ON public.verification_requests USING btree (user_id, created_at) WHERE ((source = 'api'::text) AND (erased_at IS NULL) AND (result @> '{"decision": "review"}'::jsonb) AND (NOT (result @> '{"decisionReasons": ["held_for_deposit"]}'::jsonb)));
CREATE INDEX verification_requests_deadline ON public.verification_requests USING btree (deadline_at) WHERE (completed_at IS NULL);
CREATE INDEX verification_requests_of_user ON public.verification_requests USING btree (user_id, created_at, id) INCLUDE (bank, status, failure_reason, completed_at);
CREATE INDEX verification_requests_rechecked ON public.verification_requests USING btree (user_id, receipt_key) WHERE ((recheck_at IS NOT NULL) AND (completed_at IS NULL));
CREATE INDEX verification_requests_refunded ON public.verification_requests USING btree (user_id, completed_at) INCLUDE (bank) WHERE (failure_reason IS NOT NULL);
CREATE INDEX verification_requests_to_erase ON public.verification_requests USING btree (completed_at) WHERE ((completed_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX verification_requests_unfinished ON public.verification_requests USING btree (bank, requeue_after) WHERE (completed_at IS NULL);
CREATE TRIGGER verification_requests_end_once AFTER UPDATE OF processing_status, status, verified, failure_reason ON verification_requests FOR EACH ROW WHEN (old.completed_at IS NOT NULL AND (old.processing_status IS DISTINCT FROM new.processing_status OR old.status IS DISTINCT FROM new.status OR old.verified IS DISTINCT FROM new.verified OR old.failure_reason IS DISTINCT FROM new.failure_reason)) EXECUTE FUNCTION refuse_another_end();
grant select, insert, update (reference, suffix, phone, receipt_key, settlement_account, processing_status, status, verified, failure_reason, result, claim_attempt, claimed_until, deadline_at, completed_at, erased_at, parked, bank_attempts, expect, input) on verification_requests to gateway;
grant select (id, user_id, source, bank, reference, suffix, phone, receipt_key, settlement_account, webhook_url, webhook_is_default, cache_status, processing_status, status, claim_attempt, claimed_until, parked, requeue_after, deadline_at, http_request_id, traceparent, created_at, started_at, completed_at, bank_attempts, expect, input, recheck_until, recheck_at, recheck_tries), update (recheck_at, recheck_tries, bank, reference, suffix, phone, receipt_key, input, processing_status, status, verified, failure_reason, result, claim_attempt, claimed_until, parked, requeue_after, started_at, completed_at, bank_attempts) on verification_requests to verifier;

create table verification_resolutions (
  verification_id text not null,
  user_id text not null,
  decision text not null,
  review_reasons jsonb not null,
  remembered_name boolean not null,
  resolved_at timestamp with time zone not null default now_ms(),
  member_id text
);
alter table verification_resolutions add constraint verification_resolutions_decision_check CHECK ((decision = ANY (ARRAY['accept'::text, 'reject'::text])));
alter table verification_resolutions add constraint verification_resolutions_pkey PRIMARY KEY (verification_id);
alter table verification_resolutions add constraint verification_resolutions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table verification_resolutions add constraint verification_resolutions_verification_id_fkey FOREIGN KEY (verification_id) REFERENCES verification_requests(id);
CREATE INDEX verification_resolutions_by_time ON public.verification_resolutions USING btree (user_id, resolved_at);
grant select, insert on verification_resolutions to gateway;

create table webhook_attempts (
  delivery_id text not null,
  attempt integer not null,
  trigger text not null default 'schedule'::text,
  status_code integer,
  error_class text,
  dns_ms double precision,
  connect_ms double precision,
  first_byte_ms double precision,
  total_ms double precision not null,
  finished_at timestamp with time zone not null default now(),
  response_excerpt bytea
) partition by RANGE (finished_at);
alter table webhook_attempts add constraint attempt_trigger CHECK ((trigger = ANY (ARRAY['schedule'::text, 'manual'::text])));
alter table webhook_attempts add constraint attempts_from_one CHECK ((attempt >= 1));
alter table webhook_attempts add constraint excerpt_of_a_kib CHECK ((length(response_excerpt) <= 1024));
alter table webhook_attempts add constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, attempt, finished_at);
grant select, insert (delivery_id, attempt, trigger, status_code, error_class, total_ms), update (response_excerpt) on webhook_attempts to gateway;
grant insert on webhook_attempts to dispatcher;

create table webhook_attempts_other (
  delivery_id text not null,
  attempt integer not null,
  trigger text not null default 'schedule'::text,
  status_code integer,
  error_class text,
  dns_ms double precision,
  connect_ms double precision,
  first_byte_ms double precision,
  total_ms double precision not null,
  finished_at timestamp with time zone not null default now(),
  response_excerpt bytea
) partition of webhook_attempts DEFAULT;
alter table webhook_attempts_other add constraint attempt_trigger CHECK ((trigger = ANY (ARRAY['schedule'::text, 'manual'::text])));
alter table webhook_attempts_other add constraint attempts_from_one CHECK ((attempt >= 1));
alter table webhook_attempts_other add constraint excerpt_of_a_kib CHECK ((length(response_excerpt) <= 1024));
alter table webhook_attempts_other add constraint webhook_attempts_other_pkey PRIMARY KEY (delivery_id, attempt, finished_at);

create table webhook_deliveries (
  id text not null,
  user_id text not null,
  verification_id text,
  event text not null,
  url text not null,
  payload text not null,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  lease_token uuid,
  leased_until timestamp with time zone,
  http_request_id text not null,
  traceparent text,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  erased_at timestamp with time zone,
  host text not null generated always as COALESCE(rtrim("substring"(url, '^[a-z]+://(\[[^]]*\]|[^/:]*)'::text), '.'::text), ''::text) stored,
  run_attempts integer not null default 0,
  run_trigger text not null default 'schedule'::text,
  run_started_at timestamp with time zone not null default now(),
  recovery_id text,
  endpoint_id text,
  event_id text,
  subject text,
  is_test boolean not null default false
) with (fillfactor=80);
alter table webhook_deliveries add constraint finished_iff_final CHECK (((state = 'pending'::text) = (finished_at IS NULL)));
alter table webhook_deliveries add constraint run_within_attempts CHECK (((run_attempts >= 0) AND (run_attempts <= attempts)));
alter table webhook_deliveries add constraint verification_iff_about_one CHECK (((verification_id IS NOT NULL) = ((event ~~ 'verification.%'::text) AND (NOT is_test))));
alter table webhook_deliveries add constraint webhook_deliveries_id_check CHECK ((id ~~ 'whd\_%'::text));
alter table webhook_deliveries add constraint webhook_deliveries_pkey PRIMARY KEY (id);
alter table webhook_deliveries add constraint webhook_deliveries_run_trigger_check CHECK ((run_trigger = ANY (ARRAY['schedule'::text, 'manual'::text])));
alter table webhook_deliveries add constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'exhausted'::text, 'given_up'::text])));
alter table webhook_deliveries add constraint webhook_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX webhook_deliveries_by_target ON public.webhook_deliveries USING btree (user_id, webhook_target(host, endpoint_id), next_attempt_at) WHERE ((state = 'pending'::text) AND (next_attempt_at < 'infinity'::timestamp with time zone));
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (next_attempt_at) WHERE (state = 'pending'::text);
CREATE INDEX webhook_deliveries_listening ON public.webhook_deliveries USING btree (endpoint_id, created_at, id) WHERE ((state = 'pending'::text) AND (next_attempt_at = 'infinity'::timestamp with time zone));
CREATE INDEX webhook_deliveries_log ON public.webhook_deliveries USING btree (user_id, created_at, id);
CREATE INDEX webhook_deliveries_log_by_endpoint ON public.webhook_deliveries USING btree ((((((((user_id || '|'::text) || COALESCE(endpoint_id, ''::text)) || '|'::text) || event) || '|'::text) || state)) COLLATE "C", created_at, id);
CREATE INDEX webhook_deliveries_log_by_subject ON public.webhook_deliveries USING btree (subject, created_at) WHERE (subject IS NOT NULL);
CREATE INDEX webhook_deliveries_log_by_type ON public.webhook_deliveries USING btree ((((((user_id || '|'::text) || event) || '|'::text) || state)) COLLATE "C", created_at, id);
CREATE INDEX webhook_deliveries_of_recovery ON public.webhook_deliveries USING btree (recovery_id, state) WHERE (recovery_id IS NOT NULL);
CREATE UNIQUE INDEX webhook_deliveries_once ON public.webhook_deliveries USING btree (verification_id, event, COALESCE(endpoint_id, ''::text));
CREATE INDEX webhook_deliveries_without_verification ON public.webhook_deliveries USING btree (created_at) WHERE ((verification_id IS NULL) AND (erased_at IS NULL));
CREATE TRIGGER aimed BEFORE UPDATE OF run_started_at, lease_token ON webhook_deliveries FOR EACH ROW WHEN (new.endpoint_id IS NOT NULL AND (new.run_started_at IS DISTINCT FROM old.run_started_at OR new.lease_token IS NOT NULL AND new.lease_token IS DISTINCT FROM old.lease_token)) EXECUTE FUNCTION aim_delivery();
CREATE TRIGGER never_due BEFORE UPDATE OF next_attempt_at ON webhook_deliveries FOR EACH ROW WHEN (old.next_attempt_at = 'infinity'::timestamp with time zone AND new.next_attempt_at < 'infinity'::timestamp with time zone) EXECUTE FUNCTION keep_never_due();
CREATE TRIGGER webhook_deliveries_of_verdicts AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS added FOR EACH STATEMENT WHEN (NOT has_table_privilege('verification_requests'::regclass::oid, 'insert'::text)) EXECUTE FUNCTION refuse_foreign_deliveries();
grant select, insert, update (payload, state, attempts, next_attempt_at, lease_token, leased_until, finished_at, erased_at, run_attempts, run_trigger, run_started_at, recovery_id) on webhook_deliveries to gateway;
grant select (id, verification_id), insert (id, user_id, verification_id, event, event_id, endpoint_id, url, payload, http_request_id, traceparent, next_attempt_at) on webhook_deliveries to verifier;
grant select, update (state, attempts, next_attempt_at, lease_token, leased_until, finished_at, run_attempts, run_trigger, run_started_at, recovery_id) on webhook_deliveries to dispatcher;

create table webhook_endpoints (
  id text not null,
  user_id text not null,
  url text not null,
  description text,
  types text[] not null default '{*}'::text[],
  is_default boolean not null default false,
  enabled boolean not null default true,
  headers_ciphertext bytea,
  max_per_second smallint,
  rate_used_until timestamp with time zone,
  failing_since timestamp with time zone,
  failed_days smallint not null default 0,
  failed_on date,
  disabled_reason text,
  disabled_at timestamp with time zone,
  notified_at timestamp with time zone,
  listening_until timestamp with time zone,
  created_at timestamp with time zone not null default now_ms(),
  updated_at timestamp with time zone not null default now_ms(),
  own_secret text generated always as 
CASE
    WHEN (NOT is_default) THEN id
    ELSE NULL::text
END stored
) with (fillfactor=80);
alter table webhook_endpoints add constraint disabled_by_service CHECK ((((disabled_reason IS NULL) = (disabled_at IS NULL)) AND ((disabled_reason IS NULL) OR (NOT enabled))));
alter table webhook_endpoints add constraint listener_is_not_default CHECK (((listening_until IS NULL) OR (NOT is_default)));
alter table webhook_endpoints add constraint webhook_endpoints_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['failing'::text, 'gone'::text])));
alter table webhook_endpoints add constraint webhook_endpoints_id_check CHECK ((id ~~ 'whe\_%'::text));
alter table webhook_endpoints add constraint webhook_endpoints_max_per_second_check CHECK (((max_per_second >= 1) AND (max_per_second <= 100)));
alter table webhook_endpoints add constraint webhook_endpoints_own_secret_fkey FOREIGN KEY (own_secret) REFERENCES webhook_secrets(owner_id) DEFERRABLE INITIALLY DEFERRED;
alter table webhook_endpoints add constraint webhook_endpoints_own_secret_key UNIQUE (own_secret);
alter table webhook_endpoints add constraint webhook_endpoints_pkey PRIMARY KEY (id);
alter table webhook_endpoints add constraint webhook_endpoints_types_check CHECK (((cardinality(types) >= 1) AND (cardinality(types) <= 50)));
alter table webhook_endpoints add constraint webhook_endpoints_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048)));
alter table webhook_endpoints add constraint webhook_endpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE UNIQUE INDEX webhook_endpoints_default ON public.webhook_endpoints USING btree (user_id) WHERE is_default;
CREATE INDEX webhook_endpoints_listening ON public.webhook_endpoints USING btree (listening_until) WHERE (listening_until IS NOT NULL);
CREATE INDEX webhook_endpoints_of_user ON public.webhook_endpoints USING btree (user_id, id);
CREATE INDEX webhook_endpoints_to_notify ON public.webhook_endpoints USING btree (disabled_at) WHERE ((disabled_reason IS NOT NULL) AND (notified_at IS NULL));
CREATE TRIGGER drop_headers_of_origin BEFORE UPDATE OF url ON webhook_endpoints FOR EACH ROW WHEN (new.url <> old.url) EXECUTE FUNCTION drop_headers_of_origin();
grant select, insert, update (url, description, types, max_per_second, headers_ciphertext, enabled, failing_since, failed_days, failed_on, disabled_reason, disabled_at, notified_at, listening_until, updated_at), delete on webhook_endpoints to gateway;
grant select (id, user_id, url, types, is_default, enabled, listening_until) on webhook_endpoints to verifier;
grant select (id, user_id, url, enabled, own_secret, headers_ciphertext, max_per_second, rate_used_until, failing_since, failed_days, failed_on, listening_until, updated_at), update (enabled, rate_used_until, failing_since, failed_days, failed_on, disabled_reason, disabled_at, updated_at) on webhook_endpoints to dispatcher;

create table webhook_recoveries (
  id text not null,
  user_id text not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  host text,
  state text not null default 'running'::text,
  matched integer not null,
  requeued integer not null default 0,
  reached_at timestamp with time zone,
  reached_id text,
  served_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  endpoint_id text
);
alter table webhook_recoveries add constraint recovery_finished_iff_final CHECK (((state = 'finished'::text) = (finished_at IS NOT NULL)));
alter table webhook_recoveries add constraint since_before_until CHECK ((since < until));
alter table webhook_recoveries add constraint webhook_recoveries_id_check CHECK ((id ~~ 'whr\_%'::text));
alter table webhook_recoveries add constraint webhook_recoveries_matched_check CHECK ((matched >= 0));
alter table webhook_recoveries add constraint webhook_recoveries_pkey PRIMARY KEY (id);
alter table webhook_recoveries add constraint webhook_recoveries_requeued_check CHECK ((requeued >= 0));
alter table webhook_recoveries add constraint webhook_recoveries_state_check CHECK ((state = ANY (ARRAY['running'::text, 'finished'::text])));
alter table webhook_recoveries add constraint webhook_recoveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
CREATE INDEX webhook_recoveries_of_user ON public.webhook_recoveries USING btree (user_id, id);
CREATE INDEX webhook_recoveries_running ON public.webhook_recoveries USING btree (served_at) WHERE (state = 'running'::text);
grant select, insert on webhook_recoveries to gateway;
grant select, update (state, requeued, reached_at, reached_id, served_at, finished_at) on webhook_recoveries to dispatcher;

create table webhook_secrets (
  user_id text not null,
  ciphertext bytea not null,
  created_at timestamp with time zone not null default now(),
  previous_ciphertext bytea,
  previous_until timestamp with time zone,
  endpoint_id text,
  owner_id text not null generated always as COALESCE(endpoint_id, user_id) stored
);
alter table webhook_secrets add constraint previous_until_iff_previous CHECK (((previous_ciphertext IS NULL) = (previous_until IS NULL)));
alter table webhook_secrets add constraint webhook_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE;
alter table webhook_secrets add constraint webhook_secrets_endpoint_id_key UNIQUE (endpoint_id);
alter table webhook_secrets add constraint webhook_secrets_pkey PRIMARY KEY (owner_id);
alter table webhook_secrets add constraint webhook_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
grant select, insert, update (ciphertext, created_at, previous_ciphertext, previous_until), delete on webhook_secrets to gateway;
grant select on webhook_secrets to dispatcher;
