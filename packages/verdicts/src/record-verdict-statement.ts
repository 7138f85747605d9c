import { newId } from "@receipts/contracts";
import { parametersAfter, type RowColumns, unnestColumns } from "@receipts/database";
import { type BankAttempt, storedAttempts } from "./bank-attempt.ts";
import { confirmationHistory, confirmedPart, shownConfirmations } from "./confirmations.ts";
import { isUnsure } from "./stored-input.ts";
import type { ClaimedVerification, VerdictState } from "./verdict.ts";

/**
 * Adds ended requests to the totals of their account. `ended` is their table, with the account, the time of the verdict,
 * the bank, `counted_decision`, `cents`, and `payments`, which is -1 for what a correction takes away. Rows are locked in
 * order of their keys, after the requests and before the balances.
 */
export const countPayments = (ended: string) => `counted as (
  insert into payment_totals as t (user_id, bucket, bank, decision, payments, amount_cents)
  select user_id, payment_bucket(completed_at) as bucket, bank, counted_decision, sum(payments), sum(cents)
    from ${ended}
   group by user_id, bucket, bank, counted_decision
  having sum(payments) <> 0 or sum(cents) <> 0
   order by user_id, bucket, bank, counted_decision
      on conflict (user_id, bucket, bank, decision) do update
     set payments = t.payments + excluded.payments, amount_cents = t.amount_cents + excluded.amount_cents
  returning t.payments
)`;

/** The body of the webhook, from a row with these columns. A trigger requires the beginning. */
const webhookPayload = `format('{"event":"verification.completed","requestId":"%s","type":"verification.completed","id":"%s","createdAt":"%s","timestamp":"%s",%s,"durationMs":%s,"completedAt":"%s","confirmationHistory":%s,%s}',
                id, event_id, iso_utc(completed_at), iso_utc(completed_at), left(webhook_data, -1), duration_ms, iso_utc(completed_at),
                replace(replace(history ->> 'confirmationHistory', ': ', ':'), ', ', ','), substr(decision, 2))`;

/**
 * Inserts the deliveries of ended requests: to the URL of the request, and to the account's endpoints. `ended` is
 * their table with the columns of the payload, the account and the first delivery's id. `url` is the own URL of a request,
 * as an expression of them.
 */
export const verdictDeliveries = (ended: string, url: string) => `delivery as (
  insert into webhook_deliveries
    (id, user_id, verification_id, event, event_id, endpoint_id, url, payload, http_request_id, traceparent, next_attempt_at)
  select webhook_delivery_id(delivery_id, target.place), user_id, id, 'verification.completed', event_id, target.endpoint_id, target.url,
         ${webhookPayload},
         http_request_id, traceparent, target.due_at
    from (select *, 'evt_' || right(delivery_id, 26) as event_id from ${ended}) told
   cross join lateral webhook_targets(user_id, 'verification.completed', ${url}) target
  returning verification_id, id
)`;

/**
 * Queues messages about verdicts that need a person, or show a receipt that was used before; the last select reads it.
 * `ended` is the table of changed requests; `verdict` is text with the decision and its reasons. The function looks closer.
 */
export const telegramMessages = (ended: string, verdict: string) => `telegram as (
  select notify_telegram_of_verdicts(array_agg(id)) as messages from ${ended}
   where status = 'success' and source = 'api' and ${verdict} ~ '"(review|already_confirmed)"'
  having count(*) > 0
)`;

/** A verdict as stored, without the parts that only the database knows. */
export interface VerdictToRecord {
  readonly request: ClaimedVerification;
  readonly state: VerdictState;
  readonly result: string;
  readonly receiptHash: Buffer;
  /**
   * One is added to the result and the webhook: `first` for a new receipt, `again` after an earlier confirmation, `held`
   * for a receipt that a deposit holds in review.
   */
  readonly decisions: Readonly<Record<"first" | "again" | "held", string>>;
  readonly webhookData: string;
  readonly attempts: readonly BankAttempt[] | undefined;
}

export const verdictColumns: RowColumns<VerdictToRecord> = {
  id: ["text", ({ request }) => request.id],
  claim_attempt: ["int", ({ request }) => request.claimAttempt],
  processing_status: ["text", ({ state }) => state.processingStatus],
  status: ["text", ({ state }) => state.status],
  failure_reason: ["text", ({ state }) => state.failureReason],
  result: ["jsonb", ({ result }) => result],
  receipt_hash: ["bytea", ({ receiptHash }) => receiptHash],
  /** Null if nothing is to be given back. */
  credit_transaction_id: [
    "text",
    ({ state, request }) => (mayRefund(state, request) ? newId("creditTransaction") : null),
  ],
  delivery_id: ["text", () => newId("webhookDelivery")],
  webhook_data: ["text", ({ webhookData }) => webhookData],
  attempts: ["jsonb", ({ attempts }) => attempts && storedAttempts(attempts)],
  decision_first: ["text", ({ decisions }) => decisions.first],
  decision_again: ["text", ({ decisions }) => decisions.again],
  decision_held: ["text", ({ decisions }) => decisions.held],
};

