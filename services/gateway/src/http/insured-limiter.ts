import type { FastStore, RateLimiter } from "@receipts/fast-store";
import type { Log } from "@receipts/service-kit";

const WINDOW_SECONDS = 60;

/** A limiter on the shared store that falls back to this process's own while the store is away. */
export function insuredLimiter(
  deps: { readonly fastStore: FastStore; readonly insurance: FastStore; readonly log: Log },
  options: { readonly name: string; readonly points: number },
): RateLimiter {
  const shared = deps.fastStore.rateLimiter({ ...options, windowSeconds: WINDOW_SECONDS });
  const own = deps.insurance.rateLimiter({ ...options, windowSeconds: WINDOW_SECONDS });
  return {
    consume: async (key, points) => {
      try {
        return await shared.consume(key, points);
      } catch (error) {
        deps.log.warn("rate_limit.store_failed", { limiter: options.name, error });
        return await own.consume(key, points);
      }
    },
  };
}
