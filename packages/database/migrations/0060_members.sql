-- A place of the account, such as a shop. Keys, saved bank accounts, cashiers, tills and payments belong to one or none.
create table branches (
  id          text        primary key check (id like 'brn\_%'),
  user_id     text        not null references users,
  name        text        not null check (length(name) <= 100),
  created_at  timestamptz not null default now_ms(),
  -- Its payments and cashiers keep it; nothing new can choose it.
  archived_at timestamptz,
  unique (user_id, id)
);
create unique index branches_by_name on branches (user_id, lower(name)) where archived_at is null;

-- Who acts for an account. A row of `users` is an account, and the sign-in of one person, who holds it. People sign in;
-- a cashier has no sign-in but a PIN, at a till.
create table members (
  id           text        primary key check (id like 'mem\_%'),
  user_id      text        not null references users,
  person_id    text        references users,
  role         text        not null check (role in ('owner', 'manager', 'developer', 'cashier')),
  -- A person's name is that of the sign-in.
  name         text        check (length(name) <= 200),
  branch_id    text,
  pin_hash     text,
  pin_failures smallint    not null default 0 check (pin_failures between 0 and 5),
  created_at   timestamptz not null default now_ms(),
  removed_at   timestamptz,
  constraint branch_of_account foreign key (user_id, branch_id) references branches (user_id, id),
  constraint cashier_has_no_sign_in check ((role = 'cashier') = (person_id is null)),
  constraint name_iff_cashier check ((role = 'cashier') = (name is not null)),
  constraint pin_of_cashier check (pin_hash is null or role = 'cashier'),
  -- So an account always has an owner.
  constraint holder_is_owner check (person_id is distinct from user_id or (role = 'owner' and removed_at is null))
) with (fillfactor = 80);
create unique index members_of_person on members (user_id, person_id) where removed_at is null and person_id is not null;
create index members_of_user on members (user_id, created_at);
create index memberships_of_person on members (person_id) where removed_at is null;

-- The membership of the person who holds an account.
create function holder_of(account text) returns text language sql immutable parallel safe
return 'mem_' || substr(account, 5);

-- A definer's function: every role that can create an account creates its holder with it.
create function add_account_holder() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into members (id, user_id, person_id, role, created_at) values (holder_of(new.id), new.id, new.id, 'owner', new.created_at);
  return null;
end $$;
revoke execute on function add_account_holder() from public;
create trigger account_holder after insert on users for each row execute function add_account_holder();
insert into members (id, user_id, person_id, role, created_at) select holder_of(id), id, id, 'owner', created_at from users;

-- A device at a counter. A manager's code enrolls it once; then it holds a token, and cashiers sign in on it.
create table tills (
  id              text        primary key check (id like 'til\_%'),
  user_id         text        not null references users,
  branch_id       text,
  name            text        not null check (length(name) <= 100),
  code_hash       bytea       unique check (length(code_hash) = 32),
  code_expires_at timestamptz,
  token_hash      bytea       unique check (length(token_hash) = 32),
  created_at      timestamptz not null default now_ms(),
  enrolled_at     timestamptz,
  last_seen_at    timestamptz,
  revoked_at      timestamptz,
  constraint branch_of_account foreign key (user_id, branch_id) references branches (user_id, id),
  constraint code_until_enrolled check ((code_hash is null) = (code_expires_at is null)),
  constraint token_iff_enrolled check ((token_hash is null) = (enrolled_at is null))
) with (fillfactor = 80);
create index tills_of_user on tills (user_id, created_at);

-- Null in sessions of the release before: the holder's.
alter table sessions
  add column member_id text references members,
  add column till_id   text references tills;
create index sessions_of_member on sessions (member_id) where ended_at is null;
create index sessions_of_till on sessions (till_id) where ended_at is null and till_id is not null;

alter table api_keys add column branch_id text;
alter table bank_accounts add column branch_id text;
alter table api_keys add constraint branch_of_account foreign key (user_id, branch_id) references branches (user_id, id) not valid;
alter table bank_accounts add constraint branch_of_account foreign key (user_id, branch_id) references branches (user_id, id) not valid;

-- Who submitted a request, and where. Like `api_key_id` without a foreign key, which each admission would pay for.
alter table verification_requests
  add column member_id text,
  add column branch_id text;

-- Null: no person, or the account's holder in the release before.
alter table audit_log add column member_id text;
