import {
  confirmAgain,
  confirmationHistory,
  countPayments,
  telegramMessages,
  verdictDeliveries,
} from "@receipts/verdicts";
import { lowBalance } from "../credits/low-balance.ts";
import { savedAccountsOf } from "./saved-accounts.ts";

/**
 * Admits and ends requests with a known verdict in one statement: checks balances and keys, stores request, debit,
 * confirmation and delivery. Returns a row for each admitted item. The others are `known`, `refused`, or their saved
 * accounts have changed since their verdict was matched (`accounts_changed`).
 *
 * Confirmations are locked before totals and these before balances, as everywhere. So a counted confirmation must be paid for. If a concurrent
 * statement has taken the credit or the key, this one fails by a constraint, and its items are tried again.
 *
 * `place` numbers an account's items in the batch, whose keys and receipts differ. Items that are paid for have place 0.
 */
export const cachedAdmissionStatement = `
with item as materialized (
  select item.*, coalesce(item.webhook_url, e.url) as webhook
    from unnest($1::text[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
                $11::text[], $12::text[], $13::jsonb[], $14::text[], $15::text[], $16::text[], $17::bytea[], $18::text[], $19::text[],
                $20::text[], $21::text[], $22::text[], $23::jsonb[], $24::text[], $25::text[], $26::jsonb[], $27::bytea[], $28::json[], $29::timestamptz[], $30::text[], $31::text[])
      as item(id, user_id, payer_id, place, api_key_id, source, bank, reference, suffix, phone,
              receipt_key, settlement_account, expect, webhook_url, cache_status, idempotency_key, fingerprint, http_request_id, traceparent,
              credit_transaction_id, member_id, branch_id, input, accounts_bank, accounts, result, receipt_hash, decisions, too_old_from, delivery_id, webhook_data)
    join credit_accounts c on c.user_id = item.user_id
    left join webhook_endpoints e on e.user_id = item.user_id and e.is_default and e.enabled and takes_event(e.types, 'verification.completed')
   where item.place <= c.balance and c.closed_at is null and item.accounts = ${savedAccountsOf("item.user_id", "item.accounts_bank")}
     and not exists (select from idempotency_keys k
                      where k.user_id = item.user_id and k.idempotency_key = item.idempotency_key
                        and k.created_at > now() - interval '24 hours')
),
ended as materialized (select now_ms() as at),
confirmed as (
  insert into receipt_confirmations (user_id, receipt_hash, first_confirmed_at, last_confirmed_at, confirmation_count)
  select user_id, receipt_hash, at, at, 1 from item, ended
   order by user_id, receipt_hash
      ${confirmAgain}
),
decided as materialized (
  select item.*, ended.at as completed_at,
         item.decisions ->> (case when on_record.held then 2 when on_record.before then 1 else 0 end
                               + 3 * coalesce(ended.at >= item.too_old_from, false)::int) as decision,
         ${confirmationHistory} as history
    from item join confirmed as on_record using (user_id, receipt_hash), ended
),
verdict as materialized (select id, result || history || decision::jsonb as result from decided),
countable as (
  select user_id, completed_at, bank, payment_decision(v.result, 'success') as counted_decision,
         payment_cents(v.result) as cents, 1 as payments
    from decided join verdict v using (id)
),
${countPayments("countable")},
-- Sorted, and after the totals: no balance is locked before the last confirmation.
spent as materialized (
  select user_id, count(*) filter (where place > 0) as credits
    from confirmed join item using (user_id, receipt_hash) cross join (select count(*) from counted) totals
   group by user_id order by user_id
),
account as (
  select c.user_id, c.balance from credit_accounts c join spent using (user_id) order by c.user_id for update of c
),
debited as (
  update credit_accounts a
     set balance = case when a.closed_at is null then account.balance - spent.credits end,
         ${lowBalance.assign("account.balance", "account.balance - spent.credits")}
    from spent join account using (user_id)
   where a.user_id = spent.user_id
  ${lowBalance.returning}
),
admitted as (
  select decided.*, 0 as duration_ms,
         account.balance - count(*) filter (where decided.place > 0) over (partition by decided.user_id order by decided.place)
           as balance_after
    from decided join account using (user_id)
),
claimed_key as (
  insert into idempotency_keys as k (user_id, idempotency_key, fingerprint, verification_id)
  select user_id, idempotency_key, fingerprint, id from admitted
   where idempotency_key is not null
   order by user_id, idempotency_key
      on conflict (user_id, idempotency_key) do update
     set fingerprint = excluded.fingerprint, created_at = now(),
         verification_id = case when k.created_at <= now() - interval '24 hours' then excluded.verification_id end
),
ledger as (
  insert into credit_transactions (id, user_id, type, amount, balance_after, verification_id)
  select credit_transaction_id, user_id, 'debit', -1, balance_after, id from admitted
   where place > 0
   -- Numbered in this order, under the lock of the balance: the ledger's sequence follows the balance.
   order by user_id, place
),
request as (
  insert into verification_requests
    (id, user_id, api_key_id, member_id, branch_id, source, bank, reference, suffix, phone, receipt_key, settlement_account, expect, input, webhook_url, webhook_is_default, cache_status,
     processing_status, status, verified, claim_attempt, result, requeue_after, deadline_at, http_request_id, traceparent,
     created_at, started_at, completed_at)
  select id, user_id, api_key_id, member_id, branch_id, source, bank, reference, suffix, phone, receipt_key, settlement_account, expect, input, webhook,
         case when webhook_url is null and webhook is not null then true end, cache_status,
         'completed', 'success', true, 1, verdict.result, completed_at,
         completed_at + make_interval(secs => $32), http_request_id, traceparent, completed_at, completed_at, completed_at
    from admitted join verdict using (id)
  returning id, source, status, completed_at, result, webhook_url is not null as webhook_registered
),
${verdictDeliveries("admitted", "webhook_url")},
first_delivery as (select verification_id, min(id) as id from delivery group by verification_id),
${lowBalance.notify},
${telegramMessages("request", "(result -> 'decision')::text || (result -> 'decisionReasons')::text")}
select request.id, request.completed_at as "completedAt", request.result,
       request.webhook_registered as "webhookRegistered", first_delivery.id as "deliveryId",
       (select notices from low) as notices, (select messages from telegram) as "telegramMessages"
  from request full join first_delivery on first_delivery.verification_id = request.id`;
