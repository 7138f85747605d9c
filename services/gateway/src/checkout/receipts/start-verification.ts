import { isTerminal } from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import type { LiveStatusChannel } from "@receipts/verdicts";
import { ApiProblem } from "../../http/api-problem.ts";
import { noCaller } from "../../http/caller.ts";
import type { SubmitVerification } from "../../verification/submit-verification.ts";
import { leastAmountOf } from "../deposits/deposit-row.ts";
import type { ReceiptSubmission } from "../deposits/submission-repository.ts";
import { expectationOf } from "./evaluate-receipt.ts";
import type { ResolveSubmission } from "./resolve-submission.ts";

/** Never throws: if it fails, the worker of `follow-submissions.ts` tries again. */
export type StartVerification = (submission: ReceiptSubmission) => Promise<void>;

export interface StartVerificationDeps {
  readonly submit: SubmitVerification;
  readonly resolver: ResolveSubmission;
  readonly liveStatus: Pick<LiveStatusChannel, "listen">;
  readonly log: Log;
  /** A request has its verdict by then, or none: nothing is announced later. */
  readonly requestDeadlineMs: number;
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
    const stop = await wakeAtVerdict(deps, verificationId);
    try {
      if (!(await submitPaid(submission))) return;
      stop();
      await resolver.applyResult(verificationId);
    } catch (error) {
      stop();
      if (isRefusal(error)) await giveUp(submission, error.code);
      else log.warn("deposit.ask_failed", { verificationId, depositId, error });
    }
  };
}

/**
 * Only for speed: the rows are polled too. Listens until the verdict, the deadline, or a call of the returned function.
 */
async function wakeAtVerdict(
  { resolver, liveStatus, log, requestDeadlineMs }: StartVerificationDeps,
  verificationId: string,
): Promise<() => void> {
  let stopListening: (() => Promise<void>) | undefined;
  let isOver = false;
  const stop = () => {
    isOver = true;
    clearTimeout(timer);
    stopListening?.().catch(() => undefined);
    stopListening = undefined;
  };
  const timer = setTimeout(stop, requestDeadlineMs).unref();
  try {
    stopListening = await liveStatus.listen(verificationId, ({ processingStatus }) => {
      if (!isTerminal(processingStatus)) return;
      stop();
      resolver.applyResult(verificationId).catch((error: unknown) => {
        log.warn("deposit.settle_failed", { verificationId, error });
      });
    });
    // The verdict or the deadline came before `listen` returned.
    if (isOver) stop();
  } catch (error) {
    stop();
    log.warn("deposit.wake_deaf", { verificationId, error });
  }
  return stop;
}

function isRefusal(error: unknown): error is ApiProblem {
  return (
    error instanceof ApiProblem && (error.code === "credits_exhausted" || error.code === "queue_saturated")
  );
}
