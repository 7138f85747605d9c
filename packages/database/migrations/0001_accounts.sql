-- People, their accounts, what signs them in, and what else belongs to an account.

-- Times in the API's format: ISO 8601, UTC, milliseconds.
create function iso_utc(moment timestamptz) returns text language sql immutable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The clock of all services, in the API's precision: times are stored as they are shown.
create function now_ms() returns timestamptz language sql volatile
  return date_trunc('milliseconds', clock_timestamp());

-- A ULID in lower case, for rows that no process creates.
create function new_ulid() returns text language sql volatile
return (
  select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', digit + 1, 1), '' order by place)
    from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms, uuid_send(gen_random_uuid()) as random) seed
   cross join lateral (
     select place, case when place < 10 then (ms >> (5 * (9 - place))) & 31 else get_byte(random, place - 10) & 31 end::int as digit
       from generate_series(0, 25) as place) digits
);

-- An account, and the sign-in of the person who holds it.
create table users (
  id                  text        primary key check (id like 'usr\_%'),
  email               text        not null check (length(email) <= 320),
  name                text        not null,
  default_webhook_url text,
  created_at          timestamptz not null default now(),
  password_hash       text,
  password_changed_at timestamptz,
  erased_at           timestamptz,
  -- An operator can disable an account without losing its data.
  disabled_at         timestamptz,
  -- Of an account.
  time_zone           text        not null default 'Africa/Addis_Ababa',
  calendar            text        not null default 'gregorian' check (calendar in ('gregorian', 'ethiopian')),
  -- The sign-in of a person who joined by invitation; the account of this row is not shown.
  is_member_only      boolean     not null default false,
  -- Of a person: where the next sign-in starts.
  last_account_id     text        references users,
  -- Of an account: members without two-factor sign-in can only enroll.
  two_factor_required boolean     not null default false,
  -- Set when its holder closes the account. Erased 30 days later.
  closed_at           timestamptz,
  -- True for a sign-in that was made with a link that no mail brought: nothing proves its address.
  is_unconfirmed      boolean     not null default false,
  -- Which payments are in review for their age when people send the receipt: a rule, or hours.
  old_payments        text        not null default 'review_before_last_evening'
    constraint old_payments_known check (old_payments ~ '^(review_before_last_evening|off|[1-9][0-9]{0,3})$'),
  -- Whether a person of the account knows that rule.
  old_payments_chosen boolean     not null default true
);
create unique index users_email_key on users (lower(email));
create index users_to_erase on users (closed_at) where closed_at is not null and erased_at is null;

-- The words of an account's audit rows may be deleted once it is erased. If an erasure could be undone, a role that may
-- change accounts could delete the words of any.
create function refuse_return_from_erasure() returns trigger language plpgsql as $$
begin
  raise exception 'an account that is erased stays erased' using errcode = 'insufficient_privilege';
end $$;
create trigger users_stay_erased before update on users for each row
  when (old.erased_at is not null and new.erased_at is distinct from old.erased_at)
  execute function refuse_return_from_erasure();

-- The gateway may close an account, and neither enable one nor bring an erasure forward.
create function close_user() returns trigger language plpgsql as $$
begin
  if new.closed_at is not null then
    new.closed_at := coalesce(old.closed_at, now());
    new.disabled_at := coalesce(new.disabled_at, new.closed_at);
  end if;
  return new;
end $$;
create trigger close_user before update of closed_at on users for each row execute function close_user();

create table businesses (
  id         text        primary key check (id like 'biz\_%'),
  user_id    text        not null unique references users,
  name       text        not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now()
);

create table logos (
  user_id      text        primary key references users,
  content_type text        not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  -- 512 KiB.
  bytes        bytea       not null check (octet_length(bytes) between 1 and 524288),
  -- Hash of the bytes: the entity tag.
  content_hash bytea       not null check (octet_length(content_hash) = 32),
  updated_at   timestamptz not null default now()
);

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

-- Who acts for an account. People sign in; a cashier has no sign-in but a PIN, at a till.
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

