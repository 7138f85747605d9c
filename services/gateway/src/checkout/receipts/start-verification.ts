import { isTerminal } from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import type { LiveStatusChannel } from "@receipts/verdicts";
import { ApiProblem } from "../../http/api-problem.ts";
import type { SubmitVerification } from "../../verification/submit-verification.ts";
import { santimOf } from "../deposits/deposit-row.ts";
import type { Submission } from "../deposits/submission-repository.ts";
import { expectationOf } from "./evaluate-receipt.ts";
import type { ResolveSubmission } from "./resolve-submission.ts";

/** Never throws: what it could not do is done by whoever follows the submissions. */
export type StartVerification = (submission: Submission) => Promise<void>;

export interface StartVerificationDeps {
  readonly submit: SubmitVerification;
  readonly settlement: ResolveSubmission;
  readonly liveStatus: Pick<LiveStatusChannel, "listen">;
  readonly log: Log;
  /** A request has its verdict by then, or none: nothing is announced later. */
  readonly requestDeadlineMs: number;
  /** There is no verification and none will come: why. */
  readonly onRefused: (reason: string) => void;
}

export function createStartVerification(deps: StartVerificationDeps): StartVerification {
  const { submit, settlement, log } = deps;

  /** A buyer of credits pays for the tries himself as long as he has any. */
  async function submitPaid(submission: Submission): Promise<boolean> {
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
    { verificationId, ...submission }: Submission,
    payerId?: string,
  ): Promise<boolean> {
    const { bank, reference, suffix, phone } = submission;
    const { row } = await submit({
      userId: submission.userId,
      payerId,
      apiKeyId: null,
      command: {
        bank,
        identifiers: { reference, suffix, phone },
        settlementAccount: null,
        webhookUrl: null,
        // What the merchant sees of this request in his history is what the deposit makes of it.
        expectation: expectationOf({
          amount: santimOf(submission.amount),
          createdAt: submission.depositCreatedAt,
        }),
      },
      checkoutVerificationId: verificationId,
      idempotencyKey: undefined,
      // A payment that was reversed since must not confirm, and a cached verdict does not say so.
      bypassCache: true,
      waitMs: 0,
      httpRequestId: submission.httpRequestId,
      traceparent: submission.traceparent,
    });
    return isTerminal(row.processingStatus);
  }

  /** No credit, no room: there is no verification, and none will come. */
  async function giveUp(submission: Submission, reason: string): Promise<void> {
    const { verificationId, depositId, userId } = submission;
    log.warn("deposit.not_verifiable", { verificationId, depositId, userId, reason });
    deps.onRefused(reason);
    await settlement.giveUp(verificationId).catch((error: unknown) => {
      log.warn("deposit.settle_failed", { verificationId, error });
    });
  }

  return async (submission) => {
    const { verificationId, depositId } = submission;
    const stop = await wakeAtVerdict(deps, verificationId);
    try {
      if (!(await submitPaid(submission))) return;
      stop();
      await settlement.applyVerdict(verificationId);
    } catch (error) {
      stop();
      if (isRefusal(error)) await giveUp(submission, error.code);
      else log.warn("deposit.ask_failed", { verificationId, depositId, error });
    }
  };
}

/** Only to be quick: the rows are followed as well. Listens until the verdict, the deadline, or its answer is called. */
async function wakeAtVerdict(
  { settlement, liveStatus, log, requestDeadlineMs }: StartVerificationDeps,
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
      settlement.applyVerdict(verificationId).catch((error: unknown) => {
        log.warn("deposit.settle_failed", { verificationId, error });
      });
    });
    // Told, or too late, before it was known how to stop.
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
