import type { BankCode } from "@receipts/contracts";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import { type ClaimRepository, jobMessage, type ParkedClaim, type Unfinished } from "./claim-repository.ts";
import { requireKnown } from "./require-known.ts";

/**
 * Puts a request off; with a claim, gives that up in the same statement. It need not be for short: one is called back for each
 * probe, and all are when the breaker closes (`unpark-requests.ts`).
 */
export type ParkVerification = (request: Unfinished, claim?: ParkedClaim) => Promise<void>;

export function createParkVerification(deps: {
  readonly claims: Pick<ClaimRepository, "park" | "exists">;
  readonly bank: BankCode;
  /** When the breaker lets a probe through. */
  readonly breakerResetMs: number;
  /** How long the bank has been away. */
  readonly openForMs: () => number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}): ParkVerification {
  const { bank } = deps;
  const parked = deps.metrics.counter(
    "verifier_parked_total",
    "Times that a request was put off because the bank's breaker was open",
    ["bank"],
    { bank: [bank] },
  );
  return async (request, claim) => {
    // In proportion to the outage: however many have gathered, what comes back in a second to be parked again stays the same.
    const leastMs = Math.max(deps.breakerResetMs, deps.openForMs() / 2);
    // Spread over one more period, so that what was parked together does not come back together.
    const delayMs = Math.round(leastMs * (1 + Math.random()));
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