-- Stores only the hash of a key: a stolen copy of this table grants no access.
create table api_keys (
  id            text        primary key check (id like 'key\_%'),
  user_id       text        not null references users,
  name          text        not null,
  key_hash      bytea       not null unique check (length(key_hash) = 32),
  permissions   jsonb       not null,
  metadata      jsonb       not null default '{}',
  request_count bigint      not null default 0,
  expires_at    timestamptz,
  revoked_at    timestamptz,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  branch_id     text,
  -- The person who made the key: it does no more than that person may, and ends with the membership. Null: made by the
  -- operator, or by a person unknown; then the rights are those of the account's holder.
  made_by       text        references members,
  constraint branch_of_account foreign key (user_id, branch_id) references branches (user_id, id)
-- Updated about once a second for each key in use: free space on the page keeps these updates HOT.
) with (fillfactor = 80);
create index api_keys_of_user on api_keys (user_id, created_at);

create table checkout_keys (
  id            text        primary key check (id like 'cky\_%'),
  user_id       text        not null references users,
  name          text        not null,
  key_hash      bytea       not null unique check (length(key_hash) = 32),
  -- Identifies a key to its owner, with the start of the hash.
  last4         text        not null check (length(last4) = 4),
  scopes        text[]      not null
    check (cardinality(scopes) > 0
      and scopes <@ '{deposits:write,deposits:read,deposits:resolve,events:read,webhooks:read,webhooks:write}'),
  request_count bigint      not null default 0,
  expires_at    timestamptz,
  revoked_at    timestamptz,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz,
  -- As of an API key.
  made_by       text        references members
) with (fillfactor = 80);
create index checkout_keys_of_user on checkout_keys (user_id, created_at);

-- A device at a counter. A manager's code enrolls it once; then it holds a token, and cashiers sign in on it.
create table tills (
  id               text        primary key check (id like 'til\_%'),
  user_id          text        not null references users,
  branch_id        text,
  name             text        not null check (length(name) <= 100),
  code_hash        bytea       unique check (length(code_hash) = 32),
  code_expires_at  timestamptz,
  token_hash       bytea       unique check (length(token_hash) = 32),
  created_at       timestamptz not null default now_ms(),
  enrolled_at      timestamptz,
  last_seen_at     timestamptz,
  revoked_at       timestamptz,
  -- Wrong PINs since the last right one, of any cashier: beyond some, each further try waits longer.
  pin_failures     smallint    not null default 0 check (pin_failures between 0 and 100),
  pin_locked_until timestamptz,
  -- The person whose code enrolls the device, while that person may.
  code_made_by     text        references members,
  constraint branch_of_account foreign key (user_id, branch_id) references branches (user_id, id),
  constraint code_until_enrolled check ((code_hash is null) = (code_expires_at is null)),
  constraint token_iff_enrolled check ((token_hash is null) = (enrolled_at is null))
) with (fillfactor = 80);
create index tills_of_user on tills (user_id, created_at);

