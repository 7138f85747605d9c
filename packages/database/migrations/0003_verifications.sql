-- Requests, their receipts, and lists of them.
--
-- No foreign keys to users: they cost an admission a fifth of its statement. The account of a request, a ledger line and a
-- confirmation is that of the key or session that was just checked. Neither can exist without one, and accounts are erased
-- in place, never deleted.

create table verification_requests (
  id                 text        primary key check (id like 'ver\_%'),
  user_id            text        not null,
  api_key_id         text,
  source             text        not null default 'api' check (source in ('api', 'checkout')),
  bank               text        not null,
  reference          text,
  suffix             text,
  phone              text,
  -- Hash of bank and identifiers: the topic's key, and the key of the cached verdict.
  receipt_key        text,
  settlement_account text,
  webhook_url        text,
  cache_status       text        not null check (cache_status in ('HIT', 'MISS', 'BYPASS')),
  processing_status  text        not null check (processing_status in ('queued', 'running', 'completed', 'failed')),
  status             text        not null check (status in ('pending', 'success', 'failed', 'not_found')),
  verified           boolean     not null default false,
  failure_reason     text        check (failure_reason in ('bank_response_unrecognized', 'bank_unavailable', 'deadline_exceeded')),
  result             jsonb,
  -- The fence: a claim adds one, and only the holder of the latest number may record a verdict.
  claim_attempt      integer     not null default 0,
  claimed_until      timestamptz,
  -- Waits behind an open breaker: at the deadline the bank counts as unavailable.
  parked             boolean     not null default false,
  -- When recovery requeues the row, if it is still unfinished and unclaimed.
  requeue_after      timestamptz not null,
  deadline_at        timestamptz not null,
  http_request_id    text        not null,
  traceparent        text,
  created_at         timestamptz not null default now_ms(),
  started_at         timestamptz,
  completed_at       timestamptz,
  -- An erased request keeps the data for money and history, and nothing that identifies a person or a payment.
  erased_at          timestamptz,
  -- The attempts at the bank, for the request's owner: a list with an item for each run, `[recorded at (ms), [[ms
  -- before that, ms taken, outcome], …]]`. Null if the bank was not queried.
  bank_attempts      jsonb,
  -- The request's expectations of the payment, as `storedExpectation` writes them: `{}` for none beyond the defaults.
  -- Null for a deposit, which decides by itself; such a request gets no decision.
  expect             jsonb,
  -- True: `webhook_url` was the default one when the request was accepted, and the verdict goes to the default endpoint of
  -- its own time. Null: it is the URL of the request.
  webhook_is_default boolean,
  -- Who submitted the request, and where.
  member_id          text,
  branch_id          text,
  -- The receipts that a picture or PDF may name, likeliest first, for a request that came as a file. The columns of the
  -- request are about the candidate at `chosen`. Null for others.
  input              jsonb,
  -- A request whose receipt the bank may not have booked yet is asked for again until `recheck_until`. `recheck_at` is its
  -- next look, and null before the first "no such receipt".
  recheck_until      timestamptz,
  recheck_at         timestamptz,
  recheck_tries      smallint    not null default 0,
  -- The device of a cashier's request.
  till_id            text,
  constraint terminal_iff_ended check ((processing_status in ('completed', 'failed')) = (completed_at is not null)),
  constraint result_iff_ended check ((completed_at is not null) = (result is not null)),
  constraint pending_until_ended check ((status = 'pending') = (completed_at is null)),
  constraint verified_iff_success check (verified = (status = 'success')),
  constraint success_and_not_found_are_completed check (status not in ('success', 'not_found') or processing_status = 'completed'),
  constraint reason_iff_failed check ((failure_reason is not null) = (processing_status = 'failed')),
  constraint erased_is_ended check (erased_at is null or completed_at is not null),
  constraint reference_until_erased
    check ((erased_at is null) = (reference is not null) and (erased_at is null) = (receipt_key is not null))
) with (
  fillfactor = 80,
  -- An index-only scan needs pages that vacuum has marked as visible to all. By default vacuum waits until a fifth of
  -- the table has changed.
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
);
-- Covers history, its totals, metrics and reports, so that none of them reads rows. A claim changes none of the columns
-- and stays HOT; the verdict writes every index anyway.
create index verification_requests_of_user on verification_requests (user_id, created_at, id)
  include (bank, status, failure_reason, completed_at);
-- Requests without a verdict, which are refunded: few entries, at no cost for the others.
create index verification_requests_refunded on verification_requests (user_id, completed_at) include (bank)
  where failure_reason is not null;
-- These two have unfinished rows only, so no query on the hot path grows with the age of the table.
create index verification_requests_unfinished on verification_requests (bank, requeue_after) where completed_at is null;
create index verification_requests_deadline on verification_requests (deadline_at) where completed_at is null;
create index verification_requests_to_erase on verification_requests (completed_at)
  where completed_at is not null and erased_at is null;
-- All that wait for the same receipt of an account are looked up together, and an account has few.
create index verification_requests_rechecked on verification_requests (user_id, receipt_key)
  where recheck_at is not null and completed_at is null;
-- The queue of decisions, and their count, read open ones alone.
create index requests_in_review on verification_requests (user_id, created_at)
  where source = 'api' and erased_at is null and result @> '{"decision": "review"}'
        and not result @> '{"decisionReasons": ["held_for_deposit"]}';

-- An end is final. Otherwise a completed request could be changed to failed, and refunded.
create function refuse_another_end() returns trigger language plpgsql as $$
begin
  raise exception 'a request that has ended stays as it ended' using errcode = 'insufficient_privilege';
end $$;
create trigger verification_requests_end_once
  after update of processing_status, status, verified, failure_reason on verification_requests
  for each row
  when (old.completed_at is not null
        and (old.processing_status, old.status, old.verified, old.failure_reason)
            is distinct from (new.processing_status, new.status, new.verified, new.failure_reason))
  execute function refuse_another_end();

create table idempotency_keys (
  user_id         text        not null,
  idempotency_key text        not null check (length(idempotency_key) between 1 and 255),
  fingerprint     bytea       not null,
  verification_id text        not null,
  created_at      timestamptz not null default now(),
  primary key (user_id, idempotency_key)
);
-- Keys are valid for 24 hours; this index finds older ones.
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- One row for each genuine receipt and account. The receipt is a keyed hash, so that it outlives the erasure of
-- personal data.
create table receipt_confirmations (
  user_id             text        not null,
  receipt_hash        bytea       not null check (length(receipt_hash) = 32),
  first_confirmed_at  timestamptz not null,
  last_confirmed_at   timestamptz not null,
  confirmation_count  bigint      not null check (confirmation_count >= 1),
  -- Becomes the first if the first was a deposit's and is released.
  second_confirmed_at timestamptz,
  -- A deposit holds this receipt in review. It is confirmed when a person or its proof accepts it, and free when the review
  -- ends otherwise. Until then requests for it count nothing.
  held                boolean     not null default false,
  primary key (user_id, receipt_hash)
) with (fillfactor = 80);

-- A person's decision about a request that was in review: one at most. The request's result shows it to readers.
create table verification_resolutions (
  verification_id text        primary key references verification_requests (id),
  user_id         text        not null references users (id),
  decision        text        not null check (decision in ('accept', 'reject')),
  -- Why the request was in review.
  review_reasons  jsonb       not null,
  remembered_name boolean     not null,
  resolved_at     timestamptz not null default now_ms()
);

-- Files of requests, sealed, for the days of FILE_RETENTION_DAYS.
create table kept_files (
  verification_id text        primary key references verification_requests (id),
  user_id         text        not null references users (id),
  -- Bytes of the file.
  size            integer     not null check (size > 0),
  ciphertext      bytea       not null,
  expires_at      timestamptz not null
);
-- Pictures are compressed already.
alter table kept_files alter column ciphertext set storage external;
create index kept_files_expiry on kept_files (expires_at);
create index kept_files_of_user on kept_files (user_id);

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
end $$;

-- Whether a number that the bank does not know may have been read wrong from the letters of a picture.
create function has_unsure_letters(input jsonb) returns boolean language sql immutable as $$
  select coalesce(input ->> 'kind' = 'recognized_text'
                  and jsonb_path_exists(input, '$.candidates[*].unsureAt[*]'), false)
$$;

-- A list of receipts that is verified as one job. Its credits are debited when it is created.
create table verification_batches (
  id              text        primary key check (id like 'bat\_%'),
  user_id         text        not null references users,
  api_key_id      text,
  member_id       text,
  branch_id       text,
  label           text        check (length(label) between 1 and 100),
  total           smallint    not null check (total between 1 and 500),
  idempotency_key text        check (length(idempotency_key) between 1 and 255),
  fingerprint     bytea       not null check (length(fingerprint) = 32),
  http_request_id text        not null,
  traceparent     text        not null,
  created_at      timestamptz not null default now_ms(),
  -- When items were last started: the batch that has waited longest is next.
  served_at       timestamptz not null default now(),
  canceled_at     timestamptz,
  completed_at    timestamptz,
  -- Counts of the verdicts, from the end on.
  summary         jsonb,
  recheck_minutes smallint    not null default 0,
  constraint summary_iff_completed check ((summary is null) = (completed_at is null))
);
create unique index verification_batches_by_key on verification_batches (user_id, idempotency_key)
  where idempotency_key is not null;
create index verification_batches_of_user on verification_batches (user_id, created_at, id);
create index verification_batches_open on verification_batches (served_at) where completed_at is null;
create index verification_batches_by_end on verification_batches (completed_at) where completed_at is not null;

create table verification_batch_items (
  -- Of the request that the item becomes. Its debit is in the ledger from the start.
  verification_id    text        primary key check (verification_id like 'ver\_%'),
  batch_id           text        not null references verification_batches on delete cascade,
  user_id            text        not null,
  position           smallint    not null check (position between 1 and 500),
  label              text        check (length(label) between 1 and 100),
  bank               text        not null,
  -- The request has these from its start on; they are deleted here at its end.
  reference          text,
  suffix             text,
  phone              text,
  settlement_account text,
  expect             jsonb,
  state              text        not null default 'waiting' check (state in ('waiting', 'running', 'ended', 'canceled')),
  -- Time to admit the request of a running item; then another process may.
  leased_until       timestamptz,
  -- When a process last took the item to admit its request. Its credit is not given back while that may still happen.
  taken_at           timestamptz,
  -- Line of the CSV file, from 1, as errors name it. Null for JSON.
  line               integer,
  constraint reference_until_end check ((reference is null) = (state = 'ended')),
  constraint leased_iff_running check ((leased_until is not null) = (state = 'running')),
  unique (batch_id, position)
) with (fillfactor = 80);
create index verification_batch_items_waiting on verification_batch_items (batch_id, bank, position) where state = 'waiting';
create index verification_batch_items_running on verification_batch_items (bank) where state = 'running';

-- Lines of a list that takes invalid lines: those that were not verified. They cost no credit and have no request.
create table verification_batch_skipped_lines (
  batch_id  text     not null references verification_batches on delete cascade,
  user_id   text     not null,
  position  smallint not null check (position between 1 and 500),
  line      integer  check (line > 0),
  label     text     check (length(label) between 1 and 100),
  -- The item that names the same receipt.
  same_as   smallint check (same_as < position),
  bank      text,
  -- The beginning of what was sent. Erased with the names of the list's other receipts.
  reference text     check (length(reference) between 1 and 200),
  -- What the API says about the line; null for a repeated receipt. Only `code` is left once it is erased.
  error     jsonb    check (jsonb_typeof(error -> 'code') = 'string'),
  constraint skipped_for_a_reason check (error is not null or same_as is not null),
  primary key (batch_id, position)
);
-- Skipped lines that are not erased yet: few among those of all lists.
create index skipped_lines_to_erase on verification_batch_skipped_lines (batch_id) where error - 'code' <> '{}';

-- Items of a batch by state and verdict, and the decisions of those that ended.
create function batch_counts(batch text) returns jsonb language sql stable as $$
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
$$;
