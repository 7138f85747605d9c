-- Deliveries to endpoints.

alter table webhook_deliveries
  -- Null: the URL of a request or deposit. Not a reference: the log outlives the endpoint.
  add column endpoint_id text,
  add column event_id text,
  -- Id of what a webhook is about, unless it is a verification.
  add column subject text,
  -- A sample that a person has sent.
  add column is_test boolean not null default false,
  drop constraint verification_iff_about_one,
  add constraint verification_iff_about_one
    check ((verification_id is not null) = (event like 'verification.%' and not is_test)) not valid;

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

-- Now also the endpoints of the account, and the type. Stable: it sees the endpoints that the statement saw.
create or replace function refuse_foreign_deliveries() returns trigger language plpgsql stable as $$
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
        -- The beginning too: receivers differ in which of two equal names they read. An earlier release sends no type.
        or not (pg_catalog.starts_with(payload, pg_catalog.format('{"event":"%s","requestId":"%s","type":"%s",', event, verification_id, event))
                or pg_catalog.starts_with(payload, pg_catalog.format('{"event":"%s","requestId":"%s",', event, verification_id))
                   and payload::pg_catalog.jsonb ->> 'type' is null)
        or not payload::pg_catalog.jsonb @> pg_catalog.jsonb_build_object('event', event, 'requestId', verification_id)
        or coalesce(payload::pg_catalog.jsonb ->> 'type', event) <> event)
  then
    raise exception 'this role tells of verdicts only, to the URL of their request' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
