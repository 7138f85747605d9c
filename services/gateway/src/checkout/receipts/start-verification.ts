import { isTerminal } from "@receipts/contracts";
import { ApiProblem } from "../../http/api-problem.ts";
import { noCaller } from "../../http/caller.ts";
import type { SubmitVerification } from "../../verification/submit-verification.ts";
import { type WakeAtVerdictDeps, wakeAtVerdict } from "../../verification/wake-at-verdict.ts";
import { leastAmountOf } from "../deposits/deposit-row.ts";
import type { ReceiptSubmission } from "../deposits/submission-repository.ts";
import { expectationOf } from "./evaluate-receipt.ts";
import type { ResolveSubmission } from "./resolve-submission.ts";

/** Never throws: if it fails, the worker of `follow-submissions.ts` tries again. */
export type StartVerification = (submission: ReceiptSubmission) => Promise<void>;

export interface StartVerificationDeps extends WakeAtVerdictDeps {
  readonly submit: SubmitVerification;
  readonly resolver: ResolveSubmission;
  /** A payer sends the receipt seconds after the payment, and the bank records it later. */
  readonly recheckForMinutes: number;
  /** Called with the reason if there is no verification and none will come. */
  readonly onRefused: (reason: string) => void;
}

export function createStartVerification(deps: StartVerificationDeps): StartVerification {
  const { submit, resolver, log } = deps;

  /** A buyer of credits pays for the attempts himself while he has credits. */
  async function submitPaid(submission: ReceiptSubmission): Promise<boolean> {
    const { buyerId } = submission;
    if (buyerId === null) return await submitToBank(submission);
    try {
      return await submitToBank(submission, buyerId);
    } catch (error) {
      if (isRefusal(error) && error.code === "credits_exhausted") return await submitToBank(submission);
      throw error;
    }
  }

  async function submitToBank(
    { verificationId, ...submission }: ReceiptSubmission,
    payerId?: string,
  ): Promise<boolean> {
    const { bank, reference, suffix, phone } = submission;
    const { row } = await submit({
      userId: submission.userId,
      payerId,
      caller: noCaller,
      command: {
        bank,
        identifiers: { reference, suffix, phone },
        settlementAccount: null,
        webhookUrl: null,
        recheckForMinutes: deps.recheckForMinutes,
        // The decision that the merchant sees for this request follows the deposit's rules.
        expectation: expectationOf({
          amount: leastAmountOf(submission),
          createdAt: submission.depositCreatedAt,
        }),
      },
      checkoutVerificationId: verificationId,
      idempotencyKey: undefined,
      // A cached verdict does not show a later reversal, and a reversed payment must not confirm.
      bypassCache: true,
      waitMs: 0,
      httpRequestId: submission.httpRequestId,
      traceparent: submission.traceparent,
    });
    return isTerminal(row.processingStatus);
  }

  /** Without credit or capacity there is no verification, and none will come. */
  async function giveUp(submission: ReceiptSubmission, reason: string): Promise<void> {
    const { verificationId, depositId, userId } = submission;
    log.warn("deposit.not_verifiable", { verificationId, depositId, userId, reason });
    deps.onRefused(reason);
    await resolver.rejectUnverified(verificationId).catch((error: unknown) => {
      log.warn("deposit.settle_failed", { verificationId, error });
    });
  }

  return async (submission) => {
    const { verificationId, depositId } = submission;
    const stop = await wakeAtVerdict(deps, verificationId, () => {
      resolver.applyResult(verificationId).catch((error: unknown) => {
        log.warn("deposit.settle_failed", { verificationId, error });
      });
    });
    try {
      if (!(await submitPaid(submission))) return;
      stop();
      await resolver.applyResult(verificationId);
    } catch (error) {
      stop();
      if (isRefusal(error)) await giveUp(submission, error.code);
      else log.warn("deposit.poll_failed", { verificationId, depositId, error });
    }
  };
}

function isRefusal(error: unknown): error is ApiProblem {
  return (
    error instanceof ApiProblem && (error.code === "credits_exhausted" || error.code === "queue_saturated")
  );
}
