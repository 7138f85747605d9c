drop index concurrently if exists deposits_search;
create index concurrently deposits_search on deposits
  using gin (search_keys(user_id, deposit_search_text(reference, description, customer, receipt, late_receipt, review)));

-- Newest first, of an account and of each of its states; totals read the index alone.
drop index concurrently if exists deposits_newest;
create index concurrently deposits_newest
  on deposits (user_id, created_at, id) include (status, expires_at, amount, amount_received);
drop index concurrently if exists deposits_newest_by_status;
create index concurrently deposits_newest_by_status
  on deposits (user_id, status, created_at, id) include (expires_at, amount, amount_received);
