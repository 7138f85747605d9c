/**
 * Leases due deliveries up to the free capacity, fairly by account and host. A poll costs the same with any backlog.
 * - `due`: head of the queue. If it is full there is a backlog, and the walks run.
 * - `account`, `target`: walk accounts and their hosts, one index entry a step, from where the last poll stopped.
 * - `waiting`: adds the oldest deliveries of each target.
 * - `judged`: defers deliveries in their first delay or behind an open breaker, without an attempt.
 * - `of_*`, `picked`: apply the caps; accounts take turns, oldest delivery first.
 *
 * Accounts without capacity are not walked. Hosts without capacity are skipped, unless an open breaker defers them.
 * Updates select by id arrays so that the planner uses the primary key.
 */
export const leaseStatement = `
with recursive
full_host as materialized (
  select host from unnest($11::text[], $12::int[]) as known(host, capacity)
   where capacity <= 0
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
  select user_id, first_host, reached.host as reached, greatest(1, $4 / count(*) over ()) as max_hosts
    from account left join unnest($15::text[], $18::text[]) as reached(user_id, host) using (user_id)
   where user_id not in (select user_id from unnest($9::text[], $10::int[]) as full_account(user_id, capacity) where capacity <= 0)
),
target as (
  -- One step beyond the limit shows that more hosts wait.
  select visited.user_id, visited.max_hosts, null::text as before, first.host, 1 as step
    from visited cross join lateral (
      (select host from webhook_deliveries
        where state = 'pending' and user_id = visited.user_id and host > visited.reached
        order by user_id, host
        limit 1)
       union all
      (select visited.first_host)
       limit 1) first
   union all
  select target.user_id, target.max_hosts, target.host, next.host, target.step + 1
    from target cross join lateral (
      select host from webhook_deliveries
       where state = 'pending' and user_id = target.user_id and host > target.host
       order by user_id, host
       limit 1) next
   where target.step <= target.max_hosts
),
waiting as (
  select * from due where host not in (select host from full_host)
   union
  select oldest.*
    from target cross join lateral (
      select id, user_id, host, next_attempt_at, run_attempts, run_trigger, run_started_at
        from webhook_deliveries
       -- Row comparison: with "=" the planner could use the index on due times, which has the whole backlog.
       where state = 'pending' and (user_id, host) >= (target.user_id, target.host)
         and (user_id, host, next_attempt_at) <= (target.user_id, target.host, now())
         and (leased_until is null or leased_until < now())
       order by user_id, host, next_attempt_at
       limit $6) oldest
   where target.step <= target.max_hosts and target.host not in (select host from full_host)
),
judged as (
  select waiting.*, breaker.wait_seconds,
         case when run_attempts = 0 and run_trigger = 'schedule'
                   and run_started_at + make_interval(secs => $7) > now() then 'schedule'
              when breaker.wait_seconds is not null and run_started_at > now() - interval '24 hours' then 'breaker'
         end as deferral,
         coalesce(account.capacity, $5) as account_capacity,
         coalesce(host.capacity, $8) as host_capacity,
         case when breaker.host is not null and breaker.wait_seconds is null then 1 end as pair_capacity
    from waiting
    left join unnest($9::text[], $10::int[]) as account(user_id, capacity) using (user_id)
    left join unnest($11::text[], $12::int[]) as host(host, capacity) using (host)
    left join unnest($16::text[], $17::text[], $13::float8[]) as breaker(user_id, host, wait_seconds) using (user_id, host)
),
of_pairs as (
  select *, row_number() over (partition by user_id, host order by next_attempt_at, id) as in_pair
    from judged where deferral is null
),
of_hosts as (
  select *, row_number() over (partition by host order by account_capacity <= 0, in_pair, next_attempt_at) as in_host
    from of_pairs where pair_capacity is null or in_pair <= pair_capacity
),
of_accounts as (
  select *, row_number() over (partition by user_id order by next_attempt_at, id) as in_account
    from of_hosts where in_host <= host_capacity
),
picked as (
  select id from of_accounts where in_account <= account_capacity
   order by in_account, next_attempt_at
   limit $1
),
to_lease as (
  select id from webhook_deliveries
   where id = any (array(select id from picked))
     -- "is true" keeps the planner from using the index of all due rows.
     and (state = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())) is true
     for update skip locked
),
leased as (
  update webhook_deliveries d
     set lease_token = gen_random_uuid(), leased_until = now() + make_interval(secs => $2)
   where d.id = any (array(select id from to_lease))
  returning d.*
),
to_defer as (
  select id from webhook_deliveries
   where id = any (array(select id from judged where deferral is not null))
     -- "is true" keeps the planner from using the index of all due rows.
     and (state = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())) is true
     for update skip locked
),
deferred as (
  update webhook_deliveries d
     set next_attempt_at = case late.deferral
           when 'schedule' then d.run_started_at + make_interval(secs => $7)
           else now() + make_interval(secs => late.wait_seconds * (1 + 0.1 * random())) end
    from judged late
   where d.id = late.id and d.id = any (array(select id from to_defer))
  returning late.deferral as reason
)
select now()::text as "polledAt",
       (select count(*) from due) = $3 as "headIsFull",
       (select count(*) from deferred where reason = 'schedule')::int as "deferredBySchedule",
       (select count(*) from deferred where reason = 'breaker')::int as "deferredByBreaker",
       ((select count(*) from of_hosts where in_host > host_capacity)
         + (select count(*) from due where host in (select host from full_host)))::int as "skippedByHostCap",
       (select count(*) from of_accounts where in_account > account_capacity)::int as "skippedByAccountCap",
       -- Only in the first row: it can be long.
       case when row_number() over () = 1 then json_build_object(
         'account', (select user_id from account where step = $4),
         'resumed', (select json_agg(user_id) from visited where reached is not null),
         'cut', (select json_object_agg(user_id, before) from target where step > max_hosts)) end as cursor,
       leased.id, leased.lease_token as "leaseToken", leased.user_id as "userId", leased.host,
       leased.verification_id as "verificationId", leased.event, leased.url, leased.payload, leased.attempts,
       leased.run_attempts as "runAttempts", leased.run_trigger as "trigger", leased.http_request_id as "httpRequestId",
       leased.traceparent, leased.created_at as "createdAt", leased.next_attempt_at as "dueAt",
       now() as "leasedAt", secret.ciphertext,
       case when secret.previous_until > now() then secret.previous_ciphertext end as previous
  from (select) one
  left join leased on true
  left join webhook_secrets secret on secret.user_id = leased.user_id`;
