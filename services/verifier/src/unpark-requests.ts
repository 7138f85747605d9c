import type { Log } from "@receipts/service-kit";
import type { ClaimRepository } from "./claim-repository.ts";

export interface UnparkRequests {
  /**
   * Unparks one request as the probe of a half-open breaker, in case no new request arrives: one of an account that is not
   * failing, if there is one. Resolves to true if so.
   */
  one(failing: readonly string[]): Promise<boolean>;
  /** Unparks all requests: the breaker closed, or the process has just started and does not know the bank's state. */
  all(): void;
}

/** Makes parked requests due early. A failure only delays them: they become due anyway. */
export function createUnparkRequests(deps: {
  readonly claims: Pick<ClaimRepository, "unparkOne" | "unparkAll">;
  readonly breakerResetMs: number;
  readonly log: Log;
}): UnparkRequests {
  const { claims, log } = deps;
  const run = (unpark: () => Promise<number>) => {
    unpark().then(
      (count) => {
        if (count > 0) log.info("verification.unparked", { count });
      },
      (error: unknown) => log.warn("verification.unpark_failed", { error }),
    );
  };
  return {
    one: async (failing) => {
      const userId = await claims.unparkOne(failing).catch((error: unknown) => {
        log.warn("verification.unpark_failed", { error });
      });
      if (userId == null) return false;
      log.info("verification.unparked", { count: 1 });
      return !failing.includes(userId);
    },
    // Spread over the same time as requests parked in a new outage.
    all: () => run(() => claims.unparkAll(2 * deps.breakerResetMs)),
  };
}
