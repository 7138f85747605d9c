-- People sign in; what they change is written down for good.

alter table users
  add column password_hash       text,
  add column password_changed_at timestamptz,
  add column erased_at           timestamptz;

create table businesses (
  id         text        primary key check (id like 'biz\_%'),
  user_id    text        not null unique references users,
  name       text        not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now()
);

-- The row is what makes a session: a token whose row has ended opens nothing.
create table sessions (
  id         text        primary key check (id like 'ses\_%'),
  user_id    text        not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at   timestamptz
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_by_age on sessions (expires_at);

-- A place on a closed or invite-only installation; the token is shown once, like a key.
create table invitations (
  id         text        primary key check (id like 'inv\_%'),
  email      text        not null,
  token_hash bytea       not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);

-- Who did what, and when. Nothing here names a person but by id, nor holds a word of a caller's own choice; what was
-- changed, from where and by which call stands in audit_details.
create table audit_log (
  id         text        primary key check (id like 'aud\_%'),
  at         timestamptz not null default now_ms(),
  -- The account that the act is about; none for what concerns the installation.
  user_id    text        references users,
  actor_kind text        not null check (actor_kind in ('session', 'api_key', 'operator', 'anonymous', 'system')),
  actor_id   text,
  action     text        not null check (action ~ '^[a-z_]+(\.[a-z_]+)+$'),
  subject    text
);
create index audit_log_of_user on audit_log (user_id, at desc, id desc);

-- Before and after, without secrets. Apart, so that an erased person's words can go while the record of the act stays.
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

-- Details may be deleted by the erasure of their account alone.
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
