import type { PoolClient } from "@receipts/database";
import { confirmationHistory } from "@receipts/verdicts";
import { changeResult } from "../../verification/change-result.ts";

/**
 * Records in the request of the receipt that it was the first to confirm its receipt. `isAccepted`: the receipt
 * confirms the deposit, so the request's decision is `accept` too.
 */
export async function recordFirstConfirmation(
  client: PoolClient,
  userId: string,
  hash: Buffer,
  { verificationId, isAccepted }: { readonly verificationId: string; readonly isAccepted: boolean },
): Promise<void> {
  await client.query({
    name: "count_deposit_confirmation",
    text: changeResult(
      `v.result || case when $4::boolean then '{"decision":"accept","decisionReasons":[]}'::jsonb else '{}' end
       || (select ${confirmationHistory}
             from (select c.*, true as first_now, false as before from receipt_confirmations c
                    where c.user_id = $2 and c.receipt_hash = $3) on_record)`,
    ),
    values: [verificationId, userId, hash, isAccepted],
  });
}

/**
 * Corrects the decision of the receipt's request if another deposit or request has used its receipt since the verdict.
 */
export async function markReceiptUsed(client: PoolClient, verificationId: string): Promise<void> {
  await client.query({
    name: "record_used_receipt",
    text: changeResult(
      `v.result || case when v.result ->> 'decision' <> 'reject'
                        then '{"decision":"reject","decisionReasons":["already_confirmed"]}'::jsonb else '{}' end`,
    ),
    values: [verificationId],
  });
}
