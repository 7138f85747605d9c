import { createPool, ping } from "@receipts/database";
import { consume, createLagReporter, type MessageBus, verificationFinished } from "@receipts/messaging";
import { createHealth, type Log, type Service, type ServiceMetrics } from "@receipts/service-kit";
import { createGuardedClient, createSecretBox, createSigningSecretStore } from "@receipts/webhooks";
import { createDeliverWebhook } from "./deliver-webhook.ts";
import { createDeliveryRepository } from "./delivery-repository.ts";
import { createDeliveryWorker } from "./delivery-worker.ts";
import type { DispatcherConfig } from "./dispatcher-config.ts";

export interface DispatcherDeps {
  readonly config: DispatcherConfig;
  readonly bus: MessageBus;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

const GROUP = "webhook-dispatcher";

/** Longer than an attempt can take: a lease that runs out means that its process is gone. */
const LEASE_MARGIN_MS = 10_000;

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
  const client = closers.adopt(createGuardedClient({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }), (open) =>
    open.close(),
  );
  const deliveries = createDeliveryRepository({
    database: pool,
    leaseMs: config.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS,
  });
  const secretBox = createSecretBox(config.SECRETS_ENCRYPTION_KEY.reveal());
  const worker = createDeliveryWorker({
    deliveries,
    deliver: createDeliverWebhook({
      client,
      deliveries,
      signingSecrets: createSigningSecretStore({ database: pool, secretBox }),
      schedule: config.WEBHOOK_RETRY_SCHEDULE,
      deadlineMs: config.WEBHOOK_TIMEOUT_MS,
      log,
      metrics,
    }),
    slots: config.WEBHOOK_CONCURRENCY,
    drainMs: config.SHUTDOWN_TIMEOUT_MS / 2,
    log,
  });
  // The rows are the queue; the message only says that looking is worth while now.
  const subscription = await consume(bus, {
    topic: verificationFinished,
    topicName: verificationFinished.name(),
    group: GROUP,
    concurrency: 64,
    log,
    handle: async () => worker.wake(),
  });
  closers.defer(() => subscription.close());
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
