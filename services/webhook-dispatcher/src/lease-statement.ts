/**
 * Takes what is due, fairly, and never more than there is room for. Rows are reached by arrays of ids, which the planner never
 * takes for half a table.
 *
 * `due` is the head of the queue. Where it is full (a backlog), `account` walks over the accounts that wait, one index entry a
 * step, `target` over the hosts of each, by equal shares of what one look visits, and `waiting` has the oldest of each host: so
 * an account with 100,000 due deliveries, or with as many hosts, costs as much as one with ten, and holds nobody up. Both walks
 * begin after where the last one was cut short. Nothing is judged of a host without room, unless a breaker is to put it off:
 * fifty that hang, each with its backlog, must not make every look slow; nor are the hosts of an account without room visited.
 * What is due to a target with an open breaker, or before the schedule's first delay, is put off without an attempt. Of the
 * rest the accounts take turns, and within an account the oldest goes first.
 */
export const leaseStatement = `
with recursive
full_host as materialized (
  select host from unnest($11::text[], $12::int[]) as known(host, room)
   where room <= 0
     and not exists (select from unnest($17::text[], $13::float8[]) as breaker(host, wait_seconds)
                      where breaker.host = known.host and breaker.wait_seconds is not null)
),
due as materialized (
  select id, user_id, host, next_attempt_at, run_attempts, run_trigger, run_started_at
    from webhook_deliveries
   where state = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())
   order by next_attempt_at
   limit $3
),
account as (
  (select user_id, host as first_host, 1 as step from webhook_deliveries
    where state = 'pending' and user_id > $14::text and (select count(*) from due) = $3
    order by user_id, host
    limit 1)
   union all
  select next.user_id, next.host, account.step + 1
    from account cross join lateral (
      select user_id, host from webhook_deliveries
       where state = 'pending' and user_id > account.user_id
       order by user_id, host
       limit 1) next
   where account.step < $4
),
visited as materialized (
  select user_id, first_host, reached.host as reached, greatest(1, $4 / count(*) over ()) as most_hosts
    from account left join unnest($15::text[], $18::text[]) as reached(user_id, host) using (user_id)
   where user_id not in (select user_id from unnest($9::text[], $10::int[]) as full_account(user_id, room) where room <= 0)
),
target as (
  -- One step more than is visited tells that there is more.
  select visited.user_id, visited.most_hosts, null::text as before, first.host, 1 as step
    from visited cross join lateral (
      (select host from webhook_deliveries
        where state = 'pending' and user_id = visited.user_id and host > visited.reached
        order by user_id, host
        limit 1)
       union all
      (select visited.first_host)
       limit 1) first
   union all
  select target.user_id, target.most_hosts, target.host, next.host, target.step + 1
    from target cross join lateral (
      select host from webhook_deliveries
       where state = 'pending' and user_id = target.user_id and host > target.host
       order by user_id, host
       limit 1) next
   where target.step <= target.most_hosts
),
waiting as (
  select * from due where host not in (select host from full_host)
   union
  select oldest.*
    from target cross join lateral (
      select id, user_id, host, next_attempt_at, run_attempts, run_trigger, run_started_at
        from webhook_deliveries
       -- Compared as rows: with "=" the order would be that of the other index too, which has the whole backlog.
       where state = 'pending' and (user_id, host) >= (target.user_id, target.host)
         and (user_id, host, next_attempt_at) <= (target.user_id, target.host, now())
         and (leased_until is null or leased_until < now())
       order by user_id, host, next_attempt_at
       limit $6) oldest
   where target.step <= target.most_hosts and target.host not in (select host from full_host)
),
judged as (
  select waiting.*, breaker.wait_seconds,
         case when run_attempts = 0 and run_trigger = 'schedule'
                   and run_started_at + make_interval(secs => $7) > now() then 'schedule'
              when breaker.wait_seconds is not null and run_started_at > now() - interval '24 hours' then 'breaker'
         end as put_off,
         coalesce(account.room, $5) as account_room,
         coalesce(host.room, $8) as host_room,
         case when breaker.host is not null and breaker.wait_seconds is null then 1 end as pair_room
    from waiting
    left join unnest($9::text[], $10::int[]) as account(user_id, room) using (user_id)
    left join unnest($11::text[], $12::int[]) as host(host, room) using (host)
    left join unnest($16::text[], $17::text[], $13::float8[]) as breaker(user_id, host, wait_seconds) using (user_id, host)
),
of_pairs as (
  select *, row_number() over (partition by user_id, host order by next_attempt_at, id) as in_pair
    from judged where put_off is null
),
of_hosts as (
  select *, row_number() over (partition by host order by account_room <= 0, in_pair, next_attempt_at) as in_host
    from of_pairs where pair_room is null or in_pair <= pair_room
),
of_accounts as (
  select *, row_number() over (partition by user_id order by next_attempt_at, id) as in_account
    from of_hosts where in_host <= host_room
),
picked as (
  select id from of_accounts where in_account <= account_room
   order by in_account, next_attempt_at
   limit $1
),
taken as (
  select id from webhook_deliveries
   where id = any (array(select id from picked))
     -- With "is true" judged row by row instead of by an index of everything due.
     and (state = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())) is true
     for update skip locked
),
leased as (
  update webhook_deliveries d
     set lease_token = gen_random_uuid(), leased_until = now() + make_interval(secs => $2)
   where d.id = any (array(select id from taken))
  returning d.*
),
untimely as (
  select id from webhook_deliveries
   where id = any (array(select id from judged where put_off is not null))
     -- With "is true" judged row by row instead of by an index of everything due.
     and (state = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())) is true
     for update skip locked
),
put_off as (
  update webhook_deliveries d
     set next_attempt_at = case late.put_off
           when 'schedule' then d.run_started_at + make_interval(secs => $7)
           else now() + make_interval(secs => late.wait_seconds * (1 + 0.1 * random())) end
    from judged late
   where d.id = late.id and d.id = any (array(select id from untimely))
  returning late.put_off as reason
)
select now()::text as "polledAt",
       (select count(*) from due) = $3 as "headIsFull",
       (select count(*) from put_off where reason = 'schedule')::int as "putOffBySchedule",
       (select count(*) from put_off where reason = 'breaker')::int as "putOffByBreaker",
       ((select count(*) from of_hosts where in_host > host_room)
         + (select count(*) from due where host in (select host from full_host)))::int as "passedOverByHost",
       (select count(*) from of_accounts where in_account > account_room)::int as "passedOverByAccount",
       -- In the first row alone: it can be long.
       case when row_number() over () = 1 then json_build_object(
         'account', (select user_id from account where step = $4),
         'resumed', (select json_agg(user_id) from visited where reached is not null),
         'cut', (select json_object_agg(user_id, before) from target where step > most_hosts)) end as walk,
       leased.id, leased.lease_token as "leaseToken", leased.user_id as "userId", leased.host,
       leased.verification_id as "verificationId", leased.event, leased.url, leased.payload, leased.attempts,
       leased.run_attempts as "runAttempts", leased.run_trigger as "trigger", leased.http_request_id as "httpRequestId",
       leased.traceparent, leased.created_at as "createdAt", leased.next_attempt_at as "dueAt",
       now() as "leasedAt", secret.ciphertext,
       case when secret.previous_until > now() then secret.previous_ciphertext end as previous
  from (select) one
  left join leased on true
  left join webhook_secrets secret on secret.user_id = leased.user_id`;
