-- A person who joined by invitation has a row here as sign-in; the account of that row is not shown.
alter table users
  add column is_member_only      boolean not null default false,
  -- Of a person: where the next sign-in starts.
  add column last_account_id     text references users,
  -- Of an account: members without two-factor sign-in can only enroll.
  add column two_factor_required boolean not null default false;

-- Null: not since the sign-in. Bank accounts are changed soon after a proof of identity only.
alter table sessions add column confirmed_at timestamptz;

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
  constraint branch_of_account foreign key (user_id, branch_id) references branches (user_id, id),
  constraint ends_once check (accepted_at is null or revoked_at is null)
);
create index member_invitations_of_user on member_invitations (user_id, created_at);
create index member_invitations_by_email on member_invitations (lower(email));
create index member_invitations_by_end on member_invitations (expires_at);

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
  person_id text  not null references two_factors on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at   timestamptz,
  primary key (person_id, code_hash)
);

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in
  ('confirm_registration', 'registration_known', 'reset_password', 'password_changed', 'webhook_endpoint_disabled',
   'member_invitation', 'two_factor_enabled', 'two_factor_disabled', 'account_closed')) not valid;
