-- A verifier reads untrusted documents. Its role may tell of a request's verdict, and of nothing else: to the URL of that
-- request, in the name of its account, once (`unique (verification_id, event)`). The services' other roles accept requests
-- themselves, so they are not asked.
--
-- Names are qualified: the caller chooses the search path, and has temporary tables and types. Once a statement, not a row:
-- verdicts come many at a time.
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
