import type { Queryable } from "@receipts/database";
import type { DeliveryState } from "./delivery-history.ts";

export type Redelivery =
  /** Due now, as a new run of the schedule with the same id. */
  | { readonly kind: "queued"; readonly before: DeliveryState }
  /** Requested before, and its first attempt is due or in flight: a second click sends no second webhook. */
  | { readonly kind: "already_due" }
  | { readonly kind: "not_found" }
  /** Its payload was erased with the request. */
  | { readonly kind: "erased" }
  /** Its endpoint is disabled or deleted. */
  | { readonly kind: "no_endpoint" };

export interface RedeliveryCommand {
  readonly deliveryId: string;
  /** Account of the delivery; `not_found` if it does not match. */
  readonly userId: string;
  /** Request of the delivery; `not_found` if it does not match. */
  readonly verificationId?: string;
}

/**
 * Starts a new run of the schedule from any state, to the present URL of the endpoint. An attempt in flight loses its
 * lease and is not recorded, as if its process had died.
 */
export async function redeliver(
  database: Queryable,
  { deliveryId, userId, verificationId }: RedeliveryCommand,
): Promise<Redelivery> {
  const { rows } = await database.query<{
    kind: Exclude<Redelivery["kind"], "not_found">;
    before: DeliveryState;
  }>({
    name: "redeliver",
    text: `with found as (
             select d.id, d.state,
                    case when d.erased_at is not null then 'erased' when not ${hasTarget("$2")} then 'no_endpoint'
                         when ${isDueByHand} then 'already_due' else 'queued' end as kind
               from webhook_deliveries d
              where d.id = $1 and d.user_id = $2 and ($3::text is null or d.verification_id = $3)
                for update of d),
           queued as (
             update webhook_deliveries d set ${newRun}, recovery_id = null
               from found where d.id = found.id and found.kind = 'queued')
           select kind, state as before from found`,
    values: [deliveryId, userId, verificationId ?? null],
  });
  return rows[0] ?? { kind: "not_found" };
}

/**
 * Redelivers all webhooks about one request or deposit, except erased ones and those of disabled or deleted endpoints.
 * Returns the numbers of those that are due now, and of those that were not before.
 */
export async function redeliverAbout(
  database: Queryable,
  { userId, subject }: { readonly userId: string; readonly subject: string },
): Promise<{ readonly due: number; readonly queued: number }> {
  const about = subject.startsWith("ver_") ? "verification_id" : "subject";
  const { rows } = await database.query<{ due: number; queued: number }>({
    name: `redeliver_${about}`,
    text: `with found as (
             select d.id, ${isDueByHand} as due
               from webhook_deliveries d
              where d.${about} = $2 and d.user_id = $1 and d.erased_at is null and ${hasTarget("$1")}
              order by d.id
                for update of d),
           queued as (
             update webhook_deliveries d set ${newRun}, recovery_id = null
               from found where d.id = found.id and not found.due
             returning d.id)
           select (select count(*) from found) as due, (select count(*) from queued) as queued`,
    values: [userId, subject],
  });
  return rows[0] ?? { due: 0, queued: 0 };
}

/** False if the endpoint of `d` is disabled, deleted, or a listener that has ended. Reads the endpoints once. */
export const hasTarget = (userId: string) => `(d.endpoint_id is null or d.endpoint_id = any (array(
  select id from webhook_endpoints
   where user_id = ${userId} and enabled and (listening_until is null or listening_until > now()))))`;

/** Not `now()`: this transaction may be older than the one that it waited for. */
const isDueByHand = `(d.state = 'pending' and d.run_trigger = 'manual' and d.run_attempts = 0
  and (d.next_attempt_at <= clock_timestamp() or d.next_attempt_at = 'infinity'))`;

/**
 * Assignments that start a new run of a delivery on request. Triggers set the present URL of its endpoint, and leave a
 * listener's delivery without a due time.
 */
export const newRun = `state = 'pending', finished_at = null, next_attempt_at = now(), run_attempts = 0,
  run_trigger = 'manual', run_started_at = now(), lease_token = null, leased_until = null`;
