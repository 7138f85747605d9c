import type { BankCode } from "@receipts/contracts";
import type { MessageBus } from "@receipts/messaging";
import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import { type ClaimRepository, jobMessage } from "./claim-repository.ts";

export interface RequeueUnfinishedDeps {
  readonly claims: Pick<ClaimRepository, "takeForRequeue">;
  readonly bus: Pick<MessageBus, "publish" | "durable" | "isAvailable">;
  readonly bank: BankCode;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly everyMs?: number;
}

const BATCH = 500;

/**
 * Publishes unfinished, unclaimed requests again: their worker died, or their message was lost. A memory bus has lost
 * all messages of the previous process, so the first run takes all requests.
 */
export function createRequeueUnfinished(deps: RequeueUnfinishedDeps): Worker {
  let includeWaiting = !deps.bus.durable;
  const recovered = deps.metrics.counter(
    "verifier_requeued_total",
    "Requests published again: their worker died, or their message was lost",
    ["bank"],
    { bank: [deps.bank] },
  );
  return periodicWorker({
    name: "requeue-unfinished",
    everyMs: deps.everyMs ?? 2_000,
    log: deps.log,
    work: async () => {
      if (!deps.bus.isAvailable()) return false;
      const requests = includeWaiting
        ? await takeAll(deps)
        : await deps.claims.takeForRequeue({ limit: BATCH, includeWaiting });
      includeWaiting = false;
      if (requests.length === 0) return false;
      await deps.bus.publish(requests.map((request) => jobMessage(deps.bank, request)));
      recovered.inc({ bank: deps.bank }, requests.length);
      for (const { id, httpRequestId } of requests) {
        deps.log.info("verification.requeued", { requestId: httpRequestId, verificationId: id });
      }
      return requests.length === BATCH;
    },
  });
}

/** Takes everything that was unfinished before this start. */
async function takeAll(deps: RequeueUnfinishedDeps) {
  return await deps.claims.takeForRequeue({ limit: 1_000_000, includeWaiting: true });
}
