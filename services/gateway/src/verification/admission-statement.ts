import { lowBalance } from "../credits/low-balance.ts";

/**
 * Admits a batch in one statement: checks balances and keys, stores request, debit and job. Returns a row for each
 * admitted item. The others are `known`, `refused`, or tried again (see `batched-admission.ts`).
 *
 * Credit rows are locked first, by account: this avoids deadlocks and compares the latest balance. Keys are inserted
 * only for items that the balance covers, so a refused request leaves nothing behind. `on conflict` waits for a
 * concurrent duplicate, in any process.
 *
 * A request with rechecks has half a minute after their end, for the last one.
 *
 * `place` numbers an account's items in the batch, whose keys differ. If the key of an item is taken, its place is lost
 * for the items behind it: the caller tries them again. Items that are paid for have place 0.
 */
export const admissionStatement = `
with account as (
  select c.user_id as payer_id, c.balance, e.url as default_webhook_url
    from credit_accounts c
    left join webhook_endpoints e on e.user_id = c.user_id and e.is_default and e.enabled and takes_event(e.types, 'verification.completed')
   where c.user_id = any($3) and c.closed_at is null
   order by c.user_id
     for update of c
),
covered as materialized (
  select item.*, account.balance, now_ms() as created_at,
         case item.source when 'api' then coalesce(item.webhook_url, account.default_webhook_url) end as webhook
    from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                $11::text[], $12::text[], $13::jsonb[], $14::text[], $15::text[], $16::text[], $17::bytea[], $18::text[], $19::text[],
                $20::text[], $21::text[], $22::text[], $23::jsonb[], $24::text[], $25::text[], $26::text[], $30::int[], $31::text[])
      as item(id, user_id, payer_id, place, api_key_id, source, bank, reference, suffix, phone,
              receipt_key, settlement_account, expect, webhook_url, cache_status, idempotency_key, fingerprint, http_request_id, traceparent,
              credit_transaction_id, member_id, branch_id, input, topic, message_key, message_value, recheck_minutes, till_id)
    join account using (payer_id)
   where item.place <= account.balance
),
claimed_key as (
  insert into idempotency_keys as k (user_id, idempotency_key, fingerprint, verification_id)
  select user_id, idempotency_key, fingerprint, id from covered
   where idempotency_key is not null
   order by user_id, idempotency_key
      on conflict (user_id, idempotency_key) do update
     set fingerprint = excluded.fingerprint, verification_id = excluded.verification_id, created_at = now()
   where k.created_at <= now() - interval '24 hours'
  returning verification_id
),
admitted as (
  select covered.*, balance - count(*) filter (where place > 0) over (partition by payer_id order by place) as balance_after
    from covered
   where idempotency_key is null or id in (select verification_id from claimed_key)
),
debited as (
  -- From the locked balance: the row in this statement's snapshot may be older. PostgreSQL checks the constraint
  -- against that one before it finds the newer.
  update credit_accounts a
     set balance = spent.balance_after, ${lowBalance.assign("spent.balance", "spent.balance_after")}
    from (select payer_id, max(balance) as balance, min(balance_after) as balance_after
            from admitted where place > 0 group by payer_id) spent
   where a.user_id = spent.payer_id
  ${lowBalance.returning}
),
ledger as (
  insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id, note)
  select credit_transaction_id, payer_id, 'debit', -1, balance_after, id,
         case when payer_id <> user_id then 'receipt of a credit purchase' end
    from admitted
   where place > 0
   -- Numbered in this order, under the lock of the balance: the ledger's sequence follows the balance.
   order by payer_id, place
),
request as (
  insert into verification_requests
    (id, user_id, api_key_id, member_id, branch_id, till_id, source, bank, reference, suffix, phone, receipt_key, settlement_account, expect, input, webhook_url, webhook_is_default, cache_status,
     processing_status, status, requeue_after, deadline_at, recheck_until, http_request_id, traceparent, created_at)
  select id, user_id, api_key_id, member_id, branch_id, till_id, source, bank, reference, suffix, phone, receipt_key, settlement_account, expect, input, webhook,
         case when webhook_url is null and webhook is not null then true end, cache_status,
         'queued', 'pending', now() + make_interval(secs => $27), now() + greatest(make_interval(secs => $28), make_interval(mins => nullif(recheck_minutes, 0), secs => 30)),
         created_at + make_interval(mins => nullif(recheck_minutes, 0)), http_request_id, traceparent,
         created_at
    from admitted
),
job as (
  insert into outbox (topic, key, value, available_at)
  select topic, message_key, message_value, now() + make_interval(secs => $29) from admitted
  returning id, value
),
${lowBalance.notify}
select admitted.id, admitted.created_at as "createdAt", admitted.webhook is not null as "webhookRegistered", job.id as "outboxId",
       (select notices from low) as notices
  -- Each row has its other half: "full" keeps the planner, which expects few rows, from a nested loop.
  from admitted full join job on job.value = admitted.message_value`;
