-- `credits.low`: when the balance falls below this, at most once an hour unless it was twice as much in between.
alter table credit_accounts
  add column low_balance integer not null default 50 check (low_balance >= 0),
  add column low_told_at timestamptz;

create function tell_credits_low() returns trigger language plpgsql as $$
declare
  event_id constant text := 'evt_' || new_ulid();
begin
  if new.balance >= new.low_balance then
    new.low_told_at := null;
    return new;
  end if;
  new.low_told_at := now();
  insert into webhook_deliveries (id, user_id, event, event_id, subject, endpoint_id, url, payload, http_request_id, next_attempt_at)
  select webhook_delivery_id('whd_' || right(event_id, 26), place), new.user_id, 'credits.low', event_id, new.user_id, endpoint_id, url,
         json_build_object('id', event_id, 'type', 'credits.low', 'createdAt', iso_utc(now_ms()),
                           'data', json_build_object('balance', new.balance, 'lowBalance', new.low_balance))::text,
         event_id, due_at
    from webhook_targets(new.user_id, 'credits.low', null);
  return new;
end $$;
create trigger credits_low before update of balance on credit_accounts for each row
  when (new.balance < new.low_balance and old.balance >= old.low_balance and new.closed_at is null
        and (old.low_told_at is null or old.low_told_at < now() - interval '1 hour'))
  execute function tell_credits_low();
create trigger credits_again before update of balance on credit_accounts for each row
  when (old.low_told_at is not null and new.balance >= 2 * new.low_balance)
  execute function tell_credits_low();
