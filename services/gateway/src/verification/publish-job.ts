import type { MessageBus, OutgoingMessage } from "@receipts/messaging";
import type { PublishedRows } from "@receipts/outbox";
import type { Log } from "@receipts/service-kit";

export interface Job {
  readonly outboxId: number;
  readonly message: OutgoingMessage;
}

/** True when the bus has the job; false when it did not say so in time: the outbox has it, and the relay will send it. */
export type PublishJob = (
  job: Job,
  request: { readonly id: string; readonly httpRequestId: string },
) => Promise<boolean>;

export function createPublishJob(deps: {
  readonly bus: Pick<MessageBus, "publish" | "isAvailable">;
  readonly publishedRows: Pick<PublishedRows, "forget">;
  readonly timeoutMs: number;
  readonly log: Log;
}): PublishJob {
  return async (job, request) => {
    const ids = { requestId: request.httpRequestId, verificationId: request.id };
    if (!deps.bus.isAvailable()) return false;
    const published = deps.bus.publish([job.message]).then(
      () => {
        deps.publishedRows.forget([job.outboxId]);
        return true;
      },
      (error: unknown) => {
        deps.log.warn("verify.publish_failed", { ...ids, error });
        return false;
      },
    );
    const timedOut = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => timedOut.resolve(false), deps.timeoutMs);
    const inTime = await Promise.race([published, timedOut.promise]);
    clearTimeout(timer);
    if (!inTime) deps.log.warn("verify.publish_late", { ...ids, timeoutMs: deps.timeoutMs });
    return inTime;
  };
}
