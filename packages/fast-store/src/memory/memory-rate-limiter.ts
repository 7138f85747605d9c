import { RateLimiterMemory } from "rate-limiter-flexible";
import { checkLimiterOptions } from "../check-arguments.ts";
import type { RateLimiter, RateLimiterOptions, RateLimiterPair } from "../fast-store.ts";
import { takePoint } from "../take-point.ts";

export function createMemoryRateLimiter(
  { name, points, windowSeconds }: RateLimiterOptions,
  mustBeThere: () => void,
): RateLimiter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
  return {
    async consume(key) {
      mustBeThere();
      return await takePoint(limiter, key);
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
