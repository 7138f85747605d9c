-- One for each filter of the payments, newest first. The other filters are columns too: rows that do not match are
-- skipped within the index. Only ended requests: the others are few, and each of their changes would add entries.
drop index concurrently if exists payments_by_decision;
create index concurrently payments_by_decision on verification_requests
  (user_id, payment_decision(result, status), created_at, id, bank, branch_id, member_id) where completed_at is not null;

drop index concurrently if exists payments_by_bank;
create index concurrently payments_by_bank on verification_requests
  (user_id, bank, created_at, id, payment_decision(result, status), branch_id, member_id) where completed_at is not null;

drop index concurrently if exists payments_by_branch;
create index concurrently payments_by_branch on verification_requests
  (user_id, branch_id, created_at, id, bank, payment_decision(result, status), member_id) where completed_at is not null and branch_id is not null;

drop index concurrently if exists payments_by_member;
create index concurrently payments_by_member on verification_requests
  (user_id, member_id, created_at, id, bank, payment_decision(result, status), branch_id) where completed_at is not null and member_id is not null;

drop index concurrently if exists payments_by_amount;
create index concurrently payments_by_amount on verification_requests
  (user_id, payment_amount(result), created_at, id) where payment_amount(result) is not null and erased_at is null;

-- A short list of pending entries: the verdict that finds it full moves it into the index.
drop index concurrently if exists payments_search;
create index concurrently payments_search on verification_requests
  using gin (search_keys(user_id, payment_search_text(reference, result))) with (gin_pending_list_limit = 512)
  where completed_at is not null and erased_at is null;
