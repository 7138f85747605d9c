import {
  type BankEnvironment,
  createBankDetection,
  type ReadIdentifiers,
  readIdentifiers,
} from "@receipts/banks";
import { type BankCode, supportedBankCodes } from "@receipts/contracts";
import { createPool, type Pool, ping } from "@receipts/database";
import { createMemoryFastStore, type FastStore } from "@receipts/fast-store";
import type { MessageBus } from "@receipts/messaging";
import { createOutboxRelay, createPublishedRows } from "@receipts/outbox";
import {
  createHealth,
  type Log,
  listen,
  type Service,
  type ServiceMetrics,
  startOperationsServer,
} from "@receipts/service-kit";
import { createLiveStatusChannel, createRecordVerdict, createVerdictCache } from "@receipts/verdicts";
import {
  checkWebhookUrlByDns,
  createDnsLookup,
  createGuardedClient,
  createSecretBox,
  createSigningSecretStore,
  lookupLikeTheSystem,
} from "@receipts/webhooks";
import { buildAccountRoutes } from "./accounts/build-account-routes.ts";
import { findLiveKey } from "./api-keys/api-key-repository.ts";
import { createAuthenticate } from "./api-keys/authenticate.ts";
import { createKeyUsage } from "./api-keys/key-usage.ts";
import { bankAccountRoutes } from "./bank-accounts/bank-account-routes.ts";
import { buildCheckout, type CheckoutPage } from "./checkout/build-checkout.ts";
import { creditRoutes } from "./credits/credit-routes.ts";
import { buildDeliveryRoutes } from "./deliveries/build-delivery-routes.ts";
import { exampleRoutes } from "./examples/example-routes.ts";
import type { GatewayConfig } from "./gateway-config.ts";
import { ApiProblem } from "./http/api-problem.ts";
import { createApp } from "./http/app.ts";
import { isDatabaseOutage } from "./http/database-outage.ts";
import { insuredLimiter } from "./http/insured-limiter.ts";
import { createParserRefusal } from "./http/parser-refusal.ts";
import { createRateLimit } from "./http/rate-limits.ts";
import { createRequireSameOrigin } from "./http/require-same-origin.ts";
import { operationsRoutes } from "./operations/operations-routes.ts";
import { buildProfileRoutes } from "./profile/build-profile-routes.ts";
import { reportRoutes } from "./reports/report-routes.ts";
import { createEraseOldResults } from "./retention/erase-old-results.ts";
import { createForgetEndedSessions } from "./retention/forget-ended-sessions.ts";
import { createAuthenticateSession } from "./sessions/authenticate-session.ts";
import { createSessionCookie } from "./sessions/session-cookie.ts";
import { findOpenSession } from "./sessions/session-repository.ts";
import { createSessionTokens } from "./sessions/session-token.ts";
import { createDeliverSample } from "./test-webhook/deliver-sample.ts";
import { testWebhookRoutes } from "./test-webhook/test-webhook-routes.ts";
import { createForgetAttempts } from "./uptime/forget-attempts.ts";
import { createJudgeBanks } from "./uptime/judge-banks.ts";
import { createUptimeReader } from "./uptime/uptime-reader.ts";
import { uptimeRoutes } from "./uptime/uptime-routes.ts";
import { createAdmit } from "./verification/admission.ts";
import { createExpireOverdue } from "./verification/expire-overdue.ts";
import { createForgetIdempotencyKeys } from "./verification/forget-idempotency-keys.ts";
import { createPublishJob } from "./verification/publish-job.ts";
import { createQueues } from "./verification/queue-state.ts";
import { readRoutes } from "./verification/read-routes.ts";
import { statusStreamRoutes } from "./verification/status-stream.ts";
import { submitRoutes } from "./verification/submit-routes.ts";
import { createSubmitVerification } from "./verification/submit-verification.ts";
import { createVerificationRepository } from "./verification/verification-repository.ts";
import { createStartVerdictWait } from "./verification/wait-for-verdict.ts";

