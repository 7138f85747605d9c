create table verification_requests (
  id                 text        primary key check (id like 'ver\_%'),
  user_id            text        not null references users,
  api_key_id         text,
  source             text        not null default 'api' check (source in ('api', 'checkout')),
  bank               text        not null,
  reference          text        not null,
  suffix             text,
  phone              text,
  -- Hash of bank and identifiers: the topic's key, and the key of the cached verdict.
  receipt_key        text        not null,
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
  -- Waits behind an open breaker: at its deadline it is the bank that was unavailable.
  parked             boolean     not null default false,
  -- When recovery looks at the row again if it is still unfinished and nobody holds a claim.
  recover_after      timestamptz not null,
  deadline_at        timestamptz not null,
  http_request_id    text        not null,
  traceparent        text,
  created_at         timestamptz not null default now_ms(),
  started_at         timestamptz,
  completed_at       timestamptz,
  constraint terminal_iff_ended check ((processing_status in ('completed', 'failed')) = (completed_at is not null)),
  constraint result_iff_ended check ((completed_at is not null) = (result is not null)),
  constraint pending_until_ended check ((status = 'pending') = (completed_at is null)),
  constraint verified_iff_success check (verified = (status = 'success')),
  constraint success_and_not_found_are_completed check (status not in ('success', 'not_found') or processing_status = 'completed'),
  constraint reason_iff_failed check ((failure_reason is not null) = (processing_status = 'failed'))
) with (fillfactor = 80);

create index verification_requests_of_user on verification_requests (user_id, created_at desc, id desc);
-- These two hold unfinished rows only, so no query on the hot path grows with the age of the table.
create index verification_requests_unfinished on verification_requests (bank, recover_after) where completed_at is null;
create index verification_requests_deadline on verification_requests (deadline_at) where completed_at is null;

create table idempotency_keys (
  user_id         text        not null,
  idempotency_key text        not null check (length(idempotency_key) between 1 and 255),
  fingerprint     bytea       not null,
  verification_id text        not null,
  created_at      timestamptz not null default now(),
  primary key (user_id, idempotency_key)
);

-- One row a genuine receipt and account. The receipt is a keyed hash, so that it outlives the erasure of personal data.
create table receipt_confirmations (
  user_id            text        not null references users,
  receipt_hash       bytea       not null check (length(receipt_hash) = 32),
  first_confirmed_at timestamptz not null,
  last_confirmed_at  timestamptz not null,
  confirmation_count bigint      not null check (confirmation_count >= 1),
  primary key (user_id, receipt_hash)
) with (fillfactor = 80);

-- Recent time from claim to verdict, kept by the verifiers; waits are estimated from it.
create table bank_service_times (
  bank       text             primary key,
  service_ms double precision not null check (service_ms >= 0),
  updated_at timestamptz      not null default now()
);
