import type { Queryable } from "@receipts/database";

/**
 * All that writes `receipt_confirmations`: how often a receipt was confirmed, by verifications and deposits of its account.
 * A deposit in review holds its receipt: then nothing is counted.
 */

/** The part of a result that the database adds, from `on_record`. */
export const confirmationHistory = `jsonb_build_object('confirmationHistory', jsonb_build_object(
           'scope', 'account',
           'isFirstConfirmation', coalesce(on_record.first_now, false),
           'confirmedBefore', coalesce(on_record.before, false),
           'firstConfirmedAt', iso_utc(on_record.first_confirmed_at),
           'lastConfirmedAt', iso_utc(on_record.last_confirmed_at),
           'confirmationCount', coalesce(on_record.confirmation_count, 0)))`;

/** The confirmations of a receipt as a result shows them. A deposit that holds it in review has not confirmed it. */
export const shownConfirmations = `held, case when not held then first_confirmed_at end as first_confirmed_at,
         case when not held then last_confirmed_at end as last_confirmed_at,
         case when held then 0 else confirmation_count end as confirmation_count`;

/**
 * `confirmed`: confirms receipts, for the first time or again, and returns their rows. `receipts` is a table of `user_id`,
 * `receipt_hash` and the time `at`. A held receipt is not counted. Its row is locked, so a person's decision comes before
 * or after this, never in between.
 */
export const confirmedPart = (receipts: string) => `confirmed as (
  insert into receipt_confirmations (user_id, receipt_hash, first_confirmed_at, last_confirmed_at, confirmation_count)
  select user_id, receipt_hash, at, at, 1 from ${receipts}
   order by user_id, receipt_hash
      on conflict (user_id, receipt_hash) do update
     set confirmation_count = receipt_confirmations.confirmation_count + case when receipt_confirmations.held then 0 else 1 end,
         last_confirmed_at = case when receipt_confirmations.held then receipt_confirmations.last_confirmed_at
                             else greatest(receipt_confirmations.last_confirmed_at, excluded.last_confirmed_at) end
  returning user_id, receipt_hash, ${shownConfirmations},
         not held and confirmation_count = 1 as first_now, not held and confirmation_count > 1 as before
)`;

/** Whether an API request or a deposit of the account has confirmed this receipt, or a deposit holds it in review. */
export async function isUsed(client: Queryable, userId: string, hash: Buffer): Promise<boolean> {
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
  client: Queryable,
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

/** Counts the confirmation of a held receipt. */
export async function confirmHeld(client: Queryable, userId: string, hash: Buffer): Promise<void> {
  await client.query({
    name: "confirm_held_receipt",
    text: `update receipt_confirmations
              set held = false, first_confirmed_at = at, last_confirmed_at = at
             from (select now_ms() as at) moment
            where user_id = $1 and receipt_hash = $2 and held`,
    values: [userId, hash],
  });
}

/** Ends the hold of a receipt: nothing has confirmed it. */
export async function releaseReceipt(client: Queryable, userId: string, hash: Buffer): Promise<void> {
  await client.query({
    name: "release_receipt",
    text: "delete from receipt_confirmations where user_id = $1 and receipt_hash = $2 and held",
    values: [userId, hash],
  });
}