function mayRefund({ failureReason, status }: VerdictState, { input }: ClaimedVerification): boolean {
  return failureReason !== null || (status === "not_found" && isUnsure(input));
}

/**
 * Records verdicts and all their effects in one statement for the batch: the rows, the confirmations, the refunds with
 * their audit rows, the deliveries. An item has no effect unless its caller holds the latest claim of an unfinished
 * row. A batch has no two items about the same receipt of the same account.
 *
 * Rows are locked in order (requests, confirmations, totals, balances), so batches queue up instead of deadlocking.
 */
export const recordVerdictStatement = `
with item as (select * from ${unnestColumns(verdictColumns, "item")}),
claimed as (
  select item.*, v.user_id, v.source
    from verification_requests v join item on v.id = item.id
   -- "pending" means "completed_at is null", but does not make the planner walk the index of unfinished rows.
   where v.claim_attempt = item.claim_attempt and v.status = 'pending'
   order by v.id
     for update of v
),
ended as materialized (select now_ms() as at),
-- A deposit counts its confirmation only when it accepts the receipt.
receipt as (select user_id, receipt_hash, at from claimed, ended where status = 'success' and source = 'api'),
${confirmedPart("receipt")},
-- Confirmed rows are claimed rows. "full" keeps the planner, which expects few rows, from a nested loop.
known as materialized (
  select claimed.*, coalesce(added.first_confirmed_at, kept.first_confirmed_at) as first_confirmed_at,
         coalesce(added.last_confirmed_at, kept.last_confirmed_at) as last_confirmed_at,
         coalesce(added.confirmation_count, kept.confirmation_count) as confirmation_count,
         added.first_now, added.before or kept.confirmation_count > 0 as before,
         case when added.held or kept.held then claimed.decision_held
              when added.before or kept.confirmation_count > 0 then claimed.decision_again
              else claimed.decision_first end as decision
    from claimed
    full join confirmed as added on added.receipt_hash = claimed.receipt_hash and added.user_id = claimed.user_id
    left join (select user_id, receipt_hash, ${shownConfirmations} from receipt_confirmations) as kept
      on kept.user_id = claimed.user_id and kept.receipt_hash = claimed.receipt_hash
     and (claimed.status <> 'success' or claimed.source = 'checkout')
),
on_record as (select *, ${confirmationHistory} as history from known as on_record),
finished as (
  update verification_requests v
     set processing_status = on_record.processing_status, status = on_record.status, verified = (on_record.status = 'success'),
         failure_reason = on_record.failure_reason, completed_at = ended.at, claimed_until = null,
         bank_attempts = case when on_record.attempts is null then v.bank_attempts
                         else coalesce(v.bank_attempts, '[]') || jsonb_build_array(jsonb_build_array(
                                (extract(epoch from ended.at) * 1000)::bigint, on_record.attempts)) end,
         result = on_record.result || on_record.history || on_record.decision::jsonb
    from on_record cross join ended
   where v.id = on_record.id
  returning v.id, v.user_id, v.processing_status, v.status, v.webhook_url, v.webhook_is_default, v.source, v.http_request_id,
            v.traceparent, v.completed_at,
            round(extract(epoch from v.completed_at - v.created_at) * 1000)::bigint as duration_ms,
            on_record.credit_transaction_id, on_record.delivery_id, on_record.webhook_data, on_record.decision, on_record.history,
            v.bank, payment_decision(on_record.decision::jsonb, on_record.status) as counted_decision,
            payment_cents(on_record.result || on_record.history || on_record.decision::jsonb) as cents, 1 as payments
),
${countPayments("finished")},
${verdictDeliveries("finished where source = 'api'", "case when webhook_is_default then null else webhook_url end")},
first_delivery as (select verification_id, min(id) as id from delivery group by verification_id),
${telegramMessages("finished", "decision")}
select finished.id, finished.duration_ms as "durationMs", finished.completed_at as "completedAt",
       first_delivery.id as "deliveryId",
       -- Runs once, before the first row, after all updates; only if a credit may be refunded.
       (select refund_requests(array_agg(id), array_agg(credit_transaction_id), $${parametersAfter(verdictColumns)})
          from finished cross join (select count(*) from counted) totals
         where credit_transaction_id is not null having count(*) > 0) as refunds,
       (select messages from telegram) as "telegramMessages"
  from finished
  full join first_delivery on first_delivery.verification_id = finished.id`;
