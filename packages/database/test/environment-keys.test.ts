import { randomBytes } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import { ConfigurationError, secret } from "@receipts/service-kit";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { createPool } from "../src/database-pool.ts";
import { checkEnvironmentKeys, environmentKeysOf, registerEnvironmentKeys } from "../src/environment-keys.ts";
import type { Pool } from "../src/queryable.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.pool.query("delete from environment_keys"));
afterAll(() => database.drop());

const newKey = () => randomBytes(32).toString("base64");
const encryption = (key: string, ...previous: readonly string[]) =>
  environmentKeysOf({
    SECRETS_ENCRYPTION_KEY: secret(key),
    SECRETS_ENCRYPTION_KEYS_PREVIOUS: previous.map(secret),
  });
const start = (keys: ReturnType<typeof environmentKeysOf>) => registerEnvironmentKeys(database.pool, keys);

describe("a process with a key", () => {
  it("starts again and again with the same", async () => {
    const keys = environmentKeysOf({ RECEIPT_HASH_KEY: secret(newKey()), QUARANTINE_KEY: secret(newKey()) });
    await start(keys);
    await start(keys);
  });

  it("is refused with another one, and each setting is named", async () => {
    const some = () =>
      environmentKeysOf({
        RECEIPT_HASH_KEY: secret(newKey()),
        QUARANTINE_KEY: secret(newKey()),
        SECRETS_ENCRYPTION_KEY: secret(newKey()),
      });
    await start(some());
    const refused = start(some());
    await expect(refused).rejects.toBeInstanceOf(ConfigurationError);
    await expect(refused).rejects.toMatchObject({
      faults: [
        expect.stringMatching(/^RECEIPT_HASH_KEY: is not the key/),
        expect.stringMatching(/^QUARANTINE_KEY: is not the key/),
        expect.stringMatching(/^SECRETS_ENCRYPTION_KEY: .* add it to SECRETS_ENCRYPTION_KEYS_PREVIOUS/),
      ],
    });
  });

  it("is the only one of ten that start first, each with another", async () => {
    const starts = await Promise.allSettled(
      Array.from({ length: 10 }, () => start(environmentKeysOf({ RECEIPT_HASH_KEY: secret(newKey()) }))),
    );
    expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a rotation", () => {
  it("starts in each step, and back", async () => {
    const [old, current] = [newKey(), newKey()];
    const steps = [
      encryption(old),
      encryption(old, current),
      encryption(current, old),
      encryption(old, current),
      encryption(current, old),
    ];
    for (const step of steps) await start(step);
  });

  it("does not start with a key of its own beside the new one", async () => {
    const [old, current] = [newKey(), newKey()];
    await start(encryption(old));
    await start(encryption(current, old));
    await expect(start(encryption(newKey(), old))).rejects.toThrow("SECRETS_ENCRYPTION_KEY");
    await expect(start(encryption(old))).rejects.toThrow("SECRETS_ENCRYPTION_KEY");
  });
});

describe("a pool", () => {
  const poolOf = (connectionString: string, key: string): Pool =>
    createPool({
      ...{ connectionString, applicationName: "test", maxConnections: 2 },
      environmentKeys: environmentKeysOf({ RECEIPT_HASH_KEY: secret(key) }),
    });

  it("runs no statement with a wrong key", async () => {
    await start(environmentKeysOf({ RECEIPT_HASH_KEY: secret(newKey()) }));
    const pool = poolOf(database.url, newKey());
    await expect(checkEnvironmentKeys(pool, { warn: jest.fn() })).rejects.toThrow("RECEIPT_HASH_KEY");
    await expect(pool.query("select 1")).rejects.toThrow("RECEIPT_HASH_KEY");
    await pool.end();
  });

  it("asks a database that comes later, before any statement, and ends the process with a wrong key", async () => {
    await start(environmentKeysOf({ RECEIPT_HASH_KEY: secret(newKey()) }));
    const { hostname, port } = new URL(database.url);
    const relay = net.createServer((socket) => {
      const server = net.connect(Number(port), hostname);
      socket.pipe(server).pipe(socket);
      for (const [one, other] of [[socket, server] as const, [server, socket] as const])
        one.on("error", () => other.destroy());
    });
    relay.listen(0, "127.0.0.1");
    await once(relay, "listening");
    const url = new URL(database.url);
    const later = (relay.address() as net.AddressInfo).port;
    url.host = `127.0.0.1:${later}`;
    await new Promise((resolve) => relay.close(resolve));

    const pool = poolOf(url.href, newKey());
    const warn = jest.fn();
    const worker = await checkEnvironmentKeys(pool, { warn });
    expect(warn).toHaveBeenCalledWith("environment_keys.not_checked", { error: expect.anything() });
    const ended = worker.run(new AbortController().signal);
    relay.listen(later, "127.0.0.1");
    await expect(pool.query("select 1")).rejects.toThrow(/RECEIPT_HASH_KEY|ECONNREFUSED/);
    await expect(ended).rejects.toThrow("RECEIPT_HASH_KEY");
    await pool.end();
    relay.close();
  });
});
