import { parameterOf, parametersAfter, type RowColumns, unnestColumns } from "@receipts/database";
import type { OutgoingMessage } from "@receipts/messaging";
import { debitParts } from "../credits/write-ledger.ts";
import { admissionColumns, claimedKeyPart, defaultEndpointOf, requestPart } from "./admission-columns.ts";
import type { AdmissionDraft, Placed } from "./batched-admission.ts";

export interface QueuedItem {
  readonly draft: AdmissionDraft;
  readonly message: OutgoingMessage;
}

export const queuedColumns: RowColumns<Placed<QueuedItem>> = {
  ...admissionColumns,
  recheck_minutes: ["int", ({ draft }) => draft.recheckForMinutes],
  topic: ["text", ({ message }) => message.topic],
  message_key: ["text", ({ message }) => message.key],
  // Sent as it is: the relay finds the headers that it needs in the value and the row.
  message_value: ["text", ({ message }) => message.value],
};

const first = parametersAfter(queuedColumns);
const [recoverSeconds, deadlineSeconds, relayGraceSeconds] = [0, 1, 2].map((nth) => `$${first + nth}`);

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
    left join ${defaultEndpointOf("c.user_id")}
   where c.user_id = any(${parameterOf(queuedColumns, "payer_id")}) and c.closed_at is null
   order by c.user_id
     for update of c
),
covered as materialized (
  select item.*, account.balance, now_ms() as created_at,
         case item.source when 'api' then coalesce(item.webhook_url, account.default_webhook_url) end as webhook
    from ${unnestColumns(queuedColumns, "item")}
    join account using (payer_id)
   where item.place <= account.balance
),
${claimedKeyPart(
  "covered",
  `verification_id = excluded.verification_id
   where k.created_at <= now() - interval '24 hours'`,
)},
admitted as (
  select covered.*, balance - count(*) filter (where place > 0) over (partition by payer_id order by place) as balance_after
    from covered
   where idempotency_key is null or id in (select verification_id from claimed_key)
),
spent as (
  select payer_id as user_id, max(balance) as balance, min(balance_after) as balance_after
    from admitted where place > 0 group by payer_id
),
${debitParts.balances("spent")},
line as (
  select credit_transaction_id as id, payer_id, balance_after, id as verification_id,
         case when payer_id <> user_id then 'receipt of a credit purchase' end as note, place
    from admitted where place > 0
),
${debitParts.lines("line")},
${requestPart("admitted", {
  processing_status: "'queued'",
  status: "'pending'",
  requeue_after: `now() + make_interval(secs => ${recoverSeconds})`,
  deadline_at: `now() + greatest(make_interval(secs => ${deadlineSeconds}), make_interval(mins => nullif(recheck_minutes, 0), secs => 30))`,
  recheck_until: "created_at + make_interval(mins => nullif(recheck_minutes, 0))",
  created_at: "created_at",
})},
job as (
  insert into outbox (topic, key, value, available_at)
  select topic, message_key, message_value, now() + make_interval(secs => ${relayGraceSeconds}) from admitted
  returning id, value
),
${debitParts.notify}
select admitted.id, admitted.created_at as "createdAt", admitted.webhook is not null as "webhookRegistered", job.id as "outboxId",
       (select notices from low) as notices
  -- Each row has its other half: "full" keeps the planner, which expects few rows, from a nested loop.
  from admitted full join job on job.value = admitted.message_value`;
