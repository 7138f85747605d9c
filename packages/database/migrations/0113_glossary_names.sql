-- Names as in the glossary. Processes of the release before do not know them: stop them first.
alter table deposit_submissions rename column ask_after to poll_after;
alter table bank_attempts rename column askers_in_vain to failed_requesters;
alter table bank_conditions rename column answered_at to responded_at;
alter table verification_requests rename column recover_after to requeue_after;
alter table checkout_answers rename to checkout_responses;
alter index checkout_answers_by_age rename to checkout_responses_by_age;
alter table checkout_responses rename constraint checkout_answers_pkey to checkout_responses_pkey;
alter table checkout_responses rename constraint checkout_answers_user_id_fkey to checkout_responses_user_id_fkey;
alter table checkout_responses rename constraint checkout_answers_fingerprint_check to checkout_responses_fingerprint_check;
alter table checkout_responses rename constraint checkout_answers_idempotency_key_check
  to checkout_responses_idempotency_key_check;

create or replace function wait_for_booking(request text, attempt integer, share integer, next_look timestamp with time zone, attempts jsonb, first jsonb, message jsonb, requeue_seconds integer)
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
end $function$;
