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
  return (job, request) =>
    new Promise((resolve) => {
      if (!deps.bus.isAvailable()) {
        resolve(false);
        return;
      }
      const ids = () => ({ requestId: request.httpRequestId, verificationId: request.id });
      const timer = setTimeout(() => {
        deps.log.warn("verify.publish_late", { ...ids(), timeoutMs: deps.timeoutMs });
        resolve(false);
      }, deps.timeoutMs);
      deps.bus
        .publish([job.message])
        .then(() => {
          // Late or not, the bus has it.
          deps.publishedRows.forget([job.outboxId]);
          resolve(true);
        })
        .catch((error: unknown) => {
          deps.log.warn("verify.publish_failed", { ...ids(), error });
          resolve(false);
        })
        .finally(() => clearTimeout(timer));
    });
}
