-- Messages written in the transaction of what they tell. Read by availability, never by "id greater than the last seen".
create table outbox (
  id           bigint      generated always as identity primary key,
  topic        text        not null,
  key          text        not null,
  value        text        not null,
  headers      jsonb       not null default '{}',
  -- When the relay may send it: a little after commit where the writer publishes at once, later where work is parked.
  available_at timestamptz not null,
  created_at   timestamptz not null default now()
);
create index outbox_available on outbox (available_at);

create table webhook_deliveries (
  id              text        primary key check (id like 'whd\_%'),
  user_id         text        not null references users,
  verification_id text        not null,
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
  unique (verification_id, event),
  constraint finished_iff_final check ((state = 'pending') = (finished_at is null))
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';

create table webhook_attempts (
  delivery_id   text        not null references webhook_deliveries,
  attempt       integer     not null check (attempt >= 1),
  trigger       text        not null default 'schedule' check (trigger in ('schedule', 'manual')),
  status_code   integer,
  error_class   text,
  dns_ms        double precision,
  connect_ms    double precision,
  first_byte_ms double precision,
  total_ms      double precision not null,
  finished_at   timestamptz not null default now(),
  primary key (delivery_id, attempt)
);

-- Keys are kept for 24 hours; this is how the older ones are found.
create index idempotency_keys_by_age on idempotency_keys (created_at);
