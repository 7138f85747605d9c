import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { startBankSandbox } from "@receipts/bank-sandbox";
import { bankSettings } from "@receipts/banks";
import { newId, type SupportedBankCode, supportedBankCodes } from "@receipts/contracts";
import {
  createPool,
  environmentKeysOf,
  migrate,
  registerEnvironmentKeys,
  type ServiceRole,
} from "@receipts/database";
import { createMemoryFastStore } from "@receipts/fast-store";
import { buildGateway, readGatewayConfig } from "@receipts/gateway";
import { createMemoryMessageBus } from "@receipts/messaging";
import {
  asListenFault,
  type Environment,
  type Log,
  listensOnLoopback,
  readTogether,
  type Service,
  type ServiceMetrics,
} from "@receipts/service-kit";
import { buildVerifier, readVerifierConfig } from "@receipts/verifier";
import { buildDispatcher, readDispatcherConfig } from "@receipts/webhook-dispatcher";
import type { StandaloneDatabase } from "./database.ts";
import { ensureDemoAccount, ensurePlatformAccount, PLATFORM_EMAIL } from "./demo-account.ts";
import { readDemoSecrets, readOrCreateDemoSecrets } from "./demo-secrets.ts";
import { createServiceRoles, roleNames, urlAs } from "./service-roles.ts";
import { DEMO_EMAIL, type StandaloneConfig } from "./standalone-config.ts";

export interface Standalone extends Service {
  readonly apiUrl: string;
  /** Undefined in production. */
  readonly demo: Demo | undefined;
  /** Email of one open account, preferably the demo account; empty if there is no account. */
  readonly accounts: readonly string[];
}

export interface Demo {
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
  readonly checkoutKey: string;
  readonly sandboxUrl: string;
}

export interface StandaloneDeps {
  readonly config: StandaloneConfig;
  /** Settings of the services inside. */
  readonly env: Environment;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  /** Already running. Stopped with the rest, also if the start fails. */
  readonly database: StandaloneDatabase;
}

/** Runs the services that are processes elsewhere in one process, on the memory drivers. */
export async function buildStandalone(deps: StandaloneDeps): Promise<Standalone> {
  const { config, env, log, metrics } = deps;
  await using opened = new AsyncDisposableStack();
  const { url: databaseUrl, isEmbedded } = opened.adopt(deps.database, (database) => database.stop());
  const dataDir = path.resolve(config.DATA_DIR);
  const keyPrefix = env["API_KEY_PREFIX"] || "rvk_";
  // Production uses the keys from its settings, or those that an earlier development start stored with the data.
  const secrets = isProduction(config)
    ? undefined
    : await readOrCreateDemoSecrets(dataDir, {
        apiKeyId: newId("apiKey"),
        keyPrefix,
        checkoutKeyId: newId("checkoutKey"),
        checkoutKeyPrefix: env["CHECKOUT_KEY_PREFIX"] || "sck_",
      });
  const provided = { databaseUrl, keys: dataKeys(secrets ?? (await readDemoSecrets(dataDir))) };
  // An external server gets no roles from us: all services use the given URL.
  const password = isEmbedded ? randomBytes(24).toString("hex") : undefined;
  const urlOf = (service: ServiceRole) =>
    password === undefined ? databaseUrl : urlAs(service, databaseUrl, password);
  const envOf = (service: ServiceRole) =>
    serviceEnvironment(config, env, { ...provided, databaseUrl: urlOf(service) });
  const verifierOf = (bank: SupportedBankCode) =>
    [bank, () => readVerifierConfig({ ...envOf("verifier"), BANK: bank })] as const;
  const configs = readTogether({
    gateway: () => readGatewayConfig(envOf("gateway")),
    dispatcher: () => readDispatcherConfig(envOf("dispatcher")),
    verifiers: () => readTogether(Object.fromEntries(supportedBankCodes.map(verifierOf))),
  });
  const accounts = await withPool(databaseUrl, async (pool) => {
    if (password !== undefined) await createServiceRoles(pool, password);
    await migrate(databaseUrl, password === undefined ? {} : { roles: roleNames });
    // All at once, so that one start names each wrong key.
    const [verifier] = Object.values(configs.verifiers);
    await registerEnvironmentKeys(pool, environmentKeysOf({ ...verifier, ...configs.gateway }));
    if (secrets !== undefined) {
      await ensureDemoAccount(pool, secrets, { credits: config.DEMO_CREDITS, keyPrefix });
      await ensurePlatformAccount(pool, { credits: config.DEMO_CREDITS });
    }
    const { rows } = await pool.query<{ email: string }>(
      "select email from users where disabled_at is null and erased_at is null order by (email = $1) desc limit 1",
      [DEMO_EMAIL],
    );
    return rows.map(({ email }) => email);
  });

  const sandbox =
    secrets &&
    opened.adopt(
      await startBankSandbox({
        port: config.SANDBOX_PORT,
        latencyMs: config.SANDBOX_LATENCY_MS,
        isStrict: config.SANDBOX_STRICT,
        paymentsFile: path.join(dataDir, "sandbox-payments.jsonl"),
      }).catch((error: unknown) => {
        throw asListenFault(error, "SANDBOX_PORT", { port: config.SANDBOX_PORT });
      }),
      (running) => running.close(),
    );
  const bus = opened.adopt(createMemoryMessageBus({}), (open) => open.close());
  const fastStore = opened.adopt(createMemoryFastStore({}), (open) => open.close());
  await writeAdminEnvironment(dataDir, provided);
  const shared = { bus, fastStore, log, metrics };

  const services: Service[] = [];
  const run = <T extends Service>(service: T): T => {
    opened.defer(() => service.close());
    services.unshift(service);
    return service;
  };
  run(await buildDispatcher({ ...shared, config: configs.dispatcher }));
  const bankEnvironment = sandbox === undefined ? env : sandboxedBanks(env, sandbox.url);
  for (const verifier of Object.values(configs.verifiers)) {
    run(await buildVerifier({ ...shared, config: verifier, bankEnvironment }));
  }
  const gateway = run(await buildGateway({ ...shared, config: configs.gateway, bankEnvironment }));

  const closers = opened.move();
  return {
    name: "standalone",
    apiUrl: `http://localhost:${gateway.port}`,
    demo: secrets && sandbox && { ...secrets, email: DEMO_EMAIL, sandboxUrl: sandbox.url },
    accounts,
    workers: services.flatMap(({ workers }) => workers),
    // Drain the gateway first: what it stops accepting, the others need not finish.
    startDraining: () => {
      for (const service of services) service.startDraining();
    },
    close: () => closers.disposeAsync(),
  };
}

