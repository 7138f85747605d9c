import { BankFailure, BankUnavailable, type FetchOutcome } from "@receipts/banks";
import type { AttemptTally } from "./attempt-tally.ts";
import type { BankBreaker, FetchAttempt } from "./bank-breaker.ts";

export interface CountedBreaker extends Omit<BankBreaker, "attempt"> {
  /** As the breaker's own; the asker is an account, or the canary. */
  attempt(fetch: FetchAttempt, asker: string): Promise<FetchOutcome>;
}

/** The breaker, with every attempt that reached the bank counted; one that was not made, or was taken back, is none. */
export function createCountedBreaker(breaker: BankBreaker, tally: AttemptTally): CountedBreaker {
  return {
    ...breaker,
    attempt: async (fetch, asker) => {
      try {
        const fetched = await breaker.attempt(fetch);
        tally.answered();
        return fetched;
      } catch (error) {
        if (error instanceof BankFailure && error.retryable) {
          // What was asked of the sandbox on purpose says nothing of a bank.
          if (error instanceof BankUnavailable && error.isPlayed) throw error;
          tally.unavailable(asker);
          if (!breaker.isClosed()) tally.breakerOpened();
        } else if (error instanceof BankFailure) {
          // What it sent cannot be read, but it did answer.
          tally.answered();
        }
        throw error;
      }
    },
  };
}
