-- Messages of a change, and webhooks: endpoints, deliveries, attempts.

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

create function refuse_foreign_message() returns trigger language plpgsql as $$
begin
  raise exception 'this role writes no messages to this topic' using errcode = 'insufficient_privilege';
end $$;
create trigger outbox_of_verdicts before insert on outbox for each row
  when (new.topic <> 'verification.finished' and new.topic not like 'verification.requested.%'
        and not has_table_privilege('public.verification_requests'::regclass, 'insert'))
  execute function refuse_foreign_message();

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

-- An account's own addresses for events, beside the URL of a request or deposit.
create table webhook_endpoints (
  id                  text        primary key check (id like 'whe\_%'),
  user_id             text        not null references users,
  url                 text        not null check (length(url) between 1 and 2048),
  description         text,
  -- Event types, `deposit.*` and the like, or `*` for all.
  types               text[]      not null default '{*}' check (cardinality(types) between 1 and 50),
  -- Kept equal to `users.default_webhook_url`, which is its address.
  is_default          boolean     not null default false,
  enabled             boolean     not null default true,
  -- Null for the default endpoint: the secret of the account signs.
  ciphertext          bytea,
  previous_ciphertext bytea,
  previous_until      timestamptz,
  -- Sealed JSON of the account's own headers. Null for none.
  headers_ciphertext  bytea,
  max_per_second      smallint    check (max_per_second between 1 and 100),
  -- The time up to which the rate is used.
  rate_used_until     timestamptz,
  -- The first failed attempt since the last delivered one.
  failing_since       timestamptz,
  -- Days with a failed attempt since then, and the last of them.
  failed_days         smallint    not null default 0,
  failed_on           date,
  -- Set if the service has disabled it, not a person.
  disabled_reason     text        check (disabled_reason in ('failing', 'gone')),
  disabled_at         timestamptz,
  -- When the owner was told of that.
  notified_at         timestamptz,
  -- Set for a developer's listener, which reads a stream. No request is ever made to its address.
  listening_until     timestamptz,
  created_at          timestamptz not null default now_ms(),
  updated_at          timestamptz not null default now_ms(),
  constraint previous_iff_until check ((previous_ciphertext is null) = (previous_until is null)),
  constraint secret_unless_default check (is_default = (ciphertext is null)),
  constraint disabled_by_service check ((disabled_reason is null) = (disabled_at is null) and (disabled_reason is null or not enabled)),
  constraint listener_is_not_default check (listening_until is null or not is_default)
) with (fillfactor = 80);
create index webhook_endpoints_of_user on webhook_endpoints (user_id, id);
create unique index webhook_endpoints_default on webhook_endpoints (user_id) where is_default;
create index webhook_endpoints_to_notify on webhook_endpoints (disabled_at) where disabled_reason is not null and notified_at is null;
create index webhook_endpoints_listening on webhook_endpoints (listening_until) where listening_until is not null;

-- Scheme, host and port of an address as the gateway stores it: normalized, so that a slash follows the host.
create function origin_of(url text) returns text language sql immutable parallel safe
return split_part(url, '/', 1) || '//' || split_part(url, '/', 3);

-- Stored headers are secrets for one receiver: they do not follow the endpoint to another one.
create function drop_headers_of_origin() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if origin_of(new.url) is distinct from origin_of(old.url) and new.headers_ciphertext is not distinct from old.headers_ciphertext then
    new.headers_ciphertext := null;
  end if;
  return new;
end
$$;
create trigger drop_headers_of_origin before update of url on webhook_endpoints
  for each row when (new.url <> old.url) execute function drop_headers_of_origin();

-- Every account's default webhook is an endpoint, whichever statement changes it. A definer's function, for roles without a
-- privilege on endpoints.
create function keep_default_endpoint() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.default_webhook_url is null then
    delete from webhook_endpoints where user_id = new.id and is_default;
  else
    insert into webhook_endpoints (id, user_id, url, is_default)
    values ('whe_' || new_ulid(), new.id, new.default_webhook_url, true)
    on conflict (user_id) where is_default do update
       -- A new address gets a new chance.
       set url = excluded.url, updated_at = now_ms(), failing_since = null, failed_days = 0, failed_on = null, notified_at = null, rate_used_until = null,
           enabled = webhook_endpoints.enabled or webhook_endpoints.disabled_reason is not null, disabled_reason = null, disabled_at = null;
  end if;
  return null;
