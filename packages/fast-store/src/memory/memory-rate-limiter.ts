import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { checkLimiterOptions, checkPoints } from "../check-arguments.ts";
import type { RateLimiter, RateLimiterOptions, RateLimiterPair } from "../fast-store.ts";
import { toRateLimitState } from "../rate-limit-state.ts";

export function createMemoryRateLimiter(
  { name, points: limit, windowSeconds }: RateLimiterOptions,
  mustBeThere: () => void,
): RateLimiter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: limit, duration: windowSeconds });
  return {
    async consume(key, points = 1) {
      checkPoints(points);
      mustBeThere();
      try {
        return toRateLimitState(limit, await limiter.consume(key, points), true);
      } catch (refusal) {
        // The library rejects with a result when the limit is reached, and with an error when it fails.
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return toRateLimitState(limit, refusal, false);
      }
    },
  };
}

export function createMemoryRateLimiterPair(
  inner: RateLimiterOptions,
  outer: RateLimiterOptions,
  mustBeThere: () => void,
): RateLimiterPair {
  checkLimiterOptions(inner);
  checkLimiterOptions(outer);
  const perInner = createMemoryRateLimiter(inner, mustBeThere);
  const perOuter = createMemoryRateLimiter(outer, mustBeThere);
  return {
    consume: async (innerKey, outerKey) => {
      const within = await perInner.consume(JSON.stringify([outerKey, innerKey]));
      return { inner: within, outer: within.allowed ? await perOuter.consume(outerKey) : undefined };
    },
  };
}
