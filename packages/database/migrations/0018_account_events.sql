-- The events of an account in one order (`GET /api/events`). A verdict writes nothing here: a reader's call finds the
-- requests and the events of deposits (events/number-events.ts), and gives each event its number after its commit.
create table account_events (
  id         text        primary key check (id like 'evt\_%'),
  user_id    text        not null references users,
  -- Its place among the events of the account, without gaps. Null until a reader's call.
  sequence   bigint      check (sequence > 0),
  type       text        not null,
  subject    text        not null,
  -- Of a request that has not ended, when it was accepted.
  created_at timestamptz not null default now_ms(),
  -- The latest `created_at` up to this event: it grows with `sequence`, so a time has a place in the order.
  reached_at timestamptz,
  -- The webhook's body, where the subject does not tell it.
  body       json,
  constraint reached_iff_numbered check ((sequence is null) = (reached_at is null))
);
create unique index account_events_in_order on account_events (user_id, sequence) where sequence is not null;
create unique index account_events_of_verdict on account_events (subject) where type = 'verification.completed';
create index account_events_without_number on account_events (user_id, created_at) where sequence is null;
-- One text, so that the planner takes no other index, in which all other events might come first.
create index account_events_by_type on account_events ((user_id || '|' || type), sequence) where sequence is not null;
create index account_events_by_subject on account_events ((user_id || '|' || subject), sequence) where sequence is not null;
create index account_events_by_time on account_events (user_id, reached_at, sequence) where sequence is not null;
create index account_events_expired on account_events (created_at);
create index account_events_with_body on account_events (created_at) where body is not null;

-- How far an account's events are found and numbered. Its lock makes one call at a time do so.
create table account_event_counters (
  user_id        text        primary key references users,
  last           bigint      not null default 0,
  reached_at     timestamptz,
  -- All requests that were created before are found.
  requests_until timestamptz not null,
  -- All events of deposits up to this publication are found.
  deposits_until bigint      not null default 0,
  -- When every transaction before `fence_xid` has ended, no request from before `fence_at` can still appear.
  fence_at       timestamptz,
  fence_xid      xid8
);

create or replace function notify_credits_low(account text, balance bigint, low_balance bigint) returns void
  language sql volatile as $$
  with event as (
    insert into account_events (id, user_id, type, subject, created_at, body)
    select id, account, 'credits.low', account, at,
           json_build_object('id', id, 'type', 'credits.low', 'createdAt', iso_utc(at), 'livemode', true,
                             'data', json_build_object('balance', balance, 'lowBalance', low_balance))
      from (select 'evt_' || new_ulid() as id, now_ms() as at) event
    returning id, body
  )
  insert into webhook_deliveries (id, user_id, event, event_id, subject, endpoint_id, url, payload, http_request_id, next_attempt_at)
  select webhook_delivery_id('whd_' || right(event.id, 26), place), account, 'credits.low', event.id, account, endpoint_id, url,
         event.body::text, event.id, due_at
    from event, webhook_targets(account, 'credits.low', null);
  select queue_telegram(account, 'credits_low', null, jsonb_build_object('balance', balance));
$$;

-- An endpoint that also gets what happened before it was created. The row goes when all is queued.
create table endpoint_replays (
  endpoint_id text        primary key references webhook_endpoints on delete cascade,
  user_id     text        not null references users,
  replay_from timestamptz not null,
  -- Whether its creator may read saved bank accounts and credits.
  sees_money  boolean     not null,
  -- Number of the last event that was looked at.
  reached     bigint      not null default 0,
  -- Transactions before it may not have seen the endpoint.
  fence_xid   xid8        not null default pg_current_xact_id(),
  created_at  timestamptz not null default now(),
  -- Accounts take turns.
  due_at      timestamptz not null default now()
);
create index endpoint_replays_due on endpoint_replays (due_at);
create index endpoint_replays_of_user on endpoint_replays (user_id);
