import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readConfiguration } from "@receipts/service-kit";
import { createTestRedis, freePort, selfSignedCertificate, type TestRedis, until } from "@receipts/testing";
import { describeFastStoreConformance } from "../../test/conformance/fast-store-conformance.ts";
import type { FastStore } from "../fast-store.ts";
import { createRedisFastStore } from "./redis-fast-store.ts";
import { redisFastStoreOptions, redisSettings } from "./redis-settings.ts";

const folder = await mkdtemp(path.join(tmpdir(), "redis-"));
afterAll(() => rm(folder, { recursive: true }));

const open = (env: Readonly<Record<string, string>>) =>
  createRedisFastStore({
    ...redisFastStoreOptions(readConfiguration(redisSettings, env)),
    onListenerError: () => {},
  });

async function expectToWork(store: FastStore): Promise<void> {
  const received: string[] = [];
  await store.subscribe("c", (message) => received.push(message));
  await store.publish("c", "m");
  await until(() => received.length === 1);
  await store.set("k", "v", 60_000);
  expect(await store.get("k")).toBe("v");
  expect((await store.rateLimiter({ name: "l", points: 1, windowSeconds: 60 }).consume("k")).allowed).toBe(
    true,
  );
}

/** A single node with all slots: redirections between nodes are not tested here. */
const node = await createTestRedis({
  args: [
    ...["--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"],
    ...["--cluster-config-file", path.join(folder, "nodes.conf")],
    // Otherwise the node takes its port plus 10,000 too, where the system opens outgoing connections.
    ...["--cluster-port", String(await freePort())],
  ],
});
afterAll(() => node.kill());
await node.send("CLUSTER ADDSLOTSRANGE 0 16383");
await until(async () => (await node.send("CLUSTER INFO")).includes("cluster_state:ok"));

const openCluster = () =>
  open({ REDIS_URL: "redis://ignored", REDIS_CLUSTER_NODES: `127.0.0.1:1,127.0.0.1:${node.port}` });

async function openAvailable(): Promise<FastStore> {
  const store = await openCluster();
  await until(() => store.isAvailable());
  return store;
}

describeFastStoreConformance(
  "the Redis store on a cluster with one node down,",
  async () => ({
    store: await openAvailable(),
    outage: { begin: () => node.kill(), end: () => node.start() },
  }),
  { reopen: openAvailable },
);

describe("the Redis store", () => {
  it("follows the sentinels to a new master", async () => {
    await using first = await createTestRedis();
    await using second = await createTestRedis({ args: ["--replicaof", "127.0.0.1", String(first.port)] });
    await until(async () => (await second.send("INFO replication")).includes("master_link_status:up"));
    await using sentinel = await startSentinel(first);
    const store = await open({
      REDIS_URL: "redis://ignored",
      REDIS_SENTINELS: `127.0.0.1:1,127.0.0.1:${sentinel.port}`,
      REDIS_SENTINEL_NAME: "main",
    });
    await until(() => store.isAvailable());
    await expectToWork(store);
    await until(async () => (await sentinel.send("SENTINEL replicas main")).includes(String(second.port)));
    // A failover cuts all connections of the two servers, including this one. A young sentinel refuses to start one.
    const role = () => second.send("ROLE").catch(() => "");
    const promoted = async () => {
      if ((await role()).includes("master")) return true;
      await sentinel.send("SENTINEL failover main");
      return false;
    };
    await until(promoted);
    await first.kill();
    await until(async () => {
      if (!store.isAvailable()) return false;
      return await store.set("after", "v", 60_000).then(
        () => true,
        () => false,
      );
    });
    expect(await second.send("EXISTS receipts:value:after")).toContain(":1");
    await store.close();
  });

  it("accepts only a TLS server whose authority is in REDIS_CA_FILE", async () => {
    const tlsPort = String(await freePort());
    const { args, caFile } = await writeCertificate(tlsPort);
    await using _redis = await createTestRedis({ args });
    const url = `rediss://localhost:${tlsPort}`;
    const trusting = await open({ REDIS_URL: url, REDIS_CA_FILE: caFile });
    await expectToWork(trusting);
    await trusting.close();
    const distrusting = await open({ REDIS_URL: url, REDIS_CONNECT_TIMEOUT_MS: "300" });
    expect(distrusting.isAvailable()).toBe(false);
    await expect(distrusting.get("k")).rejects.toMatchObject({
      cause: { message: expect.stringContaining("self-signed") },
    });
    await distrusting.close();
  });
});

async function startSentinel(master: TestRedis): Promise<TestRedis> {
  const file = path.join(folder, "sentinel.conf");
  await writeFile(
    file,
    [
      `sentinel monitor main 127.0.0.1 ${master.port} 1`,
      "sentinel down-after-milliseconds main 1000",
      "sentinel failover-timeout main 2000",
      "",
    ].join("\n"),
  );
  return await createTestRedis({ configFile: file, args: ["--sentinel"] });
}

async function writeCertificate(
  tlsPort: string,
): Promise<{ readonly args: string[]; readonly caFile: string }> {
  const { key, cert } = selfSignedCertificate("localhost");
  const [keyFile, caFile] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  await writeFile(keyFile, key);
  await writeFile(caFile, cert);
  const files = ["--tls-cert-file", caFile, "--tls-key-file", keyFile, "--tls-ca-cert-file", caFile];
  return { args: ["--tls-port", tlsPort, "--tls-auth-clients", "no", ...files], caFile };
}
