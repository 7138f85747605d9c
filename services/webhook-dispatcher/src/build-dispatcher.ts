import {
  checkEnvironmentKeys,
  clockSkewSeconds,
  createPool,
  environmentKeysOf,
  type Pool,
  ping,
  serverFaults,
} from "@receipts/database";
import {
  consume,
  createLagReporter,
  type MessageBus,
  requireTopics,
  startConsuming,
  verificationFinished,
} from "@receipts/messaging";
import {
  buildVersionOf,
  countFaults,
  createHealth,
  type Log,
  reportBuild,
  reportClock,
  reportDependencies,
  reportPool,
  reportWorkers,
  type Service,
  type ServiceMetrics,
} from "@receipts/service-kit";
import { noTracing, type Tracing } from "@receipts/tracing";
import {
  createGuardedClient,
  createRecoveryRepository,
  createSecretBox,
  createSigningSecretStore,
  type GuardedClient,
  reportDeliveries,
} from "@receipts/webhooks";
import { createAttemptPartitionWorker } from "./attempt-partition-worker.ts";
import { createDeliverWebhook } from "./deliver-webhook.ts";
import { createDeliveryRepository } from "./delivery-repository.ts";
import { createDeliverySlots } from "./delivery-slots.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import type { DispatcherConfig } from "./dispatcher-config.ts";
import { createRecoverDeliveries } from "./recover-deliveries.ts";
import { createTargetBreakers } from "./target-breakers.ts";

export interface DispatcherDeps {
  readonly config: DispatcherConfig;
  readonly bus: MessageBus;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly tracing?: Tracing;
}

const GROUP = "webhook-dispatcher";

/** One poll runs at a time. */
const POLL_CONNECTIONS = 1;

/** A lease is this much longer than the attempt's timeout: only a process that died lets it expire. */
const LEASE_MARGIN_MS = 10_000;

/** Longest wait for a slot at a slow host; the rest of the margin is for recording the attempt. */
const MAX_WAIT_MS = LEASE_MARGIN_MS / 2;

/** Most attempts take less. The others are aborted and released; a sibling leases them within a second. */
const DRAIN_MS = 250;

/** Composition root of the dispatcher. */
export async function buildDispatcher(deps: DispatcherDeps): Promise<Service> {
  const { config, bus, log, metrics } = deps;
  await using closers = new AsyncDisposableStack();
  const onFault = countFaults(metrics, "webhook-dispatcher", serverFaults);
  const openPool = (options: { readonly maxConnections: number; readonly walksIndexes?: boolean }) =>
    closers.adopt(
      createPool({
        connectionString: config.DATABASE_URL.reveal(),
        applicationName: "webhook-dispatcher",
        environmentKeys: environmentKeysOf(config),
        onError: (error) => log.warn("database.connection_lost", { error }),
        onFault,
        ...options,
      }),
      (open) => open.end(),
    );
  const pool = openPool({ maxConnections: config.DATABASE_POOL_SIZE - POLL_CONNECTIONS });
  const environmentKeys = await checkEnvironmentKeys(pool, log);
  // A pool of its own: with the poll's planner settings, recording attempts would read whole indexes.
  const pollPool = openPool({ maxConnections: POLL_CONNECTIONS, walksIndexes: true });
  reportPool(metrics, "webhook-dispatcher", { pool, size: config.DATABASE_POOL_SIZE - POLL_CONNECTIONS });
  const client = closers.adopt(
    createGuardedClient({
      allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
      connectionsPerHost: config.WEBHOOK_CONCURRENCY_PER_HOST,
    }),
    (open) => open.close(),
  );
  const worker = buildDeliveryWorker(deps, { pool, pollPool, client });
  // The rows are the queue; the message only triggers a poll.
  const consumer = await startConsuming(
    consume(bus, {
      topic: verificationFinished,
      topicName: verificationFinished.name(),
      group: GROUP,
      concurrency: 64,
      log,
      metrics,
      handle: async () => worker.wake(),
    }),
    (error) => log.error("dispatcher.not_subscribed", { error }),
  );
  closers.defer(() => consumer.close());
  const health = createHealth({
    required: {
      postgresql: () => ping(pool),
      topics: () => requireTopics(bus, [verificationFinished.name()]),
    },
    informative: { bus: () => bus.isAvailable() },
    toleratedMs: 15_000,
  });
  reportBuild(metrics, { component: "webhook-dispatcher" }, buildVersionOf(config));
  reportDependencies(metrics, { component: "webhook-dispatcher" }, health);
  reportClock(metrics, { component: "webhook-dispatcher" }, () => clockSkewSeconds(pool));
  reportDeliveries({ database: pool, metrics });
  const opened = closers.move();
  const workers = [
    environmentKeys,
    worker,
    createRecoverDeliveries({
      recoveries: createRecoveryRepository(pool),
      wake: () => worker.wake(),
      log,
    }),
    createAttemptPartitionWorker({ database: pool, log }),
    createLagReporter({
      bus,
      groups: [{ topic: verificationFinished.name(), group: GROUP }],
      metrics,
      log,
    }),
  ];
  reportWorkers(metrics, { component: "webhook-dispatcher" }, workers);
  return {
    name: "webhook-dispatcher",
    health,
    workers,
    startDraining: () => health.startDraining(),
    close: () => opened.disposeAsync(),
  };
}

/** `pollPool` is for the statements that lease deliveries. */
function buildDeliveryWorker(
  { config, log, metrics, tracing = noTracing }: DispatcherDeps,
  {
    pool,
    pollPool,
    client,
  }: { readonly pool: Pool; readonly pollPool: Pool; readonly client: GuardedClient },
) {
  const leaseMs = config.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
  const schedule = config.WEBHOOK_RETRY_SCHEDULE;
  const deliveries = createDeliveryRepository({
    database: pool,
    pollDatabase: pollPool,
    leaseMs,
    firstDelayMs: schedule[0] ?? 0,
  });
  const secretBox = createSecretBox(
    config.SECRETS_ENCRYPTION_KEY.reveal(),
    config.SECRETS_ENCRYPTION_KEYS_PREVIOUS.map((key) => key.reveal()),
  );
  return createDeliveryWorker({
    deliveries,
    deliver: createDeliverWebhook({
      client,
      deliveries,
      signingSecrets: createSigningSecretStore({ database: pool, secretBox }),
      schedule,
      deadlineMs: config.WEBHOOK_TIMEOUT_MS,
      leaseMs,
      log,
      metrics,
      tracing,
    }),
    slots: createDeliverySlots({
      slots: config.WEBHOOK_CONCURRENCY,
      perAccount: config.WEBHOOK_CONCURRENCY_PER_ACCOUNT,
      perHost: config.WEBHOOK_CONCURRENCY_PER_HOST,
      maxWaitMs: MAX_WAIT_MS,
    }),
    limit: config.WEBHOOK_CONCURRENCY,
    breakers: createTargetBreakers({ now: () => performance.now() }),
    now: () => performance.now(),
    maxLeaseAgeMs: MAX_WAIT_MS,
    drainMs: DRAIN_MS,
    log,
    metrics,
  });
}
