import { bankSettings } from "@receipts/banks";
import { supportedBankCodes } from "@receipts/contracts";
import { createMemoryFastStore } from "@receipts/fast-store";
import { buildGateway, readGatewayConfig } from "@receipts/gateway";
import { createMemoryMessageBus } from "@receipts/messaging";
import {
  countLines,
  createServiceMetrics,
  type Environment,
  type Service,
  type ServiceMetrics,
  silentLog,
} from "@receipts/service-kit";
import { buildVerifier, readVerifierConfig } from "@receipts/verifier";
import { buildDispatcher, readDispatcherConfig } from "@receipts/webhook-dispatcher";

export interface RegisteredMetric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly labels: readonly string[];
  readonly services: readonly string[];
}

/**
 * Registers the metrics of every service, in the order of a request's path. No worker runs, and no store is contacted.
 */
export async function readServiceRegistries(): Promise<readonly RegisteredMetric[]> {
  const found = new Map<string, RegisteredMetric>();
  for (const [service, build] of Object.entries(builds)) {
    for (const { name, help, type, labelNames } of await metricsOf(build)) {
      const services = [...(found.get(name)?.services ?? []), service];
      found.set(name, { name, help, type, labels: labelNames, services });
    }
  }
  return [...found.values()];
}

interface Shared {
  readonly bus: ReturnType<typeof createMemoryMessageBus>;
  readonly fastStore: ReturnType<typeof createMemoryFastStore>;
  readonly log: typeof silentLog;
  readonly metrics: ServiceMetrics;
}

const [bank = "cbe"] = supportedBankCodes;
const key = Buffer.alloc(32).toString("base64");
const environment: Environment = {
  DATABASE_URL: "postgresql://user@127.0.0.1:1/nothing",
  PORT: "0",
  BANK: bank,
  RECEIPT_HASH_KEY: key,
  SECRETS_ENCRYPTION_KEY: key,
  QUARANTINE_KEY: key,
  TELEGRAM_BOT_TOKEN: `1:${"t".repeat(20)}`,
  ...Object.fromEntries(
    supportedBankCodes
      .flatMap((each) => bankSettings(each))
      .filter(({ name }) => name.endsWith("_BASE_URL"))
      .map(({ name }) => [name, "http://127.0.0.1:1"]),
  ),
};

const builds: Readonly<Record<string, (shared: Shared) => Promise<Service>>> = {
  gateway: (shared) =>
    buildGateway({ ...shared, config: readGatewayConfig(environment), bankEnvironment: environment }),
  verifier: (shared) =>
    buildVerifier({ ...shared, config: readVerifierConfig(environment), bankEnvironment: environment }),
  "webhook-dispatcher": (shared) => buildDispatcher({ ...shared, config: readDispatcherConfig(environment) }),
};

interface Described extends Pick<RegisteredMetric, "name" | "help" | "type"> {
  readonly labelNames: readonly string[];
}

async function metricsOf(build: (shared: Shared) => Promise<Service>): Promise<readonly Described[]> {
  const metrics = createServiceMetrics({ processMetrics: true });
  countLines(metrics);
  const bus = createMemoryMessageBus();
  const fastStore = createMemoryFastStore();
  const service = await build({ bus, fastStore, log: silentLog, metrics });
  const registered = metrics.registry.getMetricsAsArray() as unknown as readonly Described[];
  await service.close();
  await bus.close();
  await fastStore.close();
  return registered;
}
