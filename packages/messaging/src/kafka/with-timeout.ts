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
