import { mkdir, rm } from "node:fs/promises";
import {
  createDockerServer,
  dockerDatabaseUrl,
  hasDockerEngine,
  removeDockerStack,
} from "./docker-engine.ts";
import { createNativeKafka } from "./native-kafka.ts";
import { createNativePostgres } from "./native-postgres.ts";
import { createNativeRedis } from "./native-redis.ts";
import type { StackServer } from "./stack-server.ts";
import { readStackSettings, type StackSettings } from "./stack-settings.ts";
import { takeStartLock } from "./start-lock.ts";

export type { StackServer } from "./stack-server.ts";
export { readStackSettings, type StackSettings } from "./stack-settings.ts";

export interface StackAddresses {
  readonly DATABASE_URL: string;
  readonly KAFKA_BROKERS: string;
  readonly REDIS_URL: string;
}

export interface LocalStack {
  readonly postgres: StackServer;
  readonly kafka: StackServer;
  readonly redis: StackServer;
  /** Starts all stopped servers in parallel. Returns when all are ready. */
  up(): Promise<StackAddresses>;
  /** Stops all servers; `wipe` also deletes their data. */
  down(options?: { readonly wipe?: boolean }): Promise<void>;
}

/** Opens the servers of `npm run stack:up`, or a separate set if settings are given. */
export async function createLocalStack(
  settings: StackSettings = readStackSettings(process.env),
): Promise<LocalStack> {
  const docker = settings.mode === "docker" || (settings.mode === undefined && (await hasDockerEngine()));
  return docker ? dockerStack(settings) : nativeStack(settings);
}

function nativeStack({ dataDir, ports }: StackSettings): LocalStack {
  const postgres = createNativePostgres({ dataDir, port: ports.postgres });
  const kafka = createNativeKafka({ dataDir, port: ports.kafka });
  const redis = createNativeRedis({ dataDir, port: ports.redis });
  const servers = [postgres, kafka, redis];
  return {
    postgres,
    kafka,
    redis,
    async up() {
      await mkdir(dataDir, { recursive: true });
      using _lock = await takeStartLock(`${dataDir}/start.lock`);
      await Promise.all(servers.map((server) => server.start()));
      return { DATABASE_URL: postgres.url(), ...brokerAndStore(ports) };
    },
    async down({ wipe = false } = {}) {
      await Promise.all(servers.map((server) => server.stop()));
      if (!wipe) return;
      for (const { name } of servers) await rm(`${dataDir}/${name}`, { recursive: true, force: true });
    },
  };
}

function dockerStack(settings: StackSettings): LocalStack {
  const { ports } = settings;
  const server = (name: StackServer["name"]) => createDockerServer(name, ports, process.env);
  const [postgres, kafka, redis] = [server("postgres"), server("kafka"), server("redis")];
  return {
    postgres,
    kafka,
    redis,
    async up() {
      await Promise.all([postgres, kafka, redis].map((each) => each.start()));
      return { DATABASE_URL: dockerDatabaseUrl(ports), ...brokerAndStore(ports) };
    },
    down: ({ wipe = false } = {}) => removeDockerStack(settings, process.env, { wipe }),
  };
}

function brokerAndStore(ports: StackSettings["ports"]): Omit<StackAddresses, "DATABASE_URL"> {
  return { KAFKA_BROKERS: `127.0.0.1:${ports.kafka}`, REDIS_URL: `redis://127.0.0.1:${ports.redis}` };
}
