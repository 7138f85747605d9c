import type { Cluster, Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { checkPoints } from "../check-arguments.ts";
import type { RateLimiter, RateLimiterOptions, RateLimitState } from "../fast-store.ts";
import { toRateLimitState } from "../rate-limit-state.ts";
import type { ConnectionWatch } from "./connection-watch.ts";
import type { RedisNames } from "./redis-names.ts";

/**
 * Has no insurance limiter of its own: the port promises that an outage is thrown, and who asks decides what an
 * outage means. The gateway's `insuredLimiter` then counts in its own process.
 */
export function createRedisRateLimiter(
  { name, points: limit, windowSeconds }: RateLimiterOptions,
  deps: { readonly client: Redis | Cluster; readonly watch: ConnectionWatch; readonly names: RedisNames },
): RateLimiter {
  const limiter = new RateLimiterRedis({
    storeClient: deps.client,
    keyPrefix: deps.names.limiter(name),
    points: limit,
    duration: windowSeconds,
  });

  async function consume(key: string, points: number): Promise<RateLimitState> {
    try {
      return toRateLimitState(limit, await limiter.consume(key, points), true);
    } catch (refusal) {
      // The library rejects with a result when the limit is reached, and with an error when it fails.
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return toRateLimitState(limit, refusal, false);
    }
  }

  return {
    async consume(key, points = 1) {
      checkPoints(points);
      return await deps.watch.ask(() => consume(deps.names.limiterKey(key), points));
    },
  };
}
