import { connect } from "node:net";
import path from "node:path";
import { createLocalStack, type LocalStack, type StackSettings } from "@receipts/local-stack";

export const repository = path.resolve(import.meta.dirname, "../../../..");

/** For a second run beside another one. */
const portShift = Number(process.env["CHAOS_PORT_SHIFT"] ?? 0);

/** The suite's own servers: it kills them, while others use those of `stack:up`. */
const settings: StackSettings = {
  mode: "native",
  ports: { postgres: 25_432 + portShift, kafka: 29_092 + portShift, redis: 26_379 + portShift },
  dataDir: path.join(repository, portShift === 0 ? ".data/chaos-stack" : `.data/chaos-stack-${portShift}`),
};

/** One log file for each process of a test. */
export const logFolder = path.join(settings.dataDir, "logs");

/** PostgreSQL's own folder, for tests that restore it. */
export const postgresFolder = path.join(settings.dataDir, "postgres/postgres");

export async function openChaosStack(): Promise<LocalStack> {
  return await createLocalStack(settings);
}

/** Deletes everything in Redis; the server keeps running. */
export async function flushRedis(): Promise<void> {
  const response = await new Promise<string>((resolve, reject) => {
    const socket = connect({ port: settings.ports.redis, host: "127.0.0.1" });
    socket.once("error", reject);
    socket.once("data", (bytes) => socket.end(() => resolve(bytes.toString())));
    socket.write("FLUSHALL\r\n");
  });
  if (!response.startsWith("+OK")) throw new Error(`Redis was not flushed: ${response}`);
}
