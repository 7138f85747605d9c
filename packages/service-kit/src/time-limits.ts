import { setTimeout as delay } from "node:timers/promises";

/** Sleeps; ends early, without an error, when `stop` aborts. */
export async function pause(ms: number, stop?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: stop }).catch((error: unknown) => {
    if (stop?.aborted !== true) throw error;
  });
}

/** Rejects if the promise has not settled in time; its later outcome is dropped. */
export async function withTimeout<T>(
  promise: Promise<T>,
  timeoutMs: number,
  why: string | Error,
): Promise<T> {
  promise.catch(() => undefined);
  if (await settlesWithin(promise, timeoutMs)) return await promise;
  throw why instanceof Error ? why : new Error(why);
}

/** Waits for the promise, at most `ms`, and until `stop` aborts. Returns whether it was in time; rejects as it does. */
export async function settlesWithin(
  promise: Promise<unknown>,
  ms: number,
  stop?: AbortSignal,
): Promise<boolean> {
  const ended = Promise.withResolvers<false>();
  const end = () => ended.resolve(false);
  const timer = setTimeout(end, Math.max(0, ms));
  stop?.addEventListener("abort", end, { once: true });
  if (stop?.aborted) end();
  try {
    return await Promise.race([promise.then(() => true), ended.promise]);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener("abort", end);
  }
}

/** Rejects with the signal's reason if it aborts first; the promise's later outcome is dropped. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    promise.catch(() => undefined);
  }
}

/** A signal that aborts with another one or after a time, whichever comes first. */
export interface TimeLimit extends Disposable {
  readonly signal: AbortSignal;
  /** Whether the time ended it. */
  hasPassed(): boolean;
}

/**
 * Dispose of it when the work is done. `AbortSignal.any` and `AbortSignal.timeout` leave timers and listeners behind
 * long after the call, which at hundreds of calls a second costs a tenth of a process.
 */
export function limitTime(
  parent: AbortSignal,
  ms: number,
  reason: Error = new DOMException("the time is over", "TimeoutError"),
): TimeLimit {
  const controller = new AbortController();
  let passed = false;
  const end = () => controller.abort(parent.reason);
  const timer = setTimeout(() => {
    passed = true;
    controller.abort(reason);
  }, ms);
  if (parent.aborted) end();
  else parent.addEventListener("abort", end, { once: true });
  return {
    signal: controller.signal,
    hasPassed: () => passed,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      parent.removeEventListener("abort", end);
    },
  };
}
