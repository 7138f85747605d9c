import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { migrate } from "@receipts/database";
import { silentLog } from "@receipts/service-kit";
import type { Admin, GroupDescription } from "kafkajs";
import pg from "pg";
import { createKafkaClient } from "../../../packages/messaging/src/kafka/kafka-client.ts";
import { noteServerVersion } from "./bench-report.ts";

const root = path.join(import.meta.dirname, "../../..");

export interface StackAddresses {
  readonly DATABASE_URL: string;
  readonly KAFKA_BROKERS: string;
  readonly REDIS_URL: string;
}

/** One benchmark's own place on the running stack: a fresh database, keys of its own in Redis. */
export interface BenchStack extends AsyncDisposable {
  /** For processes of ours. */
  readonly env: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly kafkaBrokers: string;
  readonly pool: pg.Pool;
}

/** The environment's servers, else those of `npm run stack:up`. */
export function stackAddresses(): StackAddresses {
  const file = path.join(root, ".data/stack.env");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  const kept = new Map(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  const address = (name: keyof StackAddresses) => {
    const value = process.env[name] ?? kept.get(name);
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
  /** Another PostgreSQL server than the stack's. */
  readonly adminUrl?: string;
  /** Partitions of each topic; they never shrink again. */
  readonly partitions?: number;
}

export async function openBenchStack(options: OpenOptions = {}): Promise<BenchStack> {
  const addresses = stackAddresses();
  const adminUrl = options.adminUrl ?? addresses.DATABASE_URL;
  const name = `bench_${randomUUID().replaceAll("-", "")}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await makeTopics(addresses.KAFKA_BROKERS, options.partitions);
  await using opened = new AsyncDisposableStack();
  await asAdmin(adminUrl, `create database ${name}`);
  opened.defer(() => asAdmin(adminUrl, `drop database ${name} with (force)`));
  await migrate(url.href);
  const pool = opened.adopt(new pg.Pool({ connectionString: url.href, max: 4 }), (open) => open.end());
  // `pool.end()` resolves while connections still close, and the drop below ends them with an error.
  pool.on("error", () => undefined);
  const { rows } = await pool.query("show server_version");
  noteServerVersion(`PostgreSQL ${String(rows[0]?.server_version).split(" ")[0]}`);
  const closers = opened.move();
  return {
    databaseUrl: url.href,
    kafkaBrokers: addresses.KAFKA_BROKERS,
    pool,
    env: {
      ...addresses,
      DATABASE_URL: url.href,
      REDIS_KEY_PREFIX: name,
      RECEIPT_HASH_KEY: randomBytes(32).toString("base64"),
      SECRETS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      LOG_LEVEL: "info",
    },
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function makeTopics(brokers: string, partitions: number | undefined): Promise<void> {
  const file = path.join(root, "packages/messaging/src/kafka/topics-main.ts");
  const env = {
    PATH: process.env["PATH"] ?? "",
    KAFKA_BROKERS: brokers,
    ...(partitions === undefined ? {} : { KAFKA_PARTITIONS: String(partitions) }),
  };
  await promisify(execFile)(process.execPath, ["--conditions=source", file], { env });
}

const verifierGroup = "verifier-boa.verification.requested.boa";
const consumers = {
  verifier: { groupId: verifierGroup, topic: "verification.requested.boa" },
  dispatcher: { groupId: "webhook-dispatcher.verification.finished", topic: "verification.finished" },
};

/** What an earlier run has left in the topics is about rows that are gone. Nobody may be in the group. */
export async function skipOldMessages(brokers: string, consumer: keyof typeof consumers): Promise<void> {
  await withKafkaAdmin(brokers, (admin) => skipToEnd(admin, consumers[consumer]));
}

/** In numbers: `resetOffsets` to the latest leaves a group that has none, which then begins at the earliest. */
export async function skipToEnd(
  admin: Admin,
  { groupId, topic }: { readonly groupId: string; readonly topic: string },
): Promise<void> {
  const ends = await retried(() => admin.fetchTopicOffsets(topic));
  const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }));
  // A process that was killed stays a member until its session has run out.
  await untilGroup(admin, groupId, ({ state }) => state === "Empty" || state === "Dead");
  await admin.setOffsets({ groupId, topic, partitions });
}

/** A topic that has just been made may not have its leaders yet; kafkajs says which errors pass by themselves. */
async function retried<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + 30_000; ; await delay(100)) {
    try {
      return await ask();
    } catch (error) {
      const passes = error instanceof Error && "retriable" in error && error.retriable === true;
      if (!passes || performance.now() > deadline) throw error;
    }
  }
}

/** Until so many processes share the bank's topic: before that a rebalance would be measured. */
export async function verifiersHaveJoined(brokers: string, count: number): Promise<void> {
  await withKafkaAdmin(brokers, (admin) =>
    untilGroup(admin, verifierGroup, ({ state, members }) => state === "Stable" && members.length === count),
  );
}

async function untilGroup(
  admin: Admin,
  groupId: string,
  isSo: (group: GroupDescription) => boolean,
): Promise<void> {
  for (const deadline = performance.now() + 60_000; ; ) {
    const [group] = (await retried(() => admin.describeGroups([groupId]))).groups;
    if (group !== undefined && isSo(group)) return;
    if (performance.now() > deadline) {
      throw new Error(`${groupId} is ${group?.state} with ${group?.members.length} members`);
    }
    await delay(100);
  }
}

async function withKafkaAdmin(brokers: string, use: (admin: Admin) => Promise<void>): Promise<void> {
  const connection = { brokers: brokers.split(","), clientId: "bench", tls: undefined, login: undefined };
  const admin = createKafkaClient({ connection, log: silentLog }).admin();
  await admin.connect();
  await use(admin).finally(() => admin.disconnect());
}
