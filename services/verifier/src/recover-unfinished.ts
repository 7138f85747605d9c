import type { BankCode } from "@receipts/contracts";
import type { MessageBus } from "@receipts/messaging";
import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import { type ClaimRepository, jobMessage } from "./claim-repository.ts";

export interface RecoverUnfinishedDeps {
  readonly claims: Pick<ClaimRepository, "takeForRequeue">;
  readonly bus: Pick<MessageBus, "publish" | "durable" | "isAvailable">;
  readonly bank: BankCode;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly everyMs?: number;
}

const BATCH = 500;

/**
 * Puts unfinished requests that nobody holds back on the bus: those of a worker that died, and those whose message was
 * lost. A bus that forgets (memory) has lost every message of the process before, so the first turn takes them all.
 */
export function createRecoverUnfinished(deps: RecoverUnfinishedDeps): Worker {
  let includeWaiting = !deps.bus.durable;
  const recovered = deps.metrics.counter(
    "verifier_recovered_total",
    "Requests put on the bus again: their worker died, or their message was lost",
    ["bank"],
    { bank: [deps.bank] },
  );
  return periodicWorker({
    name: "recover-unfinished",
    everyMs: deps.everyMs ?? 2_000,
    log: deps.log,
    work: async () => {
      if (!deps.bus.isAvailable()) return false;
      const taken = includeWaiting
        ? await takeAll(deps)
        : await deps.claims.takeForRequeue({ limit: BATCH, includeWaiting });
      includeWaiting = false;
      if (taken.length === 0) return false;
      await deps.bus.publish(taken.map((request) => jobMessage(deps.bank, request)));
      recovered.inc({ bank: deps.bank }, taken.length);
      for (const { id, httpRequestId } of taken) {
        deps.log.info("verification.recovered", { requestId: httpRequestId, verificationId: id });
      }
      return taken.length === BATCH;
    },
  });
}

/** Everything that waits from before this start; bounded by what was unfinished then. */
async function takeAll(deps: RecoverUnfinishedDeps) {
  return await deps.claims.takeForRequeue({ limit: 1_000_000, includeWaiting: true });
}
