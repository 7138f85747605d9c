import { type Log, pause, periodicWorker, type Worker } from "@receipts/service-kit";
import type { RecoveryRepository } from "@receipts/webhooks";

export interface RecoverDeliveriesDeps {
  readonly recoveries: Pick<RecoveryRepository, "advance">;
  /** Called when deliveries were requeued. */
  readonly wake: () => void;
  readonly log: Log;
}

const BATCH = 250;
const EVERY_MS = 1_000;
/** Pause while the recovery waits for its requeued deliveries to be attempted. */
const WAIT_MS = 100;

/**
 * Runs recoveries, which requeue exhausted deliveries. Safe in any number of copies: one process at a time runs a job.
 */
export function createRecoverDeliveries(deps: RecoverDeliveriesDeps): Worker {
  return periodicWorker({
    name: "recover-deliveries",
    everyMs: EVERY_MS,
    log: deps.log,
    work: async (stop) => {
      const { kind, requeued } = await deps.recoveries.advance(BATCH);
      if (requeued > 0) {
        deps.log.info("recovery.advanced", { kind, requeued });
        deps.wake();
      }
      if (kind === "waiting") await pause(WAIT_MS, stop);
      return kind !== "none";
    },
  });
}
