import type { BankCode } from "@receipts/contracts";
import type { Log, ServiceMetrics } from "@receipts/service-kit";
import { type ClaimRepository, jobMessage, type ParkedClaim, type Unfinished } from "./claim-repository.ts";
import { requireKnown } from "./require-known.ts";

/** Puts a request off until the breaker may have closed; with a claim, gives that up in the same statement. */
export type ParkVerification = (request: Unfinished, claim?: ParkedClaim) => Promise<void>;

export function createParkVerification(deps: {
  readonly claims: Pick<ClaimRepository, "park" | "isKnown">;
  readonly bank: BankCode;
  /** When the breaker lets a probe through. */
  readonly breakerResetMs: number;
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
    // Spread over one more period, so that what was parked together does not come back together.
    const delayMs = Math.round(deps.breakerResetMs * (1 + Math.random()));
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
