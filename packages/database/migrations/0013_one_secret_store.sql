-- The signing secrets of accounts and of endpoints are in one table. Processes of the version before do not know it:
-- stop them first.
alter table webhook_secrets
  -- Null for the secret of the account, which also signs for its default endpoint.
  add column endpoint_id text unique references webhook_endpoints on delete cascade,
  add column owner_id text not null generated always as (coalesce(endpoint_id, user_id)) stored;
alter table webhook_secrets drop constraint webhook_secrets_pkey;
alter table webhook_secrets add primary key (owner_id);

insert into webhook_secrets (user_id, endpoint_id, ciphertext, created_at, previous_ciphertext, previous_until)
select user_id, id, ciphertext, created_at, previous_ciphertext, previous_until
  from webhook_endpoints where ciphertext is not null;

alter table webhook_endpoints drop column ciphertext, drop column previous_ciphertext, drop column previous_until;
-- No endpoint but the default one is without a secret of its own.
alter table webhook_endpoints
  add column own_secret text unique generated always as (case when not is_default then id end) stored
    references webhook_secrets deferrable initially deferred;
