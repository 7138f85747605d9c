-- At most 1 KiB of the response's body.
alter table webhook_attempts
  add column response_excerpt bytea,
  add constraint excerpt_of_a_kib check (length(response_excerpt) <= 1024) not valid;
