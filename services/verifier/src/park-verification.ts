import type { BankCode } from "@receipts/contracts";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import {
  type ClaimRepository,
  jobMessage,
  type ParkedClaim,
  type UnfinishedRequest,
} from "./claim-repository.ts";
import { requireKnown } from "./require-known.ts";

/**
 * Parks a request, and ends its claim in the same statement. The delay may be long: each probe unparks one request, and
 * all are unparked when the breaker closes (`unpark-requests.ts`).
 */
export type ParkVerification = (request: UnfinishedRequest, claim?: ParkedClaim) => Promise<void>;

export function createParkVerification(deps: {
  readonly claims: Pick<ClaimRepository, "park" | "exists">;
  readonly bank: BankCode;
  /** How long the breaker stays open before it lets a probe through. */
  readonly breakerResetMs: number;
  /** How long the breaker has been open. */
  readonly openForMs: () => number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}): ParkVerification {
  const { bank } = deps;
  const parked = deps.metrics.counter(
    "verifier_parked_total",
    "Times a request was parked because the bank's breaker was open",
    ["bank"],
    { bank: [bank] },
  );
  return async (request, claim) => {
    // In proportion to the outage: the number that is unparked a second and parked again stays the same.
    const minMs = Math.max(deps.breakerResetMs, deps.openForMs() / 2);
    // Spread over one more period, so that requests parked together are not due together.
    const delayMs = Math.round(minMs * (1 + Math.random()));
    if (!(await deps.claims.park(request.id, jobMessage(bank, request), delayMs, claim))) {
      await requireKnown(deps.claims, request.id);
    }
    parked.inc({ bank });
    deps.log.info("verification.parked", {
      requestId: request.httpRequestId,
      verificationId: request.id,
      delayMs,
    });
  };
}
