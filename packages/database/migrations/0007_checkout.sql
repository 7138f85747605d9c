-- Deposits, the receipts that pay them, their events, and purchases of credits, which are deposits too.

-- The texts of a deposit that a search reads, in lower case. Also receipts that came late or wait for a decision.
create function deposit_search_text(reference text, description text, customer jsonb, receipt jsonb, late_receipt jsonb, review jsonb)
  returns text language sql immutable parallel safe
return lower(reference
  || E'\n' || coalesce(description, '')
  || E'\n' || coalesce(customer ->> 'name', '')
  || E'\n' || coalesce(customer ->> 'email', '')
  || E'\n' || coalesce(customer ->> 'phone', '')
  || E'\n' || coalesce(receipt ->> 'referenceNumber', '')
  || E'\n' || coalesce(receipt ->> 'senderName', '')
  || E'\n' || coalesce(late_receipt ->> 'referenceNumber', '')
  || E'\n' || coalesce(late_receipt ->> 'senderName', '')
  || E'\n' || coalesce(review -> 'receipt' ->> 'referenceNumber', '')
  || E'\n' || coalesce(review -> 'receipt' ->> 'senderName', ''));
-- One hash for each three characters, with the account in it: a search of one account reads no entry of another. Texts
-- that contain another text have all its hashes. The cost keeps the planner from computing them row by row.
create function search_keys(account text, searched text) returns bigint[] language sql immutable parallel safe cost 10000
return (
  select coalesce(array_agg(distinct hashtextextended(account || '|' || substr(searched, at, 3), 0)), '{}')
    from generate_series(1, length(searched) - 2) as at);

create table deposits (
  id                text        primary key check (id like 'dep\_%'),
  user_id           text        not null references users,
  -- Identifies the hosted page; 192 random bits.
  token             text        not null unique check (length(token) = 32),
  status            text        not null default 'awaiting_payment'
    check (status in ('awaiting_payment', 'verifying', 'review_required', 'confirmed', 'expired', 'canceled')),
  -- Santim.
  amount            bigint      not null check (amount > 0),
  amount_received   bigint,
  reference         text        not null,
  description       text,
  customer          jsonb,
  -- As of the deposit's creation: the options that the payer was shown.
  payment_options   jsonb       not null,
  return_url        text,
  cancel_url        text,
  webhook_url       text,
  metadata          jsonb       not null default '{}',
  receipt           jsonb,
  late_receipt      jsonb,
  -- Keyed hash of (account, bank, transaction id) of the accepted receipt, late ones too: used once, ever.
  receipt_hash      bytea       unique check (length(receipt_hash) = 32),
  last_error        text        check (last_error in ('receipt_not_found', 'receipt_already_used', 'wrong_receiver', 'amount_too_low',
                                                    'paid_before_created', 'bank_unavailable', 'not_a_payment_to_merchant',
                                                    'receipt_rejected')),
  tries             int         not null default 0 check (tries between 0 and 10),
  -- Every change creates one event, so this is the deposit's version too.
  event_count       int         not null default 0,
  http_request_id   text        not null,
  traceparent       text,
  created_at        timestamptz not null default now_ms(),
  expires_at        timestamptz not null,
  confirmed_at      timestamptz,
  canceled_at       timestamptz,
  erased_at         timestamptz,
  -- The held receipt and the doubts about it: a person decides whether it confirms the deposit, which may also be
  -- marked as paid without one.
  review            jsonb,
  -- Without a decision the deposit expires then.
  review_expires_at timestamptz,
  -- Keyed hashes of receipts that a person has rejected: they are not held again.
  rejected_hashes   bytea[]     not null default '{}',
  -- A person's last decision.
  resolution        jsonb,
  -- Null until it is confirmed.
  confirmed_by      text        check (confirmed_by in ('receipt', 'person')),
  -- Three if the buyer of credits or the platform's account pays for the attempts.
  max_tries         smallint    not null default 10 check (max_tries between 1 and 10),
  -- The payer may pay in several payments.
  allow_partial     boolean     not null default false,
  -- False if a receipt of the deposit came from the bank sandbox.
  livemode          boolean     not null default true,
  constraint confirmed_iff_paid check ((status = 'confirmed') = (confirmed_at is not null)
    and (status = 'confirmed') = (amount_received is not null)
    and (receipt is null or status = 'confirmed') and (confirmed_by is null or status = 'confirmed')
    and (status <> 'confirmed' or receipt is not null or confirmed_by is not distinct from 'person')),
  constraint review_iff_required check ((status = 'review_required') = (review is not null)
    and (status = 'review_required') = (review_expires_at is not null)),
  constraint confirmed_covers_amount check (amount_received >= amount),
  constraint canceled_iff_canceled check ((status = 'canceled') = (canceled_at is not null)),
  constraint late_only_when_expired
    check (late_receipt is null or status = 'expired' or confirmed_by is not distinct from 'person'),
  -- A receipt in review is held for its deposit, like one that has confirmed it.
  constraint receipt_has_hash
    check ((receipt_hash is not null) = (receipt is not null or late_receipt is not null or review is not null))
) with (fillfactor = 80);
create index deposits_of_user on deposits (user_id, id);
create index deposits_by_status on deposits (user_id, status, id);
create index deposits_by_reference on deposits (user_id, reference, id);
create index deposits_to_expire on deposits (expires_at) where status = 'awaiting_payment';
-- Deposits expire by account in turn, where very many are due.
create index deposits_to_expire_of_user on deposits (user_id, expires_at) where status = 'awaiting_payment';
create index deposits_to_erase on deposits (created_at) where erased_at is null;
create index deposits_to_expire_in_review on deposits (review_expires_at) where status = 'review_required';
create index deposits_search on deposits
  using gin (search_keys(user_id, deposit_search_text(reference, description, customer, receipt, late_receipt, review)));
