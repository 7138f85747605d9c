import type { MessageBus } from "@receipts/messaging";
import type { PublishedRows } from "@receipts/outbox";
import { type Log, settlesWithin } from "@receipts/service-kit";
import { ApiProblem } from "../http/api-problem.ts";
import type { Job } from "./admission.ts";
import type { AdmissionDraft } from "./batched-admission.ts";

/** Throws 503 if the bus does not take the job in time. The outbox has it anyway, and the relay will publish it. */
export type PublishJob = (job: Job | undefined, draft: AdmissionDraft) => Promise<void>;

export interface PublishJobDeps {
  readonly bus: Pick<MessageBus, "publish" | "isAvailable">;
  readonly publishedRows: Pick<PublishedRows, "remove">;
  readonly publishTimeoutMs: number;
  readonly statusUrlOf: (verificationId: string) => string;
  readonly log: Log;
}

export const idsOf = ({ httpRequestId, id }: AdmissionDraft) => ({
  requestId: httpRequestId,
  verificationId: id,
});

export function createPublishJob(deps: PublishJobDeps): PublishJob {
  const { log } = deps;
  return async (job, draft) => {
    // For debugging only: the HTTP request's own line will have these fields.
    log.debug("verification.accepted", {
      ...idsOf(draft),
      bank: draft.bank,
      userId: draft.userId,
      cache: draft.cacheStatus,
    });
    if (job === undefined) return;
    if (deps.bus.isAvailable()) {
      // Even after the time limit the job is published, or the failure is logged.
      const published = deps.bus.publish([job.message]).then(
        () => {
          // Already published: the outbox row can be deleted.
          deps.publishedRows.remove([job.outboxId]);
          return true;
        },
        (error: unknown) => {
          log.warn("verify.publish_failed", { ...idsOf(draft), error });
          return false;
        },
      );
      const isInTime = await settlesWithin(published, deps.publishTimeoutMs);
      if (!isInTime) log.warn("verify.publish_late", { ...idsOf(draft), timeoutMs: deps.publishTimeoutMs });
      else if (await published) return;
    }
    throw new ApiProblem("queue_unavailable", {
      message:
        "The request was accepted and will be processed once the queue works. Do not send it again without the same " +
        "idempotency key; follow the status URL.",
      requestId: draft.id,
      statusUrl: deps.statusUrlOf(draft.id),
      retryAfterSeconds: 5,
    });
  };
}
