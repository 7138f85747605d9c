import path from "node:path";
import { createLocalStack, type LocalStack, type StackSettings } from "@receipts/local-stack";

export const repository = path.resolve(import.meta.dirname, "../../../..");

/** Servers of this suite's own, so that it may kill them while others use those of `stack:up`. */
const settings: StackSettings = {
  mode: "native",
  ports: { postgres: 25_432, kafka: 29_092, redis: 26_379 },
  dataDir: path.join(repository, ".data/chaos-stack"),
};

/** What the processes of a test say, a file each. */
export const logFolder = path.join(settings.dataDir, "logs");

export const redisPort = settings.ports.redis;

export async function openChaosStack(): Promise<LocalStack> {
  return await createLocalStack(settings);
}