-- Newest first, of an account and of each of its states; totals read the index alone.
create index deposits_newest
  on deposits (user_id, created_at, id) include (status, expires_at, amount, amount_received);
create index deposits_newest_by_status
  on deposits (user_id, status, created_at, id) include (expires_at, amount, amount_received);

-- A receipt that is being verified. Stored before its verification, so that a crash in between loses nothing. The
-- identifiers are stored only until the outcome is known.
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
  -- The process that stored it has until then to start the verification; then any process may.
  poll_after      timestamptz not null default now() + interval '15 seconds',
  settled_at      timestamptz,
  -- Why a receipt did not count: `deposits.last_error` tells only of the last one.
  rejection       text,
  constraint identifiers_until_settled check ((settled_at is null) = (reference is not null)),
  constraint settled_has_none check (settled_at is null or (suffix is null and phone is null))
);
-- One at a time.
create unique index deposit_submissions_open on deposit_submissions (deposit_id) where settled_at is null;
create index deposit_submissions_of_deposit on deposit_submissions (deposit_id);

-- The texts of a receipt that a search of deposits reads, in lower case.
create function deposit_part_text(receipt jsonb) returns text language sql immutable parallel safe
return lower(coalesce(receipt ->> 'referenceNumber', '') || E'\n' || coalesce(receipt ->> 'senderName', ''));

-- The receipts that count for a deposit in several payments. Each counts once: by its hash over all deposits, and by its
-- verification. It is used in the account, and no release can free it while it counts.
create table deposit_parts (
  verification_id text        not null primary key references deposit_submissions (verification_id),
  deposit_id      text        not null references deposits (id),
  user_id         text        not null,
  receipt_hash    bytea       not null unique,
  receipt         jsonb       not null,
  -- Santim.
  amount          bigint      not null check (amount > 0),
  accepted_at     timestamptz not null default now_ms(),
  foreign key (user_id, receipt_hash) references receipt_confirmations (user_id, receipt_hash)
);
create index deposit_parts_of_deposit on deposit_parts (deposit_id, accepted_at);
create index deposit_parts_of_user on deposit_parts (user_id);
create index deposit_parts_search on deposit_parts using gin (search_keys(user_id, deposit_part_text(receipt)));

-- Numbers the events of an account in the order of their commits. The transaction that takes a number locks the row
-- until its end, so no reader sees a number before all smaller ones.
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
-- Under any race a deposit is confirmed or canceled once, expires once (and may still be marked as paid), and has one
-- late receipt.
create unique index deposit_events_terminal on deposit_events (deposit_id)
  where type in ('deposit.confirmed', 'deposit.canceled');
create unique index deposit_events_expired on deposit_events (deposit_id) where type = 'deposit.expired';
create unique index deposit_events_late on deposit_events (deposit_id) where type = 'deposit.late_receipt';
-- Events of one type, read forward: `GET /v1/events?type=`.
create index deposit_events_by_type on deposit_events (user_id, type, publication);

-- The first response to an idempotency key, stored in the transaction of its call.
create table checkout_responses (
  user_id         text        not null references users,
  idempotency_key text        not null check (length(idempotency_key) between 1 and 255),
  fingerprint     bytea       not null check (length(fingerprint) = 32),
  status          int         not null,
  body            text        not null,
  created_at      timestamptz not null default now(),
  primary key (user_id, idempotency_key)
);
create index checkout_responses_by_age on checkout_responses (created_at);

create table credit_purchases (
  -- Belongs to the platform's account; the buyer knows the purchase by its id.
  deposit_id  text        primary key references deposits,
  -- The buyer.
  user_id     text        not null references users,
  package_id  text        not null,
  -- As of the time of the choice.
  credits     bigint      not null check (credits > 0),
  credited_at timestamptz
);
create index credit_purchases_of_user on credit_purchases (user_id, deposit_id);