-- The row decides whether a session is open: a token is worthless after it has ended.
create table sessions (
  id           text        primary key check (id like 'ses\_%'),
  user_id      text        not null references users,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  -- Null: the account's holder.
  member_id    text        references members,
  till_id      text        references tills,
  -- The last proof of identity. Null: not since the sign-in.
  confirmed_at timestamptz
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_by_age on sessions (expires_at);
create index sessions_of_member on sessions (member_id) where ended_at is null;
create index sessions_of_till on sessions (till_id) where ended_at is null and till_id is not null;

-- For a closed or invite-only installation; the token is shown once, like a key.
create table invitations (
  id         text        primary key check (id like 'inv\_%'),
  email      text        not null,
  token_hash bytea       not null unique check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);

-- Invites a person to an account. Not to be confused with `invitations`, with which an operator permits a registration.
create table member_invitations (
  id          text        primary key check (id like 'miv\_%'),
  user_id     text        not null references users,
  email       text        not null check (length(email) <= 320),
  role        text        not null check (role in ('owner', 'manager', 'developer')),
  branch_id   text,
  -- Its token is derived from the mail, and stored when the mail is sent.
  mail_id     text        not null unique,
  token_hash  bytea       unique check (length(token_hash) = 32),
  invited_by  text        not null references members,
  created_at  timestamptz not null default now_ms(),
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  revoked_at  timestamptz,
  -- True if the person who invited got the link, as there is no mail server.
  is_by_link  boolean     not null default false,
  constraint branch_of_account foreign key (user_id, branch_id) references branches (user_id, id),
  constraint ends_once check (accepted_at is null or revoked_at is null)
);
create index member_invitations_of_user on member_invitations (user_id, created_at);
create index member_invitations_by_email on member_invitations (lower(email));
create index member_invitations_by_end on member_invitations (expires_at);

-- Mails to send. Stored by the call that causes them, deleted when the mail server has accepted them.
create table mails (
  id              text        primary key check (id like 'mal\_%'),
  kind            text        not null
    check (kind in ('confirm_registration', 'registration_known', 'reset_password', 'password_changed',
      'webhook_endpoint_disabled', 'member_invitation', 'two_factor_enabled', 'two_factor_disabled', 'account_closed',
      'owner_invited')),
  email           text        not null,
  attempts        integer     not null default 0 check (attempts >= 0),
  -- A sender that leases the mail moves this forward: until then no other sender leases it.
  next_attempt_at timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  -- Not sent after this time.
  expires_at      timestamptz not null
);
create index mails_due on mails (next_attempt_at);

-- At most one for each address: a new registration replaces it and its mailed link. Stored alike for addresses with an
-- account; the sender of the mail deletes those.
create table pending_registrations (
  email           text        primary key check (email = lower(email)),
  -- The mail with the link. No reference: the mail is deleted once it is sent.
  mail_id         text        not null unique,
  -- Hash of the token in the link; null until the mail is first sent.
  token_hash      bytea       unique check (length(token_hash) = 32),
  name            text        not null,
  business_name   text,
  password_hash   text        not null,
  -- Hash of the invitation that confirming the address uses up.
  invitation_hash bytea       check (length(invitation_hash) = 32),
  -- The call, for the audit log of an account that has the address.
  request_id      text        not null,
  traceparent     text,
  address         inet,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null
);
create index pending_registrations_by_age on pending_registrations (expires_at);

-- Links to replace a forgotten password. Several may be open; the first that is used ends the others.
create table password_resets (
  token_hash bytea       primary key check (length(token_hash) = 32),
  user_id    text        not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_of_user on password_resets (user_id);
create index password_resets_by_age on password_resets (expires_at);

-- Two-factor sign-in of a person by TOTP (RFC 6238).
create table two_factors (
  person_id    text        primary key references users,
  ciphertext   bytea       not null,
  created_at   timestamptz not null default now_ms(),
  -- Null until the first code.
  confirmed_at timestamptz,
  -- Of the last accepted code: no code of this step or an earlier one is accepted again.
  last_step    bigint      not null default 0,
  -- Since the last right code.
  failures     smallint    not null default 0 check (failures between 0 and 100),
  locked_until timestamptz
) with (fillfactor = 80);

create table recovery_codes (
  person_id text        not null references two_factors on delete cascade,
  code_hash bytea       not null check (length(code_hash) = 32),
  used_at   timestamptz,
  primary key (person_id, code_hash)
);

-- Accounts that receive payments.
create table bank_accounts (
  id                text        primary key check (id like 'acc\_%'),
  user_id           text        not null references users,
  bank              text        not null,
  owner             text        not null check (owner in ('user', 'business')),
  account_number    text        not null,
  normalized_number text        not null,
  account_name      text        not null,
  label             text,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  -- The holder as the bank prints it, if it differs from the entered name.
  other_names       text[]      not null default '{}'
    check (cardinality(other_names) <= 5 and array_position(other_names, null) is null),
  branch_id         text,
  constraint branch_of_account foreign key (user_id, branch_id) references branches (user_id, id),
  unique (user_id, bank, owner, normalized_number)
);

-- The keys of the environment that rows were written with, each as a keyed fingerprint that tells nothing about it. A
-- process that does not know one of them would answer wrong without an error: it refuses to start.
create table environment_keys (
  setting       text        not null,
  fingerprint   bytea       not null check (length(fingerprint) = 32),
  registered_at timestamptz not null default now(),
  primary key (setting, fingerprint)
);

-- Registers the current key of a process that starts. Returns false if rows were written with a key that it does not
-- know. The lock makes two first starts with different keys take turns.
create function register_environment_key(key_setting text, current_key bytea, previous_keys bytea[]) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known bytea[] := previous_keys || current_key;
begin
  if exists (select from environment_keys where setting = key_setting and fingerprint <> all (known)) then
    return false;
  end if;
  if exists (select from environment_keys where setting = key_setting and fingerprint = current_key) then
    return true;
  end if;
  lock table environment_keys in share row exclusive mode;
  if exists (select from environment_keys where setting = key_setting and fingerprint <> all (known)) then
    return false;
  end if;
  insert into environment_keys (setting, fingerprint) values (key_setting, current_key) on conflict do nothing;
  return true;
end
$$;
revoke execute on function register_environment_key(text, bytea, bytea[]) from public;
