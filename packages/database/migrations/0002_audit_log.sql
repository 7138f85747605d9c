-- What was done, by whom. Permanent.

-- Records each act, its actor and its time. It identifies people by id only, and has no text of a caller; the change,
-- its address and its call are in audit_details.
create table audit_log (
  id         text        primary key check (id like 'aud\_%'),
  at         timestamptz not null default now_ms(),
  -- The account of the act; null for acts on the installation.
  user_id    text        references users,
  actor_kind text        not null check (actor_kind in ('session', 'api_key', 'operator', 'anonymous', 'system')),
  actor_id   text,
  action     text        not null check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  subject    text,
  -- Null: no person.
  member_id  text
);
create index audit_log_of_user on audit_log (user_id, at desc, id desc);
create index audit_log_of_user_by_action on audit_log (user_id, action, at desc, id desc);
create index audit_log_of_member on audit_log (user_id, member_id, at desc, id desc) where member_id is not null;

-- Before and after, without secrets. A separate table, so that an erased person's words can be deleted while the record
-- of the act stays.
create table audit_details (
  audit_id   text  primary key references audit_log,
  before     jsonb,
  after      jsonb,
  -- The caller may choose it.
  request_id text,
  address    inet
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_details_unchanged before update or truncate on audit_details
  for each statement execute function refuse_change();

-- Only the erasure of their account may delete details.
create function refuse_delete_of_details() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_log a join users u on u.id = a.user_id
                  where a.id = old.audit_id and u.erased_at is not null) then
    raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger audit_details_erased_only before delete on audit_details
  for each row execute function refuse_delete_of_details();
