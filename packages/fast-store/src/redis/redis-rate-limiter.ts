import type { Cluster, Redis } from "ioredis";
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { RateLimiter, RateLimiterOptions, RateLimiterPair } from "../fast-store.ts";
import { takePoint, toRateLimitState } from "../take-point.ts";
import type { ConnectionWatch } from "./connection-watch.ts";
import type { redisNames } from "./redis-names.ts";
import { createTickBatcher } from "./tick-batcher.ts";

interface RedisLimiterDeps {
  readonly client: Redis | Cluster;
  readonly watch: ConnectionWatch;
  readonly names: ReturnType<typeof redisNames>;
}

/**
 * Has no insurance limiter: the port promises that an outage throws, and the caller decides what it means. The
 * gateway's `createInsuredLimits` then counts in its own process.
 */
export function createRedisRateLimiter(
  { name, points, windowSeconds }: RateLimiterOptions,
  { client, watch, names }: RedisLimiterDeps,
): RateLimiter {
  const keyPrefix = names.limiter(name);
  const limiter = new RateLimiterRedis({ storeClient: client, keyPrefix, points, duration: windowSeconds });
  return { consume: (key) => watch.run(() => takePoint(limiter, names.limiterKey(key))) };
}

/** Excluded from auto-pipelining: ioredis would take the number of keys for the key that decides the slot. */
export const PAIR_COMMAND = "takePairs";

/** Returns for each pair of keys: points used and milliseconds left of the inner window, then of the outer one. */
const pairScript = `
local function take(key, seconds)
  local used = redis.call('incr', key)
  local left = redis.call('pttl', key)
  if left < 0 then
    redis.call('expire', key, seconds)
    left = seconds * 1000
  end
  return used, left
end
local states = {}
for i = 1, #KEYS, 2 do
  local used, left = take(KEYS[i], ARGV[2])
  states[2 * i - 1], states[2 * i], states[2 * i + 1], states[2 * i + 2] = used, left, 0, 0
  if used <= tonumber(ARGV[1]) then
    states[2 * i + 1], states[2 * i + 2] = take(KEYS[i + 1], ARGV[3])
  end
end
return states`;

type PairClient = (Redis | Cluster) & {
  [PAIR_COMMAND](keyCount: number, ...keysAndSettings: (string | number)[]): Promise<number[]>;
};

export function createRedisRateLimiterPair(
  inner: RateLimiterOptions,
  outer: RateLimiterOptions,
  { client, watch, names }: RedisLimiterDeps,
): RateLimiterPair {
  client.defineCommand(PAIR_COMMAND, { lua: pairScript });
  const pairClient = client as PairClient;
  const settings = [inner.points, inner.windowSeconds, outer.windowSeconds];
  const stateOf = ({ points }: RateLimiterOptions, used: number, msBeforeNext: number) =>
    toRateLimitState(points, { remainingPoints: points - used, msBeforeNext }, used <= points);
  const consumePair = createTickBatcher({
    groupOf: ({ outerKey }: { readonly innerKey: string; readonly outerKey: string }) =>
      client.isCluster ? outerKey : "",
    send: async (calls) => {
      const keys = calls.flatMap(({ innerKey, outerKey }) => [
        names.limiterWithin(inner.name, outerKey, innerKey),
        names.limiterWithin(outer.name, outerKey),
      ]);
      const states = await watch.run(() => pairClient[PAIR_COMMAND](keys.length, ...keys, ...settings));
      return calls.map((_, index) => {
        const [innerUsed = 0, innerMs = 0, outerUsed = 0, outerMs = 0] = states.slice(
          index * 4,
          index * 4 + 4,
        );
        const innerState = stateOf(inner, innerUsed, innerMs);
        return {
          inner: innerState,
          outer: innerState.allowed ? stateOf(outer, outerUsed, outerMs) : undefined,
        };
      });
    },
  });
  return { consume: (innerKey, outerKey) => consumePair({ innerKey, outerKey }) };
}
