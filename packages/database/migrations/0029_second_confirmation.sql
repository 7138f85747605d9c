-- When the second confirmation of a receipt was counted: where the first was a deposit's hold and is taken back, it is the first.
-- Null as well where a verifier of the release before has counted it.
alter table receipt_confirmations add column second_confirmed_at timestamptz;
