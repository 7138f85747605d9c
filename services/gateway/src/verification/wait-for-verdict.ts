import { isTerminal } from "@receipts/contracts";
import { type Log, type ServiceMetrics, settlesWithin } from "@receipts/service-kit";
import type { LiveStatusChannel } from "@receipts/verdicts";
import type { VerificationRepository, VerificationRow } from "./verification-repository.ts";

/** Listens from the start, so that no verdict is missed between admission and waiting. */
export interface VerdictWait extends Disposable {
  /** Returns the row when it has ended or at the deadline, whichever comes first. */
  until(deadlineMs: number): Promise<VerificationRow | undefined>;
}

export type StartVerdictWait = (userId: string, verificationId: string) => VerdictWait;

export interface VerdictWaitDeps {
  readonly liveStatus: Pick<LiveStatusChannel, "listen">;
  readonly verifications: Pick<VerificationRepository, "find">;
  readonly metrics: ServiceMetrics;
  readonly log: Log;
  /** Aborted when the process drains: waiters get the current state. */
  readonly draining: AbortSignal;
  /** Whether announcements currently arrive. */
  readonly announcementsWork: () => boolean;
}

/** The fallback while no announcements arrive; otherwise the verdict itself wakes the waiter. */
const POLL_MS = 500;
/** An announcement may be lost with its connection. */
const RECHECK_MS = 3_000;

const hasEnded = (row: VerificationRow | undefined) => row === undefined || isTerminal(row.processingStatus);

export function createStartVerdictWait(deps: VerdictWaitDeps): StartVerdictWait {
  const waits = deps.metrics.counter(
    "verify_waits_total",
    "Waits for a verdict, by what ended them",
    ["ended_by"],
    { ended_by: ["verdict", "timeout"] },
  );
  const reads = deps.metrics.counter("verify_wait_reads_total", "Rows read by waiting calls");

  return (userId, verificationId) => {
    let announce: () => void = () => undefined;
    const announced = new Promise<void>((resolve) => {
      announce = resolve;
    });
    const listening = deps.liveStatus
      .listen(verificationId, ({ processingStatus }) => {
        if (isTerminal(processingStatus)) announce();
      })
      .catch((error: unknown) => {
        deps.log.warn("verify.listen_failed", { verificationId, error });
        return undefined;
      });
    async function until(deadlineMs: number): Promise<VerificationRow | undefined> {
      const listens = (await listening) !== undefined;
      for (;;) {
        reads.inc();
        const row = await deps.verifications.find(userId, verificationId);
        const leftMs = deadlineMs - performance.now();
        if (leftMs <= 0 || deps.draining.aborted || hasEnded(row)) return row;
        await nextPoll(leftMs, listens);
      }
    }

    /** Sleeps until the verdict is announced, the next poll, or the deadline. */
    async function nextPoll(leftMs: number, listens: boolean): Promise<void> {
      const pollMs = listens && deps.announcementsWork() ? RECHECK_MS : POLL_MS;
      if (await settlesWithin(announced, Math.min(leftMs, pollMs), deps.draining)) {
        waits.inc({ ended_by: "verdict" });
      } else if (deps.draining.aborted || leftMs <= pollMs) {
        waits.inc({ ended_by: "timeout" });
      }
    }

    return {
      until,
      [Symbol.dispose]: () => void listening.then((stop) => stop?.()).catch(() => undefined),
    };
  };
}
