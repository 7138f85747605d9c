import type { BankCode } from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import type { BankAttempt, LiveStatusChannel } from "@receipts/verdicts";
import { type ClaimedWork, type ClaimRepository, jobMessage } from "./claim-repository.ts";

/** Before look 1, 2, …: a payer's screen comes seconds to minutes before the bank's record. The last one repeats. */
const LOOK_DELAYS_MS = [15_000, 30_000, 60_000, 120_000, 180_000];

/** The bank does not know the receipt, and the request may still wait until it does. */
export function mayWait({ recheck }: ClaimedWork, elapsedMs: number): boolean {
  return recheck !== null && recheck.msLeft - elapsedMs > 0;
}

/** Requests about one receipt are looked up together, when the first of them is due. */
export function nextLookMs(waiting: readonly ClaimedWork[]): number {
  const delays = waiting.map(
    ({ recheck }) => LOOK_DELAYS_MS[recheck?.tries ?? 0] ?? LOOK_DELAYS_MS.at(-1) ?? 0,
  );
  return Math.min(...delays);
}

/** Postpones a request. `full`: the account has too many, and this one ends now. `lost`: another process has it. */
export type WaitForBooking = (
  claimed: ClaimedWork,
  attempts: readonly BankAttempt[],
  delayMs: number,
) => Promise<"waiting" | "full" | "lost">;

export function createWaitForBooking(deps: {
  readonly claims: Pick<ClaimRepository, "waitForBooking">;
  readonly bank: BankCode;
  /** Requests of an account that may wait. */
  readonly share: number;
  readonly liveStatus: Pick<LiveStatusChannel, "announce">;
  readonly log: Log;
}): WaitForBooking {
  return async (claimed, attempts, delayMs) => {
    const [first, another] = claimed.input?.candidates ?? [];
    const restart = another === undefined ? undefined : first;
    const message = jobMessage(restart?.bank ?? deps.bank, { ...claimed, isRecheck: true });
    const next = { delayMs, share: deps.share, message, first: restart };
    const outcome = await deps.claims.waitForBooking({ ...claimed, attempts }, next);
    if (outcome === "waiting")
      deps.liveStatus.announce(claimed.id, {
        processingStatus: "running",
        status: "pending",
        verified: false,
        isRechecked: true,
      });
    deps.log.info("verification.not_booked_yet", {
      requestId: claimed.httpRequestId,
      verificationId: claimed.id,
      bank: deps.bank,
      tries: (claimed.recheck?.tries ?? 0) + 1,
      outcome,
      delayMs,
    });
    return outcome;
  };
}
