import path from "node:path";
import { type Environment, integerSetting, readConfiguration } from "@receipts/service-kit";
import { z } from "zod";

const repository = path.resolve(import.meta.dirname, "../..");
const port = (value: number, description: string) =>
  integerSetting({ min: 1_024, max: 65_000, default: value }, description);

/** Away from the usual ports, so that servers which the machine runs already are left alone. */
const stackSettings = {
  STACK_MODE: z
    .enum(["docker", "native"])
    .optional()
    .describe("Docker where there is an engine, else native, unless set"),
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

/** Where `npm run stack:up` writes the servers' addresses, and tests look for them. */
export const stackEnvFile = path.join(repository, ".data/stack.env");

/** Fetched once for every stack of this clone, whatever its data folder. */
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
