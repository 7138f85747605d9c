import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { kafkaIsReady, postgresIsReady, redisIsReady, waitUntil } from "./readiness.ts";
import type { StackServer, StackServerName } from "./stack-server.ts";
import type { StackSettings } from "./stack-settings.ts";

const run = promisify(execFile);
const composeFile = path.join(import.meta.dirname, "compose.yml");
const readyTimeoutMs = 180_000;

/** Checks for a running engine and the compose plugin: the client alone is not enough. */
export async function hasDockerEngine(): Promise<boolean> {
  try {
    await run("docker", ["info", "--format", "{{.ServerVersion}}"]);
    await run("docker", ["compose", "version"]);
    return true;
  } catch {
    return false;
  }
}

export function dockerDatabaseUrl(ports: StackSettings["ports"]): string {
  return `postgresql://postgres:local-stack@127.0.0.1:${ports.postgres}/receipts`;
}

/** One service of `compose.yml`. */
export function createDockerServer(
  name: StackServerName,
  ports: StackSettings["ports"],
  environment: NodeJS.ProcessEnv,
): StackServer {
  const compose = composeCommand(ports, environment);
  const readiness = {
    postgres: () => postgresIsReady(dockerDatabaseUrl(ports)),
    kafka: () => kafkaIsReady(ports.kafka),
    redis: () => redisIsReady(ports.redis),
  };
  return {
    name,
    async start() {
      await compose("up", "--detach", name);
      await waitUntil(
        readiness[name],
        readyTimeoutMs,
        () => `${name} did not start: see docker compose logs`,
      );
    },
    stop: () => compose("stop", name),
    kill: () => compose("kill", "--signal", "SIGKILL", name),
    freeze: () => compose("pause", name),
    thaw: () => compose("unpause", name),
    isReady: readiness[name],
  };
}

/** Removes the containers; with `wipe` also their volumes. */
export async function removeDockerStack(
  settings: StackSettings,
  environment: NodeJS.ProcessEnv,
  options: { readonly wipe: boolean },
): Promise<void> {
  await composeCommand(settings.ports, environment)("down", ...(options.wipe ? ["--volumes"] : []));
}

function composeCommand(ports: StackSettings["ports"], environment: NodeJS.ProcessEnv) {
  const env = {
    ...environment,
    STACK_POSTGRES_PORT: String(ports.postgres),
    STACK_KAFKA_PORT: String(ports.kafka),
    STACK_REDIS_PORT: String(ports.redis),
  };
  return async (...args: readonly string[]): Promise<void> => {
    await run("docker", ["compose", "--file", composeFile, ...args], { env });
  };
}
