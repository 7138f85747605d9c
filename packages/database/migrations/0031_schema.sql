-- The first 26 migrations in one file. A database that has run them is accepted as it is (`migrate.ts`). Later changes
-- are files of their own.

-- Clocks

-- Times in the API's format: ISO 8601, UTC, milliseconds.
create function iso_utc(moment timestamptz) returns text language sql immutable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The clock of all services, in the API's precision: times are stored as they are shown.
create function now_ms() returns timestamptz language sql volatile
  return date_trunc('milliseconds', clock_timestamp());

-- People, their businesses, keys, sessions

create table users (
  id                  text        primary key check (id like 'usr\_%'),
  email               text        not null check (length(email) <= 320),
  name                text        not null,
  default_webhook_url text,
  created_at          timestamptz not null default now(),
  password_hash       text,
  password_changed_at timestamptz,
  erased_at           timestamptz,
  -- An operator can disable an account without losing its data.
  disabled_at         timestamptz
);
create unique index users_email_key on users (lower(email));

-- The words of an account's audit rows may be deleted once it is erased. If an erasure could be undone, a role that may
-- change accounts could delete the words of any.
create function refuse_return_from_erasure() returns trigger language plpgsql as $$
begin
  raise exception 'an account that is erased stays erased' using errcode = 'insufficient_privilege';
end $$;
create trigger users_stay_erased before update on users for each row
  when (old.erased_at is not null and new.erased_at is distinct from old.erased_at)
  execute function refuse_return_from_erasure();

create table businesses (
  id         text        primary key check (id like 'biz\_%'),
  user_id    text        not null unique references users,
  name       text        not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now()
);

create table logos (
  user_id      text        primary key references users,
  content_type text        not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  -- 512 KiB.
  bytes        bytea       not null check (octet_length(bytes) between 1 and 524288),
  -- Hash of the bytes: the entity tag.
  content_hash bytea       not null check (octet_length(content_hash) = 32),
  updated_at   timestamptz not null default now()
);

-- Stores only the hash of a key: a stolen copy of this table grants no access.
create table api_keys (
  id            text        primary key check (id like 'key\_%'),
  user_id       text        not null references users,
  name          text        not null,
  key_hash      bytea       not null unique check (length(key_hash) = 32),
  permissions   jsonb       not null,
  metadata      jsonb       not null default '{}',
  request_count bigint      not null default 0,
  expires_at    timestamptz,
  revoked_at    timestamptz,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
-- Updated about once a second for each key in use: free space on the page keeps these updates HOT.
) with (fillfactor = 80);
create index api_keys_of_user on api_keys (user_id, created_at);

