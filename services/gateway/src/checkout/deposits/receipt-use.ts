import type { PoolClient } from "@receipts/database";
import { changeResult } from "../../verification/change-result.ts";

/** Whether an API request or a deposit of the account has confirmed this receipt, or a deposit holds it in review. */
export async function isUsed(client: PoolClient, userId: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "is_receipt_used",
    text: "select from receipt_confirmations where user_id = $1 and receipt_hash = $2",
    values: [userId, hash],
  });
  return rowCount === 1;
}

/**
 * Returns true for exactly one caller for each receipt, ever. Waits for a concurrent insert of the same receipt. Until
 * the review of a held one ends, requests for it count nothing.
 */
export async function claimForDeposit(
  client: PoolClient,
  userId: string,
  hash: Buffer,
  { isHeld }: { readonly isHeld: boolean },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "take_receipt",
    text: `insert into receipt_confirmations (user_id, receipt_hash, first_confirmed_at, last_confirmed_at, confirmation_count, held)
           select $1, $2, at, at, 1, $3 from (select now_ms() as at) moment
           on conflict (user_id, receipt_hash) do nothing`,
    values: [userId, hash, isHeld],
  });
  return rowCount === 1;
}

/** A held receipt is confirmed from now on. No effect on one that an earlier release held: it counted at once. */
export async function confirmHeld(client: PoolClient, userId: string, hash: Buffer): Promise<void> {
  await client.query({
    name: "confirm_held_receipt",
    text: `update receipt_confirmations
              set held = false, first_confirmed_at = at, last_confirmed_at = at
             from (select now_ms() as at) moment
            where user_id = $1 and receipt_hash = $2 and held`,
    values: [userId, hash],
  });
}

/**
 * Removes the hold of a released receipt. Requests that a verifier of an earlier release has counted meanwhile stay; the
 * first of them becomes the first confirmation.
 */
export async function releaseReceipt(client: PoolClient, userId: string, hash: Buffer): Promise<void> {
  const values = [userId, hash];
  const { rowCount } = await client.query({
    name: "release_receipt",
    text: "delete from receipt_confirmations where user_id = $1 and receipt_hash = $2 and confirmation_count = 1",
    values,
  });
  if (rowCount === 1) return;
  await client.query({
    name: "release_confirmation",
    // A verifier of the previous release records no second one; of two confirmations the last is the second.
    text: `update receipt_confirmations
              set confirmation_count = confirmation_count - 1, second_confirmed_at = null, held = false,
                  first_confirmed_at = coalesce(second_confirmed_at, last_confirmed_at)
            where user_id = $1 and receipt_hash = $2`,
    values,
  });
}

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
       || (select jsonb_build_object('confirmationHistory', jsonb_build_object(
                    'scope', 'account', 'isFirstConfirmation', true, 'confirmedBefore', false,
                    'firstConfirmedAt', iso_utc(c.first_confirmed_at), 'lastConfirmedAt', iso_utc(c.last_confirmed_at),
                    'confirmationCount', c.confirmation_count))
             from receipt_confirmations c
            where c.user_id = $2 and c.receipt_hash = $3)`,
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
