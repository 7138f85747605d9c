-- Keys say when they were used; an operator can close an account without losing anything of it.

alter table users add column disabled_at timestamptz;

-- Counted up about once a second for each key in use: room on the page keeps those updates HOT.
alter table api_keys
  add column last_used_at timestamptz,
  set (fillfactor = 80);

create index audit_log_of_user_by_action on audit_log (user_id, action, at desc, id desc);
