-- When a process last took the item to admit its request. Its credit is not given back while that may still happen.
alter table verification_batch_items add column taken_at timestamptz;
