import { type BankEnvironment, createIsLive } from "@receipts/banks";
import { openApiDocument, shareRepeated, supportedBankCodes } from "@receipts/contracts";
import {
  checkEnvironmentKeys,
  clockSkewSeconds,
  createPool,
  environmentKeysOf,
  type Pool,
  ping,
  serverFaults,
} from "@receipts/database";
import { createMemoryFastStore, type FastStore } from "@receipts/fast-store";
import type { MessageBus } from "@receipts/messaging";
import { createOutboxRelay, reportOutbox } from "@receipts/outbox";
import {
  buildVersionOf,
  countFaults,
  createHealth,
  type Log,
  listen,
  listenHostOf,
  reportBuild,
  reportClock,
  reportDependencies,
  reportPool,
  reportWorkers,
  type Service,
  type ServiceMetrics,
  startOperationsServer,
} from "@receipts/service-kit";
import { noTracing, type Tracing } from "@receipts/tracing";
import { createLiveStatusChannel, createRelayCountsStore } from "@receipts/verdicts";
import { once } from "@receipts/web-pages";
import { createGuardedClient, createSecretBox, reportDeliveries } from "@receipts/webhooks";
import { reportOverdueErasures } from "./accounts/report-overdue-erasures.ts";
import { findActiveCredentials } from "./active-credentials.ts";
import { createKeyUsage } from "./api-keys/key-usage.ts";
import { bankAccountRoutes } from "./bank-accounts/bank-account-routes.ts";
import { reportBatches } from "./batches/report-batches.ts";
import { buildAccountRoutes } from "./build-account-routes.ts";
import { buildBatches } from "./build-batches.ts";
import { buildCheckout, type CheckoutPage } from "./build-checkout.ts";
import { buildGuards } from "./build-guards.ts";
import { buildMail } from "./build-mail.ts";
import { buildReceiptFiles } from "./build-receipt-files.ts";
import { buildTelegram } from "./build-telegram.ts";
import { buildTills } from "./build-tills.ts";
import { creditRoutes } from "./credits/credit-routes.ts";
import { createWatchLedger } from "./credits/watch-ledger.ts";
import { deliveryRoutesOf } from "./deliveries/delivery-routes.ts";
import { createSendTable } from "./downloads/send-table.ts";
import { eventRoutesOf } from "./events/event-routes.ts";
import { createReplayEvents } from "./events/replay-events.ts";
import { exampleRoutes } from "./examples/example-routes.ts";
import type { GatewayConfig } from "./gateway-config.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { createAccountTurns } from "./http/account-turns.ts";
import { createApp } from "./http/app.ts";
import { connectionLimits } from "./http/connection-limits.ts";
import { createCredentialWatcher } from "./http/credential-watcher.ts";
import { mountedRoutes } from "./http/mounted-routes.ts";
import { createOpenStreams } from "./http/open-streams.ts";
import { createParserRefusal } from "./http/parser-refusal.ts";
import { createLimitsWithFallback } from "./http/rate-limits.ts";
import { createReadTurns } from "./http/read-in-turn.ts";
import { createRequireCaller } from "./http/require-caller.ts";
import { createSendFile } from "./http/send-file.ts";
import { createRequireSafeWebhookHost } from "./http/webhook-host-guard.ts";
import { reportMails } from "./mail/report-mails.ts";
import { operationsRoutes } from "./operations/operations-routes.ts";
import { reportSizes } from "./operations/report-sizes.ts";
import { dashboardRoutes } from "./pages/dashboard-routes.ts";
import { documentationRoutes } from "./pages/documentation-routes.ts";
import { paymentRoutes } from "./payments/payment-routes.ts";
import { profileRoutesOf } from "./profile/profile-routes.ts";
import { createReconcileWorker } from "./reconciliations/reconcile-worker.ts";
import { reconciliationRoutes } from "./reconciliations/reconciliation-routes.ts";
import { reportStatements } from "./reconciliations/report-statements.ts";
import { reportRoutes } from "./reports/report-routes.ts";
import { createWatchPaymentTotals } from "./reports/watch-payment-totals.ts";
import { createDeleteExpired } from "./retention/delete-expired.ts";
import { createEraseOldResults } from "./retention/erase-old-results.ts";
import { reviewRoutes } from "./reviews/review-routes.ts";
import { takingsRoutesOf } from "./takings/takings-routes.ts";
import { testWebhookRoutes } from "./test-webhook/test-webhook-routes.ts";
import { tillPageRoutes } from "./tills/page/till-page-routes.ts";
import { createJudgeBanks } from "./uptime/judge-banks.ts";
import { createReadOutages } from "./uptime/outages.ts";
import { statusPageRoutes } from "./uptime/status-page/status-page-routes.ts";
import { createUptimeReader } from "./uptime/uptime-reader.ts";
import { uptimeRoutes } from "./uptime/uptime-routes.ts";
import { buildVerification } from "./verification/build-verification.ts";
import { createFirstConfirmations } from "./verification/first-confirmation.ts";
import { reportQueues } from "./verification/report-queues.ts";
import { endpointRoutesOf } from "./webhook-endpoints/endpoint-routes.ts";
import { createNotifyDisabled } from "./webhook-endpoints/notify-disabled.ts";
import { createGiveUpWorker } from "./webhook-listeners/give-up-worker.ts";
import { listenerRoutes } from "./webhook-listeners/listener-routes.ts";