create table checkout_keys (
  id            text        primary key check (id like 'cky\_%'),
  user_id       text        not null references users,
  name          text        not null,
  key_hash      bytea       not null unique check (length(key_hash) = 32),
  -- Identifies a key to its owner, with the start of the hash.
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

-- The row decides whether a session is open: a token is worthless after it has ended.
create table sessions (
  id         text        primary key check (id like 'ses\_%'),
  user_id    text        not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at   timestamptz
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_by_age on sessions (expires_at);

-- For a closed or invite-only installation; the token is shown once, like a key.
create table invitations (
  id         text        primary key check (id like 'inv\_%'),
  email      text        not null,
  token_hash bytea       not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);

-- Mails to send. Stored by the call that causes them, deleted when the mail server has accepted them.
create table mails (
  id              text        primary key check (id like 'mal\_%'),
  kind            text        not null
    check (kind in ('confirm_registration', 'registration_known', 'reset_password', 'password_changed')),
  email           text        not null,
  attempts        integer     not null default 0 check (attempts >= 0),
  -- A sender that leases the mail moves this forward: until then no other sender leases it.
  next_attempt_at timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  -- Not sent after this time.
  expires_at      timestamptz not null
);
create index mails_due on mails (next_attempt_at);

-- At most one for each address: a new registration replaces it and its mailed link. Stored alike for addresses with an
-- account; the sender of the mail deletes those.
create table pending_registrations (
  email           text        primary key check (email = lower(email)),
  -- The mail with the link. No reference: the mail is deleted once it is sent.
  mail_id         text        not null unique,
  -- Hash of the token in the link; null until the mail is first sent.
  token_hash      bytea       unique check (length(token_hash) = 32),
  name            text        not null,
  business_name   text,
  password_hash   text        not null,
  -- Hash of the invitation that confirming the address uses up.
  invitation_hash bytea       check (length(invitation_hash) = 32),
  -- The call, for the audit log of an account that has the address.
  request_id      text        not null,
  traceparent     text,
  address         inet,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null
);
create index pending_registrations_by_age on pending_registrations (expires_at);

-- Links to replace a forgotten password. Several may be open; the first that is used ends the others.
create table password_resets (
  token_hash bytea       primary key check (length(token_hash) = 32),
  user_id    text        not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_of_user on password_resets (user_id);
create index password_resets_by_age on password_resets (expires_at);

-- The audit log is permanent

-- Records each act, its actor and its time. It identifies people by id only, and has no text of a caller; the change,
-- its address and its call are in audit_details.
create table audit_log (
  id         text        primary key check (id like 'aud\_%'),
  at         timestamptz not null default now_ms(),
  -- The account of the act; null for acts on the installation.
  user_id    text        references users,
  actor_kind text        not null check (actor_kind in ('session', 'api_key', 'operator', 'anonymous', 'system')),
  actor_id   text,
  action     text        not null check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  subject    text
);
create index audit_log_of_user on audit_log (user_id, at desc, id desc);
create index audit_log_of_user_by_action on audit_log (user_id, action, at desc, id desc);

-- Before and after, without secrets. A separate table, so that an erased person's words can be deleted while the record
-- of the act stays.
create table audit_details (
  audit_id   text  primary key references audit_log,
  before     jsonb,
  after      jsonb,
  -- The caller may choose it.
  request_id text,
  address    inet
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_details_unchanged before update or truncate on audit_details
  for each statement execute function refuse_change();

-- Only the erasure of their account may delete details.
create function refuse_delete_of_details() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_log a join users u on u.id = a.user_id
                  where a.id = old.audit_id and u.erased_at is not null) then
    raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger audit_details_erased_only before delete on audit_details
  for each row execute function refuse_delete_of_details();

-- Accounts that receive payments

create table bank_accounts (
  id                text        primary key check (id like 'acc\_%'),
  user_id           text        not null references users,
  bank              text        not null,
  owner             text        not null check (owner in ('user', 'business')),
  account_number    text        not null,
  normalized_number text        not null,
  account_name      text        not null,
  label             text,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  -- The holder as the bank prints it, if it differs from the entered name.
  other_names       text[]      not null default '{}'
    check (cardinality(other_names) <= 5 and array_position(other_names, null) is null),
  unique (user_id, bank, owner, normalized_number)
);

-- Verification. No foreign keys to users: they cost an admission a fifth of its statement. The account of a request, a
-- ledger line and a confirmation is that of the key or session that was just checked. Neither can exist without one,
-- and accounts are erased in place, never deleted.

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
  recover_after      timestamptz not null,
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
create index verification_requests_unfinished on verification_requests (bank, recover_after) where completed_at is null;
create index verification_requests_deadline on verification_requests (deadline_at) where completed_at is null;
create index verification_requests_to_erase on verification_requests (completed_at)
  where completed_at is not null and erased_at is null;

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
  user_id            text        not null,
  receipt_hash       bytea       not null check (length(receipt_hash) = 32),
  first_confirmed_at timestamptz not null,
  last_confirmed_at  timestamptz not null,
  confirmation_count bigint      not null check (confirmation_count >= 1),
  -- Becomes the first if the first was a deposit's and is released.
  second_confirmed_at timestamptz,
  primary key (user_id, receipt_hash)
) with (fillfactor = 80);

-- Credits

-- One row for each account, updated with every admission: free space on the page keeps these updates HOT.
create table credit_accounts (
  user_id   text   primary key references users,
  balance   bigint not null check (balance >= 0),
  -- A closed account admits nothing more: the admission locks this row and decides by it.
  closed_at timestamptz
) with (fillfactor = 50);

create table credit_transactions (
  id              text        not null check (id like 'ctx\_%'),
  user_id         text        not null,
  type            text        not null check (type in ('grant', 'purchase', 'debit', 'refund')),
  amount          bigint      not null,
  balance_after   bigint      not null check (balance_after >= 0),
  verification_id text,
  note            text,
  created_at      timestamptz not null default now(),
  -- The position of a line in its account's ledger. Lines are written while the balance is locked, so their numbers
  -- follow the balance from line to line. No clock and no id made in another process can guarantee that.
  sequence        bigint      generated always as identity,
  deposit_id      text,
  -- Ascending, as lines are added: a page that fills at its end is split there, and stays full. Lines are found by this
  -- key. Their id is only shown, and random enough to be unique without an index.
  constraint credit_transactions_of_user primary key (user_id, sequence),
  constraint sign_follows_type check ((amount < 0) = (type = 'debit') and amount <> 0),
  constraint request_iff_debit_or_refund check ((verification_id is not null) = (type in ('debit', 'refund'))),
  constraint deposit_iff_purchase check ((deposit_id is not null) = (type = 'purchase'))
);
-- One debit and one refund for each request, under any redelivery or retry.
create unique index credit_transactions_once on credit_transactions (verification_id, type) where verification_id is not null;
-- A deposit adds its credits once, under any concurrency. The index has no other lines.
create unique index credit_transactions_of_deposit on credit_transactions (deposit_id) where deposit_id is not null;

create function refuse_refund_to_another() returns trigger language plpgsql as $$
begin
  if exists (select from credit_transactions debit
              where debit.verification_id = new.verification_id and debit.type = 'debit' and debit.user_id <> new.user_id) then
    raise exception 'a refund goes to the account that was debited' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger credit_transactions_refund_payer before insert on credit_transactions
  for each row when (new.type = 'refund') execute function refuse_refund_to_another();

-- Refunds failed requests, so that the verifiers' role needs no rights on balances, ledger and audit log. The refund is
-- the request's debit, to the account that paid it; the unique index `credit_transactions_once` allows one refund per
-- request. `transaction_ids`: ids for the new ledger lines, one per request.
create function refund_failed(verification_ids text[], transaction_ids text[]) returns bigint
  language sql security definer set search_path = public, pg_temp as $$
  with failed as materialized (
    select v.id, debit.user_id, -debit.amount as amount, asked.transaction_id
      from unnest(verification_ids, transaction_ids) as asked(id, transaction_id)
      join verification_requests v on v.id = asked.id and v.processing_status = 'failed'
      join credit_transactions debit on debit.verification_id = v.id and debit.type = 'debit'
  ),
  account as materialized (
    select user_id, balance from credit_accounts where user_id in (select user_id from failed)
     order by user_id
       for update
  ),
  refunded as (
    update credit_accounts a set balance = a.balance + refund.amount
      from (select user_id, sum(amount)::bigint as amount from failed group by user_id) refund join account using (user_id)
     where a.user_id = refund.user_id
  ),
  ledger as (
    insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id)
    select transaction_id, user_id, 'refund', amount,
           account.balance + sum(amount) over (partition by user_id order by id), id
      from failed join account using (user_id)
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
$$;
revoke execute on function refund_failed(text[], text[]) from public;

-- Banks

-- Recent time from claim to verdict, recorded by the verifiers; waits are estimated from it.
create table bank_service_times (
  bank       text             primary key,
  service_ms double precision not null check (service_ms >= 0),
  updated_at timestamptz      not null default now()
);

-- Attempts at each bank, in buckets of UTC time. One statement adds every attempt to its minute, hour and day. Minutes
-- show the present state, hours the last 24, days the last 90.
create table bank_attempts (
  bank        text        not null,
  span        text        not null check (span in ('minute', 'hour', 'day')),
  starts_at   timestamptz not null,
  -- The bank responded, with any content; or it did not respond.
  answered    bigint      not null default 0 check (answered >= 0),
  unavailable bigint      not null default 0 check (unavailable >= 0),
  -- Callers without a response in a minute: one bit for each, by a hash of the account. Two callers may share a bit,
  -- which makes them fewer, never more.
  askers_in_vain bigint   not null default 0,
  -- In this order a bank's 90 days are neighbours, and so are the oldest rows of a span.
  primary key (span, bank, starts_at),
  constraint starts_with_its_span check (starts_at = date_trunc(span, starts_at, 'UTC'))
) with (fillfactor = 50);

-- One row for each queried bank: reported by its verifiers, judged by the gateways.
create table bank_conditions (
  bank              text        primary key,
  state             text        not null default 'unknown' check (state in ('operational', 'degraded', 'down', 'unknown')),
  since             timestamptz not null default now_ms(),
  attempted_at      timestamptz,
  answered_at       timestamptz,
  breaker_opened_at timestamptz,
  -- Until then the verifier that claimed it queries the canary, and no other one.
  probe_until       timestamptz
) with (fillfactor = 50);

create table bank_incidents (
  bank      text        not null,
  opened_at timestamptz not null default now_ms(),
  closed_at timestamptz,
  primary key (bank, opened_at),
  constraint closes_after_it_opened check (closed_at >= opened_at)
);
-- One incident, even if many processes see a bank go down.
create unique index bank_incidents_open on bank_incidents (bank) where closed_at is null;

-- Bank documents that no parser could read: the newest 20 of a bank, for 7 days. No other table has bank documents.
create table quarantined_documents (
  id              text        primary key check (id like 'doc\_%'),
  bank            text        not null,
  verification_id text        not null,
  received_at     timestamptz not null default now(),
  -- The same document for other requests counts here instead of taking a place.
  times_seen      integer     not null default 1 check (times_seen >= 1),
  last_seen_at    timestamptz not null default now(),
  content_type    text        not null check (length(content_type) <= 100),
  -- The parser's error: labels and positions, never a value of the document.
  reason          text        not null check (length(reason) <= 300),
  -- Bytes of the original document; of a longer one only the first 2 MiB are stored.
  size            bigint      not null check (size >= 0),
  -- Keyed, so that the content cannot be found by hashing guesses.
  document_hash   bytea       not null check (octet_length(document_hash) = 32),
  -- The key that opens it.
  key_id          text        not null,
  -- 2 MiB, plus the overhead of the encryption.
  ciphertext      bytea       not null check (octet_length(ciphertext) <= 2097152 + 64),
  unique (bank, document_hash)
);
create index quarantined_documents_newest on quarantined_documents (bank, received_at desc, id desc);
create index quarantined_documents_by_age on quarantined_documents (received_at);

-- Messages and webhooks

-- Messages written in the transaction of their change. Read by availability, never by "id greater than the last seen".
create table outbox (
  id           bigint      generated always as identity primary key,
  topic        text        not null,
  key          text        not null,
  value        text        not null,
  headers      jsonb       not null default '{}',
  -- When the relay may publish it: soon after the commit if the writer publishes at once, later for parked work.
  available_at timestamptz not null,
  created_at   timestamptz not null default now()
);
create index outbox_available on outbox (available_at);

-- The signing secret must be read back to sign, so it is encrypted (AES-256-GCM, key from the environment), not hashed.
create table webhook_secrets (
  user_id             text        primary key references users,
  ciphertext          bytea       not null,
  created_at          timestamptz not null default now(),
  -- The previous secret signs too, until this time by the database's clock.
  previous_ciphertext bytea,
  previous_until      timestamptz,
  constraint previous_until_iff_previous check ((previous_ciphertext is null) = (previous_until is null))
);

create table webhook_deliveries (
  id              text        primary key check (id like 'whd\_%'),
  user_id         text        not null references users,
  -- Only for events of a verification: the queue also has changes of an account.
  verification_id text,
  event           text        not null,
  url             text        not null,
  -- The bytes that every attempt sends.
  payload         text        not null,
  state           text        not null default 'pending' check (state in ('pending', 'delivered', 'exhausted', 'given_up')),
  attempts        integer     not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_token     uuid,
  leased_until    timestamptz,
  http_request_id text        not null,
  traceparent     text,
  created_at      timestamptz not null default now(),
  finished_at     timestamptz,
  erased_at       timestamptz,
  -- `url` is in the form of the URL parser: lower case, without user names.
  host            text        not null
    generated always as (coalesce(rtrim(substring(url from '^[a-z]+://(\[[^]]*\]|[^/:]*)'), '.'), '')) stored,
  -- Attempts of the current run of the schedule; `attempts` counts those of all runs.
  run_attempts    integer     not null default 0,
  run_trigger     text        not null default 'schedule' check (run_trigger in ('schedule', 'manual')),
  run_started_at  timestamptz not null default now(),
  -- The job that started the current run.
  recovery_id     text,
  unique (verification_id, event),
  constraint finished_iff_final check ((state = 'pending') = (finished_at is null)),
  constraint verification_iff_about_one check ((verification_id is not null) = (event like 'verification.%')),
  constraint run_within_attempts check (run_attempts between 0 and attempts)
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_without_verification on webhook_deliveries (created_at)
  where verification_id is null and erased_at is null;
create index webhook_deliveries_of_user on webhook_deliveries (user_id, id);
-- One index entry for each step through accounts and hosts, for any number of deliveries of each.
create index webhook_deliveries_by_target on webhook_deliveries (user_id, host, next_attempt_at) where state = 'pending';
create index webhook_deliveries_exhausted on webhook_deliveries (user_id, created_at, id) where state = 'exhausted';
create index webhook_deliveries_of_recovery on webhook_deliveries (recovery_id, state) where recovery_id is not null;

create table webhook_recoveries (
  id          text        primary key check (id like 'whr\_%'),
  user_id     text        not null references users,
  since       timestamptz not null,
  until       timestamptz not null,
  -- Null for all hosts.
  host        text,
  state       text        not null default 'running' check (state in ('running', 'finished')),
  -- Deliveries to recover when the job was created, and how many were requeued.
  matched     integer     not null check (matched >= 0),
  requeued    integer     not null default 0 check (requeued >= 0),
  -- The last examined delivery, by time and id.
  reached_at  timestamptz,
  reached_id  text,
  -- Jobs take turns.
  served_at   timestamptz not null default now(),
  created_at  timestamptz not null default now(),
  finished_at timestamptz,
  constraint since_before_until check (since < until),
  constraint recovery_finished_iff_final check ((state = 'finished') = (finished_at is not null))
);
create index webhook_recoveries_running on webhook_recoveries (served_at) where state = 'running';
create index webhook_recoveries_of_user on webhook_recoveries (user_id, id);

-- By day (UTC), so that a day is deleted by dropping its partition. No foreign key: dropping a partition would lock the
-- deliveries, and the only statement that inserts here takes the id from the delivery that it updates.
create table webhook_attempts (
  delivery_id   text        not null,
  attempt       integer     not null constraint attempts_from_one check (attempt >= 1),
  trigger       text        not null default 'schedule' constraint attempt_trigger check (trigger in ('schedule', 'manual')),
  status_code   integer,
  error_class   text,
  dns_ms        double precision,
  connect_ms    double precision,
  first_byte_ms double precision,
  total_ms      double precision not null,
  finished_at   timestamptz not null default now(),
  primary key (delivery_id, attempt, finished_at)
) partition by range (finished_at);
-- Takes rows of days without a partition, so that an attempt is always recorded.
create table webhook_attempts_other partition of webhook_attempts default;

-- The services' role may not change the schema; these two functions do it, and nothing else. Callers may be concurrent:
-- one works, the others return 0 at once.
create function make_attempt_partitions(days_ahead integer) returns integer language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
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
end $$;

create function drop_attempt_partitions(days_kept integer) returns integer language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '2s' as $$
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
end $$;
revoke execute on function make_attempt_partitions(integer), drop_attempt_partitions(integer) from public;
select make_attempt_partitions(7);

-- A verifier reads untrusted documents. Its role may only send the verdict of a request: to the URL of that request, in
-- the name of its account, once (`unique (verification_id, event)`). The services' other roles accept requests
-- themselves, so they are not checked.
--
-- Names are qualified: the caller chooses the search path, and has temporary tables and types. Once for each statement,
-- not each row: verdicts come in batches.
create function refuse_foreign_deliveries() returns trigger language plpgsql as $$
begin
  if exists (
    select from added
     where event is distinct from 'verification.completed'
        or (select v.user_id = added.user_id and v.webhook_url = added.url
              from public.verification_requests v where v.id = added.verification_id) is not true
        -- The beginning too: receivers differ in which of two equal names they read.
        or not pg_catalog.starts_with(payload, pg_catalog.format('{"event":"%s","requestId":"%s",', event, verification_id))
        or not payload::pg_catalog.jsonb @> pg_catalog.jsonb_build_object('event', event, 'requestId', verification_id))
  then
    raise exception 'this role tells of verdicts only, to the URL of their request' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger webhook_deliveries_of_verdicts after insert on webhook_deliveries referencing new table as added
  for each statement when (not has_table_privilege('public.verification_requests'::regclass, 'insert'))
  execute function refuse_foreign_deliveries();

create function refuse_foreign_message() returns trigger language plpgsql as $$
begin
  raise exception 'this role writes no messages to this topic' using errcode = 'insufficient_privilege';
end $$;
create trigger outbox_of_verdicts before insert on outbox for each row
  when (new.topic <> 'verification.finished' and new.topic not like 'verification.requested.%'
        and not has_table_privilege('public.verification_requests'::regclass, 'insert'))
  execute function refuse_foreign_message();

-- Checkout

create table deposits (
  id              text        primary key check (id like 'dep\_%'),
  user_id         text        not null references users,
  -- Identifies the hosted page; 192 random bits.
  token           text        not null unique check (length(token) = 32),
  status          text        not null default 'awaiting_payment'
    check (status in ('awaiting_payment', 'verifying', 'review_required', 'confirmed', 'expired', 'canceled')),
  -- Santim.
  amount          bigint      not null check (amount > 0),
  amount_received bigint,
  reference       text        not null,
  description     text,
  customer        jsonb,
  -- As of the deposit's creation: the options that the payer was shown.
  payment_options jsonb       not null,
  return_url      text,
  cancel_url      text,
  webhook_url     text,
  metadata        jsonb       not null default '{}',
  receipt         jsonb,
  late_receipt    jsonb,
  -- Keyed hash of (account, bank, transaction id) of the accepted receipt, late ones too: used once, ever.
  receipt_hash    bytea       unique check (length(receipt_hash) = 32),
  last_error      text        check (last_error in ('receipt_not_found', 'receipt_already_used', 'wrong_receiver', 'amount_too_low',
                                                    'paid_before_created', 'bank_unavailable', 'receipt_rejected')),
  tries           int         not null default 0 check (tries between 0 and 10),
  -- Every change creates one event, so this is the deposit's version too.
  event_count     int         not null default 0,
  http_request_id text        not null,
  traceparent     text,
  created_at      timestamptz not null default now_ms(),
  expires_at      timestamptz not null,
  confirmed_at    timestamptz,
  canceled_at     timestamptz,
  erased_at       timestamptz,
  -- The held receipt and the doubts about it: a person decides whether it confirms the deposit, which may also be
  -- marked as paid without one.
  review          jsonb,
  -- Without a decision the deposit expires then.
  review_expires_at timestamptz,
  -- Keyed hashes of receipts that a person has rejected: they are not held again.
  rejected_hashes bytea[]     not null default '{}',
  -- A person's last decision.
  resolution      jsonb,
  -- Null for deposits that early releases confirmed: by a receipt.
  confirmed_by    text        check (confirmed_by in ('receipt', 'person')),
  -- Three if the buyer of credits or the platform's account pays for the attempts.
  max_tries       smallint    not null default 10 check (max_tries between 1 and 10),
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
create index deposits_to_erase on deposits (created_at) where erased_at is null;
create index deposits_to_expire_in_review on deposits (review_expires_at) where status = 'review_required';

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
  ask_after       timestamptz not null default now() + interval '15 seconds',
  settled_at      timestamptz,
  constraint identifiers_until_settled check ((settled_at is null) = (reference is not null)),
  constraint settled_has_none check (settled_at is null or (suffix is null and phone is null))
);
-- One at a time.
create unique index deposit_submissions_open on deposit_submissions (deposit_id) where settled_at is null;
create index deposit_submissions_of_deposit on deposit_submissions (deposit_id);

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

-- The first response to an idempotency key, stored in the transaction of its call.
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

-- Erasure

create function without_people(fields jsonb) returns jsonb language sql immutable parallel safe
  return (select jsonb_object_agg(key, case when key in ('senderName', 'receiverName', 'receiverAccount', 'otherNames',
            'referenceNumber', 'accountSuffix', 'accountNumber', 'previousAccountNumber', 'accountName', 'label')
            then 'null'::jsonb else value end)
          from jsonb_each(fields));

create function erased_result(result jsonb) returns jsonb language sql immutable parallel safe
  return without_people(result) || jsonb_build_object('settlementAccountMatch',
    (result -> 'settlementAccountMatch') - array['receiverAccount', 'matchedSettlementAccount', 'debug']);

-- A deposit in the form of events and webhooks, without data that identifies a person, an account or a payment.
create function erased_review(review jsonb) returns jsonb language sql immutable parallel safe
  return case when jsonb_typeof(review) = 'object'
    then review || jsonb_build_object('receipt', without_people(review -> 'receipt'), 'receiverName', null,
                                      'receiverAccount', null, 'paymentOption', null) end;

create function erased_deposit(deposit jsonb) returns jsonb language sql immutable parallel safe
  return deposit || jsonb_build_object('reference', '', 'description', null, 'customer', null,
    'paymentOptions', '[]'::jsonb, 'returnUrl', null, 'cancelUrl', null, 'metadata', '{}'::jsonb,
    'receipt', case when jsonb_typeof(deposit -> 'receipt') = 'object' then without_people(deposit -> 'receipt') end,
    'review', erased_review(deposit -> 'review'),
    'resolution', case when jsonb_typeof(deposit -> 'resolution') = 'object'
      then deposit -> 'resolution' || jsonb_build_object('note', null) end,
    'lateReceipt', case when jsonb_typeof(deposit -> 'lateReceipt') = 'object' then without_people(deposit -> 'lateReceipt') end);

create function erased_payload(payload text) returns text language sql immutable parallel safe
  return (payload::jsonb || jsonb_build_object('data', case when payload::jsonb ->> 'depositId' is null
    then without_people(payload::jsonb -> 'data') else erased_deposit(payload::jsonb -> 'data') end))::text;
