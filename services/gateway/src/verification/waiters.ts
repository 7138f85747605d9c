import type { ServiceMetrics } from "@receipts/service-kit";

/** Gives a call its place among those that wait for their verdict, for at most so long. */
export type ReserveWaiter = (wantedMs: number) => { readonly waitMs: number } & Disposable;

export function createWaiters(deps: {
  readonly maxWaitMs: number;
  /** Calls that may wait at the same time. Further calls do not wait. */
  readonly maxWaiters: number;
  readonly metrics: ServiceMetrics;
}): ReserveWaiter {
  const waitersGauge = deps.metrics.gauge("verify_waiters", "Calls that wait for their verdict");
  let waiters = 0;
  return (wantedMs) => {
    // Beyond the limit a call gets its response immediately, as without `waitMs`.
    if (wantedMs === 0 || waiters >= deps.maxWaiters) return { waitMs: 0, [Symbol.dispose]: () => undefined };
    waiters += 1;
    waitersGauge.set(waiters);
    return {
      waitMs: Math.min(wantedMs, deps.maxWaitMs),
      [Symbol.dispose]: () => {
        waiters -= 1;
        waitersGauge.set(waiters);
      },
    };
  };
}
