-- Logos, webhooks that are about no verification, and what it takes to forget people.

create table logos (
  user_id      text        primary key references users,
  content_type text        not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  -- 512 KiB.
  bytes        bytea       not null check (octet_length(bytes) between 1 and 524288),
  -- Of the bytes: the entity tag.
  content_hash bytea       not null check (octet_length(content_hash) = 32),
  updated_at   timestamptz not null default now()
);

-- Changes of an account are told by the same queue; only what is about a verification names one.
alter table webhook_deliveries
  alter column verification_id drop not null,
  add column erased_at timestamptz,
  add constraint verification_iff_about_one check ((verification_id is not null) = (event like 'verification.%'));
create index webhook_deliveries_without_verification on webhook_deliveries (created_at)
  where verification_id is null and erased_at is null;
create index webhook_deliveries_of_user on webhook_deliveries (user_id, id);

-- An erased request keeps what money and history need, and nothing that names a person or a payment.
alter table verification_requests
  alter column reference drop not null,
  alter column receipt_key drop not null,
  add column erased_at timestamptz,
  add constraint erased_is_ended check (erased_at is null or completed_at is not null),
  add constraint reference_until_erased
    check ((erased_at is null) = (reference is not null) and (erased_at is null) = (receipt_key is not null));
create index verification_requests_to_erase on verification_requests (completed_at)
  where completed_at is not null and erased_at is null;

-- An account that is closed admits nothing more: the admission, which locks this row, is where it is decided.
alter table credit_accounts add column closed_at timestamptz;

-- The same object with null for every field that names a person, an account or a payment.
create function without_people(fields jsonb) returns jsonb language sql immutable parallel safe
  return (select jsonb_object_agg(key, case when key in ('senderName', 'receiverName', 'receiverAccount',
            'referenceNumber', 'accountSuffix', 'accountNumber', 'previousAccountNumber', 'accountName', 'label')
            then 'null'::jsonb else value end)
          from jsonb_each(fields));

create function erased_result(result jsonb) returns jsonb language sql immutable parallel safe
  return without_people(result) || jsonb_build_object('settlementAccountMatch',
    (result -> 'settlementAccountMatch') - array['receiverAccount', 'matchedSettlementAccount', 'debug']);

create function erased_payload(payload text) returns text language sql immutable parallel safe
  return (payload::jsonb || jsonb_build_object('data', without_people(payload::jsonb -> 'data')))::text;

-- The words of an account's audit rows may be deleted once it is erased: an erasure that could be taken back would let
-- whoever may change an account delete those of any.
create function refuse_return_from_erasure() returns trigger language plpgsql as $$
begin
  raise exception 'an account that is erased stays erased' using errcode = 'insufficient_privilege';
end $$;
create trigger users_stay_erased before update on users for each row
  when (old.erased_at is not null and new.erased_at is distinct from old.erased_at)
  execute function refuse_return_from_erasure();
