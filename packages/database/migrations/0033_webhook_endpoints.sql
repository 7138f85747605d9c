-- Webhook endpoints: an account's own addresses for events, beside the URL of a request or deposit. The next files change
-- one busy table each: two strong locks in one transaction could deadlock with a service.

create table webhook_endpoints (
  id              text        primary key check (id like 'whe\_%'),
  user_id         text        not null references users,
  url             text        not null check (length(url) between 1 and 2048),
  description     text,
  -- Event types, `deposit.*` and the like, or `*` for all.
  types           text[]      not null default '{*}' check (cardinality(types) between 1 and 50),
  -- Kept equal to `users.default_webhook_url`, which is its address.
  is_default      boolean     not null default false,
  enabled         boolean     not null default true,
  -- Null for the default endpoint: the secret of the account signs.
  ciphertext      bytea,
  previous_ciphertext bytea,
  previous_until  timestamptz,
  -- Sealed JSON of the account's own headers. Null for none.
  headers_ciphertext bytea,
  max_per_second  smallint    check (max_per_second between 1 and 100),
  -- The time up to which the rate is used.
  rate_used_until timestamptz,
  -- The first failed attempt since the last delivered one.
  failing_since   timestamptz,
  -- Days with a failed attempt since then, and the last of them.
  failed_days     smallint    not null default 0,
  failed_on       date,
  -- Set if the service has disabled it, not a person.
  disabled_reason text        check (disabled_reason in ('failing', 'gone')),
  disabled_at     timestamptz,
  -- When the owner was told of that.
  notified_at     timestamptz,
  -- Set for a developer's listener, which reads a stream. No request is ever made to its address.
  listening_until timestamptz,
  created_at      timestamptz not null default now_ms(),
  updated_at      timestamptz not null default now_ms(),
  constraint previous_iff_until check ((previous_ciphertext is null) = (previous_until is null)),
  constraint secret_unless_default check (is_default = (ciphertext is null)),
  constraint disabled_by_service check ((disabled_reason is null) = (disabled_at is null) and (disabled_reason is null or not enabled)),
  constraint listener_is_not_default check (listening_until is null or not is_default)
) with (fillfactor = 80);
create index webhook_endpoints_of_user on webhook_endpoints (user_id, id);
create unique index webhook_endpoints_default on webhook_endpoints (user_id) where is_default;
create index webhook_endpoints_to_notify on webhook_endpoints (disabled_at) where disabled_reason is not null and notified_at is null;
create index webhook_endpoints_listening on webhook_endpoints (listening_until) where listening_until is not null;

-- A ULID in lower case, for rows that no process creates.
create function new_ulid() returns text language sql volatile
return (
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', digit + 1, 1), '' order by place)
    from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms, uuid_send(gen_random_uuid()) as random) seed
   cross join lateral (
     select place, case when place < 10 then (ms >> (5 * (9 - place))) & 31 else get_byte(random, place - 10) & 31 end::int as digit
       from generate_series(0, 25) as place) digits
);

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

-- Now also the settlement match, which webhooks of verdicts have.
create or replace function erased_payload(payload text) returns text language sql immutable parallel safe
return (
  select (payload::jsonb || jsonb_build_object('data',
           case when payload::jsonb ->> 'depositId' is not null then erased_deposit(data)
                when data -> 'settlementAccountMatch' is not null then erased_result(data)
                else without_people(data) end))::text
    from (select payload::jsonb -> 'data' as data) of_payload
);
