import type { PostTimings } from "./post-outcome.ts";

/** One POST under way: its single deadline, and what its stages have taken so far. */
export interface PostAttempt {
  /** For what has to wait; made when it is first asked for, which an attempt on a kept connection does not. */
  readonly signal: () => AbortSignal;
  /** Called once, when its time is over or it is aborted; at once when it is. One listener at a time. */
  readonly onEnd: (listener: () => void) => void;
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
  let controller: AbortController | undefined;
  let listener: (() => void) | undefined;
  const stages: Record<Stage, number | null> = { dnsMs: null, connectMs: null, firstByteMs: null };
  let ended: "timeout" | "aborted" | undefined;

  const end = (why: "timeout" | "aborted") => {
    ended ??= why;
    controller?.abort();
    listener?.();
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
    signal: () => {
      controller ??= new AbortController();
      if (ended !== undefined) controller.abort();
      return controller.signal;
    },
    onEnd: (call) => {
      listener = call;
      if (ended !== undefined) call();
    },
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
