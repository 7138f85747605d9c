-- Runs of the schedule, where a delivery goes, jobs that begin runs again in bulk, attempts by day, and secrets in rotation.

-- `url` is as the URL parser wrote it: lower case, and no user names.
alter table webhook_deliveries
  add column host text not null
    generated always as (coalesce(rtrim(substring(url from '^[a-z]+://(\[[^]]*\]|[^/:]*)'), '.'), '')) stored,
  -- Attempts of the present run of the schedule; `attempts` counts those of all runs.
  add column run_attempts   integer     not null default 0,
  add column run_trigger    text        not null default 'schedule' check (run_trigger in ('schedule', 'manual')),
  add column run_started_at timestamptz not null default now(),
  -- The job that began the present run.
  add column recovery_id    text,
  add constraint run_within_attempts check (run_attempts between 0 and attempts);
update webhook_deliveries set run_attempts = attempts, run_started_at = created_at where attempts > 0;

-- One entry a step: which accounts and hosts wait, however many deliveries each has.
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
  -- What there was to recover when the job was made, and how much of it has begun again.
  matched     integer     not null check (matched >= 0),
  requeued    integer     not null default 0 check (requeued >= 0),
  -- The last delivery that was looked at, by time and id.
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

-- By day (UTC), so that a day is forgotten by dropping its partition. No foreign key: dropping a partition would lock the
-- deliveries, and the one statement that inserts here takes the id from the delivery that it updates.
alter table webhook_attempts rename to webhook_attempts_of_before;
alter table webhook_attempts_of_before rename constraint webhook_attempts_pkey to webhook_attempts_of_before_pkey;
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
-- Takes what no day has been made for, so that an attempt is always recorded.
create table webhook_attempts_other partition of webhook_attempts default;
insert into webhook_attempts select * from webhook_attempts_of_before;
drop table webhook_attempts_of_before;

-- The services' role may not change the schema; these two are the ways around, and they touch nothing else. Any number of
-- callers: one works, the others answer 0 at once.
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

-- The secret before the present one signs too, until its time is over by the database's clock.
alter table webhook_secrets
  add column previous_ciphertext bytea,
  add column previous_until      timestamptz,
  add constraint previous_until_iff_previous check ((previous_ciphertext is null) = (previous_until is null));