export interface GatewayDeps {
  readonly config: GatewayConfig;
  /** Where the banks' configured hosts are read from: links to them are understood. */
  readonly bankEnvironment: BankEnvironment;
  readonly bus: MessageBus;
  readonly fastStore: FastStore;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

export interface Gateway extends Service {
  /** The port that it listens on. */
  readonly port: number;
  readonly checkout: CheckoutPage;
}

const DNS_TIMEOUT_MS = 3_000;
/** Whoever gets no answer waits for all of it. */
const TEST_WEBHOOK_TIMEOUT_MS = 10_000;
/** How long a queued request may sit on a durable bus before it is looked at again. */
const RECOVER_AFTER_MS = 30_000;

/** Composition root: the only file that knows all the parts. Read it top to bottom. */
export async function buildGateway(deps: GatewayDeps): Promise<Gateway> {
  const { config, bus, fastStore, log, metrics } = deps;
  const closers = new AsyncDisposableStack();
  const pool = closers.adopt(openPool(config, log), (open) => open.end());
  const warn = (event: string) => (error: unknown) => log.warn(event, { error });

  const publishedRows = createPublishedRows({ database: pool, onError: warn("outbox.forget_failed") });
  closers.defer(() => publishedRows.flush());
  const keyUsage = createKeyUsage({ database: pool, log });
  // During an outage the last second's counts are lost; the rest must be closed all the same.
  closers.defer(() => keyUsage.flush().catch(warn("key_usage.flush_failed")));
  const liveStatus = createLiveStatusChannel({ fastStore, onError: warn("live_status.announce_failed") });
  const recordVerdict = createRecordVerdict({
    database: pool,
    bus,
    liveStatus,
    publishedRows,
    receiptHashKey: config.RECEIPT_HASH_KEY.reveal(),
    onPublishError: warn("verdict.publish_failed"),
  });

  const draining = new AbortController();
  const announcementsWork = () => fastStore.isAvailable();
  const verifications = createVerificationRepository(pool, config.ADMISSION_QUEUE);
  const allowPrivateWebhooks = config.WEBHOOK_ALLOW_PRIVATE;
  const requireSafeWebhookHost = webhookHostGuard(allowPrivateWebhooks);
  const statusUrlOf = (id: string) => `${config.PUBLIC_BASE_URL}/api/verify/${id}`;
  const batchSize = metrics.histogram(
    "accept_batch_size",
    "Requests admitted by one statement",
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  );
  const submit = createSubmitVerification({
    verifications,
    admit: createAdmit({
      database: pool,
      requestDeadlineMs: config.REQUEST_DEADLINE_MS,
      recoverAfterMs: RECOVER_AFTER_MS,
      maxWaiting: config.ADMISSION_QUEUE,
      onBatch: (size) => batchSize.observe(size),
    }),
    verdictCache: createVerdictCache({
      fastStore,
      ttlMs: config.VERDICT_CACHE_TTL_MS,
      onError: warn("verdict_cache.failed"),
    }),
    recordVerdict,
    publishJob: createPublishJob({ bus, publishedRows, timeoutMs: config.PUBLISH_TIMEOUT_MS, log }),
    startWait: createStartVerdictWait({
      liveStatus,
      verifications,
      metrics,
      log,
      draining: draining.signal,
      announcementsWork,
    }),
    queues: createQueues(pool, {
      capacity: config.QUEUE_CAPACITY,
      accountCapacity: Math.max(1, Math.floor(config.QUEUE_CAPACITY * config.QUEUE_SHARE)),
    }),
    requireSafeWebhookHost,
    statusUrlOf,
    maxWaitMs: config.MAX_WAIT_MS,
    maxWaiters: config.MAX_WAITERS,
    log,
    metrics,
  });

  const health = createHealth({
    required: { postgresql: () => ping(pool) },
    informative: { bus: () => bus.isAvailable(), fastStore: () => fastStore.isAvailable() },
    toleratedMs: 15_000,
  });
  const webhookClient = closers.adopt(createGuardedClient({ allowPrivate: allowPrivateWebhooks }), (client) =>
    client.close(),
  );
  const encryptionKeys = [
    config.SECRETS_ENCRYPTION_KEY.reveal(),
    config.SECRETS_ENCRYPTION_KEYS_PREVIOUS.map((key) => key.reveal()),
  ] as const;
  const secretBox = createSecretBox(...encryptionKeys);
  // While the store is away each process limits for itself: never an error to the caller.
  const insurance = closers.adopt(createMemoryFastStore({}), (store) => store.close());
  const limiter = (name: string, points: number, windowSeconds?: number) =>
    insuredLimiter(
      { fastStore, insurance, log },
      { name, points, ...(windowSeconds === undefined ? {} : { windowSeconds }) },
    );

  const sessionCookie = createSessionCookie({ secure: config.NODE_ENV === "production" });
  const sessionTokens = createSessionTokens(...encryptionKeys);
  const requireSameOrigin = createRequireSameOrigin(config.PUBLIC_BASE_URL);
  const quotas = {
    key: config.RATE_LIMIT_PER_MINUTE,
    account: config.ACCOUNT_RATE_LIMIT_PER_MINUTE ?? config.RATE_LIMIT_PER_MINUTE * 3,
  };
  const rateLimit = createRateLimit({
    perKey: limiter("key", quotas.key),
    perAccount: limiter("account", quotas.account),
    quotas,
  });
  const rules = {
    banks: bankRules(deps.bankEnvironment),
    detect: createBankDetection(deps.bankEnvironment),
    allowPrivateWebhooks,
  };
  const checkout = buildCheckout({
    config,
    pool,
    log,
    metrics,
    rateLimit,
    submit,
    liveStatus,
    rules,
    requireSafeWebhookHost,
    limiter,
    draining: draining.signal,
  });
  closers.defer(() => checkout.flush());
  const app = createApp({
    checkout: checkout.surface,
    routes: [
      ...submitRoutes({
        submit,
        statusUrlOf,
        rules,
      }),
      ...readRoutes({ verifications }),
      ...statusStreamRoutes({
        verifications,
        liveStatus,
        log,
        metrics,
        draining: draining.signal,
        announcementsWork,
        maxStreams: config.MAX_STREAMS,
      }),
      ...testWebhookRoutes({
        deliverSample: createDeliverSample({
          client: webhookClient,
          signingSecrets: createSigningSecretStore({ database: pool, secretBox }),
          deadlineMs: Math.min(config.WEBHOOK_TIMEOUT_MS, TEST_WEBHOOK_TIMEOUT_MS),
          draining: draining.signal,
        }),
        requireSafeWebhookHost,
        perAccount: limiter("test-webhook", config.TEST_WEBHOOK_RATE_LIMIT_PER_MINUTE),
        allowPrivateWebhooks,
      }),
      ...buildDeliveryRoutes({ pool, verifications, limiter }),
      ...buildProfileRoutes({ pool, secretBox, requireSafeWebhookHost, allowPrivateWebhooks }),
      ...bankAccountRoutes({ pool }),
      ...buildAccountRoutes({
        config,
        pool,
        cookie: sessionCookie,
        tokens: sessionTokens,
        requireSameOrigin,
        limiter,
        metrics,
      }),
      ...checkout.routes,
      ...creditRoutes({ database: pool, packages: config.CREDIT_PACKAGES }),
      ...reportRoutes({ database: pool }),
      ...exampleRoutes({ publicBaseUrl: config.PUBLIC_BASE_URL }),
      ...uptimeRoutes(createUptimeReader(pool)),
      ...operationsRoutes({
        health,
        metrics,
        publicBaseUrl: config.PUBLIC_BASE_URL,
        serveMetrics: config.METRICS_PORT === undefined,
      }),
    ],
    guards: {
      authenticate: createAuthenticate({
        keyPrefix: config.API_KEY_PREFIX,
        findLiveKey: (hash) => findLiveKey(pool, hash),
        onUse: keyUsage.count,
      }),
      authenticateSession: createAuthenticateSession({
        cookie: sessionCookie,
        tokens: sessionTokens,
        findOpenSession: (id) => findOpenSession(pool, id),
      }),
      requireSameOrigin,
      rateLimit,
    },
    trustedProxies: config.TRUSTED_PROXIES,
    log,
    metrics,
    isOutage: isDatabaseOutage,
  });
  if (config.METRICS_PORT !== undefined) {
    const operations = await startOperationsServer({ port: config.METRICS_PORT, health, metrics });
    closers.defer(() => operations.close());
  }
  const server = await listen(app, { port: config.PORT, refusal: createParserRefusal(log) });
  const stopListening = () => server.close(drainTimes(config));
  let stopped: Promise<void> | undefined;
  closers.defer(() => stopped ?? stopListening());
  return {
    name: "gateway",
    port: server.port,
    checkout: checkout.page,
    workers: [
      createOutboxRelay({ pool, bus, log }),
      createExpireOverdue({ database: pool, recordVerdict, log }),
      createForgetIdempotencyKeys({ database: pool, log }),
      keyUsage.worker,
      createEraseOldResults({ database: pool, retentionDays: config.RESULT_RETENTION_DAYS, log }),
      createForgetEndedSessions({ database: pool, log }),
      createJudgeBanks({ pool, log, metrics }),
      createForgetAttempts({ database: pool, log }),
      ...checkout.workers,
    ],
    startDraining: () => {
      health.startDraining();
      draining.abort();
      stopped ??= stopListening();
    },
    close: () => closers.disposeAsync(),
  };
}

function drainTimes(config: GatewayConfig) {
  const graceMs = config.SHUTDOWN_GRACE_MS ?? (config.NODE_ENV === "production" ? 5_000 : 0);
  return { graceMs, timeoutMs: Math.max(0, config.SHUTDOWN_TIMEOUT_MS / 2 - graceMs) };
}

function openPool(config: GatewayConfig, log: Log): Pool {
  return createPool({
    connectionString: config.DATABASE_URL.reveal(),
    applicationName: "gateway",
    maxConnections: config.DATABASE_POOL_SIZE,
    onError: (error) => log.warn("database.connection_lost", { error }),
  });
}

function bankRules(env: BankEnvironment): ReadonlyMap<BankCode, ReadIdentifiers> {
  return new Map(
    supportedBankCodes.flatMap((bank): [BankCode, ReadIdentifiers][] => {
      const read = readIdentifiers(bank, env);
      return read === undefined ? [] : [[bank, read]];
    }),
  );
}

function webhookHostGuard(allowPrivate: boolean): (url: string, field?: string) => Promise<void> {
  const lookup = allowPrivate ? lookupLikeTheSystem : createDnsLookup();
  return async (url, field = "webhookUrl") => {
    const checked = await checkWebhookUrlByDns(new URL(url), {
      allowPrivate,
      lookup,
      timeoutMs: DNS_TIMEOUT_MS,
    });
    if (checked.kind === "ok") return;
    // One message for a name that is not there and one that leads inside: the difference would tell what we can resolve.
    const message = "The URL's host must be found in DNS, with public internet addresses alone";
    throw new ApiProblem("unsafe_webhook_url", { message, details: [{ field, message }] });
  };
}
