-- The texts of a deposit that a search reads, in lower case. Also receipts that came late or wait for a decision.
create function deposit_search_text(reference text, description text, customer jsonb, receipt jsonb, late_receipt jsonb, review jsonb)
  returns text language sql immutable parallel safe
return lower(reference
  || E'\n' || coalesce(description, '')
  || E'\n' || coalesce(customer ->> 'name', '')
  || E'\n' || coalesce(customer ->> 'email', '')
  || E'\n' || coalesce(customer ->> 'phone', '')
  || E'\n' || coalesce(receipt ->> 'referenceNumber', '')
  || E'\n' || coalesce(receipt ->> 'senderName', '')
  || E'\n' || coalesce(late_receipt ->> 'referenceNumber', '')
  || E'\n' || coalesce(late_receipt ->> 'senderName', '')
  || E'\n' || coalesce(review -> 'receipt' ->> 'referenceNumber', '')
  || E'\n' || coalesce(review -> 'receipt' ->> 'senderName', ''));

-- One hash for each three characters, with the account in it: a search of one account reads no entry of another. Texts
-- that contain another text have all its hashes. The cost keeps the planner from computing them row by row.
create function search_keys(account text, searched text) returns bigint[] language sql immutable parallel safe cost 10000
return (
  select coalesce(array_agg(distinct hashtextextended(account || '|' || substr(searched, at, 3), 0)), '{}')
    from generate_series(1, length(searched) - 2) as at);
