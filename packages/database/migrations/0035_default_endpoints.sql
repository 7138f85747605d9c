-- Every account's default webhook is an endpoint, whichever statement or release changes it. A definer's function: the
-- roles of an earlier release have no privilege on endpoints.
create function keep_default_endpoint() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.default_webhook_url is null then
    delete from webhook_endpoints where user_id = new.id and is_default;
  else
    insert into webhook_endpoints (id, user_id, url, is_default)
    values ('whe_' || new_ulid(), new.id, new.default_webhook_url, true)
    on conflict (user_id) where is_default do update
       -- A new address gets a new chance.
       set url = excluded.url, updated_at = now_ms(), failing_since = null, failed_days = 0, failed_on = null, notified_at = null, rate_used_until = null,
           enabled = webhook_endpoints.enabled or webhook_endpoints.disabled_reason is not null, disabled_reason = null, disabled_at = null;
  end if;
  return null;
end $$;
revoke execute on function keep_default_endpoint() from public;
create trigger default_endpoint_of_new_user after insert on users for each row
  when (new.default_webhook_url is not null) execute function keep_default_endpoint();
create trigger default_endpoint_of_user after update of default_webhook_url on users for each row
  when (new.default_webhook_url is distinct from old.default_webhook_url) execute function keep_default_endpoint();
insert into webhook_endpoints (id, user_id, url, is_default)
select 'whe_' || new_ulid(), id, default_webhook_url, true from users where default_webhook_url is not null;
