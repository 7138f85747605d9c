-- The place of a line in its account's ledger. Lines are written while the balance is locked, so their numbers follow the
-- balance from line to line, which no clock and no id made in another process can promise.
alter table credit_transactions add column sequence bigint;
-- The lines that are there were not numbered when they were written: their time is the best that is known.
update credit_transactions t set sequence = numbered.sequence
  from (select id, row_number() over (order by created_at, id) as sequence from credit_transactions) numbered
 where numbered.id = t.id;
alter table credit_transactions
  alter column sequence set not null,
  alter column sequence add generated always as identity;
select setval(pg_get_serial_sequence('credit_transactions', 'sequence'), coalesce(max(sequence), 0) + 1, false)
  from credit_transactions;
drop index credit_transactions_of_user;
-- Ascending, as lines come: a page that fills at its end is split there, and stays full.
create unique index credit_transactions_of_user on credit_transactions (user_id, sequence);

-- Covers what history, its totals, metrics and reports ask for, so that none of them reads rows. None of the columns is
-- changed by a claim, which stays HOT; the verdict writes every index anew anyway.
drop index verification_requests_of_user;
create index verification_requests_of_user on verification_requests (user_id, created_at, id)
  include (bank, status, failure_reason, completed_at);
-- Requests without a verdict, which are refunded: few, and nothing to pay for the others.
create index verification_requests_refunded on verification_requests (user_id, completed_at) include (bank)
  where failure_reason is not null;

-- An index answers alone only where a page is known to be visible to all: that is vacuum's doing, and the defaults wait
-- for a fifth of the table to change.
alter table verification_requests set (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
);
