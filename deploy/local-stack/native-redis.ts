import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createNativeServer, type ServerCommand } from "./native-server.ts";
import { redisIsReady } from "./readiness.ts";
import type { StackServer } from "./stack-server.ts";

const run = promisify(execFile);

/** The system's `redis-server`, with our own data folder and port. */
export function createNativeRedis(options: { readonly dataDir: string; readonly port: number }): StackServer {
  return createNativeServer({
    name: "redis",
    dataDir: options.dataDir,
    stopSignal: "SIGTERM",
    isReady: () => redisIsReady(options.port),
    prepare: () => prepare(path.join(options.dataDir, "redis"), options.port),
  });
}

async function prepare(data: string, port: number): Promise<ServerCommand> {
  if (!(await isInstalled())) await install();
  await mkdir(data, { recursive: true });
  const settings = { port, bind: "127.0.0.1", dir: data, save: "", appendonly: "yes" };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return { file: "redis-server", args };
}

async function isInstalled(): Promise<boolean> {
  return await run("redis-server", ["--version"]).then(
    () => true,
    () => false,
  );
}

/** RUNLEVEL=1 keeps the package's script from starting a server. */
async function install(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Error("redis-server is missing: install it with the system's packages");
  const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "--no-install-recommends", "redis-server"], { env });
}
