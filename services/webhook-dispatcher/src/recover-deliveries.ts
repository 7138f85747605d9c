import { type Log, pause, periodicWorker, type Worker } from "@receipts/service-kit";
import type { RecoveryRepository } from "@receipts/webhooks";

export interface RecoverDeliveriesDeps {
  readonly recoveries: Pick<RecoveryRepository, "advance">;
  /** Something is due now. */
  readonly wake: () => void;
  readonly log: Log;
}

const BATCH = 250;
const EVERY_MS = 1_000;
/** Until some of what waits for its first attempt has had it. */
const WAIT_MS = 100;

/** Works off the jobs that begin exhausted deliveries again. Safe in any number of copies: a job is one process's at a time. */
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
