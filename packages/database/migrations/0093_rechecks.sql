-- A request whose receipt the bank may not have booked yet is asked for again until `recheck_until`. `recheck_at` is its
-- next look, and null before the first "no such receipt".
alter table verification_requests
  add column recheck_until timestamptz,
  add column recheck_at timestamptz,
  add column recheck_tries smallint not null default 0;

-- The device of a cashier's request. Like its member and branch without a foreign key: each request would pay for it.
alter table verification_requests add column till_id text;

-- All that wait for the same receipt of an account are looked up together, and an account has few.
create index verification_requests_rechecked on verification_requests (user_id, receipt_key)
  where recheck_at is not null and completed_at is null;

alter table verification_batches add column recheck_minutes smallint not null default 0;

-- Postpones a claimed request until its next look, and ends its claim. False if the claim was lost, and null if the
-- account has `share` others that wait. The lock makes the count exact. Candidates of a file are asked in their order at
-- each look, so the request is about the first again.
create function wait_for_booking(
  request text, attempt integer, share integer, next_look timestamptz, attempts jsonb,
  first jsonb, message jsonb, requeue_seconds integer) returns boolean language plpgsql as $$
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
         recover_after = next_look + make_interval(secs => requeue_seconds),
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
end $$;

alter table deposits drop constraint deposits_last_error_check;
alter table deposits add constraint deposits_last_error_check check (last_error in (
  'receipt_not_found', 'receipt_already_used', 'wrong_receiver', 'amount_too_low', 'paid_before_created',
  'bank_unavailable', 'not_a_payment_to_merchant', 'receipt_rejected'));

create or replace function batch_counts(batch text) returns jsonb language sql stable as $$
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
           'reject', count(*) filter (where v.result ->> 'decision' = 'reject'))
    from verification_batch_items i left join verification_requests v on v.id = i.verification_id
   where i.batch_id = batch
$$;

-- Where balances and sums of a statement do not agree with its rows.
alter table reconciliations add column warnings jsonb not null default '[]';
