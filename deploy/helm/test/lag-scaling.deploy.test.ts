import { pause } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { chartFolder } from "../tools/chart-values.ts";
import { type Cluster, clusterTools, startCluster } from "./cluster.ts";
import { buildTools } from "./deploy-tools.ts";
import { startKeda } from "./keda.ts";
import { brokers, openScaledSystem, partitions, type ScaledSystem } from "./scaled-system.ts";

const namespace = "scaled";
const outageSeconds = 300;

/** KEDA polls every 2 s instead of 15; the rest is the chart's. */
const values = [
  `settings.KAFKA_BROKERS=${brokers}`,
  `settings.KAFKA_PARTITIONS=${partitions}`,
  "networkPolicy.enabled=false",
  "migration.enabled=false",
  "verifier.autoscaling.kind=keda",
  "verifier.autoscaling.scaleDownAfterSeconds=10",
  "verifier.autoscaling.keda.pollingInterval=2",
  // Kafka runs on this machine, and nothing connects to the others.
  "insecureBackends={postgres,kafka,redis}",
];

let cluster: Cluster;
let scaled: ScaledSystem;

beforeAll(async () => {
  await buildTools([...clusterTools, "keda-operator", "keda-adapter"]);
  scaled = await openScaledSystem();
  cluster = await startCluster();
  await startKeda(cluster);
  await cluster.kubectl(["create", "namespace", namespace]);
  // KEDA reads the environment of its target even if its triggers need none of it: the secret must exist.
  const secrets = ["VERIFIER_DATABASE_URL", "REDIS_URL", "RECEIPT_HASH_KEY", "SECRETS_ENCRYPTION_KEY"];
  const literals = secrets.map((name) => `--from-literal=${name}=unused`);
  await cluster.kubectl(["create", "secret", "generic", "receipts", "--namespace", namespace, ...literals]);
  const set = values.flatMap((value) => ["--set", value]);
  await cluster.helm(["install", "shop", chartFolder, "--namespace", namespace, ...set]);
  await until(everyScalerIsReady, { what: "KEDA's lag of every topic" }).catch((error: Error) => {
    throw new Error(`${error.message}; it said:\n${cluster.processes.lastWords("keda-operator")}`);
  });
});

afterAll(async () => {
  await scaled?.[Symbol.asyncDispose]();
  await cluster?.[Symbol.asyncDispose]();
});

async function everyScalerIsReady(): Promise<boolean> {
  const scalers = await cluster.objects<{
    status?: { conditions?: readonly { type: string; status: string }[] };
  }>(namespace, "scaledobjects");
  const isReady = scalers.map(({ status }) =>
    status?.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True"),
  );
  return isReady.length > 0 && isReady.every((ready) => ready === true);
}

/** Number of pods in each bank's Deployment. */
async function podsByBank(): Promise<Readonly<Record<string, number>>> {
  const deployments = await cluster.objects<{
    metadata: { labels: Readonly<Record<string, string>> };
    spec: { replicas: number };
  }>(namespace, "deployments");
  return Object.fromEntries(
    deployments.flatMap(({ metadata, spec }) => {
      const bank = metadata.labels["receipts/bank"];
      return bank === undefined ? [] : [[bank, spec.replicas]];
    }),
  );
}

const others = ({ telebirr: _telebirr, ...rest }: Readonly<Record<string, number>>) => Object.values(rest);

describe("with KEDA, on the lag of a real Kafka", () => {
  it("adds pods only for a slow bank, and removes them afterwards", async () => {
    const { system } = scaled;
    const account = await system.account();
    expect(new Set(Object.values(await podsByBank()))).toEqual(new Set([1]));
    const busy = system.startLoad(account, { bank: "telebirr", perSecond: 50 });
    const other = system.startLoad(account, { bank: "siinqee", perSecond: 5 });
    await system.control({ bank: "telebirr", latencyMs: 2_000 });
    const grown = await until(
      async () => {
        const pods = await podsByBank();
        expect(new Set(others(pods))).toEqual(new Set([1]));
        return pods["telebirr"] === partitions ? pods : undefined;
      },
      { what: "as many pods as partitions" },
    );
    expect(grown["telebirr"]).toBe(partitions);

    await system.control({ bank: "telebirr", latencyMs: 30 });
    await Promise.all([busy.stop(), other.stop()]);
    await until(
      async () => {
        const pods = await podsByBank();
        expect(new Set(others(pods))).toEqual(new Set([1]));
        return pods["telebirr"] === 1;
      },
      { what: "one pod again" },
    );
  });

  /** Its messages are parked, so lag still measures demand; more pods would only query a dead bank more often. */
  it(`adds no pod for a bank that is down for ${outageSeconds} s under load, with probes`, async () => {
    const { system } = scaled;
    const account = await system.account();
    await system.control({ bank: "siinqee", down: true });
    const failing = system.startLoad(account, { bank: "siinqee", perSecond: 40 });
    const startedAt = performance.now();
    const grown = new Map<string, number>();
    for (let second = 0; second < outageSeconds; ) {
      for (const [bank, pods] of Object.entries(await podsByBank()))
        if (pods !== 1 && !grown.has(bank)) grown.set(bank, second);
      await pause(1_000);
      second = Math.round((performance.now() - startedAt) / 1_000);
    }
    await failing.stop();
    expect({ grownAtSecond: Object.fromEntries(grown) }).toEqual({ grownAtSecond: {} });
    expect(failing.accepted.size).toBeGreaterThan(outageSeconds * 20);
    await system.control({ bank: "siinqee", down: false });
  });
});
