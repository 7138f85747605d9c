import type { FastStore, RateLimiter } from "@receipts/fast-store";
import type { Log, ServiceMetrics } from "@receipts/service-kit";

/** A minute, unless told. */
const WINDOW_SECONDS = 60;

/** A limiter on the shared store that falls back to this process's own while the store is away. */
export function insuredLimiter(
  deps: {
    readonly fastStore: FastStore;
    readonly insurance: FastStore;
    readonly log: Log;
    readonly metrics: ServiceMetrics;
  },
  options: { readonly name: string; readonly points: number; readonly windowSeconds?: number },
): RateLimiter {
  const shared = deps.fastStore.rateLimiter({ windowSeconds: WINDOW_SECONDS, ...options });
  const insured = deps.metrics.counter(
    "rate_limit_insured_total",
    "Calls that were counted by this process alone, because the shared store was away",
    ["limiter"],
    { limiter: [options.name] },
  );
  const own = deps.insurance.rateLimiter({ windowSeconds: WINDOW_SECONDS, ...options });
  return {
    consume: async (key, points) => {
      try {
        return await shared.consume(key, points);
      } catch (error) {
        insured.inc({ limiter: options.name });
        deps.log.warn("rate_limit.store_failed", { limiter: options.name, error });
        return await own.consume(key, points);
      }
    },
  };
}
