import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startBankSandbox } from "@receipts/bank-sandbox";
import type { ServiceRole } from "@receipts/database";
import {
  kafkaConnection,
  kafkaSettings,
  kafkaTopicSettings,
  makeTopics,
  planTopics,
} from "@receipts/messaging/kafka";
import { type Environment, readConfiguration } from "@receipts/service-kit";
import { asService, createTestDatabase, type TestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { type ChaosProcess, createChaosProcess } from "../chaos/chaos-process.ts";
import { makeAccount, type TestAccount } from "../system.ts";

/** Every service as its own processes on the shared stack, with its own database, topics and keys. */
export interface ProcessFleet extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly environment: Environment;
  readonly gateways: readonly ChaosProcess[];
  readonly gatewayUrls: readonly string[];
  /** telebirr's verifier. */
  readonly verifier: ChaosProcess;
  readonly dispatcher: ChaosProcess;
  account(options?: { readonly credits?: number }): Promise<TestAccount>;
}

export interface ProcessFleetOptions {
  readonly gateways: number;
  readonly env?: Readonly<Record<string, string>>;
}

export async function openProcessFleet(options: ProcessFleetOptions): Promise<ProcessFleet> {
  await using opened = new AsyncDisposableStack();
  const logFolder = await mkdtemp(path.join(os.tmpdir(), "receipts-fleet-"));
  opened.defer(() => rm(logFolder, { recursive: true, force: true }));
  const database = opened.adopt(await createTestDatabase(), (open) => open.drop());
  const sandbox = opened.adopt(await startBankSandbox({ port: 0 }), (open) => open.close());
  const env = { ...(await environmentOf(database)), BANK_TELEBIRR_BASE_URL: sandbox.url, ...options.env };

  const processOf = (
    name: string,
    role: ServiceRole,
    service: string,
    own: Readonly<Record<string, string>>,
  ) => {
    const made = createChaosProcess({
      name,
      main: `services/${service}/src/main.ts`,
      logFolder,
      env: { ...env, DATABASE_URL: asService(database.url, role), ...own },
    });
    opened.defer(async () => void (await made.end("SIGTERM")));
    return made;
  };
  const gateways = Array.from({ length: options.gateways }, (_, index) =>
    processOf(`gateway-${index + 1}`, "gateway", "gateway", { PORT: "0", SHUTDOWN_GRACE_MS: "0" }),
  );
  const verifier = processOf("verifier", "verifier", "verifier", { BANK: "telebirr", METRICS_PORT: "0" });
  const dispatcher = processOf("dispatcher", "dispatcher", "webhook-dispatcher", { METRICS_PORT: "0" });
  await Promise.all([...gateways, verifier, dispatcher].map((each) => each.start()));
  const closers = opened.move();
  return {
    database,
    environment: env,
    gateways,
    gatewayUrls: gateways.map(urlOf),
    verifier,
    dispatcher,
    account: (draft = {}) => makeAccount(database, draft),
    [Symbol.asyncDispose]: () => closers.disposeAsync(),
  };
}

/** Uses the shared servers with this fleet's own topics, groups and keys. */
async function environmentOf(database: TestDatabase): Promise<Record<string, string>> {
  const prefix = `fleet-${randomBytes(6).toString("hex")}`;
  const shared = {
    KAFKA_BROKERS: process.env["KAFKA_BROKERS"] ?? "",
    REDIS_URL: process.env["REDIS_URL"] ?? "",
  };
  const kafka = readConfiguration({ ...kafkaSettings, ...kafkaTopicSettings }, shared);
  const plans = planTopics({ ...kafka, KAFKA_PARTITIONS: 2 }, { production: false, prefix: `${prefix}.` });
  await makeTopics(plans, { connection: kafkaConnection(kafka), log: testLog });
  return {
    ...shared,
    DATABASE_URL: database.url,
    KAFKA_TOPIC_PREFIX: `${prefix}.`,
    REDIS_KEY_PREFIX: prefix,
    PUBLIC_BASE_URL: "https://api.example.test",
    RECEIPT_HASH_KEY: randomBytes(32).toString("base64"),
    SECRETS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    RATE_LIMIT_PER_MINUTE: "1000000",
    WEBHOOK_ALLOW_PRIVATE: "true",
  };
}

function urlOf(gateway: ChaosProcess): string {
  const port = /^Ready: gateway on port (\d+)$/m.exec(gateway.log())?.[1];
  if (port === undefined) throw new Error(`${gateway.name} does not say where it listens`);
  return `http://127.0.0.1:${port}`;
}