end $$;
revoke execute on function keep_default_endpoint() from public;
create trigger default_endpoint_of_new_user after insert on users for each row
  when (new.default_webhook_url is not null) execute function keep_default_endpoint();
create trigger default_endpoint_of_user after update of default_webhook_url on users for each row
  when (new.default_webhook_url is distinct from old.default_webhook_url) execute function keep_default_endpoint();

create function takes_event(types text[], event_type text) returns boolean language sql immutable parallel safe
return '*' = any(types) or event_type = any(types) or split_part(event_type, '.', 1) || '.*' = any(types);

-- The addresses that get an event: `own_url`, the one of the request or deposit, and the account's endpoints. The default
-- endpoint gets it only if there is no own URL. A listener's delivery is never due.
create function webhook_targets(account text, event_type text, own_url text)
  returns table (place integer, endpoint_id text, url text, due_at timestamptz) language sql stable parallel safe
begin atomic
  select (row_number() over ())::int - 1, target.endpoint_id, target.url, target.due_at
    from (select null::text as endpoint_id, own_url as url, now() as due_at where own_url is not null
           union all
          select e.id, e.url, case when e.listening_until is null then now() else 'infinity' end
            from webhook_endpoints e
           where e.user_id = account and e.enabled and takes_event(e.types, event_type)
             and not (e.is_default and own_url is not null)
             and (e.listening_until is null or e.listening_until > now())) target;
end;

-- The ids of one event's deliveries: the first one's, with the place in its last two characters.
create function webhook_delivery_id(first_id text, place integer) returns text language sql immutable parallel safe
return left(first_id, -2) || substr('0123456789abcdefghjkmnpqrstvwxyz', place / 32 + 1, 1)
                          || substr('0123456789abcdefghjkmnpqrstvwxyz', place % 32 + 1, 1);

-- Deliveries of one target wait in one queue: of an endpoint, or of all own URLs with the same host. A host's targets
-- are neighbours.
create function webhook_target(host text, endpoint_id text) returns text language sql immutable parallel safe
return host || coalesce('|' || endpoint_id, '');

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
  -- Null: the URL of a request or deposit. Not a reference: the log outlives the endpoint.
  endpoint_id     text,
  event_id        text,
  -- Id of what a webhook is about, unless it is a verification.
  subject         text,
  -- A sample that a person has sent.
  is_test         boolean     not null default false,
  constraint finished_iff_final check ((state = 'pending') = (finished_at is null)),
  constraint verification_iff_about_one 
    check ((verification_id is not null) = (event like 'verification.%' and not is_test)),
  constraint run_within_attempts check (run_attempts between 0 and attempts)
) with (fillfactor = 80);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_without_verification on webhook_deliveries (created_at)
  where verification_id is null and erased_at is null;
-- One index entry for each step through accounts and targets, for any number of deliveries of each.
create index webhook_deliveries_by_target
  on webhook_deliveries (user_id, webhook_target(host, endpoint_id), next_attempt_at)
  where state = 'pending' and next_attempt_at < 'infinity';
create index webhook_deliveries_of_recovery on webhook_deliveries (recovery_id, state) where recovery_id is not null;
-- The log of deliveries, newest first: of an account, of each type and state of it, of each type and state of an
-- endpoint, of an object. A search visits the types and states that it wants. Their columns are one text, so that the
-- planner takes no other index, in which all other entries might come first.
create index webhook_deliveries_log on webhook_deliveries (user_id, created_at, id);
create index webhook_deliveries_log_by_type
  on webhook_deliveries ((user_id || '|' || event || '|' || state) collate "C", created_at, id);
create index webhook_deliveries_log_by_endpoint
  on webhook_deliveries ((user_id || '|' || coalesce(endpoint_id, '') || '|' || event || '|' || state) collate "C", created_at, id);
