-- Receipts in doubt: a person decides whether they confirm a deposit, which may also be marked as paid without one.

alter table deposits drop constraint deposits_status_check;
alter table deposits add constraint deposits_status_check
  check (status in ('awaiting_payment', 'verifying', 'review_required', 'confirmed', 'expired', 'canceled')) not valid;
alter table deposits drop constraint deposits_last_error_check;
alter table deposits add constraint deposits_last_error_check
  check (last_error in ('receipt_not_found', 'receipt_already_used', 'wrong_receiver', 'amount_too_low',
                        'paid_before_created', 'bank_unavailable', 'receipt_rejected')) not valid;

-- The receipt that is held, and what is in doubt of it.
alter table deposits add column review jsonb;
-- Unresolved by then, the deposit expires.
alter table deposits add column review_expires_at timestamptz;
-- Keyed hashes of receipts that a person has rejected: they are not held again.
alter table deposits add column rejected_hashes bytea[] not null default '{}';
-- What a person has decided last.
alter table deposits add column resolution jsonb;
-- Null in what earlier releases have confirmed: by a receipt.
alter table deposits add column confirmed_by text check (confirmed_by in ('receipt', 'person'));

alter table deposits drop constraint confirmed_iff_paid;
alter table deposits add constraint confirmed_iff_paid check (
  (status = 'confirmed') = (confirmed_at is not null) and (status = 'confirmed') = (amount_received is not null)
  and (receipt is null or status = 'confirmed') and (confirmed_by is null or status = 'confirmed')
  and (status <> 'confirmed' or receipt is not null or confirmed_by is not distinct from 'person')) not valid;
alter table deposits add constraint review_iff_required check (
  (status = 'review_required') = (review is not null) and (status = 'review_required') = (review_expires_at is not null)) not valid;
alter table deposits drop constraint late_only_when_expired;
alter table deposits add constraint late_only_when_expired
  check (late_receipt is null or status = 'expired' or confirmed_by is not distinct from 'person') not valid;
-- A receipt in review is held for its deposit, as one that has confirmed it is.
alter table deposits drop constraint receipt_has_hash;
alter table deposits add constraint receipt_has_hash
  check ((receipt_hash is not null) = (receipt is not null or late_receipt is not null or review is not null)) not valid;

create index deposits_to_expire_in_review on deposits (review_expires_at) where status = 'review_required';

-- What has expired may still be marked as paid, once.
drop index deposit_events_terminal;
create unique index deposit_events_terminal on deposit_events (deposit_id)
  where type in ('deposit.confirmed', 'deposit.canceled');
create unique index deposit_events_expired on deposit_events (deposit_id) where type = 'deposit.expired';

create function erased_review(review jsonb) returns jsonb language sql immutable parallel safe
  return case when jsonb_typeof(review) = 'object'
    then review || jsonb_build_object('receipt', without_people(review -> 'receipt'), 'receiverName', null,
                                      'receiverAccount', null, 'paymentOption', null) end;

create or replace function erased_deposit(deposit jsonb) returns jsonb language sql immutable parallel safe
  return deposit || jsonb_build_object('reference', '', 'description', null, 'customer', null,
    'paymentOptions', '[]'::jsonb, 'returnUrl', null, 'cancelUrl', null, 'metadata', '{}'::jsonb,
    'receipt', case when jsonb_typeof(deposit -> 'receipt') = 'object' then without_people(deposit -> 'receipt') end,
    'review', erased_review(deposit -> 'review'),
    'resolution', case when jsonb_typeof(deposit -> 'resolution') = 'object'
      then deposit -> 'resolution' || jsonb_build_object('note', null) end,
    'lateReceipt', case when jsonb_typeof(deposit -> 'lateReceipt') = 'object' then without_people(deposit -> 'lateReceipt') end);
