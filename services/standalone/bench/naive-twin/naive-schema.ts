export const naiveSchema = `
create table naive_keys (key_hash text primary key, user_id text not null, revoked_at timestamptz);
create table naive_accounts (user_id text primary key, balance bigint not null check (balance >= 0));
create table naive_ledger (id bigserial primary key, user_id text not null, delta bigint not null, request_id text not null);
create table naive_idempotency (user_id text not null, key text not null, request_id text not null, primary key (user_id, key));
create table naive_requests (
  id text primary key, user_id text not null, bank text not null, reference text not null, suffix text,
  status text not null, result jsonb, created_at timestamptz not null default now(), started_at timestamptz, completed_at timestamptz);
create table naive_settlement_accounts (user_id text not null, bank text not null, number text not null, primary key (user_id, bank, number));
create table naive_confirmations (user_id text not null, bank text not null, reference text not null, count int not null, primary key (user_id, bank, reference));
create table naive_audit (id bigserial primary key, request_id text not null, event text not null, at timestamptz not null default now());
`;
