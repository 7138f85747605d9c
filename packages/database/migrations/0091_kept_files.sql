-- Files of requests, sealed, for the days of FILE_RETENTION_DAYS.
create table kept_files (
  verification_id text primary key references verification_requests (id),
  user_id text not null references users (id),
  -- Bytes of the file.
  size integer not null check (size > 0),
  ciphertext bytea not null,
  expires_at timestamptz not null
);
-- Pictures are compressed already.
alter table kept_files alter column ciphertext set storage external;
create index kept_files_expiry on kept_files (expires_at);
create index kept_files_of_user on kept_files (user_id);
