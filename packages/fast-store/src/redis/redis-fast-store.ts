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
import { createTurnBatch } from "./turn-batch.ts";

export interface RedisFastStoreOptions {
  readonly servers: RedisServers;
  /** Before every key and channel; letters, digits, `.`, `_` and `-`. */
  readonly keyPrefix: string;
  /** The longest that any call waits for Redis. */
  readonly commandTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** How long nobody asks Redis after it missed an answer. */
  readonly awayMs?: number;
  readonly heartbeatMs?: number;
  /** A connection that owes an answer for so long is given up and made anew. */
  readonly silenceMs?: number;
  /** Most channels listened to at a time in this process. */
  readonly maxChannels?: number;
  /** Redis came (back), or is away and why: worth a log line. */
  readonly onAvailabilityChange?: (available: boolean, cause?: Error) => void;
  /** A listener threw: a fault of the program, worth a log line. A process warning unless told. */
  readonly onListenerError?: (error: unknown) => void;
}

/**
 * Resolves when Redis is connected, or after `connectTimeoutMs` without it: a process starts without its fast memory
 * too, and connects later by itself.
 */
export async function createRedisFastStore({
  servers,
  keyPrefix,
  commandTimeoutMs = 250,
  connectTimeoutMs = 2_000,
  awayMs = 500,
  heartbeatMs = 1_000,
  silenceMs = 3_000,
  maxChannels = 50_000,
  onAvailabilityChange = () => {},
  onListenerError,
}: RedisFastStoreOptions): Promise<FastStore> {
  if (!/^[\w.-]+$/.test(keyPrefix)) throw new RangeError(`bad key prefix: ${keyPrefix}`);
  const names = redisNames(keyPrefix);
  const timings = { connectTimeoutMs, silenceMs, closeMs: commandTimeoutMs };
  const commands = openCommands(servers, timings);
  const subscriber = openSubscriber(servers, timings);
  let closed = false;
  let reported: boolean | undefined;

  const isAvailable = () => !closed && watch.isAnswering() && hearing.isAnswering() && channels.areInForce();
  function report(): void {
    const available = isAvailable();
    if (closed || available === reported) return;
    reported = available;
    onAvailabilityChange(available, available ? undefined : faultOf(watch, hearing));
  }

  const watchOptions = {
    commandTimeoutMs,
    awayMs,
    heartbeatMs,
    onChange: () => reported !== undefined && report(),
  };
  const watch = watchConnection(commands, watchOptions);
  const hearing = watchConnection(subscriber, watchOptions);
  const channels = createRedisSubscriptions({
    client: subscriber,
    watch: hearing,
    maxChannels,
    retryMs: awayMs,
    onListenerError,
    onChange: watchOptions.onChange,
  });
  const limiterDeps = { client: commands, watch, names };
  const getValue = createTurnBatch({
    placeOf: (key: string) => (commands.isCluster ? key : ""),
    send: (keys) => watch.ask(() => commands.mget(...keys)),
  });
  await connected([commands, subscriber], connectTimeoutMs);
  report();

  return {
    get: async (key) => (await getValue(names.key(key))) ?? undefined,
    async set(key, value, ttlMs) {
      checkTtl(ttlMs);
      await watch.ask(() => commands.set(names.key(key), value, "PX", ttlMs));
    },
    async delete(key) {
      await watch.ask(() => commands.del(names.key(key)));
    },
    async publish(channel, message) {
      await watch.ask(() => commands.publish(names.channel(channel), message));
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
      await Promise.all([watch.close(), hearing.close()]);
    },
  };
}

async function connected(clients: readonly (Redis | Cluster)[], timeoutMs: number): Promise<void> {
  // `once` would reject at the first failed try; more of them follow.
  const ready = (client: Redis | Cluster) =>
    new Promise<void>((resolve) => {
      if (client.status === "ready") return resolve();
      client.once("ready", () => resolve());
    });
  await settlesWithin(Promise.all(clients.map(ready)), timeoutMs);
}

function faultOf(...watches: readonly ConnectionWatch[]): Error | undefined {
  return (watches.find((watch) => !watch.isAnswering()) ?? watches[0])?.lastFault();
}
