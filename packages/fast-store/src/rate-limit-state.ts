import type { RateLimiterRes } from "rate-limiter-flexible";
import type { RateLimitState } from "./fast-store.ts";

/** At the very end of a window stores say 0 or -1 ms: nobody is to be told to come back in the past. */
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
