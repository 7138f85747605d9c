import { RateLimiterMemory } from "rate-limiter-flexible";
import { checkLimiterOptions } from "../check-arguments.ts";
import type { RateLimiter, RateLimiterOptions, RateLimiterPair } from "../fast-store.ts";
import { takePoint } from "../take-point.ts";

export function createMemoryRateLimiter(
  { name, points, windowSeconds }: RateLimiterOptions,
  assertAvailable: () => void,
): RateLimiter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
  return {
    async consume(key) {
      assertAvailable();
      return await takePoint(limiter, key);
    },
  };
}

export function createMemoryRateLimiterPair(
  inner: RateLimiterOptions,
  outer: RateLimiterOptions,
  assertAvailable: () => void,
): RateLimiterPair {
  checkLimiterOptions(inner);
  checkLimiterOptions(outer);
  const perInner = createMemoryRateLimiter(inner, assertAvailable);
  const perOuter = createMemoryRateLimiter(outer, assertAvailable);
  return {
    consume: async (innerKey, outerKey) => {
      const innerState = await perInner.consume(JSON.stringify([outerKey, innerKey]));
      return { inner: innerState, outer: innerState.allowed ? await perOuter.consume(outerKey) : undefined };
    },
  };
}
