import { execFile } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import path from "node:path";
import { promisify } from "node:util";
import type { BankCode } from "@receipts/contracts";
import { createPool, migrate, type Pool } from "@receipts/database";
import type { LocalStack } from "@receipts/local-stack";
import { childEnvironment, freePort } from "@receipts/testing";
import { startReceiver, type WebhookReceiver } from "../receiver.ts";
import { allPermissions, makeAccount, postToSandbox, type TestAccount } from "../system.ts";
import { type Balancer, createBalancer } from "./balancer.ts";
import { type ChaosProcess, createChaosProcess } from "./chaos-process.ts";
import { logFolder, openChaosStack, repository } from "./chaos-stack.ts";
import { type Load, startLoad } from "./load.ts";

/** Every service as its own processes on the real servers, with its own database. */
export interface ChaosSystem {
  readonly stack: LocalStack;
  readonly pool: Pool;
  readonly receiver: WebhookReceiver;
  readonly balancer: Balancer;
  readonly gateways: readonly ChaosProcess[];
  /** Two verifiers of the first bank. */
  readonly verifiers: readonly ChaosProcess[];
  readonly otherVerifier: ChaosProcess;
  readonly dispatchers: readonly ChaosProcess[];
  readonly sandbox: ChaosProcess;
  /** The environment of every process. */
  readonly env: Readonly<Record<string, string>> & { readonly DATABASE_URL: string };
  /** Adds a verifier of the first bank; the caller starts it. */
  addVerifier(): ChaosProcess;
  account(): Promise<ChaosAccount>;
  /** Submits a telebirr receipt, which must be accepted. */
  submit(account: ChaosAccount, reference: string, webhookUrl: string): Promise<void>;
  startLoad(
    account: ChaosAccount,
    options?: { readonly bank?: ChaosBank; readonly perSecond?: number; readonly ending?: string },
  ): Load;
  /** Controls the sandbox. */
  control(change: {
    readonly bank: ChaosBank;
    readonly down?: boolean;
    readonly latencyMs?: number;
  }): Promise<void>;
  close(): Promise<void>;
}

export type ChaosAccount = TestAccount;

export interface ChaosSystemOptions {
  /** Source tree of all processes and of the schema; default: this repository. */
  readonly tree?: string;
  /** Default: this suite's own servers. */
  readonly stack?: LocalStack;
  readonly env?: Readonly<Record<string, string>>;
  /** Additional settings and modules by process name. */
  readonly apart?: Readonly<
    Record<string, { readonly env?: Readonly<Record<string, string>>; readonly preload?: readonly string[] }>
  >;
}

export type ChaosBank = Extract<BankCode, "telebirr" | "siinqee">;

/** Duration of a load. Outages last about as long. */
export const chaosSeconds = Number(process.env["CHAOS_SECONDS"] ?? 30);
export const loadPerSecond = Number(process.env["CHAOS_PER_SECOND"] ?? 100);
const bankLatencyMs = 30;

let nextReference = randomInt(36 ** 5);

/**
 * Returns a new reference, without a cached verdict. Its ending (siinqee: the end of the first seven characters)
 * selects the sandbox's outcome: 1 is genuine.
 */
function aReference(bank: ChaosBank, ending: string): string {
  nextReference += 1;
  const digits = nextReference.toString(36).toUpperCase();
  return bank === "telebirr"
    ? `DJ5${digits.padStart(7 - ending.length, "0")}${ending}`
    : `${digits.slice(-5).padStart(5, "0")}${ending.padStart(2, "0")}262780417`;
}

/** The system of the running test; set by `useChaosSystem`. */
export let system: ChaosSystem;

/** Opens a system before each test of a file, and closes it after it. */
export function useChaosSystem(options?: ChaosSystemOptions): void {
  beforeEach(async () => {
    system = await openChaosSystem(options);
  });
  afterEach(() => system.close());
}

