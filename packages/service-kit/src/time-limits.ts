import { setTimeout as delay } from "node:timers/promises";

/** Sleeps; ends early, without a fault, when told to stop. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: stop, ref: true }).catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
}

/** Rejects when the promise has not settled in time; what it answers later is dropped. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number, why: string): Promise<T> {
  const timedOut = Promise.withResolvers<never>();
  const timer = setTimeout(() => timedOut.reject(new Error(why)), timeoutMs);
  try {
    return await Promise.race([promise, timedOut.promise]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}

/** Waits for the promise, but no longer than so. Returns whether it was in time. */
export async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const elapsed = Promise.withResolvers<false>();
  const timer = setTimeout(elapsed.resolve, Math.max(0, ms), false);
  try {
    return await Promise.race([promise.then(() => true), elapsed.promise]);
  } finally {
    clearTimeout(timer);
  }
}
