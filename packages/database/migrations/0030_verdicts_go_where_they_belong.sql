-- A verifier reads untrusted documents. Its role may tell of a request's verdict, and of nothing else: to the URL of that
-- request, in the name of its account, once (`unique (verification_id, event)`). The services' other roles accept requests
-- themselves, so they are not asked.
--
-- Names are qualified: the caller chooses the search path, and has temporary tables and types.
create function refuse_foreign_delivery() returns trigger language plpgsql as $$
declare
  body pg_catalog.jsonb := new.payload;
begin
  if new.event = 'verification.completed'
     and exists (select from public.verification_requests v
                  where v.id = new.verification_id and v.user_id = new.user_id and v.webhook_url = new.url)
     -- Receivers differ in which of two equal names they read.
     and pg_catalog.starts_with(new.payload, pg_catalog.format('{"event":"verification.completed","requestId":"%s",', new.verification_id))
     and body ->> 'event' = new.event
     and body ->> 'requestId' = new.verification_id
  then
    return new;
  end if;
  raise exception 'this role tells of verdicts only, to the URL of their request' using errcode = 'insufficient_privilege';
end $$;
create trigger webhook_deliveries_of_verdicts before insert on webhook_deliveries for each row
  when (not has_table_privilege('public.verification_requests'::regclass, 'insert'))
  execute function refuse_foreign_delivery();

create function refuse_foreign_message() returns trigger language plpgsql as $$
begin
  raise exception 'this role writes no messages to this topic' using errcode = 'insufficient_privilege';
end $$;
create trigger outbox_of_verdicts before insert on outbox for each row
  when (new.topic <> 'verification.finished' and new.topic not like 'verification.requested.%'
        and not has_table_privilege('public.verification_requests'::regclass, 'insert'))
  execute function refuse_foreign_message();
