import { checkLimiterOptions } from "./check-arguments.ts";
import type { RateLimiter, RateLimiterOptions } from "./fast-store.ts";

/** Returns one limiter per name. Throws if a name is reused with other options: both would share a count. */
export function createLimiterRegistry(
  create: (options: RateLimiterOptions) => RateLimiter,
): (options: RateLimiterOptions) => RateLimiter {
  const known = new Map<string, { readonly options: RateLimiterOptions; readonly limiter: RateLimiter }>();
  return (options) => {
    checkLimiterOptions(options);
    const existing = known.get(options.name);
    if (existing === undefined) {
      const limiter = create(options);
      known.set(options.name, { options: { ...options }, limiter });
      return limiter;
    }
    const { points, windowSeconds } = existing.options;
    if (points !== options.points || windowSeconds !== options.windowSeconds) {
      throw new Error(`rate limiter ${options.name} exists with ${points} points in ${windowSeconds} s`);
    }
    return existing.limiter;
  };
}
