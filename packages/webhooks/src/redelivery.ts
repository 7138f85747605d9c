import type { Queryable } from "@receipts/database";

export type Redelivery =
  /** Due now, as a new run of the schedule with the same id. */
  | { readonly kind: "queued" }
  | { readonly kind: "not_found" }
  /** Its payload was erased with the request. */
  | { readonly kind: "erased" };

export interface RedeliveryCommand {
  readonly deliveryId: string;
  /** Account and request of the delivery; `not_found` if they do not match. */
  readonly userId: string;
  readonly verificationId: string;
}

/**
 * Starts a new run of the schedule from any state. An attempt in flight loses its lease and is not recorded, as if its
 * process had died.
 */
export async function redeliver(
  database: Queryable,
  { deliveryId, userId, verificationId }: RedeliveryCommand,
): Promise<Redelivery> {
  const { rows } = await database.query<{ queued: boolean; found: boolean }>({
    name: "redeliver",
    text: `with found as (
             select id, erased_at from webhook_deliveries
              where id = $1 and user_id = $2 and verification_id = $3
                for update),
           queued as (
             update webhook_deliveries d set ${newRun}, recovery_id = null
               from found where d.id = found.id and found.erased_at is null
             returning d.id)
           select exists (select from found) as found, exists (select from queued) as queued`,
    values: [deliveryId, userId, verificationId],
  });
  if (rows[0]?.queued === true) return { kind: "queued" };
  return { kind: rows[0]?.found === true ? "erased" : "not_found" };
}

/** Assignments that start a new run of a delivery on request. */
export const newRun = `state = 'pending', finished_at = null, next_attempt_at = now(), run_attempts = 0,
  run_trigger = 'manual', run_started_at = now(), lease_token = null, leased_until = null`;
