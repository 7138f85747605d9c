-- An accept writes a request and a ledger line, and each asked whether its account exists, and locked it for that: a fifth of
-- the statement and a part of its log. The account is that of the key or session that was just looked up, neither of which
-- can be without one, and accounts are erased in place, never deleted.
alter table verification_requests drop constraint verification_requests_user_id_fkey;
alter table credit_transactions drop constraint credit_transactions_user_id_fkey;
alter table receipt_confirmations drop constraint receipt_confirmations_user_id_fkey;

-- A line is found by its account and its place; its id is only shown, and random enough to be unique without an index.
alter table credit_transactions drop constraint credit_transactions_pkey;
alter table credit_transactions
  add constraint credit_transactions_of_user primary key using index credit_transactions_of_user;