export async function openChaosSystem(options: ChaosSystemOptions = {}): Promise<ChaosSystem> {
  const stack = options.stack ?? (await openChaosStack());
  const addresses = await stack.up();
  const database = `chaos_${randomBytes(6).toString("hex")}`;
  const databaseUrl = await makeDatabase(addresses.DATABASE_URL, database, options.tree);
  const pool = openPool(databaseUrl);
  const receiver = await startReceiver();
  const [sandboxPort, ...gatewayPorts] = [await freePort(), await freePort(), await freePort()];
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const gatewayUrls = gatewayPorts.map((port) => `http://127.0.0.1:${port}`);
  const env = {
    ...addresses,
    DATABASE_URL: databaseUrl,
    REDIS_KEY_PREFIX: database,
    PUBLIC_BASE_URL: gatewayUrls[0] ?? "",
    RECEIPT_HASH_KEY: randomBytes(32).toString("base64"),
    SECRETS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    RATE_LIMIT_PER_MINUTE: "1000000",
    WEBHOOK_ALLOW_PRIVATE: "true",
    METRICS_PORT: "0",
    // Results must not depend on the speed of this machine; `overload` sets its own limits.
    QUEUE_CAPACITY: "1000000",
    QUEUE_SHARE: "1",
    PUBLISH_TIMEOUT_MS: "10000",
    REQUEST_DEADLINE_MS: "3600000",
    BANK_BUDGET_MS: "120000",
    BANK_TELEBIRR_TIMEOUT_MS: "60000",
    BANK_SIINQEE_TIMEOUT_MS: "60000",
    // Short leases, so that the work of a killed process is soon available again.
    CLAIM_LEASE_MS: "3000",
    WEBHOOK_TIMEOUT_MS: "2000",
    BANK_TELEBIRR_BASE_URL: sandboxUrl,
    BANK_SIINQEE_BASE_URL: sandboxUrl,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_LATENCY_MS: String(bankLatencyMs),
    ...options.env,
  };
  const processOf = (name: string, service: string, own: Readonly<Record<string, string>> = {}) =>
    createChaosProcess({
      name,
      main: `services/${service}/src/main.ts`,
      logFolder: path.join(logFolder, database),
      tree: options.tree ?? repository,
      env: { ...env, ...own, ...options.apart?.[name]?.env },
      preload: options.apart?.[name]?.preload ?? [],
    });

  const sandbox = processOf("sandbox", "bank-sandbox");
  const gateways = gatewayPorts.map((port, index) =>
    processOf(`gateway-${index + 1}`, "gateway", {
      PORT: String(port),
      METRICS_PORT: "",
      SHUTDOWN_GRACE_MS: "2000",
    }),
  );
  const verifierOf = (n: number) => processOf(`verifier-${n}`, "verifier", { BANK: "telebirr" });
  const verifiers = [1, 2].map(verifierOf);
  const otherVerifier = processOf("other-verifier", "verifier", { BANK: "siinqee" });
  const dispatchers = [1, 2].map((n) => processOf(`dispatcher-${n}`, "webhook-dispatcher"));
  const all = [sandbox, ...gateways, ...verifiers, otherVerifier, ...dispatchers];
  await Promise.all(all.map((each) => each.start()));
  const balancer = createBalancer(gatewayUrls);
  const loads: Load[] = [];

  return {
    stack,
    pool,
    receiver,
    balancer,
    gateways,
    verifiers,
    otherVerifier,
    dispatchers,
    sandbox,
    env,
    addVerifier: () => {
      const added = verifierOf(all.filter(({ name }) => name.startsWith("verifier-")).length + 1);
      all.push(added);
      return added;
    },
    account: () =>
      makeAccount({ pool }, { credits: 1_000_000, permissions: { ...allPermissions, webhooks: ["read"] } }),
    submit: async ({ apiKey }, reference, webhookUrl) => {
      const response = await fetch(`${balancer.next()}/api/verify`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify({ bank: "telebirr", reference, webhookUrl }),
      });
      expect(response.status).toBe(202);
    },
    startLoad: (account, { bank = "telebirr", perSecond = loadPerSecond, ending = "1" } = {}) => {
      const submission = () => {
        const reference = aReference(bank, ending);
        const body = { bank, reference, webhookUrl: receiver.url };
        return { apiKey: account.apiKey, idempotencyKey: `chaos-${reference}`, body };
      };
      const load = startLoad({ balancer, perSecond, submission });
      loads.push(load);
      return load;
    },
    control: async (change) => {
      await postToSandbox(`${sandboxUrl}/control`, change);
    },
    close: async () => {
      await Promise.all(loads.map((load) => load.abandon()));
      await balancer.close();
      for (const each of all) each.signal("SIGCONT"); // a frozen process cannot end
      await Promise.all(all.map((each) => each.end("SIGTERM")));
      await receiver.close();
      await pool.end();
    },
  };
}

function openPool(connectionString: string): Pool {
  return createPool({
    connectionString,
    applicationName: "chaos-test",
    maxConnections: 3,
    onError: () => undefined, // tests stop the server on purpose
  });
}

async function makeDatabase(adminUrl: string, name: string, tree?: string): Promise<string> {
  const admin = openPool(adminUrl);
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  if (tree === undefined) await migrate(url.href);
  else await migrateWith(tree, url.href);
  return url.href;
}

/** Runs the migrations of another release. */
async function migrateWith(tree: string, databaseUrl: string): Promise<void> {
  const main = path.join(tree, "packages/database/src/migrate-main.ts");
  await promisify(execFile)(process.execPath, ["--conditions=source", main], {
    env: childEnvironment({ DATABASE_URL: databaseUrl }),
  });
}
