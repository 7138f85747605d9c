import type { PostOutcome } from "@receipts/webhooks";
import { nextAttemptInMs } from "./retry-schedule.ts";

/** State of a delivery after an attempt. */
export type DeliveryOutcome =
  | { readonly state: "delivered" }
  /** The receiver responded 410. */
  | { readonly state: "given_up" }
  | { readonly state: "exhausted" }
  | { readonly state: "pending"; readonly nextAttemptInMs: number };

export interface OutcomeInput {
  readonly result: PostOutcome;
  /** Including this one. */
  readonly attempts: number;
  readonly schedule: readonly number[];
  readonly now: Date;
  readonly random: number;
}

/** Any 2xx is delivered, 410 gives up, everything else (redirects too) is retried until the schedule ends. */
export function outcomeOf({ result, attempts, schedule, now, random }: OutcomeInput): DeliveryOutcome {
  const statusCode = result.kind === "responded" ? result.statusCode : undefined;
  if (statusCode !== undefined && statusCode >= 200 && statusCode < 300) return { state: "delivered" };
  if (statusCode === 410) return { state: "given_up" };
  const retryAfter = result.kind === "responded" ? result.retryAfter : undefined;
  const next = nextAttemptInMs({ schedule, attempts, retryAfter, now, random });
  return next === undefined ? { state: "exhausted" } : { state: "pending", nextAttemptInMs: next };
}
