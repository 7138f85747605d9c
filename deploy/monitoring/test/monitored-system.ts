import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { createLocalStack, type LocalStack } from "@receipts/local-stack";
import { childEnvironment, freePort } from "@receipts/testing";
import { type ChaosSystem, openChaosSystem } from "../../../services/standalone/test/chaos/chaos-system.ts";
import { type PrometheusProcess, startPrometheus } from "./prometheus-process.ts";

const repository = path.resolve(import.meta.dirname, "../../..");
const dataDir = path.join(repository, ".data/monitoring-stack");

/** Every service as processes on dedicated servers, and a Prometheus that scrapes them. */
export interface MonitoredSystem {
  readonly system: ChaosSystem;
  readonly stack: LocalStack;
  readonly prometheus: PrometheusProcess;
  close(): Promise<void>;
}

const names = {
  gateway: ["gateway-1", "gateway-2"],
  verifier: ["verifier-1", "verifier-2", "other-verifier"],
  "webhook-dispatcher": ["dispatcher-1", "dispatcher-2"],
} as const;

export async function openMonitoredSystem(): Promise<MonitoredSystem> {
  await using opened = new AsyncDisposableStack();
  const stack = await createLocalStack({
    mode: "native",
    ports: { postgres: 35_432, kafka: 39_092, redis: 36_379 },
    dataDir,
  });
  await stack.down({ wipe: true });
  opened.defer(() => stack.down({ wipe: true }));
  const { KAFKA_BROKERS } = await stack.up();
  await makeTopics(KAFKA_BROKERS);
  const ports = Object.fromEntries(
    await Promise.all(
      Object.values(names)
        .flat()
        .map(async (name) => [name, await freePort()] as const),
    ),
  );
  const system = await openChaosSystem({
    stack,
    env: { PUBLISH_TIMEOUT_MS: "1000", BREAKER_RESET_MS: "1000" },
    apart: Object.fromEntries(
      Object.entries(ports).map(([name, port]) => [name, { env: { METRICS_PORT: String(port) } }]),
    ),
  });
  opened.defer(() => system.close());
  const prometheus = await startPrometheus({
    folder: path.join(dataDir, "prometheus"),
    port: await freePort(),
    jobs: Object.fromEntries(
      Object.entries(names).map(([job, processes]) => [job, processes.map((name) => ports[name] ?? 0)]),
    ),
  });
  opened.defer(() => prometheus.stop());
  const closers = opened.move();
  return { system, stack, prometheus, close: () => closers.disposeAsync() };
}

async function makeTopics(brokers: string): Promise<void> {
  const topics = path.join(repository, "packages/messaging/src/kafka/topics-main.ts");
  const env = childEnvironment({ KAFKA_BROKERS: brokers });
  await promisify(execFile)(process.execPath, ["--conditions=source", topics], { env });
}
