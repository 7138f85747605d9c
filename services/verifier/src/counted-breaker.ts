import { BankFailure, BankUnavailable, type FetchOutcome } from "@receipts/banks";
import type { AttemptTally } from "./attempt-tally.ts";
import type { BankBreaker, FetchAttempt } from "./bank-breaker.ts";

export interface CountedBreaker extends Omit<BankBreaker, "attempt"> {
  /** As the breaker's own; the asker is an account, or the canary. */
  attempt(fetch: FetchAttempt, asker: string): Promise<FetchOutcome>;
}

/** The breaker, with every attempt that reached the bank counted; one that was not made, or was taken back, is none. */
export function createCountedBreaker(breaker: BankBreaker, tally: AttemptTally): CountedBreaker {
  function count(error: unknown, asker: string): void {
    // What was asked of the sandbox on purpose says nothing of a bank.
    if (!(error instanceof BankFailure) || (error instanceof BankUnavailable && error.isPlayed)) return;
    // What it sent cannot be read, but it did answer.
    if (!error.retryable) tally.answered();
    else {
      tally.unavailable(asker);
      if (!breaker.isClosed()) tally.breakerOpened();
    }
  }

  return {
    ...breaker,
    attempt: async (fetch, asker) => {
      try {
        const fetched = await breaker.attempt(fetch);
        tally.answered();
        return fetched;
      } catch (error) {
        count(error, asker);
        throw error;
      }
    },
  };
}
