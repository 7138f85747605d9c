-- How a request's bank was asked, for its owner to read: a list with an item each time that the request was worked on,
-- `[recorded at (ms), [[ms before that, ms taken, outcome], …]]`. Null: from before this was recorded, or answered unasked.
alter table verification_requests add column bank_attempts jsonb;
