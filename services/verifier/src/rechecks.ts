import { createFairSlots, type FairSlots, type Log } from "@receipts/service-kit";
import type { BankBreaker } from "./bank-breaker.ts";
import type { UnfinishedRequest } from "./claim-repository.ts";
import type { ParkVerification } from "./park-verification.ts";
import type { VerifyReceipt } from "./verify-receipt.ts";

/** Looks at receipts that a bank may have booked meanwhile. */
export interface Rechecks {
  /** Takes a due look over. It is not lost with this process: the request is found again by its row. */
  add(request: UnfinishedRequest): void;
  /** Drops what has not started. */
  stop(): void;
}

export interface RechecksDeps {
  /** The bank's slots, which new requests take too. */
  readonly slots: Pick<FairSlots, "acquire">;
  readonly concurrency: number;
  readonly breaker: Pick<BankBreaker, "admits">;
  readonly verifyReceipt: VerifyReceipt;
  readonly park: ParkVerification;
  readonly log: Log;
}

/**
 * At most a tenth of the bank's slots, accounts in turn, and one look for all requests of an account that wait for the
 * same receipt. The looks wait here and not on the bus: thousands of them would fill what is read ahead.
 */
export function createRechecks(deps: RechecksDeps): Rechecks {
  const { breaker, log } = deps;
  const looks = createFairSlots(Math.max(1, Math.floor(deps.concurrency / 10)));
  const stopping = new AbortController();
  const { signal } = stopping;
  /** By account and receipt. */
  const waiting = new Map<string, Map<string, UnfinishedRequest>>();

  async function look(key: string, userId: string): Promise<void> {
    using _look = await looks.acquire(userId, signal);
    // With a turn of its own: behind the account's new requests it would keep the looks of all others waiting.
    using _slot = await deps.slots.acquire(`looks of ${userId}`, signal);
    const requests = waiting.get(key)?.values() ?? [];
    waiting.delete(key);
    // The first claims the others, which are then claimed and skipped.
    for (const request of requests) {
      if (breaker.admits(userId)) await deps.verifyReceipt(request.id, signal, { isRecheck: true });
      else await deps.park(request);
    }
  }

  return {
    add: (request) => {
      const key = `${request.userId} ${request.receiptKey}`;
      const together = waiting.get(key);
      if (together !== undefined) {
        together.set(request.id, request);
        return;
      }
      waiting.set(key, new Map([[request.id, request]]));
      look(key, request.userId).catch((error: unknown) => {
        waiting.delete(key);
        if (!signal.aborted) log.warn("verification.recheck_failed", { verificationId: request.id, error });
      });
    },
    stop: () => {
      looks.close(new Error("the verifier stops"));
      stopping.abort();
    },
  };
}
