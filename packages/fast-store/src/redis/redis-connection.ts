import type { ConnectionOptions as TlsOptions } from "node:tls";
import { Cluster, Redis, type RedisOptions } from "ioredis";
import { PAIR_COMMAND } from "./redis-rate-limiter.ts";

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** Addresses and credentials of Redis. */
export type RedisServers = {
  readonly username?: string;
  readonly password?: string;
  /** Uses TLS if set, even if `{}`; for the sentinels too. */
  readonly tls?: TlsOptions;
} & (
  | { readonly kind: "single"; readonly node: RedisNode; readonly database: number }
  | {
      readonly kind: "sentinel";
      readonly sentinels: readonly RedisNode[];
      readonly name: string;
      readonly sentinelPassword?: string;
      readonly database: number;
    }
  | { readonly kind: "cluster"; readonly nodes: readonly RedisNode[] }
);

export interface RedisConnectionTimings {
  readonly connectTimeoutMs: number;
  /** A connection with an unanswered command for this long is replaced. */
  readonly socketTimeoutMs: number;
  /** How long to wait for a closing connection. */
  readonly closeMs: number;
}

/**
 * Commands are not queued for a later connection and never sent twice: a limit would count them twice. Commands of one
 * event-loop tick go out in one write, after the responses to the previous write.
 */
export function openCommands(servers: RedisServers, timings: RedisConnectionTimings): Redis | Cluster {
  const options = connectionOptions(servers, timings);
  if (servers.kind !== "cluster") {
    return new Redis({ ...options, ...targetOf(servers, timings), enableAutoPipelining: true });
  }
  return new Cluster([...servers.nodes], {
    redisOptions: options,
    enableAutoPipelining: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: reconnectDelayMs,
    slotsRefreshTimeout: timings.connectTimeoutMs,
    // Certificates contain names, but ioredis would resolve them and connect to addresses.
    dnsLookup: (address, done) => done(null, address),
  });
}

/** A cluster forwards every message to every node: one plain connection receives them all. */
export function openSubscriber(servers: RedisServers, timings: RedisConnectionTimings): Redis {
  const options = connectionOptions(servers, timings);
  if (servers.kind !== "cluster") return new Redis({ ...options, ...targetOf(servers, timings) });
  const nodeOf = (attempt: number) => servers.nodes[attempt % servers.nodes.length] as RedisNode;
  let attempts = Math.floor(Math.random() * servers.nodes.length);
  const subscriber: Redis = new Redis({
    ...options,
    ...nodeOf(attempts),
    retryStrategy: (times: number) => {
      attempts += 1;
      Object.assign(subscriber.options, nodeOf(attempts)); // the connector reads them at each attempt
      return reconnectDelayMs(times);
    },
  });
  return subscriber;
}

function connectionOptions(servers: RedisServers, timings: RedisConnectionTimings) {
  return {
    ...(servers.username !== undefined && { username: servers.username }),
    ...(servers.password !== undefined && { password: servers.password }),
    ...(servers.tls !== undefined && { tls: servers.tls }),
    connectTimeout: timings.connectTimeoutMs,
    socketTimeout: timings.socketTimeoutMs,
    disconnectTimeout: timings.closeMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // They batch the calls of a whole tick already.
    autoPipeliningIgnoredCommands: [PAIR_COMMAND, "mget"],
    autoResubscribe: false, // redis-subscriptions.ts restores channels that still have listeners
    retryStrategy: reconnectDelayMs,
    // After a failover the old address may respond as a replica.
    reconnectOnError: (error: Error) => error.message.startsWith("READONLY"),
  } satisfies RedisOptions;
}

function targetOf(servers: Exclude<RedisServers, { kind: "cluster" }>, timings: RedisConnectionTimings) {
  if (servers.kind === "single") return { ...servers.node, db: servers.database };
  return {
    sentinels: [...servers.sentinels],
    name: servers.name,
    db: servers.database,
    sentinelCommandTimeout: timings.connectTimeoutMs,
    sentinelRetryStrategy: reconnectDelayMs,
    ...(servers.sentinelPassword !== undefined && { sentinelPassword: servers.sentinelPassword }),
    ...(servers.tls !== undefined && { sentinelTLS: servers.tls, enableTLSForSentinelMode: true }),
  } satisfies RedisOptions;
}

/**
 * attempt 1       2        3        4        5         from 6
 * delay   25–50   50–100   100–200  200–400  400–800   800–1600 ms
 *
 * The jitter keeps processes from reconnecting at the same moment.
 */
function reconnectDelayMs(times: number): number {
  const maxMs = 50 * 2 ** Math.min(times - 1, 5);
  return Math.round(maxMs * (0.5 + Math.random() / 2));
}
