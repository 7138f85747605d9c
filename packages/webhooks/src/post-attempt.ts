import type { PostTimings } from "./post-outcome.ts";

/** One POST under way: its single deadline, and what its stages have taken so far. */
export interface PostAttempt {
  readonly signal: AbortSignal;
  /** Why the signal fired; undefined while there is time. */
  readonly ended: () => "timeout" | "aborted" | undefined;
  readonly abort: () => void;
  /** Starts the clock of the next stage. */
  readonly begin: () => void;
  /** Ends a stage, and begins the next. */
  readonly took: (stage: Stage) => void;
  readonly timings: () => PostTimings;
  /** Stops the clock. */
  readonly finish: () => void;
}

type Stage = "dnsMs" | "connectMs" | "firstByteMs";

export interface PostAttemptOptions {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

export function startPostAttempt({ deadlineMs, signal }: PostAttemptOptions): PostAttempt {
  const startedAt = performance.now();
  const controller = new AbortController();
  const stages: Record<Stage, number | null> = { dnsMs: null, connectMs: null, firstByteMs: null };
  let ended: "timeout" | "aborted" | undefined;

  const end = (why: "timeout" | "aborted") => {
    ended ??= why;
    controller.abort();
  };
  let stageStartedAt = startedAt;
  const begin = () => {
    stageStartedAt = performance.now();
  };
  const abort = () => end("aborted");
  const timer = setTimeout(() => end("timeout"), Math.max(0, deadlineMs));
  signal?.addEventListener("abort", abort, { once: true });
  if (signal?.aborted) abort();

  return {
    signal: controller.signal,
    ended: () => ended,
    abort,
    begin,
    took: (stage) => {
      stages[stage] = elapsedMs(stageStartedAt);
      begin();
    },
    timings: () => ({ ...stages, totalMs: elapsedMs(startedAt) }),
    finish: () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

function elapsedMs(sinceMs: number): number {
  return Math.round(performance.now() - sinceMs);
}
