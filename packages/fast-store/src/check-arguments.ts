import type { RateLimiterOptions } from "./fast-store.ts";

/** What timers and stores can hold without wrapping round: about 24 days. */
const longestMs = 2 ** 31 - 1;

/** The drivers refuse the same arguments, before they ask any store. */
export function checkTtl(ttlMs: number): void {
  if (!isWholeBetween(ttlMs, 1, longestMs)) {
    throw new RangeError(`ttlMs must be a whole number from 1 to ${longestMs}, not ${ttlMs}`);
  }
}

export function checkLimiterOptions({ name, points, windowSeconds }: RateLimiterOptions): void {
  if (!isWholeBetween(points, 1, Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`rate limiter ${name}: points must be a positive whole number, not ${points}`);
  }
  const longestSeconds = Math.floor(longestMs / 1_000);
  if (!isWholeBetween(windowSeconds, 1, longestSeconds)) {
    throw new RangeError(
      `rate limiter ${name}: windowSeconds must be a whole number from 1 to ${longestSeconds}, not ${windowSeconds}`,
    );
  }
}

function isWholeBetween(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
