/**
 * Leases due deliveries up to the free capacity, fairly by account and target: an endpoint, or the account's own URLs on
 * one host. A poll costs the same with any backlog.
 * - `due`: head of the queue. If it is full there is a backlog, and the walks run.
 * - `account`, `target`: walk accounts and their targets, one index entry a step, from where the last poll stopped.
 * - `waiting`: adds the oldest deliveries of each target.
 * - `endpoint`, `rate`: deliveries that each limited endpoint may get now, by a token bucket. A full bucket and what
 *   flows in within a second are together its rate, so that it holds in any second. The bucket absorbs late polls.
 * - `judged`: sets deliveries aside without an attempt: in their first delay, behind an open breaker, or of an endpoint
 *   that gets none any more.
 * - `of_*`, `picked`: apply the caps. On a host the account with the fewest leases is next, as many accounts may send to
 *   one; in all, accounts take turns, oldest delivery first.
 *
 * Accounts without capacity are not walked. Targets and hosts without capacity are skipped, unless an open breaker
 * defers them. Updates select by id arrays so that the planner uses the primary key. Nothing waits for a lock.
 */
export const leaseStatement = `
with recursive
full_host as materialized (
  select host from unnest($11::text[], $12::int[]) as known(host, capacity) where capacity <= 0
),
open_target as materialized (
  select key from unnest($16::text[], $13::float8[]) as breaker(key, wait_seconds) where wait_seconds is not null
),
full_target as materialized (
  select key from unnest($17::text[], $19::int[]) as known(key, capacity)
   where capacity <= 0 and key not in (select key from open_target)
),
due as materialized (
  select id, user_id, host, endpoint_id, user_id || ' ' || webhook_target(host, endpoint_id) as key, next_attempt_at,
         run_attempts, run_trigger, run_started_at
    from webhook_deliveries
   where state = 'pending' and next_attempt_at <= now() and (leased_until is null or leased_until < now())
   order by next_attempt_at
   limit $3
),
account as (
  (select user_id, webhook_target(host, endpoint_id) as first_target, 1 as step from webhook_deliveries
    where state = 'pending' and next_attempt_at < 'infinity' and user_id > $14::text
      and (select count(*) from due) = $3
    order by user_id, webhook_target(host, endpoint_id)
    limit 1)
   union all
  select next.user_id, next.target, account.step + 1
    from account cross join lateral (
      select user_id, webhook_target(host, endpoint_id) as target from webhook_deliveries
       where state = 'pending' and next_attempt_at < 'infinity' and user_id > account.user_id
       order by user_id, webhook_target(host, endpoint_id)
       limit 1) next
   where account.step < $4
),
visited as materialized (
  select user_id, first_target, reached.target as reached, greatest(1, $4 / count(*) over ()) as max_targets
    from account left join unnest($15::text[], $18::text[]) as reached(user_id, target) using (user_id)
   where user_id not in (select user_id from unnest($9::text[], $10::int[]) as full_account(user_id, capacity) where capacity <= 0)
),
target as (
  -- One step beyond the limit shows that more targets wait.
  select visited.user_id, visited.max_targets, null::text as before, first.target, 1 as step
    from visited cross join lateral (
      (select webhook_target(host, endpoint_id) as target from webhook_deliveries
        where state = 'pending' and next_attempt_at < 'infinity' and user_id = visited.user_id
          and webhook_target(host, endpoint_id) > visited.reached
        order by user_id, webhook_target(host, endpoint_id)
        limit 1)
       union all
      (select visited.first_target)
       limit 1) first
   union all
  select target.user_id, target.max_targets, target.target, next.target, target.step + 1
    from target cross join lateral (
      select webhook_target(host, endpoint_id) as target from webhook_deliveries
       where state = 'pending' and next_attempt_at < 'infinity' and user_id = target.user_id
         and webhook_target(host, endpoint_id) > target.target
       order by user_id, webhook_target(host, endpoint_id)
       limit 1) next
   where target.step <= target.max_targets
),
waiting as (
  select * from due
   where key not in (select key from full_target)
     and (host not in (select host from full_host) or key in (select key from open_target))
   union
  select oldest.*
    from target cross join lateral (
      select id, user_id, host, endpoint_id, user_id || ' ' || target.target as key, next_attempt_at,
             run_attempts, run_trigger, run_started_at
        from webhook_deliveries
       -- Row comparison: with "=" the planner could use the index on due times, which has the whole backlog.
       where state = 'pending' and next_attempt_at < 'infinity'
         and (user_id, webhook_target(host, endpoint_id)) >= (target.user_id, target.target)
         and (user_id, webhook_target(host, endpoint_id), next_attempt_at) <= (target.user_id, target.target, now())
         and (leased_until is null or leased_until < now())
       order by user_id, webhook_target(host, endpoint_id), next_attempt_at
       limit $6) oldest
   where target.step <= target.max_targets
     and target.user_id || ' ' || target.target not in (select key from full_target)
     -- No host contains "|".
     and (split_part(target.target, '|', 1) not in (select host from full_host)
          or target.user_id || ' ' || target.target in (select key from open_target))
),
endpoint as materialized (
  select id, url, enabled, listening_until, max_per_second, bucket, max_per_second - bucket + 1 as inflow, rate_used_until,
         own_secret, headers_ciphertext
    from webhook_endpoints cross join lateral (select ceil(max_per_second / 10.0)::float8 as bucket) of_rate
   where id = any (array(select endpoint_id from waiting where endpoint_id is not null))
),
rate as materialized (
  -- Only if some seem left: another dispatcher can only have used more since.
  select e.id, floor(bucket - inflow * extract(epoch from greatest(e.rate_used_until, now()) - now()))::int as tokens
    from webhook_endpoints e join endpoint using (id)
   where e.id = any (array(select id from endpoint
                            where rate_used_until is null
                               or rate_used_until <= now() + make_interval(secs => (bucket - 1) / inflow)))
     and e.max_per_second is not null
   order by e.id
     for update of e skip locked
),
judged as (
  select waiting.*, breaker.wait_seconds,
         case when waiting.endpoint_id is not null and endpoint.enabled is not true then 'disabled'
              when endpoint.listening_until is not null then 'listener'
              when run_attempts = 0 and run_trigger = 'schedule'
                   and run_started_at + make_interval(secs => $7) > now() then 'schedule'
              when breaker.wait_seconds is not null and run_started_at > now() - interval '24 hours' then 'breaker'
         end as deferral,
         coalesce(account.capacity, $5) as account_capacity,
         coalesce(host.capacity, $8) as host_capacity,
         coalesce(on_host.per_account, $8) as capacity_on_host,
         least(coalesce(known.capacity, $20), case when breaker.key is not null and wait_seconds is null then 1 end) as target_capacity,
         case when endpoint.max_per_second is not null then coalesce(rate.tokens, 0) end as tokens
    from waiting
    left join endpoint on endpoint.id = waiting.endpoint_id
    left join rate on rate.id = waiting.endpoint_id
    left join unnest($9::text[], $10::int[]) as account(user_id, capacity) using (user_id)
    left join unnest($11::text[], $12::int[]) as host(host, capacity) using (host)
    left join unnest($24::text[], $25::int[]) as on_host(host, per_account) using (host)
    left join unnest($17::text[], $19::int[]) as known(key, capacity) on known.key = waiting.key
    left join unnest($16::text[], $13::float8[]) as breaker(key, wait_seconds) on breaker.key = waiting.key
),
of_targets as (
  select *, row_number() over (partition by coalesce(endpoint_id, key) order by next_attempt_at, id) as in_target
    from judged where deferral is null
),
of_accounts_on_hosts as (
  select of_targets.*, coalesce(leased.count, 0) + row_number() over (
           partition by of_targets.host, of_targets.user_id order by in_target, next_attempt_at) as on_host
    from of_targets
    left join unnest($21::text[], $22::text[], $23::int[]) as leased(host, user_id, count)
           on leased.host = of_targets.host and leased.user_id = of_targets.user_id
   where in_target <= least(target_capacity, tokens)
),
of_hosts as (
  select *, row_number() over (partition by host order by account_capacity <= 0, on_host, in_target, next_attempt_at) as in_host
    from of_accounts_on_hosts where on_host <= capacity_on_host
),
of_accounts as (
  select *, row_number() over (partition by user_id order by in_target, next_attempt_at, id) as in_account
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
charged as (
  update webhook_endpoints e
     set rate_used_until = greatest(e.rate_used_until, now()) + make_interval(secs => used.count / endpoint.inflow)
    from (select endpoint_id, count(*) as count from leased group by endpoint_id) used
    join endpoint on endpoint.id = used.endpoint_id
   where e.id = endpoint.id and e.id = any (array(select id from rate))
  returning e.id, e.rate_used_until
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
     set state = case late.deferral when 'disabled' then 'given_up' else d.state end,
         finished_at = case late.deferral when 'disabled' then now() end,
         lease_token = case late.deferral when 'disabled' then null else d.lease_token end,
         next_attempt_at = case late.deferral
           when 'disabled' then d.next_attempt_at
           -- Its stream is read; no request is ever made to its address.
           when 'listener' then 'infinity'
           when 'schedule' then d.run_started_at + make_interval(secs => $7)
           else now() + make_interval(secs => late.wait_seconds * (1 + 0.1 * random())) end
    from judged late
   where d.id = late.id and d.id = any (array(select id from to_defer))
  returning late.deferral as reason
),
skipped_by_rate as (
  select endpoint_id as id, count(*) as count from of_targets where in_target > tokens group by endpoint_id
)
select now()::text as "polledAt",
       (select count(*) from due) = $3 as "headIsFull",
       (select count(*) from deferred where reason = 'schedule')::int as "deferredBySchedule",
       (select count(*) from deferred where reason = 'breaker')::int as "deferredByBreaker",
       (select count(*) from deferred where reason = 'disabled')::int as disabled,
       ((select count(*) from of_targets where in_target > target_capacity and in_target <= coalesce(tokens, in_target))
         + (select count(*) from of_accounts_on_hosts where on_host > capacity_on_host)
         + (select count(*) from of_hosts where in_host > host_capacity)
         + (select count(*) from due)
         - (select count(*) from due where id in (select id from waiting)))::int as "skippedByHostCap",
       (select count(*) from of_accounts where in_account > account_capacity)::int as "skippedByAccountCap",
       coalesce((select sum(count) from skipped_by_rate), 0)::int as "skippedByRate",
       -- Until the next delivery may be sent; for fast endpoints, until half a bucket may be sent together.
       (select 1000 * min(extract(epoch from coalesce(charged.rate_used_until, endpoint.rate_used_until, now()) - now())
                          - (bucket - ceil(bucket / 2)) / inflow)
          from skipped_by_rate join endpoint using (id) left join charged using (id))::float8 as "rateWaitMs",
       -- Only in the first row: it can be long.
       case when row_number() over () = 1 then json_build_object(
         'account', (select user_id from account where step = $4),
         'resumed', (select json_agg(user_id) from visited where reached is not null),
         'cut', (select json_object_agg(user_id, before) from target where step > max_targets)) end as cursor,
       leased.id, leased.lease_token as "leaseToken", leased.user_id as "userId", leased.host,
       leased.user_id || ' ' || webhook_target(leased.host, leased.endpoint_id) as target,
       leased.endpoint_id as "endpointId", leased.is_test as "isTest",
       leased.verification_id as "verificationId", leased.event, leased.url, leased.payload, leased.attempts,
       leased.run_attempts as "runAttempts", leased.run_trigger as "trigger", leased.http_request_id as "httpRequestId",
       leased.traceparent, leased.created_at as "createdAt", leased.next_attempt_at as "dueAt", now() as "leasedAt",
       -- The address is read when the delivery is leased: these are the headers of an older one if it has just changed.
       case when origin_of(endpoint.url) = origin_of(leased.url) then endpoint.headers_ciphertext end as "sealedHeaders",
       coalesce(endpoint.own_secret, leased.user_id) as "secretOwner", secret.ciphertext,
       case when secret.previous_until > now() then secret.previous_ciphertext end as previous
  from (select) one
  left join leased on true
  left join endpoint on endpoint.id = leased.endpoint_id
  left join webhook_secrets secret on secret.owner_id = coalesce(endpoint.own_secret, leased.user_id)`;
