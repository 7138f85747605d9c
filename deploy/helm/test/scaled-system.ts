import path from "node:path";
import { createLocalStack, type LocalStack } from "@receipts/local-stack";
import { makeTopics, planTopics } from "@receipts/messaging/kafka";
import { silentLog } from "@receipts/service-kit";
import { type ChaosSystem, openChaosSystem } from "../../../services/standalone/test/chaos/chaos-system.ts";

const kafkaPort = 39_092;
export const brokers = `127.0.0.1:${kafkaPort}`;
export const partitions = 6;

export interface ScaledSystem extends AsyncDisposable {
  readonly system: ChaosSystem;
}

/** Gateways, verifiers and a sandbox as processes, on dedicated servers. */
export async function openScaledSystem(): Promise<ScaledSystem> {
  const stack = await createLocalStack({
    mode: "native",
    ports: { postgres: 35_432, kafka: kafkaPort, redis: 36_379 },
    dataDir: path.resolve(import.meta.dirname, "../../../.data/deploy-stack"),
  });
  await stack.down({ wipe: true });
  await stack.up();
  await makeEveryTopic();
  const system = await openChaosSystem({ stack });
  return { system, [Symbol.asyncDispose]: () => closeBoth(system, stack) };
}

async function makeEveryTopic(): Promise<void> {
  const config = {
    KAFKA_REPLICATION_FACTOR: undefined,
    KAFKA_MIN_INSYNC_REPLICAS: undefined,
    KAFKA_PARTITIONS: partitions,
    KAFKA_RETENTION_MS: 3_600_000,
    KAFKA_DEAD_LETTER_RETENTION_MS: 3_600_000,
  };
  const connection = { brokers: [brokers], clientId: "deploy-test", tls: undefined, login: undefined };
  await makeTopics(planTopics(config, { production: false }), { connection, log: silentLog });
}

async function closeBoth(system: ChaosSystem, stack: LocalStack): Promise<void> {
  await system.close();
  await stack.down({ wipe: true });
}
