import { isTerminal } from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import type { LiveStatusChannel } from "@receipts/verdicts";

export interface WakeAtVerdictDeps {
  readonly liveStatus: Pick<LiveStatusChannel, "listen">;
  readonly log: Log;
  /** A request has its verdict by then, or none: nothing is announced later. */
  readonly requestDeadlineMs: number;
}

/**
 * Only for speed: the rows are polled too. Listens until the verdict, the deadline, or a call of the returned function.
 */
export async function wakeAtVerdict(
  { liveStatus, log, requestDeadlineMs }: WakeAtVerdictDeps,
  verificationId: string,
  onVerdict: () => void,
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
      onVerdict();
    });
    // The verdict or the deadline came before `listen` returned.
    if (isOver) stop();
  } catch (error) {
    stop();
    log.warn("verification.listen_failed", { verificationId, error });
  }
  return stop;
}