export interface GatewayDeps {
  readonly config: GatewayConfig;
  /** Source of the banks' configured hosts: links to them are accepted. */
  readonly bankEnvironment: BankEnvironment;
  readonly bus: MessageBus;
  readonly fastStore: FastStore;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly tracing?: Tracing;
}

export interface Gateway extends Service {
  /** The port of the HTTP API. */
  readonly port: number;
  readonly checkout: CheckoutPage;
  /** Methods and paths as mounted, such as `GET /api/verify/{requestId}`. */
  readonly routes: readonly string[];
}

/** Composition root: the only file that knows all parts. Read it top to bottom. */
export async function buildGateway(deps: GatewayDeps): Promise<Gateway> {
  const { config, bus, fastStore, log, metrics } = deps;
  await using closers = new AsyncDisposableStack();
  const pool = closers.adopt(openPool(deps), (open) => open.end());
  const environmentKeys = await checkEnvironmentKeys(pool, log);
  reportPool(metrics, "gateway", { pool, size: config.DATABASE_POOL_SIZE });
  const warn = (event: string) => (error: unknown) => log.warn(event, { error });

  const keyUsage = createKeyUsage({ database: pool, log });
  // During an outage the last second's counts are lost; the rest must still be closed.
  closers.defer(() => keyUsage.flush().catch(warn("key_usage.flush_failed")));
  // While the store is unavailable each process applies the limits by itself: never an error for the caller.
  const fallbackStore = closers.adopt(createMemoryFastStore({}), (store) => store.close());
  const limits = createLimitsWithFallback({ fastStore, fallbackStore, log, metrics });
  const encryptionKeys = [
    config.SECRETS_ENCRYPTION_KEY.reveal(),
    config.SECRETS_ENCRYPTION_KEYS_PREVIOUS.map((key) => key.reveal()),
  ] as const;
  const draining = new AbortController();
  const isLive = createIsLive(deps.bankEnvironment);
  const sandboxed = supportedBankCodes.filter((bank) => !isLive(bank));
  const credentials = createCredentialWatcher({ findActive: (ids) => findActiveCredentials(pool, ids), log });
  const sendFile = createSendFile(credentials);
  const parts: GatewayParts = {
    config,
    pool,
    log,
    metrics,
    draining: draining.signal,
    limiter: (name, points, windowSeconds = 60) => limits.limiter({ name, points, windowSeconds }),
    secretBox: createSecretBox(...encryptionKeys),
    requireSafeWebhookHost: createRequireSafeWebhookHost(config.WEBHOOK_ALLOW_PRIVATE),
    isLive,
    firstConfirmationsOf: createFirstConfirmations(config.RECEIPT_HASH_KEY.reveal()),
    readInTurn: createReadTurns(),
    sandboxed,
    sendFile,
    sendTable: createSendTable(sendFile, pool),
  };
  const liveStatus = createLiveStatusChannel({ fastStore, onError: warn("live_status.announce_failed") });
  const streaming = {
    credentials,
    openStreams: createOpenStreams({ maxStreams: config.MAX_STREAMS, metrics }),
  };
  const verification = buildVerification({
    ...parts,
    ...streaming,
    bus,
    fastStore,
    liveStatus,
    bankEnvironment: deps.bankEnvironment,
  });
  closers.defer(() => verification.flush());

  const health = createHealth({
    required: { postgresql: () => ping(pool) },
    informative: {
      bus: () => bus.isAvailable(),
      topics: () => bus.missingTopics().length === 0,
      fastStore: () => fastStore.isAvailable(),
    },
    toleratedMs: 15_000,
  });
  reportBuild(metrics, { component: "gateway" }, buildVersionOf(config));
  reportDependencies(metrics, { component: "gateway" }, health);
  reportClock(metrics, { component: "gateway" }, () => clockSkewSeconds(pool));
  const reports = [
    reportQueues,
    reportBatches,
    reportStatements,
    reportOutbox,
    reportDeliveries,
    reportMails,
    reportOverdueErasures,
    reportSizes,
  ];
  for (const report of reports) report({ database: pool, metrics });
  const webhookClient = closers.adopt(
    createGuardedClient({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }),
    (client) => client.close(),
  );
  const built = buildGuards({ ...parts, keyUsage, limits, encryptionKeys });
  const { guards } = built;
  const mail = buildMail(parts);
  const telegram = buildTelegram({ ...parts, ...verification });
  const receiptFiles = buildReceiptFiles({
    ...parts,
    ...verification,
    bankEnvironment: deps.bankEnvironment,
  });
  closers.defer(() => receiptFiles.close());
  const batches = buildBatches({ ...parts, ...verification, liveStatus });
  const { rateLimit, requireStillActive } = guards;
  // One for both surfaces: an account is the same on both.
  const inTurn = createAccountTurns();
  const checkout = buildCheckout({
    ...parts,
    ...verification,
    liveStatus,
    rateLimit,
    requireStillActive,
    inTurn,
    receiptFiles,
  });
  closers.defer(() => checkout.flush());
  const relayCounts = createRelayCountsStore({ fastStore, onError: warn("relay_counts.read_failed") });
  const uptime = createUptimeReader(pool, relayCounts.read);
  const openApi = once(() => openApiDocument(config.PUBLIC_BASE_URL));
  const accounts = buildAccountRoutes({ ...parts, ...built, onMailQueued: mail.worker.wake });
  const app = createApp({
    checkout: checkout.surface,
    pages: [
      mail.page,
      dashboardRoutes(isLive, accounts.signInForm),
      statusPageRoutes(uptime, sandboxed, log),
      tillPageRoutes(sandboxed),
      documentationRoutes({
        publicBaseUrl: config.PUBLIC_BASE_URL,
        checkoutBaseUrl: config.CHECKOUT_BASE_URL,
        openApi,
      }),
    ],
    routes: [
      ...verification.routes,
      ...receiptFiles.routes,
      ...batches.routes,
      ...paymentRoutes(parts),
      ...reviewRoutes(parts),
      ...reconciliationRoutes(parts),
      ...testWebhookRoutes({ ...parts, client: webhookClient }),
      ...eventRoutesOf(parts),
      ...deliveryRoutesOf({ ...parts, verifications: verification.verifications }),
      ...listenerRoutes({ ...parts, ...streaming }),
      ...profileRoutesOf(parts),
      ...telegram.routes,
      ...endpointRoutesOf(parts),
      ...bankAccountRoutes(parts),
      ...accounts.routes,
      ...buildTills({ ...parts, ...built, ...verification, readOutages: createReadOutages(uptime) }),
      ...checkout.routes,
      ...creditRoutes(parts),
      ...reportRoutes(parts),
      ...takingsRoutesOf(parts),
      ...exampleRoutes({
        publicBaseUrl: config.PUBLIC_BASE_URL,
        hasSandbox: config.NODE_ENV !== "production",
      }),
      ...uptimeRoutes(uptime),
      ...operationsRoutes({
        health,
        metrics,
        openApi: () => shareRepeated(openApi()),
        serveMetrics: config.METRICS_PORT === undefined,
      }),
    ],
    requireCaller: createRequireCaller({ ...guards, authenticateCheckoutKey: checkout.authenticate }),
    inTurn,
    trustedProxies: config.TRUSTED_PROXIES,
    publicBaseUrl: config.PUBLIC_BASE_URL,
    log,
    metrics,
    tracing: deps.tracing ?? noTracing,
  });
  const host = listenHostOf(config);
  if (config.METRICS_PORT !== undefined) {
    const address = { port: config.METRICS_PORT, host: config.METRICS_HOST ?? host };
    const operations = await startOperationsServer({ ...address, health, metrics });
    closers.defer(() => operations.close());
  }
  const server = await listen(app, {
    port: config.PORT,
    host,
    refusal: createParserRefusal(log, config.PUBLIC_BASE_URL),
    connections: connectionLimits(app, config, metrics),
  });
  const stopListening = () => server.close(drainTimes(config));
  let stopped: Promise<void> | undefined;
  closers.defer(() => stopped ?? stopListening());
  const opened = closers.move();
  const workers = [
    environmentKeys,
    createOutboxRelay({ pool, bus, log, metrics }),
    ...verification.workers,
    ...batches.workers,
    keyUsage.worker,
    mail.worker,
    mail.queueSummaries,
    createEraseOldResults({ database: pool, retentionDays: config.RESULT_RETENTION_DAYS, log }),
    createDeleteExpired({ database: pool, log }),
    createReplayEvents({ pool, log }),
    createReconcileWorker(parts),
    createGiveUpWorker({ database: pool, log }),
    createJudgeBanks(parts),
    createNotifyDisabled({ ...parts, onMailQueued: mail.worker.wake }),
    ...telegram.workers,
    createWatchLedger({ database: pool, log, metrics }),
    createWatchPaymentTotals({ database: pool, log, metrics }),
    ...checkout.workers,
  ];
  reportWorkers(metrics, { component: "gateway" }, workers);
  return {
    name: "gateway",
    port: server.port,
    checkout: checkout.page,
    routes: mountedRoutes(app.router),
    workers,
    startDraining: () => {
      health.startDraining();
      draining.abort();
      stopped ??= stopListening();
    },
    close: () => opened.disposeAsync(),
  };
}

function drainTimes(config: GatewayConfig) {
  const graceMs = config.SHUTDOWN_GRACE_MS ?? (config.NODE_ENV === "production" ? 5_000 : 0);
  return { graceMs, timeoutMs: Math.max(0, config.SHUTDOWN_TIMEOUT_MS / 2 - graceMs) };
}

function openPool({ config, log, metrics }: Pick<GatewayDeps, "config" | "log" | "metrics">): Pool {
  return createPool({
    connectionString: config.DATABASE_URL.reveal(),
    applicationName: "gateway",
    maxConnections: config.DATABASE_POOL_SIZE,
    environmentKeys: environmentKeysOf(config),
    onError: (error) => log.warn("database.connection_lost", { error }),
    onFault: countFaults(metrics, "gateway", serverFaults),
  });
}
