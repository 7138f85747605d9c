-- The payer may pay this deposit in several payments.
alter table deposits add column allow_partial boolean not null default false;

-- The receipts that count for such a deposit. Each counts once: by its hash over all deposits, and by its verification.
-- It is used in the account, and no release can free it while it counts.
create table deposit_parts (
  verification_id text not null primary key references deposit_submissions (verification_id),
  deposit_id text not null references deposits (id),
  user_id text not null,
  receipt_hash bytea not null unique,
  receipt jsonb not null,
  -- Santim.
  amount bigint not null check (amount > 0),
  accepted_at timestamptz not null default now_ms(),
  foreign key (user_id, receipt_hash) references receipt_confirmations (user_id, receipt_hash)
);
create index deposit_parts_of_deposit on deposit_parts (deposit_id, accepted_at);
create index deposit_parts_of_user on deposit_parts (user_id);

-- The texts of a receipt that a search of deposits reads, in lower case.
create function deposit_part_text(receipt jsonb) returns text language sql immutable parallel safe
return lower(coalesce(receipt ->> 'referenceNumber', '') || E'\n' || coalesce(receipt ->> 'senderName', ''));
create index deposit_parts_search on deposit_parts using gin (search_keys(user_id, deposit_part_text(receipt)));

-- As before, and without the people of the receipts that count.
create or replace function erased_deposit(deposit jsonb) returns jsonb language sql immutable parallel safe
  return deposit || jsonb_build_object('reference', '', 'description', null, 'customer', null,
    'paymentOptions', '[]'::jsonb, 'returnUrl', null, 'cancelUrl', null, 'metadata', '{}'::jsonb,
    'receipt', case when jsonb_typeof(deposit -> 'receipt') = 'object' then without_people(deposit -> 'receipt') end,
    'review', erased_review(deposit -> 'review'),
    'resolution', case when jsonb_typeof(deposit -> 'resolution') = 'object'
      then deposit -> 'resolution' || jsonb_build_object('note', null) end,
    'lateReceipt', case when jsonb_typeof(deposit -> 'lateReceipt') = 'object' then without_people(deposit -> 'lateReceipt') end)
  || case when jsonb_typeof(deposit -> 'receipts') = 'array' then jsonb_build_object('receipts', (
       select coalesce(jsonb_agg(without_people(part) order by place), '[]')
         from jsonb_array_elements(deposit -> 'receipts') with ordinality as parts (part, place))) else '{}' end;
