import { BankFailure } from "@receipts/banks";
import type { AttemptTally } from "./attempt-tally.ts";
import type { BankBreaker } from "./bank-breaker.ts";

/** The breaker, with every attempt that reached the bank counted; one that was not made, or was taken back, is none. */
export function createCountedBreaker(breaker: BankBreaker, tally: AttemptTally): BankBreaker {
  return {
    ...breaker,
    attempt: async (fetch) => {
      try {
        const fetched = await breaker.attempt(fetch);
        tally.answered();
        return fetched;
      } catch (error) {
        if (error instanceof BankFailure && error.retryable) {
          tally.unavailable();
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
