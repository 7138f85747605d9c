/**
 * Admits all that arrived together, in one statement: idempotency, balance, row, debit, job. For each item it answers
 * - `admitted`: row, debit and (unless the verdict is cached) the job are in;
 * - `known`: the idempotency key belongs to an earlier request;
 * - `twin`: an item before it in this batch has the same key, and its fate is this one's too;
 * - `lost_key`: covered, but a twin elsewhere has just taken the key: ask again to learn its request;
 * - `refused`: the balance does not cover it, or the account has been closed for good.
 *
 * The credit rows are locked first, in order of account, so that concurrent batches queue up instead of deadlocking and
 * the balance that is compared is the latest. A key is written only for what the balance covers: a request that was
 * refused leaves nothing behind. `on conflict` waits for a concurrent twin, whatever process it is in.
 */
export const admissionStatement = `
with item as (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                       $9::text[], $10::text[], $11::text[], $12::text[], $13::bytea[], $14::text[], $15::text[],
                       $16::text[], $17::text[], $18::text[], $19::text[], $20::jsonb[], $21::text[], $25::jsonb[], $26::text[])
    with ordinality as t(id, user_id, api_key_id, bank, reference, suffix, phone, receipt_key,
                         settlement_account, webhook_url, cache_status, idempotency_key, fingerprint, http_request_id,
                         traceparent, credit_transaction_id, topic, message_key, message_value, message_headers, source, expect, payer_id, ord)
),
known as (
  select item.ord, k.verification_id, k.fingerprint
    from item join idempotency_keys k using (user_id, idempotency_key)
   where k.created_at > now() - interval '24 hours'
),
fresh as (
  select item.* from item
   where not exists (select from known where known.ord = item.ord)
     and (item.idempotency_key is null or not exists (
           select from item twin
            where twin.user_id = item.user_id and twin.idempotency_key = item.idempotency_key and twin.ord < item.ord))
),
account as (
  select user_id as payer_id, balance from credit_accounts
   where user_id in (select payer_id from fresh) and closed_at is null
   order by user_id
     for update
),
covered as (
  select * from (select fresh.*, account.balance, row_number() over (partition by payer_id order by ord) as place
                   from fresh join account using (payer_id)) ranked
   where place <= balance
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
  select covered.*, row_number() over (partition by payer_id order by ord) as debit_place from covered
   where idempotency_key is null or id in (select verification_id from claimed_key)
),
debited as (
  -- From the balance that was locked: the row as this statement's snapshot has it may be older, and PostgreSQL checks the
  -- constraint against what it would make of that one before it finds the newer.
  update credit_accounts a set balance = account.balance - spent.credits
    from (select payer_id, count(*) as credits from admitted group by payer_id) spent join account using (payer_id)
   where a.user_id = spent.payer_id
),
ledger as (
  insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id, note)
  select credit_transaction_id, payer_id, 'debit', -1, balance - debit_place, id,
         case when payer_id <> user_id then 'receipt of a credit purchase' end
    from admitted
   -- Numbered in this order, under the lock of the balance: the ledger's sequence follows the balance.
   order by payer_id, debit_place
),
request as (
  insert into verification_requests
    (id, user_id, api_key_id, source, bank, reference, suffix, phone, receipt_key, settlement_account, expect, webhook_url, cache_status,
     processing_status, status, claim_attempt, claimed_until, started_at, recover_after, deadline_at, http_request_id, traceparent)
  select id, user_id, api_key_id, source, bank, reference, suffix, phone, receipt_key, settlement_account, expect,
         case source when 'api' then
           coalesce(webhook_url, (select default_webhook_url from users where users.id = user_id)) end, cache_status,
         -- A cached verdict is recorded by the next statement of the same process: the row is born claimed.
         case cache_status when 'HIT' then 'running' else 'queued' end, 'pending',
         case cache_status when 'HIT' then 1 else 0 end,
         case cache_status when 'HIT' then now() + interval '15 seconds' end,
         case cache_status when 'HIT' then now_ms() end,
         now() + make_interval(secs => $23), now() + make_interval(secs => $22), http_request_id, traceparent
    from admitted
  returning id, created_at, webhook_url is not null as webhook_registered
),
job as (
  insert into outbox (topic, key, value, headers, available_at)
  select topic, message_key, message_value, message_headers, now() + make_interval(secs => $24)
    from admitted where cache_status <> 'HIT'
  returning id, value
)
select case when request.id is not null then 'admitted'
            when known.ord is not null then 'known'
            when fresh.id is null then 'twin'
            when covered.id is not null then 'lost_key'
            else 'refused' end as kind,
       known.verification_id as "knownId", known.fingerprint as "knownFingerprint",
       request.created_at as "createdAt", request.webhook_registered as "webhookRegistered", job.id as "outboxId"
  from item
  left join known using (ord)
  left join fresh using (ord)
  left join covered using (ord)
  left join request on request.id = item.id
  left join job on job.value = item.message_value
 order by item.ord`;
