import type { MessageBus } from "@receipts/messaging";
import type { Log } from "@receipts/service-kit";
import { type BankAttempt, receiptKey, type StoredCandidate } from "@receipts/verdicts";
import { type ClaimedWork, type ClaimRepository, jobMessage } from "./claim-repository.ts";

/**
 * Sends a request on to the bank of the next receipt that its file may name. Returns false if the claim was lost.
 */
export type TryNextCandidate = (
  claimed: ClaimedWork,
  next: StoredCandidate,
  attempts: readonly BankAttempt[],
) => Promise<boolean>;

export function createTryNextCandidate(deps: {
  readonly claims: Pick<ClaimRepository, "tryNext">;
  readonly bus: Pick<MessageBus, "publish">;
  readonly log: Log;
}): TryNextCandidate {
  return async (claimed, next, attempts) => {
    const ids = { requestId: claimed.httpRequestId, verificationId: claimed.id };
    if (!(await deps.claims.tryNext({ ...claimed, attempts }, next))) return false;
    deps.log.info("verification.next_candidate", { ...ids, bank: claimed.bank, nextBank: next.bank });
    const isRecheck = claimed.recheck !== null && claimed.recheck.tries > 0;
    const message = jobMessage(next.bank, { ...claimed, receiptKey: receiptKey(next.bank, next), isRecheck });
    deps.bus
      .publish([message])
      .catch((error: unknown) => deps.log.warn("verify.publish_failed", { ...ids, error }));
    return true;
  };
}
