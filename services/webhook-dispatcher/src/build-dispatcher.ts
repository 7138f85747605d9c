import { createPool, ping } from "@receipts/database";
import {
  consume,
  createLagReporter,
  type MessageBus,
  startConsuming,
  verificationFinished,
} from "@receipts/messaging";
import { createHealth, type Log, type Service, type ServiceMetrics } from "@receipts/service-kit";
import {
  createGuardedClient,
  createRecoveryRepository,
  createSecretBox,
  createSigningSecretStore,
} from "@receipts/webhooks";
import { createDeliverWebhook } from "./deliver-webhook.ts";
import { createDeliveryRepository } from "./delivery-repository.ts";
import { createDeliverySlots } from "./delivery-slots.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import type { DispatcherConfig } from "./dispatcher-config.ts";
import { createKeepAttemptDays } from "./keep-attempt-days.ts";
import { createRecoverDeliveries } from "./recover-deliveries.ts";
import { createReportBacklog } from "./report-backlog.ts";
import { createTargetBreakers } from "./target-breakers.ts";

export interface DispatcherDeps {
  readonly config: DispatcherConfig;
  readonly bus: MessageBus;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

const GROUP = "webhook-dispatcher";

/** Longer than an attempt can take: a lease that runs out means that its process is gone. */
const LEASE_MARGIN_MS = 10_000;

/** Taken ahead of a host that has become slow; the rest of the margin is for the record. */
const MOST_WAIT_MS = LEASE_MARGIN_MS / 2;

/** Most attempts take less; what is still under way after it is given back, and a sibling has it within a second. */
const DRAIN_MS = 250;

/** Composition root of the dispatcher. */
export async function buildDispatcher(deps: DispatcherDeps): Promise<Service> {
  const { config, bus, log, metrics } = deps;
  const closers = new AsyncDisposableStack();
  const pool = closers.adopt(
    createPool({
      connectionString: config.DATABASE_URL.reveal(),
      applicationName: "webhook-dispatcher",
      maxConnections: config.DATABASE_POOL_SIZE,
      onError: (error) => log.warn("database.connection_lost", { error }),
    }),
    (open) => open.end(),
  );
  const client = closers.adopt(
    createGuardedClient({
      allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
      connectionsPerHost: config.WEBHOOK_CONCURRENCY_PER_HOST,
    }),
    (open) => open.close(),
  );
  const leaseMs = config.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
  const schedule = config.WEBHOOK_RETRY_SCHEDULE;
  const deliveries = createDeliveryRepository({ database: pool, leaseMs, firstDelayMs: schedule[0] ?? 0 });
  const secretBox = createSecretBox(
    config.SECRETS_ENCRYPTION_KEY.reveal(),
    config.SECRETS_ENCRYPTION_KEYS_PREVIOUS.map((key) => key.reveal()),
  );
  const worker = createDeliveryWorker({
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
    }),
    slots: createDeliverySlots({
      slots: config.WEBHOOK_CONCURRENCY,
      perAccount: config.WEBHOOK_CONCURRENCY_PER_ACCOUNT,
      perHost: config.WEBHOOK_CONCURRENCY_PER_HOST,
    }),
    breakers: createTargetBreakers({ now: () => performance.now() }),
    now: () => performance.now(),
    mostWaitMs: MOST_WAIT_MS,
    drainMs: DRAIN_MS,
    log,
    metrics,
  });
  // The rows are the queue; the message only says that looking is worth while now.
  const consumer = await startConsuming(
    consume(bus, {
      topic: verificationFinished,
      topicName: verificationFinished.name(),
      group: GROUP,
      concurrency: 64,
      log,
      handle: async () => worker.wake(),
    }),
    (error) => log.error("dispatcher.not_subscribed", { error }),
  );
  closers.defer(() => consumer.close());
  const health = createHealth({
    required: { postgresql: () => ping(pool) },
    informative: { bus: () => bus.isAvailable() },
    toleratedMs: 15_000,
  });
  return {
    name: "webhook-dispatcher",
    health,
    workers: [
      worker,
      createRecoverDeliveries({
        recoveries: createRecoveryRepository(pool),
        wake: () => worker.wake(),
        log,
      }),
      createKeepAttemptDays({ database: pool, log }),
      createReportBacklog({ deliveries, metrics, log }),
      createLagReporter({
        bus,
        groups: [{ topic: verificationFinished.name(), group: GROUP }],
        metrics,
        log,
      }),
    ],
    startDraining: () => health.startDraining(),
    close: () => closers.disposeAsync(),
  };
}
