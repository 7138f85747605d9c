import type { BankCode } from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import { type Claim, type ClaimRepository, jobMessage, type Unfinished } from "./claim-repository.ts";

/** Puts a request off until the breaker may have closed; with a claim, gives that up in the same statement. */
export type ParkVerification = (request: Unfinished, claim?: Claim) => Promise<void>;

export function createParkVerification(deps: {
  readonly claims: Pick<ClaimRepository, "park">;
  readonly bank: BankCode;
  /** When the breaker lets a probe through. */
  readonly breakerResetMs: number;
  readonly log: Log;
}): ParkVerification {
  return async (request, claim) => {
    // Spread over one more period, so that what was parked together does not come back together.
    const delayMs = Math.round(deps.breakerResetMs * (1 + Math.random()));
    await deps.claims.park(request.id, jobMessage(deps.bank, request), delayMs, claim);
    deps.log.info("verification.parked", {
      requestId: request.httpRequestId,
      verificationId: request.id,
      delayMs,
    });
  };
}
