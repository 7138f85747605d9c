import type { Log } from "@receipts/service-kit";
import type { ClaimRepository } from "./claim-repository.ts";

export interface UnparkRequests {
  /** One request, to be the probe of a breaker that is half open: where nobody new asks, nothing else would be. */
  one(): void;
  /** All, when the bank answers again, or may do so for all that a new process knows. */
  all(): void;
}

/** Brings requests that were parked back before their time. What fails is only late: they come back by themselves. */
export function createUnparkRequests(deps: {
  readonly claims: Pick<ClaimRepository, "unparkOne" | "unparkAll">;
  readonly breakerResetMs: number;
  readonly log: Log;
}): UnparkRequests {
  const { claims, log } = deps;
  const run = (unpark: () => Promise<number>) => {
    unpark().then(
      (count) => {
        if (count > 0) log.info("verification.called_back", { count });
      },
      (error: unknown) => log.warn("verification.call_back_failed", { error }),
    );
  };
  return {
    one: () => run(() => claims.unparkOne()),
    // Spread, as what was parked in a young outage is.
    all: () => run(() => claims.unparkAll(2 * deps.breakerResetMs)),
  };
}
