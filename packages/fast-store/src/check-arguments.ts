import type { RateLimiterOptions } from "./fast-store.ts";

/** Longest time that timers and stores accept without overflow: about 24 days. */
const maxMs = 2 ** 31 - 1;

/** Throws `RangeError`. All drivers refuse the same arguments, before any operation. */
export function checkTtl(ttlMs: number): void {
  if (!isWholeBetween(ttlMs, 1, maxMs)) {
    throw new RangeError(`ttlMs must be a whole number from 1 to ${maxMs}, not ${ttlMs}`);
  }
}

export function checkLimiterOptions({ name, points, windowSeconds }: RateLimiterOptions): void {
  if (!isWholeBetween(points, 1, Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`rate limiter ${name}: points must be a positive whole number, not ${points}`);
  }
  const maxSeconds = Math.floor(maxMs / 1_000);
  if (!isWholeBetween(windowSeconds, 1, maxSeconds)) {
    throw new RangeError(
      `rate limiter ${name}: windowSeconds must be a whole number from 1 to ${maxSeconds}, not ${windowSeconds}`,
    );
  }
}

function isWholeBetween(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
