import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimitState } from "./fast-store.ts";

/** Takes a point. The library rejects with a result if the limit is reached, and with an error if it fails. */
export async function takePoint(limiter: RateLimiterAbstract, key: string): Promise<RateLimitState> {
  try {
    return toRateLimitState(limiter.points, await limiter.consume(key), true);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return toRateLimitState(limiter.points, refusal, false);
  }
}

/** At the end of a window stores report 0 or -1 ms; a client needs a positive time. */
export function toRateLimitState(
  limit: number,
  result: Pick<RateLimiterRes, "remainingPoints" | "msBeforeNext">,
  allowed: boolean,
): RateLimitState {
  return {
    allowed,
    limit,
    remaining: Math.max(0, result.remainingPoints),
    resetMs: Math.max(1, Math.ceil(result.msBeforeNext)),
  };
}
