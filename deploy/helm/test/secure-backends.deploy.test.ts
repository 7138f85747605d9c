import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { chartFolder } from "../tools/chart-values.ts";
import { type Cluster, clusterTools, startCluster } from "./cluster.ts";
import { buildTools, type Outcome, toolPath, tryRun } from "./deploy-tools.ts";

const namespace = "shop-secure";
let cluster: Cluster;

/** An upgrade with values of before the requirement; they say nothing of it. */
async function upgrade(...more: readonly string[]): Promise<Outcome> {
  const args = ["upgrade", "shop", chartFolder, "--namespace", namespace, "--set", "migration.enabled=false"];
  return await tryRun(toolPath("helm"), [...args, ...more], { env: cluster.env });
}

/** The chart as it was without the requirement: its values have no `insecureBackends` at all. */
async function copyOlderChart(folder: string): Promise<string> {
  const older = path.join(folder, "receipts");
  await cp(chartFolder, older, { recursive: true });
  const removed: readonly [string, string][] = [
    ["values.yaml", "insecureBackends: []\n"],
    ["templates/_checks.tpl", '{{- include "receipts.checkSecureBackends" . -}}\n'],
  ];
  for (const [name, part] of removed) {
    const file = path.join(older, name);
    const text = await readFile(file, "utf8");
    expect(text).toContain(part);
    await writeFile(file, text.replace(part, ""));
  }
  return older;
}

const faultOf = ({ ok, output }: Outcome) => [
  ok,
  /^Error: UPGRADE FAILED: execution error at \(receipts\/templates\/[\w-]+\.yaml:1:4\): (.*)$/m.exec(
    output,
  )?.[1] ?? output,
];

async function storeUrls(owner: string, service: string, redis: string): Promise<void> {
  const urls = {
    OWNER_DATABASE_URL: owner,
    GATEWAY_DATABASE_URL: service,
    VERIFIER_DATABASE_URL: service,
    DISPATCHER_DATABASE_URL: service,
    REDIS_URL: redis,
  };
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "receipts" }, stringData: urls };
  await cluster.kubectl(["apply", "--namespace", namespace, "-f", "-"], JSON.stringify(secret));
}

beforeAll(async () => {
  await buildTools(clusterTools);
  cluster = await startCluster();
  await cluster.kubectl(["create", "namespace", namespace]);
  const older = await copyOlderChart(cluster.folder);
  const without = ["--set", "migration.enabled=false"];
  await cluster.helm(["install", "shop", older, "--namespace", namespace, ...without]);
});

afterAll(() => cluster?.[Symbol.asyncDispose]());

describe("an upgrade to a chart that requires TLS", () => {
  const byTls = ["--set", "kafka.tls.enabled=true"];
  const url = "postgresql://app:canary@db/receipts";
  const secured = `${url}?sslmode=verify-full`;

  it("fails at rendering with old values, with one line", async () => {
    const line =
      "kafka.tls.enabled: required; an installation whose network protects Kafka says insecureBackends: [kafka]";
    expect(faultOf(await upgrade())).toEqual([false, line]);
    expect(faultOf(await upgrade("--reuse-values"))).toEqual([false, line]);
    const { output } = await tryRun(
      toolPath("helm"),
      ["history", "shop", "--namespace", namespace, "--output", "json"],
      { env: cluster.env },
    );
    expect(JSON.parse(output)).toEqual([expect.objectContaining({ revision: 1, status: "deployed" })]);
  });

  it.each<[string, [string, string, string], string]>([
    [
      "the owner's URL",
      [url, secured, "rediss://:canary@redis"],
      "secret receipts, key OWNER_DATABASE_URL: must have sslmode=verify-full; an installation whose network protects PostgreSQL says insecureBackends: [postgres]",
    ],
    [
      "the URL of a service",
      [secured, `${url}?sslmode=require`, "rediss://:canary@redis"],
      "secret receipts, key GATEWAY_DATABASE_URL: must have sslmode=verify-full; an installation whose network protects PostgreSQL says insecureBackends: [postgres]",
    ],
    [
      "the URL of Redis",
      [secured, secured, "redis://:canary@redis"],
      "secret receipts, key REDIS_URL: must be a rediss:// URL; an installation whose network protects Redis says insecureBackends: [redis]",
    ],
  ])("fails at rendering for %s in its secret, which it does not show", async (_, urls, line) => {
    await storeUrls(...urls);
    const outcome = await upgrade(...byTls);
    expect(faultOf(outcome)).toEqual([false, line]);
    expect(outcome.output).not.toContain("canary");
  });

  it("works with TLS to all, and with the exceptions", async () => {
    await storeUrls(secured, secured, "rediss://:canary@redis");
    expect(await upgrade(...byTls)).toMatchObject({ ok: true });
    await storeUrls(url, url, "redis://:canary@redis");
    const { ok, output } = await upgrade("--set", "insecureBackends={postgres,kafka,redis}");
    expect([ok, output]).toEqual([
      true,
      expect.stringContaining("insecureBackends: connections to postgres"),
    ]);
  });
});
