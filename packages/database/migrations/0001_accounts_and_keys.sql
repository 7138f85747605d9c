-- Times as the API writes them: ISO 8601, UTC, milliseconds.
create function iso_utc(moment timestamptz) returns text language sql immutable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- The clock that all services share, in the API's precision: what is stored is what is shown.
create function now_ms() returns timestamptz language sql volatile
  return date_trunc('milliseconds', clock_timestamp());

create table users (
  id                  text        primary key check (id like 'usr\_%'),
  email               text        not null check (length(email) <= 320),
  name                text        not null,
  default_webhook_url text,
  created_at          timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

-- Only the hash of a key is kept: a stolen copy of this table opens nothing.
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
  created_at    timestamptz not null default now()
);
create index api_keys_of_user on api_keys (user_id, created_at);

-- The balance is one row an account, updated with every admission: room on the page keeps those updates HOT.
create table credit_accounts (
  user_id text   primary key references users,
  balance bigint not null check (balance >= 0)
) with (fillfactor = 50);

create table credit_transactions (
  id              text        primary key check (id like 'ctx\_%'),
  user_id         text        not null references users,
  type            text        not null check (type in ('grant', 'purchase', 'debit', 'refund')),
  amount          bigint      not null,
  balance_after   bigint      not null check (balance_after >= 0),
  verification_id text,
  note            text,
  created_at      timestamptz not null default now(),
  constraint sign_follows_type check ((amount < 0) = (type = 'debit') and amount <> 0),
  constraint request_iff_debit_or_refund check ((verification_id is not null) = (type in ('debit', 'refund')))
);
-- One debit and one refund a request, whatever is redelivered or retried.
create unique index credit_transactions_once on credit_transactions (verification_id, type) where verification_id is not null;
create index credit_transactions_of_user on credit_transactions (user_id, id desc);

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
  unique (user_id, bank, owner, normalized_number)
);

-- The signing secret must be read back to sign, so it is encrypted (AES-256-GCM, key from the environment), not hashed.
create table webhook_secrets (
  user_id    text        primary key references users,
  ciphertext bytea       not null,
  created_at timestamptz not null default now()
);
