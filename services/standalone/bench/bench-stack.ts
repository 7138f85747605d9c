import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseEnv, promisify } from "node:util";
import { migrate } from "@receipts/database";
import { startEmbeddedPostgres } from "@receipts/embedded-postgres";
import { pause, silentLog } from "@receipts/service-kit";
import type { Admin } from "kafkajs";
import pg from "pg";
import { createKafkaClient, withAdmin } from "../../../packages/messaging/src/kafka/kafka-client.ts";
import { noteServerVersion } from "./bench-report.ts";

const root = path.join(import.meta.dirname, "../../..");

export interface StackAddresses {
  readonly DATABASE_URL: string;
  readonly KAFKA_BROKERS: string;
  readonly REDIS_URL: string;
}

/** A benchmark's own part of the running stack: a fresh database, and its own keys and topics in Redis and Kafka. */
export interface BenchStack extends AsyncDisposable {
  /** For our processes. */
  readonly env: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly kafkaBrokers: string;
  readonly redisUrl: string;
  /** Prefix of every topic, group and Redis key. */
  readonly prefix: string;
  readonly pool: pg.Pool;
}

/** Returns the addresses in the environment, else those of `npm run stack:up`. */
export function stackAddresses(): StackAddresses {
  const file = path.join(root, ".data/stack.env");
  const kept = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const address = (name: keyof StackAddresses) => {
    const value = process.env[name] ?? kept[name];
    if (value === undefined) throw new Error(`${name} is not known: run \`npm run stack:up\` first`);
    return value;
  };
  return {
    DATABASE_URL: address("DATABASE_URL"),
    KAFKA_BROKERS: address("KAFKA_BROKERS"),
    REDIS_URL: address("REDIS_URL"),
  };
}

export interface OpenOptions {
  /**
   * Starts a durable server for this benchmark in place of the stack's, with `pg_stat_statements` and these settings.
   * Its counts are then this caller's alone.
   */
  readonly ownServer?: Readonly<Record<string, string>> | undefined;
  /** Partitions of each topic. */
  readonly partitions?: number | undefined;
}

export async function openBenchStack(options: OpenOptions = {}): Promise<BenchStack> {
  const addresses = stackAddresses();
  await using opened = new AsyncDisposableStack();
  const name = `bench_${randomUUID().replaceAll("-", "")}`;
  await makeTopics(addresses.KAFKA_BROKERS, name, options.partitions);
  opened.defer(() => removeTopics(addresses.KAFKA_BROKERS, name));
  const adminUrl =
    options.ownServer === undefined
      ? addresses.DATABASE_URL
      : await startOwnServer(opened, options.ownServer);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await asAdmin(adminUrl, `create database ${name}`);
  opened.defer(() => asAdmin(adminUrl, `drop database ${name} with (force)`));
  await migrate(url.href);
  const pool = opened.adopt(new pg.Pool({ connectionString: url.href, max: 4 }), (open) => open.end());
  // `pool.end()` resolves while connections still close; the drop below then ends them with an error.
  pool.on("error", () => undefined);
  if (options.ownServer !== undefined) await pool.query("create extension pg_stat_statements");
  const { rows } = await pool.query("show server_version");
  noteServerVersion(`PostgreSQL ${String(rows[0]?.server_version).split(" ")[0]}`);
  const closers = opened.move();
  return {
    databaseUrl: url.href,
    kafkaBrokers: addresses.KAFKA_BROKERS,
    redisUrl: addresses.REDIS_URL,
    prefix: name,
    pool,
    env: {
      ...addresses,
      DATABASE_URL: url.href,
      REDIS_KEY_PREFIX: name,
      KAFKA_TOPIC_PREFIX: name,
      RECEIPT_HASH_KEY: randomBytes(32).toString("base64"),
      SECRETS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      LOG_LEVEL: "info",
    },
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

async function startOwnServer(
  opened: AsyncDisposableStack,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-bench-postgres-"));
  opened.defer(() => rm(dataDir, { recursive: true, force: true }));
  const all = { shared_preload_libraries: "pg_stat_statements", ...settings };
  const server = opened.adopt(await startEmbeddedPostgres({ dataDir, settings: all }), (open) => open.stop());
  return server.adminUrl;
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function makeTopics(brokers: string, prefix: string, partitions: number | undefined): Promise<void> {
  const file = path.join(root, "packages/messaging/src/kafka/topics-main.ts");
  const env = {
    PATH: process.env["PATH"] ?? "",
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC_PREFIX: prefix,
    ...(partitions === undefined ? {} : { KAFKA_PARTITIONS: String(partitions) }),
  };
  await promisify(execFile)(process.execPath, ["--conditions=source", file], { env });
}

async function removeTopics(brokers: string, prefix: string): Promise<void> {
  await withKafkaAdmin(brokers, async (admin) => {
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix));
    await retried(() => admin.deleteTopics({ topics }));
  });
}

/** A new topic may not have its leaders yet; kafkajs marks errors that pass as retriable. */
async function retried<T>(call: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + 180_000; ; await pause(100)) {
    try {
      return await call();
    } catch (error) {
      const passes = error instanceof Error && "retriable" in error && error.retriable === true;
      if (!passes || performance.now() > deadline) throw error;
    }
  }
}

/** Waits until `count` processes share the bank's topic, so that no rebalance is measured. */
export async function verifiersHaveJoined(
  { kafkaBrokers, prefix }: BenchStack,
  { bank, count }: { readonly bank: string; readonly count: number },
): Promise<void> {
  const groupId = `${prefix}verifier-${bank}.${prefix}verification.requested.${bank}`;
  await withKafkaAdmin(kafkaBrokers, async (admin) => {
    for (const deadline = performance.now() + 180_000; ; await pause(100)) {
      const [group] = (await retried(() => admin.describeGroups([groupId]))).groups;
      const members = group?.members.length;
      if (group?.state === "Stable" && members === count) return;
      if (performance.now() > deadline)
        throw new Error(`${groupId} is ${group?.state} with ${members} members`);
    }
  });
}

export async function withKafkaAdmin(brokers: string, use: (admin: Admin) => Promise<void>): Promise<void> {
  const connection = { brokers: brokers.split(","), clientId: "bench", tls: undefined, login: undefined };
  await withAdmin(createKafkaClient({ connection, log: silentLog }), use);
}
