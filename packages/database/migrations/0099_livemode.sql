-- False if a receipt of the deposit came from the bank sandbox.
alter table deposits add column livemode boolean not null default true;

create or replace function tell_credits_low() returns trigger language plpgsql as $$
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
         json_build_object('id', event_id, 'type', 'credits.low', 'createdAt', iso_utc(now_ms()), 'livemode', true,
                           'data', json_build_object('balance', new.balance, 'lowBalance', new.low_balance))::text,
         event_id, due_at
    from webhook_targets(new.user_id, 'credits.low', null);
  return new;
end $$;
