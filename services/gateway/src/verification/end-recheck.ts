import type { Queryable } from "@receipts/database";

/**
 * Ends a request that waits until the bank has booked its receipt, as one that the bank does not know: another receipt
 * replaces it. An answer that is under way has lost its claim. Returns false for a request that does not wait.
 */
export async function endRecheck(database: Queryable, verificationId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "end_recheck",
    // The sweep of overdue requests records the verdict within a second.
    text: `update verification_requests set deadline_at = now(), claim_attempt = claim_attempt + 1, claimed_until = null, parked = false
            where id = $1 and completed_at is null and recheck_at is not null and deadline_at > now()`,
    values: [verificationId],
  });
  return rowCount === 1;
}
