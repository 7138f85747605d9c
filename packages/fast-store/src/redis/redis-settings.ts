import { readFileSync } from "node:fs";
import {
  ConfigurationError,
  insecureBackendFault,
  integerSetting,
  isEscapedWell,
  secret,
  secretSetting,
  secureBackendsSetting,
} from "@receipts/service-kit";
import { z } from "zod";
import type { RedisNode, RedisServers } from "./redis-connection.ts";
import type { RedisFastStoreOptions } from "./redis-fast-store.ts";

/** `host:port`, and `[address]:port` for IPv6. */
const nodePattern = /^(?:([^\s:,[\]]+)|\[([\da-fA-F:.]+)\]):(\d{1,5})$/;

const nodesSetting = (description: string) =>
  z
    .string()
    .transform((text) => text.split(",").map((node) => node.trim()))
    .refine(
      (nodes) => nodes.every((node) => nodePattern.test(node)),
      "must be host:port, separated by commas",
    )
    .transform((nodes) => nodes.map(parseNode))
    .optional()
    .describe(description);

/** Settings of every service that uses Redis. */
export const redisSettings = {
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, "must be a redis:// or rediss:// URL")
    .refine(isRedisUrl, "must be redis[s]://[user:password@]host[:port][/database]")
    .transform(secret)
    .describe(
      "Redis connection URL, `rediss://` for TLS. Sentinel and Cluster use only its scheme, user, password and database",
    ),
  REDIS_CA_FILE: z
    .string()
    .optional()
    .describe("PEM file of the authorities that signed Redis' certificate; if unset, the system's"),
  REDIS_SENTINELS: nodesSetting("Sentinels: `host:port`, separated by commas"),
  REDIS_SENTINEL_NAME: z.string().min(1).optional().describe("Name of the master that the sentinels watch"),
  REDIS_SENTINEL_PASSWORD: secretSetting("Password of the sentinels themselves").optional(),
  REDIS_CLUSTER_NODES: nodesSetting("Some nodes of a Redis Cluster: `host:port`, separated by commas"),
  SECURE_BACKENDS: secureBackendsSetting,
  REDIS_KEY_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,64}$/, "must be letters, digits, `.`, `_` and `-`")
    .default("receipts")
    .describe("Prefix of every key and channel; must differ between installations on one Redis"),
  REDIS_COMMAND_TIMEOUT_MS: integerSetting(
    { min: 10, max: 10_000, default: 250 },
    "Maximum time that a request waits for Redis before it continues without it",
  ),
  REDIS_CONNECT_TIMEOUT_MS: integerSetting(
    { min: 100, max: 60_000, default: 2_000 },
    "Timeout of a connection; also how long the start waits for the first one",
  ),
};

export type RedisConfig = z.output<z.ZodObject<typeof redisSettings>>;

/** Throws `ConfigurationError` for settings that are too weak or contradict each other, and for an unreadable file. */
export function redisFastStoreOptions(
  config: RedisConfig,
): Pick<RedisFastStoreOptions, "servers" | "keyPrefix" | "commandTimeoutMs" | "connectTimeoutMs"> {
  const faults = contradictions(config);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return {
    servers: serversOf(config),
    keyPrefix: config.REDIS_KEY_PREFIX,
    commandTimeoutMs: config.REDIS_COMMAND_TIMEOUT_MS,
    connectTimeoutMs: config.REDIS_CONNECT_TIMEOUT_MS,
  };
}

function contradictions(config: RedisConfig): string[] {
  const url = new URL(config.REDIS_URL.reveal());
  const faults: (string | false)[] = [
    config.REDIS_SENTINELS !== undefined &&
      config.REDIS_SENTINEL_NAME === undefined &&
      "REDIS_SENTINEL_NAME: must be set with REDIS_SENTINELS",
    config.REDIS_SENTINELS !== undefined &&
      config.REDIS_CLUSTER_NODES !== undefined &&
      "REDIS_CLUSTER_NODES: must not be set with REDIS_SENTINELS",
    config.REDIS_CLUSTER_NODES !== undefined &&
      databaseOf(url) !== 0 &&
      "REDIS_URL: a cluster has only database 0",
    config.REDIS_CA_FILE !== undefined &&
      url.protocol !== "rediss:" &&
      "REDIS_CA_FILE: needs a rediss:// REDIS_URL",
    config.SECURE_BACKENDS.includes("redis") &&
      url.protocol !== "rediss:" &&
      insecureBackendFault("redis", "REDIS_URL", "be a rediss:// URL"),
  ];
  return faults.filter((fault) => fault !== false);
}

function serversOf(config: RedisConfig): RedisServers {
  const url = new URL(config.REDIS_URL.reveal());
  const access = {
    ...(url.username !== "" && { username: decodeURIComponent(url.username) }),
    ...(url.password !== "" && { password: decodeURIComponent(url.password) }),
    ...(url.protocol === "rediss:" && { tls: tlsOptions(config.REDIS_CA_FILE) }),
  };
  const database = databaseOf(url);
  if (config.REDIS_CLUSTER_NODES !== undefined) {
    return { kind: "cluster", ...access, nodes: config.REDIS_CLUSTER_NODES };
  }
  if (config.REDIS_SENTINELS !== undefined) {
    return {
      kind: "sentinel",
      ...access,
      sentinels: config.REDIS_SENTINELS,
      name: config.REDIS_SENTINEL_NAME ?? "",
      ...(config.REDIS_SENTINEL_PASSWORD && { sentinelPassword: config.REDIS_SENTINEL_PASSWORD.reveal() }),
      database,
    };
  }
  const node = { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || 6379) };
  return { kind: "single", ...access, node, database };
}

function tlsOptions(caFile: string | undefined): { readonly ca?: string } {
  if (caFile === undefined) return {};
  try {
    return { ca: readFileSync(caFile, "utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new ConfigurationError([`REDIS_CA_FILE: cannot be read${code}`]);
  }
}

function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.hostname === "" || !/^(?:\/\d{0,4})?$/.test(url.pathname)) return false;
  return isEscapedWell(url.username) && isEscapedWell(url.password);
}

function databaseOf(url: URL): number {
  return Number(url.pathname.slice(1));
}

function parseNode(text: string): RedisNode {
  const [, name, address, port] = nodePattern.exec(text) ?? [];
  return { host: name ?? address ?? "", port: Number(port) };
}
