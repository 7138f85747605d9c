import { createRedisReport } from "@receipts/backing-services";
import { createRedisFastStore, redisFastStoreOptions, redisSettings } from "@receipts/fast-store/redis";
import { type LogFields, readConfiguration } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { tlsEnvironmentOf } from "./tls-overlay.ts";
import { readSecret, startTlsRedis, type TlsServer } from "./tls-servers.ts";

let redis: TlsServer;

beforeAll(async () => {
  redis = await startTlsRedis();
});
afterAll(() => redis?.[Symbol.asyncDispose]());

const urlTo = (change: (url: URL) => void = () => undefined) => {
  const url = new URL(readSecret(redis.folder, "redis-url"));
  url.host = `localhost:${redis.port}`;
  change(url);
  return { REDIS_URL: url.href };
};

/** The store as a gateway of the overlay opens it, with some settings changed, and the lines of its log. */
async function open(changed: Readonly<Record<string, string>> = {}) {
  const { REDIS_URL_FILE: _file, ...settings } = tlsEnvironmentOf("gateway", redis.folder);
  const config = readConfiguration(redisSettings, { ...settings, ...urlTo(), ...changed });
  const options = redisFastStoreOptions(config);
  const lines: [string, LogFields | undefined][] = [];
  const write = (event: string, fields?: LogFields) => void lines.push([event, fields]);
  const log = { info: write, warn: write, error: write };
  const store = await createRedisFastStore({
    ...options,
    onAvailabilityChange: createRedisReport(options.servers, log),
  });
  return { store, lines };
}

describe("Redis with TLS and a password", () => {
  it("stores a value and carries a message", async () => {
    const { store, lines } = await open();
    await store.set("k", "v", 60_000);
    expect(await store.get("k")).toBe("v");
    const seen: string[] = [];
    await store.subscribe("c", (message) => void seen.push(message));
    await until(async () => {
      await store.publish("c", "m");
      return seen.length > 0;
    });
    await store.close();
    expect(lines).toEqual([["redis.available", undefined]]);
  });

  it.each<[string, () => Readonly<Record<string, string>>, string]>([
    [
      "another authority",
      () => ({ REDIS_CA_FILE: redis.otherAuthority }),
      "REDIS_CA_FILE: none of the trusted authorities signed the server's certificate (SELF_SIGNED_CERT_IN_CHAIN)",
    ],
    [
      "another host's certificate",
      () => urlTo((url) => (url.hostname = "127.0.0.2")),
      "REDIS_URL: the server's certificate is for another host: IP: 127.0.0.2 is not in the cert's list: 127.0.0.1",
    ],
    [
      "a wrong password",
      () => urlTo((url) => (url.password = "canary")),
      "REDIS_URL: Redis refused user and password",
    ],
    ["no password", () => urlTo((url) => (url.password = "")), "REDIS_URL: Redis refused user and password"],
    [
      "no TLS",
      () => ({
        SECURE_BACKENDS: "",
        REDIS_CA_FILE: "",
        REDIS_URL: urlTo().REDIS_URL.replace("rediss:", "redis:"),
      }),
      "REDIS_URL: Redis closed the connection; one that expects TLS (rediss://) does so",
    ],
  ])("is one line in the log for %s", async (_, changed, reason) => {
    const { store, lines } = await open(changed());
    expect(store.isAvailable()).toBe(false);
    await store.close();
    expect(lines).toEqual([["redis.not_connected", { reason }]]);
  });

  it("is not connected without TLS where that is required", async () => {
    const plain = { REDIS_CA_FILE: "", REDIS_URL: urlTo().REDIS_URL.replace("rediss:", "redis:") };
    await expect(open(plain)).rejects.toThrow("REDIS_URL: must be a rediss:// URL, because SECURE_BACKENDS");
  });
});
