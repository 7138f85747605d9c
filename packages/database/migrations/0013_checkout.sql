-- Checkout: keys of their own, deposits with their events, receipts on trial, and answers that are given again.

create table checkout_keys (
  id            text        primary key check (id like 'cky\_%'),
  user_id       text        not null references users,
  name          text        not null,
  key_hash      bytea       not null unique check (length(key_hash) = 32),
  -- With the start of the hash, all that tells one key from another afterwards.
  last4         text        not null check (length(last4) = 4),
  scopes        text[]      not null
    check (cardinality(scopes) > 0 and scopes <@ array['deposits:write', 'deposits:read', 'events:read']),
  request_count bigint      not null default 0,
  expires_at    timestamptz,
  revoked_at    timestamptz,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
) with (fillfactor = 80);
create index checkout_keys_of_user on checkout_keys (user_id, created_at);

create table deposits (
  id              text        primary key check (id like 'dep\_%'),
  user_id         text        not null references users,
  -- Names the hosted page; 192 random bits.
  token           text        not null unique check (length(token) = 32),
  status          text        not null default 'awaiting_payment'
    check (status in ('awaiting_payment', 'verifying', 'confirmed', 'expired', 'canceled')),
  -- Santim.
  amount          bigint      not null check (amount > 0),
  amount_received bigint,
  reference       text        not null,
  description     text,
  customer        jsonb,
  -- As they were when it was made: what the payer was shown is what counts.
  payment_options jsonb       not null,
  return_url      text,
  cancel_url      text,
  webhook_url     text,
  metadata        jsonb       not null default '{}',
  receipt         jsonb,
  late_receipt    jsonb,
  -- Keyed hash of (account, bank, transaction id) of the receipt that was taken, late ones too: used once, ever.
  receipt_hash    bytea       unique check (length(receipt_hash) = 32),
  last_error      text        check (last_error in ('receipt_not_found', 'receipt_already_used', 'wrong_receiver',
                                                    'amount_too_low', 'paid_before_created', 'bank_unavailable')),
  tries           int         not null default 0 check (tries between 0 and 10),
  -- Every change makes one event, so this is the deposit's version too.
  event_count     int         not null default 0,
  http_request_id text        not null,
  traceparent     text,
  created_at      timestamptz not null default now_ms(),
  expires_at      timestamptz not null,
  confirmed_at    timestamptz,
  canceled_at     timestamptz,
  erased_at       timestamptz,
  constraint confirmed_iff_paid check ((status = 'confirmed') = (confirmed_at is not null)
    and (status = 'confirmed') = (amount_received is not null) and (status = 'confirmed') = (receipt is not null)),
  constraint confirmed_covers_amount check (amount_received >= amount),
  constraint canceled_iff_canceled check ((status = 'canceled') = (canceled_at is not null)),
  constraint late_only_when_expired check (late_receipt is null or status = 'expired'),
  constraint receipt_has_hash check ((receipt_hash is not null) = (receipt is not null or late_receipt is not null))
) with (fillfactor = 80);
create index deposits_of_user on deposits (user_id, id);
create index deposits_by_status on deposits (user_id, status, id);
create index deposits_by_reference on deposits (user_id, reference, id);
create index deposits_to_expire on deposits (expires_at) where status = 'awaiting_payment';
create index deposits_to_erase on deposits (created_at) where erased_at is null;

-- A receipt on trial. Noted before it is verified, so that a crash in between loses nothing; what it takes to ask the bank
-- is kept only until the outcome is known.
create table deposit_submissions (
  verification_id text        primary key check (verification_id like 'ver\_%'),
  deposit_id      text        not null references deposits,
  user_id         text        not null references users,
  bank            text        not null,
  reference       text,
  suffix          text,
  phone           text,
  http_request_id text        not null,
  traceparent     text        not null,
  submitted_at    timestamptz not null default now_ms(),
  -- Whoever noted it has this long to ask for the verification; then any process may.
  ask_after       timestamptz not null default now() + interval '15 seconds',
  settled_at      timestamptz,
  constraint identifiers_until_settled check ((settled_at is null) = (reference is not null)),
  constraint settled_has_none check (settled_at is null or (suffix is null and phone is null))
);
-- One at a time.
create unique index deposit_submissions_open on deposit_submissions (deposit_id) where settled_at is null;
create index deposit_submissions_of_deposit on deposit_submissions (deposit_id);

-- Numbers the events of an account in the order in which they are committed: whoever takes a number holds the row until its
-- transaction ends, so that no reader sees a number before all the smaller ones.
create table deposit_event_counters (
  user_id text   primary key references users,
  last    bigint not null check (last > 0)
) with (fillfactor = 50);

create table deposit_events (
  id          text        primary key check (id like 'evt\_%'),
  user_id     text        not null references users,
  deposit_id  text        not null references deposits,
  sequence    int         not null check (sequence > 0),
  publication bigint      not null check (publication > 0),
  type        text        not null,
  -- The deposit as the event left it.
  data        jsonb       not null,
  created_at  timestamptz not null default now_ms(),
  unique (deposit_id, sequence),
  unique (user_id, publication)
);
-- Whatever races, a deposit ends once, and its late receipt comes once.
create unique index deposit_events_terminal on deposit_events (deposit_id)
  where type in ('deposit.confirmed', 'deposit.expired', 'deposit.canceled');
create unique index deposit_events_late on deposit_events (deposit_id) where type = 'deposit.late_receipt';

-- The first answer to an idempotency key, stored in the transaction of what it made.
create table checkout_answers (
  user_id         text        not null references users,
  idempotency_key text        not null check (length(idempotency_key) between 1 and 255),
  fingerprint     bytea       not null check (length(fingerprint) = 32),
  status          int         not null,
  body            text        not null,
  created_at      timestamptz not null default now(),
  primary key (user_id, idempotency_key)
);
create index checkout_answers_by_age on checkout_answers (created_at);

-- A deposit, as events and webhooks tell it, with nothing left that names a person, an account or a payment.
create function erased_deposit(deposit jsonb) returns jsonb language sql immutable parallel safe
  return deposit || jsonb_build_object('reference', '', 'description', null, 'customer', null,
    'paymentOptions', '[]'::jsonb, 'returnUrl', null, 'cancelUrl', null, 'metadata', '{}'::jsonb,
    'receipt', case when jsonb_typeof(deposit -> 'receipt') = 'object' then without_people(deposit -> 'receipt') end,
    'lateReceipt', case when jsonb_typeof(deposit -> 'lateReceipt') = 'object' then without_people(deposit -> 'lateReceipt') end);

create or replace function erased_payload(payload text) returns text language sql immutable parallel safe
  return (payload::jsonb || jsonb_build_object('data', case when payload::jsonb ->> 'depositId' is null
    then without_people(payload::jsonb -> 'data') else erased_deposit(payload::jsonb -> 'data') end))::text;
