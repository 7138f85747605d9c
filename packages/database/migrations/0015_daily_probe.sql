-- Once a day a verifier asks its bank for a receipt that cannot exist; `daily_probe_due_at` is also the claim of the verifier that asks.
alter table bank_conditions
  add column daily_probe_due_at  timestamptz,
  add column daily_probed_at     timestamptz,
  add column daily_probe_outcome text check (daily_probe_outcome in ('responded', 'unreadable', 'unavailable'));
