-- How attempts to ask each bank went, in buckets of UTC time. Every attempt is in one minute, one hour and one day, added
-- by the same statement: minutes tell the present state, hours the last 24, days the last 90.
create table bank_attempts (
  bank        text        not null,
  span        text        not null check (span in ('minute', 'hour', 'day')),
  starts_at   timestamptz not null,
  -- The bank answered, whatever it said; or it gave no answer.
  answered    bigint      not null default 0 check (answered >= 0),
  unavailable bigint      not null default 0 check (unavailable >= 0),
  -- In this order a bank's 90 days are neighbours, and so are the oldest rows of a span.
  primary key (span, bank, starts_at),
  constraint starts_with_its_span check (starts_at = date_trunc(span, starts_at, 'UTC'))
) with (fillfactor = 50);

-- One row a bank that has been asked: what its verifiers report, and what the gateways make of it.
create table bank_conditions (
  bank              text        primary key,
  state             text        not null default 'unknown' check (state in ('operational', 'degraded', 'down', 'unknown')),
  since             timestamptz not null default now_ms(),
  attempted_at      timestamptz,
  answered_at       timestamptz,
  breaker_opened_at timestamptz,
  -- Until then the verifier that claimed it asks for the canary, and no other one.
  probe_until       timestamptz
) with (fillfactor = 50);

create table bank_incidents (
  bank      text        not null,
  opened_at timestamptz not null default now_ms(),
  closed_at timestamptz,
  primary key (bank, opened_at),
  constraint closes_after_it_opened check (closed_at >= opened_at)
);
-- However many processes see a bank go down, it is one incident.
create unique index bank_incidents_open on bank_incidents (bank) where closed_at is null;
