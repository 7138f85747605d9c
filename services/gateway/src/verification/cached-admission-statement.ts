import { newId } from "@receipts/contracts";
import { parametersAfter, type RowColumns, unnestColumns } from "@receipts/database";
import {
  confirmationHistory,
  confirmedPart,
  countPayments,
  telegramMessages,
  verdictDeliveries,
} from "@receipts/verdicts";
import { debitParts } from "../credits/write-ledger.ts";
import { admissionColumns, claimedKeyPart, defaultEndpointOf, requestPart } from "./admission-columns.ts";
import type { AdmissionDraft, Placed } from "./batched-admission.ts";
import { accountsBank, savedAccountsOf } from "./saved-accounts.ts";

export interface EndedItem {
  readonly draft: AdmissionDraft;
  readonly savedAccounts: string;
  readonly result: string;
  readonly receiptHash: Buffer;
  readonly decisions: string;
  readonly tooOldFrom: Date | undefined;
  readonly webhookData: string;
}

export const endedColumns: RowColumns<Placed<EndedItem>> = {
  ...admissionColumns,
  accounts_bank: ["text", ({ draft }) => accountsBank(draft.bank)],
  accounts: ["text", ({ savedAccounts }) => savedAccounts],
  result: ["jsonb", ({ result }) => result],
  receipt_hash: ["bytea", ({ receiptHash }) => receiptHash],
  decisions: ["json", ({ decisions }) => decisions],
  too_old_from: ["timestamptz", ({ tooOldFrom }) => tooOldFrom],
  delivery_id: ["text", () => newId("webhookDelivery")],
  webhook_data: ["text", ({ webhookData }) => webhookData],
};

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
    from ${unnestColumns(endedColumns, "item")}
    join credit_accounts c on c.user_id = item.user_id
    left join ${defaultEndpointOf("item.user_id")}
   where item.place <= c.balance and c.closed_at is null and item.accounts = ${savedAccountsOf("item.user_id", "item.accounts_bank")}
     and not exists (select from idempotency_keys k
                      where k.user_id = item.user_id and k.idempotency_key = item.idempotency_key
                        and k.created_at > now() - interval '24 hours')
),
ended as materialized (select now_ms() as at),
receipt as (select user_id, receipt_hash, at from item, ended),
${confirmedPart("receipt")},
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
  select c.user_id, c.balance, case when c.closed_at is null then c.balance - spent.credits end as balance_after
    from credit_accounts c join spent using (user_id) order by c.user_id for update of c
),
${debitParts.balances("account")},
admitted as (
  select decided.*, 0 as duration_ms,
         account.balance - count(*) filter (where decided.place > 0) over (partition by decided.user_id order by decided.place)
           as balance_after
    from decided join account using (user_id)
),
${claimedKeyPart("admitted", "verification_id = case when k.created_at <= now() - interval '24 hours' then excluded.verification_id end")},
line as (
  select credit_transaction_id as id, payer_id, balance_after, id as verification_id, null as note, place
    from admitted where place > 0
),
${debitParts.lines("line")},
${requestPart(
  "admitted join verdict using (id)",
  {
    processing_status: "'completed'",
    status: "'success'",
    verified: "true",
    claim_attempt: "1",
    result: "verdict.result",
    requeue_after: "completed_at",
    deadline_at: `completed_at + make_interval(secs => $${parametersAfter(endedColumns)})`,
    created_at: "completed_at",
    started_at: "completed_at",
    completed_at: "completed_at",
  },
  "returning id, source, status, completed_at, result, webhook_url is not null as webhook_registered",
)},
${verdictDeliveries("admitted", "webhook_url")},
first_delivery as (select verification_id, min(id) as id from delivery group by verification_id),
${debitParts.notify},
${telegramMessages("request", "(result -> 'decision')::text || (result -> 'decisionReasons')::text")}
select request.id, request.completed_at as "completedAt", request.result,
       request.webhook_registered as "webhookRegistered", first_delivery.id as "deliveryId",
       (select notices from low) as notices, (select messages from telegram) as "telegramMessages"
  from request full join first_delivery on first_delivery.verification_id = request.id`;