async function withPool<T>(
  databaseUrl: string,
  use: (pool: ReturnType<typeof createPool>) => Promise<T>,
): Promise<T> {
  const pool = createPool({
    connectionString: databaseUrl,
    applicationName: "standalone",
    maxConnections: 1,
  });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

interface ProvidedSettings {
  readonly databaseUrl: string;
  /** The keys in `demo.json`, if it exists. */
  readonly keys: Environment;
}

function dataKeys(secrets: Awaited<ReturnType<typeof readDemoSecrets>>): Environment {
  if (secrets === undefined) return {};
  return {
    RECEIPT_HASH_KEY: secrets.receiptHashKey,
    SECRETS_ENCRYPTION_KEY: secrets.secretsEncryptionKey,
    QUARANTINE_KEY: secrets.quarantineKey,
  };
}

/** Writes the settings that `npm run admin` needs to reach this instance; readable only by the owner. */
async function writeAdminEnvironment(
  dataDir: string,
  { databaseUrl, keys }: ProvidedSettings,
): Promise<void> {
  const lines = Object.entries({ DATABASE_URL: databaseUrl, ...keys }).filter(([, value]) => value);
  const text = lines.map(([name, value]) => `${name}=${value}\n`).join("");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(path.join(dataDir, "standalone.env"), text, { mode: 0o600 });
}

/** Returns the settings that an operator would set. Variables from outside win, except the addresses. */
function serviceEnvironment(
  config: StandaloneConfig,
  env: Environment,
  provided: ProvidedSettings,
): Environment {
  return {
    ...provided.keys,
    PUBLIC_BASE_URL: `http://localhost:${config.PORT}`,
    CHECKOUT_BASE_URL: `http://localhost:${config.PORT}`,
    // Production takes no platform account by email.
    PLATFORM_ACCOUNT: isProduction(config) ? undefined : PLATFORM_EMAIL,
    // On a developer's machine webhooks may go to that machine, as long as only that machine can request them.
    WEBHOOK_ALLOW_PRIVATE: String(!isProduction(config) && listensOnLoopback(config)),
    ...withoutFileSettings(env),
    ...env,
    DATABASE_URL: provided.databaseUrl,
    DATABASE_URL_FILE: undefined,
    // Checked for a given one; the embedded PostgreSQL listens only on loopback.
    SECURE_BACKENDS: undefined,
    SECURE_BACKENDS_FILE: undefined,
    PORT: String(config.PORT),
    ...metricsAddress(config, env),
  };
}

/** In production the whole host is on the network, and `/metrics` tells about every account. */
function metricsAddress(config: StandaloneConfig, env: Environment): Environment {
  if (!isProduction(config)) return { METRICS_PORT: undefined };
  return {
    METRICS_PORT: env["METRICS_PORT"] || DEFAULT_METRICS_PORT,
    METRICS_HOST: env["METRICS_HOST"] || "127.0.0.1",
  };
}

/** A setting in a file, such as `RECEIPT_HASH_KEY_FILE`, wins too. */
function withoutFileSettings(env: Environment): Environment {
  const files = Object.keys(env).filter((name) => name.endsWith("_FILE") && env[name] !== "");
  return Object.fromEntries(files.map((name) => [name.slice(0, -"_FILE".length), undefined]));
}

const DEFAULT_METRICS_PORT = "9464";

const isProduction = ({ NODE_ENV }: StandaloneConfig) => NODE_ENV === "production";

/** Points every bank host that is not set to the sandbox. */
function sandboxedBanks(env: Environment, sandboxUrl: string): Environment {
  const hosts = supportedBankCodes
    .flatMap((bank) => bankSettings(bank))
    .filter(({ name }) => name.endsWith("_BASE_URL") && (env[name] ?? "") === "");
  return {
    ...env,
    BANK_SANDBOX_URL: sandboxUrl,
    ...Object.fromEntries(hosts.map(({ name }) => [name, sandboxUrl])),
  };
}
