-- An email address is confirmed before it has an account, and a forgotten password is replaced by a mailed link.

-- Mails to send. Stored by the call that causes them, deleted when the mail server has taken them.
create table mails (
  id              text        primary key check (id like 'mal\_%'),
  kind            text        not null
    check (kind in ('confirm_registration', 'registration_known', 'reset_password', 'password_changed')),
  email           text        not null,
  attempts        integer     not null default 0 check (attempts >= 0),
  -- A sender that takes the mail moves this forward: until then no other sender takes it.
  next_attempt_at timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  -- Not sent after that.
  expires_at      timestamptz not null
);
create index mails_due on mails (next_attempt_at);

-- At most one of an address: a new registration replaces it, and with it the link that was mailed for it. Stored alike for
-- addresses that have an account; the sender of the mail deletes those.
create table pending_registrations (
  email           text        primary key check (email = lower(email)),
  -- The mail with the link. No reference: the mail is deleted once it is sent.
  mail_id         text        not null unique,
  -- Of the token in the link; null until the mail is first sent.
  token_hash      bytea       unique check (length(token_hash) = 32),
  name            text        not null,
  business_name   text,
  password_hash   text        not null,
  -- Of the invitation that is used up when the address is confirmed.
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
