import { inspect } from "node:util";
import { ConfigurationError, type Environment, readConfiguration } from "@receipts/service-kit";
import { redisFastStoreOptions, redisSettings } from "./redis-settings.ts";

const read = (env: Environment) => redisFastStoreOptions(readConfiguration(redisSettings, env));

describe("the Redis settings", () => {
  it("need only a URL", () => {
    expect(read({ REDIS_URL: "redis://redis" })).toEqual({
      servers: { kind: "single", node: { host: "redis", port: 6379 }, database: 0 },
      keyPrefix: "receipts",
      commandTimeoutMs: 250,
      connectTimeoutMs: 2_000,
    });
  });

  it("take user, password, port, database and TLS from the URL", () => {
    expect(read({ REDIS_URL: "rediss://app:p%40ss%2F@[::1]:6380/3" }).servers).toEqual({
      kind: "single",
      node: { host: "::1", port: 6380 },
      database: 3,
      username: "app",
      password: "p@ss/",
      tls: {},
    });
  });

  it("configure sentinels", () => {
    const env = {
      REDIS_URL: "redis://:secret@ignored/2",
      REDIS_SENTINELS: "one:26379, [fd00::1]:26380",
      REDIS_SENTINEL_NAME: "main",
      REDIS_SENTINEL_PASSWORD: "other",
    };
    expect(read(env).servers).toEqual({
      kind: "sentinel",
      password: "secret",
      sentinels: [
        { host: "one", port: 26379 },
        { host: "fd00::1", port: 26380 },
      ],
      name: "main",
      sentinelPassword: "other",
      database: 2,
    });
  });

  it("configure a cluster", () => {
    const env = { REDIS_URL: "rediss://:secret@ignored", REDIS_CLUSTER_NODES: "one:7000,two:7001" };
    expect(read(env).servers).toMatchObject({
      kind: "cluster",
      tls: {},
      nodes: [
        { host: "one", port: 7000 },
        { host: "two", port: 7001 },
      ],
    });
  });

  it("require TLS if Redis is among the secure backends", () => {
    const secured = { SECURE_BACKENDS: "redis" };
    expect(read({ ...secured, REDIS_URL: "rediss://r" }).servers).toMatchObject({ tls: {} });
    expect(read({ SECURE_BACKENDS: "postgres,kafka", REDIS_URL: "redis://r" }).servers.tls).toBeUndefined();
    expect(() => read({ ...secured, REDIS_URL: "redis://r" })).toThrow(
      "REDIS_URL: must be a rediss:// URL, because SECURE_BACKENDS names redis; where the network protects it, leave redis out",
    );
  });

  it("never print a password", () => {
    const config = readConfiguration(redisSettings, {
      REDIS_URL: "redis://:canary@redis",
      REDIS_SENTINEL_PASSWORD: "canary",
    });
    expect(`${inspect(config, { showHidden: true })} ${JSON.stringify(config)}`).not.toContain("canary");
  });

  it.each<[string, Environment]>([
    ["no URL", {}],
    ["another scheme", { REDIS_URL: "http://redis" }],
    ["an invalid URL", { REDIS_URL: "redis://:canary@:x" }],
    ["a database that is not a number", { REDIS_URL: "redis://:canary@redis/main" }],
    ["a password with a stray percent sign", { REDIS_URL: "redis://:canary%@redis" }],
    ["a password that is no text", { REDIS_URL: "redis://:canary%ff@redis" }],
    ["sentinels without a name", { REDIS_URL: "redis://r", REDIS_SENTINELS: "one:26379" }],
    ["a node without a port", { REDIS_URL: "redis://r", REDIS_CLUSTER_NODES: "one" }],
    ["a database in a cluster", { REDIS_URL: "redis://r/1", REDIS_CLUSTER_NODES: "one:7000" }],
    [
      "sentinels and a cluster",
      {
        REDIS_URL: "redis://r",
        REDIS_SENTINELS: "one:26379",
        REDIS_SENTINEL_NAME: "main",
        REDIS_CLUSTER_NODES: "one:7000",
      },
    ],
    ["a prefix with a colon", { REDIS_URL: "redis://r", REDIS_KEY_PREFIX: "a:b" }],
    ["authorities without TLS", { REDIS_URL: "redis://r", REDIS_CA_FILE: "/etc/ssl/cert.pem" }],
    ["authorities that cannot be read", { REDIS_URL: "rediss://r", REDIS_CA_FILE: "/no/such/file" }],
  ])("refuse %s, without repeating a secret", (_, env) => {
    let thrown: unknown;
    try {
      read(env);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigurationError);
    expect(inspect(thrown)).not.toContain("canary");
  });
});
