-- Deliveries of earlier releases get what the log shows, some at a time: an attempt waits for no more than one batch.
do $$
declare
  reached text := '';
  last_id text;
begin
  loop
    select max(id) into last_id
      from (select id from webhook_deliveries where id > reached order by id limit 2000) batch;
    exit when last_id is null;
    update webhook_deliveries d
       set endpoint_id = (select e.id from webhook_endpoints e where e.user_id = d.user_id and e.is_default and e.url = d.url),
           subject = case when event like 'deposit.%' then payload::json ->> 'depositId' end,
           event_id = case when event like 'deposit.%' then payload::json ->> 'id' end
     where d.id > reached and d.id <= last_id and d.event_id is null and d.endpoint_id is null
       and (event like 'deposit.%'
            or exists (select from webhook_endpoints e where e.user_id = d.user_id and e.is_default and e.url = d.url));
    reached := last_id;
    commit;
  end loop;
end $$;