create index webhook_deliveries_log_by_subject on webhook_deliveries (subject, created_at) where subject is not null;
-- One delivery of an event to each endpoint, and one to the own URL.
create unique index webhook_deliveries_once on webhook_deliveries (verification_id, event, (coalesce(endpoint_id, '')));
-- What listeners have not acknowledged.
create index webhook_deliveries_listening
  on webhook_deliveries (endpoint_id, created_at, id) where state = 'pending' and next_attempt_at = 'infinity';

-- A listener reads its deliveries: none ever becomes due, also if a new run is started.
create function keep_never_due() returns trigger language plpgsql as $$
begin
  new.next_attempt_at := 'infinity';
  return new;
end $$;
create trigger never_due before update of next_attempt_at on webhook_deliveries for each row
  when (old.next_attempt_at = 'infinity' and new.next_attempt_at < 'infinity') execute function keep_never_due();

-- An attempt goes to the present address of its endpoint, and a new run shows it. A trigger: no service may change the
-- address of a delivery.
create function aim_delivery() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.url := coalesce((select url from webhook_endpoints where id = new.endpoint_id and user_id = new.user_id), new.url);
  return new;
end $$;
revoke execute on function aim_delivery() from public;
create trigger aimed before update of run_started_at, lease_token on webhook_deliveries for each row
  when (new.endpoint_id is not null
        and (new.run_started_at is distinct from old.run_started_at
             or new.lease_token is not null and new.lease_token is distinct from old.lease_token))
  execute function aim_delivery();

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
  -- Null: all deliveries of the account.
  endpoint_id text,
  constraint since_before_until check (since < until),
  constraint recovery_finished_iff_final check ((state = 'finished') = (finished_at is not null))
);
create index webhook_recoveries_running on webhook_recoveries (served_at) where state = 'running';
create index webhook_recoveries_of_user on webhook_recoveries (user_id, id);

-- By day (UTC), so that a day is deleted by dropping its partition. No foreign key: dropping a partition would lock the
-- deliveries, and the only statement that inserts here takes the id from the delivery that it updates.
create table webhook_attempts (
  delivery_id      text             not null,
  attempt          integer          not null constraint attempts_from_one check (attempt >= 1),
  trigger          text             not null default 'schedule' constraint attempt_trigger check (trigger in ('schedule', 'manual')),
  status_code      integer,
  error_class      text,
  dns_ms           double precision,
  connect_ms       double precision,
  first_byte_ms    double precision,
  total_ms         double precision not null,
  finished_at      timestamptz      not null default now(),
  -- At most 1 KiB of the response's body.
  response_excerpt bytea            constraint excerpt_of_a_kib check (length(response_excerpt) <= 1024),
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

-- A verifier reads untrusted documents. Its role may only send the verdict of a request: to the URL of that request or to
-- the endpoints of its account, in its name, once (`webhook_deliveries_once`). The services' other roles accept requests
-- themselves, so they are not checked.
--
-- Names are qualified: the caller chooses the search path, and has temporary tables and types. Once for each statement,
-- not each row: verdicts come in batches. Stable: it sees the endpoints that the statement saw.
create function refuse_foreign_deliveries() returns trigger language plpgsql stable as $$
begin
  if exists (
    select from added
     where event is distinct from 'verification.completed'
        or (select v.user_id = added.user_id
                   and case when added.endpoint_id is null then v.webhook_url = added.url
                       else exists (select from public.webhook_endpoints e
                                     where e.id = added.endpoint_id and e.user_id = v.user_id and e.url = added.url and e.enabled
                                       and public.takes_event(e.types, 'verification.completed')) end
              from public.verification_requests v where v.id = added.verification_id) is not true
        -- The beginning too: receivers differ in which of two equal names they read.
        or not pg_catalog.starts_with(payload, pg_catalog.format('{"event":"%s","requestId":"%s","type":"%s",', event, verification_id, event))
        or not payload::pg_catalog.jsonb @> pg_catalog.jsonb_build_object('event', event, 'requestId', verification_id, 'type', event))
  then
    raise exception 'this role tells of verdicts only, to the URL of their request' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger webhook_deliveries_of_verdicts after insert on webhook_deliveries referencing new table as added
  for each statement when (not has_table_privilege('public.verification_requests'::regclass, 'insert'))
  execute function refuse_foreign_deliveries();
