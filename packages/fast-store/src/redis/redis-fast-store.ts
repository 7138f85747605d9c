import { settlesWithin } from "@receipts/service-kit";
import type { Cluster, Redis } from "ioredis";
import { checkLimiterOptions, checkTtl } from "../check-arguments.ts";
import type { FastStore } from "../fast-store.ts";
import { createLimiterRegistry } from "../limiter-registry.ts";
import { type ConnectionWatch, watchConnection } from "./connection-watch.ts";
import { openCommands, openSubscriber, type RedisServers } from "./redis-connection.ts";
import { redisNames } from "./redis-names.ts";
import { createRedisRateLimiter, createRedisRateLimiterPair } from "./redis-rate-limiter.ts";
import { createRedisSubscriptions } from "./redis-subscriptions.ts";
import { createTickBatcher } from "./tick-batcher.ts";

export interface RedisFastStoreOptions {
  readonly servers: RedisServers;
  /** Prefix of every key and channel; letters, digits, `.`, `_` and `-`. */
  readonly keyPrefix: string;
  /** Maximum time that a call waits for Redis. */
  readonly commandTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** Interval of the driver's PINGs after a timeout; callers are rejected until one gets a response. */
  readonly retryMs?: number;
  readonly heartbeatMs?: number;
  /** A connection with an unanswered command for this long is replaced. */
  readonly socketTimeoutMs?: number;
  /** Maximum channels that this process listens to. */
  readonly maxChannels?: number;
  /** Called when Redis becomes available, or unavailable with the cause. */
  readonly onAvailabilityChange?: (available: boolean, cause?: Error) => void;
  /** Called when a listener throws. Default: a process warning. */
  readonly onListenerError?: (error: unknown) => void;
}

/**
 * Resolves when Redis is connected, or after `connectTimeoutMs`: a process also starts without it and connects later.
 */
export async function createRedisFastStore({
  servers,
  keyPrefix,
  commandTimeoutMs = 250,
  connectTimeoutMs = 2_000,
  retryMs = 500,
  heartbeatMs = 1_000,
  socketTimeoutMs = 3_000,
  maxChannels = 50_000,
  onAvailabilityChange = () => {},
  onListenerError,
}: RedisFastStoreOptions): Promise<FastStore> {
  if (!/^[\w.-]+$/.test(keyPrefix)) throw new RangeError(`bad key prefix: ${keyPrefix}`);
  const names = redisNames(keyPrefix);
  const timings = { connectTimeoutMs, socketTimeoutMs, closeMs: commandTimeoutMs };
  const commands = openCommands(servers, timings);
  const subscriber = openSubscriber(servers, timings);
  let closed = false;
  let reported: boolean | undefined;

  const isAvailable = () =>
    !closed && watch.isResponding() && subscriberWatch.isResponding() && channels.areActive();
  function report(): void {
    const available = isAvailable();
    if (closed || available === reported) return;
    reported = available;
    onAvailabilityChange(available, available ? undefined : lastErrorOf(watch, subscriberWatch));
  }

  const watchOptions = {
    commandTimeoutMs,
    retryMs,
    heartbeatMs,
    onChange: () => reported !== undefined && report(),
  };
  const watch = watchConnection(commands, watchOptions);
  const subscriberWatch = watchConnection(subscriber, watchOptions);
  const channels = createRedisSubscriptions({
    client: subscriber,
    watch: subscriberWatch,
    maxChannels,
    retryMs,
    onListenerError,
    onChange: watchOptions.onChange,
  });
  const limiterDeps = { client: commands, watch, names };
  const getValue = createTickBatcher({
    groupOf: (key: string) => (commands.isCluster ? key : ""),
    send: (keys) => watch.run(() => commands.mget(...keys)),
  });
  await waitForReady([commands, subscriber], connectTimeoutMs);
  report();

  return {
    get: async (key) => (await getValue(names.key(key))) ?? undefined,
    async set(key, value, ttlMs) {
      checkTtl(ttlMs);
      await watch.run(() => commands.set(names.key(key), value, "PX", ttlMs));
    },
    async delete(key) {
      await watch.run(() => commands.del(names.key(key)));
    },
    async publish(channel, message) {
      await watch.run(() => commands.publish(names.channel(channel), message));
    },
    subscribe: (channel, listener) => channels.subscribe(names.channel(channel), listener),
    rateLimiter: createLimiterRegistry((options) => createRedisRateLimiter(options, limiterDeps)),
    rateLimiterPair: (inner, outer) => {
      checkLimiterOptions(inner);
      checkLimiterOptions(outer);
      return createRedisRateLimiterPair(inner, outer, limiterDeps);
    },
    isAvailable,
    async close() {
      closed = true;
      channels.clear();
      await Promise.all([watch.close(), subscriberWatch.close()]);
    },
  };
}

async function waitForReady(clients: readonly (Redis | Cluster)[], timeoutMs: number): Promise<void> {
  // `once` of node:events would reject at the first failed attempt, but more follow.
  const ready = (client: Redis | Cluster) =>
    new Promise<void>((resolve) => {
      if (client.status === "ready") return resolve();
      client.once("ready", () => resolve());
    });
  await settlesWithin(Promise.all(clients.map(ready)), timeoutMs);
}

function lastErrorOf(...watches: readonly ConnectionWatch[]): Error | undefined {
  return (watches.find((watch) => !watch.isResponding()) ?? watches[0])?.lastError();
}
