import path from "node:path";
import { type Environment, integerSetting, readConfiguration } from "@receipts/service-kit";
import { z } from "zod";

const repository = path.resolve(import.meta.dirname, "../..");
const port = (value: number, description: string) =>
  integerSetting({ min: 1_024, max: 65_000, default: value }, description);

/** Unusual ports, so that other servers on the machine are not affected. */
const stackSettings = {
  STACK_MODE: z
    .enum(["docker", "native"])
    .optional()
    .describe("If unset: Docker if there is an engine, else native"),
  STACK_POSTGRES_PORT: port(15_432, "Port of PostgreSQL"),
  STACK_KAFKA_PORT: port(19_092, "Port of Kafka; its controller takes the next one"),
  STACK_REDIS_PORT: port(16_379, "Port of Redis"),
  STACK_DATA_DIR: z.string().default(path.join(repository, ".data/stack")).describe("Data, logs and jars"),
};

export interface StackSettings {
  readonly mode: "docker" | "native" | undefined;
  readonly ports: { readonly postgres: number; readonly kafka: number; readonly redis: number };
  readonly dataDir: string;
}

/** File with the servers' addresses, written by `npm run stack:up`. */
export const stackEnvFile = path.join(repository, ".data/stack.env");

/** Fetched once and shared by all stacks of this clone. */
export const kafkaJars = path.join(repository, ".data/stack/kafka-jars");

export function readStackSettings(env: Environment): StackSettings {
  const read = readConfiguration(stackSettings, env);
  return {
    mode: read.STACK_MODE,
    ports: {
      postgres: read.STACK_POSTGRES_PORT,
      kafka: read.STACK_KAFKA_PORT,
      redis: read.STACK_REDIS_PORT,
    },
    dataDir: path.resolve(read.STACK_DATA_DIR),
  };
}
