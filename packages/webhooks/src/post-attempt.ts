import type { PostTimings } from "./post-outcome.ts";

/** Deadline and stage timings of one POST. */
export interface PostAttempt {
  /** Created at the first call, so that an attempt on a reused connection needs none. */
  readonly signal: () => AbortSignal;
  /** Calls the listener once, at the deadline or abort; immediately if that has passed. One listener at a time. */
  readonly onEnd: (listener: () => void) => void;
  /** Returns why the signal fired; undefined before. */
  readonly ended: () => "timeout" | "aborted" | undefined;
  readonly abort: () => void;
  readonly startStage: () => void;
  /** Records the stage's duration and starts the next stage. */
  readonly endStage: (stage: Stage) => void;
  readonly timings: () => PostTimings;
  /** Clears the deadline's timer. */
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
  const startStage = () => {
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
    startStage,
    endStage: (stage) => {
      stages[stage] = elapsedMs(stageStartedAt);
      startStage();
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
