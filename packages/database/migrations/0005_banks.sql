-- What is known of each bank, and documents that no parser could read.

-- Recent time from claim to verdict, recorded by the verifiers; waits are estimated from it.
create table bank_service_times (
  bank       text             primary key,
  service_ms double precision not null check (service_ms >= 0),
  updated_at timestamptz      not null default now()
);

-- Attempts at each bank, in buckets of UTC time. One statement adds every attempt to its minute, hour and day. Minutes
-- show the present state, hours the last 24, days the last 90.
create table bank_attempts (
  bank              text        not null,
  span              text        not null check (span in ('minute', 'hour', 'day')),
  starts_at         timestamptz not null,
  -- The bank responded, with any content; or it did not respond.
  answered          bigint      not null default 0 check (answered >= 0),
  unavailable       bigint      not null default 0 check (unavailable >= 0),
  -- Callers without a response in a minute: one bit for each, by a hash of the account. Two callers may share a bit,
  -- which makes them fewer, never more.
  failed_requesters bigint      not null default 0,
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
  responded_at      timestamptz,
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
