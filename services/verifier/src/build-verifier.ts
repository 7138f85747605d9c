import { type BankEnvironment, createIsLive } from "@receipts/banks";
import { loadBankAdapter } from "@receipts/banks/adapters";
import { checkEnvironmentKeys, createPool, environmentKeysOf, ping } from "@receipts/database";
import type { FastStore } from "@receipts/fast-store";
import { createLagReporter, type MessageBus, verificationRequested } from "@receipts/messaging";
import {
  createDeleteOldDocuments,
  createDocumentQuarantine,
  deriveQuarantineKey,
} from "@receipts/quarantine";
import {
  buildVersionOf,
  createHealth,
  type Log,
  reportBuild,
  reportDependencies,
  reportPool,
  type Service,
  type ServiceMetrics,
} from "@receipts/service-kit";
import { noTracing, type Tracing } from "@receipts/tracing";
import {
  createLiveStatusChannel,
  createRecordVerdict,
  createRelayCountsStore,
  createVerdictCache,
  createVerdictMetrics,
} from "@receipts/verdicts";
import { createAttemptTally } from "./attempt-tally.ts";
import { createBankBreaker } from "./bank-breaker.ts";
import { createRelayMetrics, createRelayReporter } from "./bank-relays.ts";
import { readCanary } from "./canary.ts";
import { createClaimRepository } from "./claim-repository.ts";
import { createHeldClaims } from "./held-claims.ts";
import { createParkVerification } from "./park-verification.ts";
import { createProbeIdleBank } from "./probe-idle-bank.ts";
import { createQuarantineDocument } from "./quarantine-document.ts";
import { createQueryBank } from "./query-bank.ts";
import { createRequeueUnfinished } from "./requeue-unfinished.ts";
import { createServiceTime } from "./service-time.ts";
import { createTryNextCandidate } from "./try-next-candidate.ts";
import { createUnparkRequests } from "./unpark-requests.ts";
import { startVerificationRequestedConsumer, verifierGroup } from "./verification-requested-consumer.ts";
import type { VerifierConfig } from "./verifier-config.ts";
import { createVerifyReceipt } from "./verify-receipt.ts";
import { createWaitForBooking } from "./wait-for-booking.ts";

export interface VerifierDeps {
  readonly config: VerifierConfig;
  /** Source of the bank's own `BANK_*` settings. */
  readonly bankEnvironment: BankEnvironment;
  readonly bus: MessageBus;
  readonly fastStore: FastStore;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly tracing?: Tracing;
}

/** Negligible beside the bank's response time, and halves the statements of a busy verifier. */
const VERDICT_GAP_MS = 10;

/** Composition root of one bank's verifier. */
export async function buildVerifier(deps: VerifierDeps): Promise<Service> {
  const { config, bus, fastStore, metrics, tracing = noTracing } = deps;
  const bank = config.BANK;
  const log = deps.log.with({ bank });
  const warn = (event: string) => (error: unknown) => log.warn(event, { error });
  const closers = new AsyncDisposableStack();
  const pool = closers.adopt(
    createPool({
      connectionString: config.DATABASE_URL.reveal(),
      applicationName: `verifier-${bank}`,
      maxConnections: config.DATABASE_POOL_SIZE,
      environmentKeys: environmentKeysOf(config),
      onError: warn("database.connection_lost"),
    }),
    (open) => open.end(),
  );
  const environmentKeys = await checkEnvironmentKeys(pool, log);
  reportPool(metrics, `verifier-${bank}`, { pool, size: config.DATABASE_POOL_SIZE });

  const relayMetrics = createRelayMetrics(metrics, bank);
  const adapter = await loadBankAdapter(bank, deps.bankEnvironment, {
    warn: log.warn,
    onRelayOutcome: relayMetrics.onOutcome,
  });
  relayMetrics.follow(adapter);
  const isLive = createIsLive(deps.bankEnvironment);
  const canary = readCanary(bank, deps.bankEnvironment);
  const tally = createAttemptTally({ database: pool, bank, log });
  closers.defer(() => tally.flush().catch(warn("attempt_tally.flush_failed")));
  const claims = createClaimRepository({ database: pool, bank, leaseMs: config.CLAIM_LEASE_MS });
  const unpark = createUnparkRequests({ claims, breakerResetMs: config.BREAKER_RESET_MS, log });
  unpark.all();
  const breaker = createBankBreaker({
    bank,
    fetchReceipt: adapter.fetchReceipt,
    tally,
    volume: config.BREAKER_VOLUME,
    errorPercent: config.BREAKER_ERROR_PERCENT,
    windowMs: config.BREAKER_WINDOW_MS,
    resetMs: config.BREAKER_RESET_MS,
    onHalfOpen: unpark.one,
    onClosed: unpark.all,
    log,
    metrics,
  });
  closers.defer(() => breaker.close());

  const quarantine =
    config.QUARANTINE_KEY &&
    createDocumentQuarantine({
      database: pool,
      key: deriveQuarantineKey(config.QUARANTINE_KEY.reveal()),
      onError: warn("quarantine.store_failed"),
    });
  if (quarantine === undefined) log.warn("quarantine.off", { setting: "QUARANTINE_KEY" });
  const quarantineDocument = createQuarantineDocument({ bank, quarantine, log, metrics });
  const park = createParkVerification({
    claims,
    bank,
    breakerResetMs: config.BREAKER_RESET_MS,
    openForMs: breaker.openForMs,
    log,
    metrics,
  });
  const heldClaims = createHeldClaims({ claims, bank, leaseMs: config.CLAIM_LEASE_MS, log, metrics });
  const liveStatus = createLiveStatusChannel({ fastStore, onError: warn("live_status.announce_failed") });
  const serviceTime = createServiceTime({ database: pool, bank, log });
  const verifyReceipt = createVerifyReceipt({
    bank,
    claims,
    heldClaims,
    queryBank: createQueryBank({
      adapter,
      breaker,
      attempts: config.BANK_ATTEMPTS,
      quarantineDocument,
      log,
      metrics,
      tracing,
    }),
    verdictCache: createVerdictCache({
      fastStore,
      ttlMs: config.VERDICT_CACHE_TTL_MS,
      isLive,
      onError: warn("verdict_cache.failed"),
    }),
    recordVerdict: createRecordVerdict({
      database: pool,
      bus,
      liveStatus,
      receiptHashKey: config.RECEIPT_HASH_KEY.reveal(),
      isLive,
      unsureRefundsPerDay: config.PICTURE_REFUNDS_PER_DAY,
      onPublishError: warn("verdict.publish_failed"),
      onRecorded: createVerdictMetrics(metrics, [bank]),
      gapMs: VERDICT_GAP_MS,
    }),
    liveStatus,
    serviceTime,
    bankBudgetMs: config.BANK_BUDGET_MS,
    tryNext: createTryNextCandidate({ claims, bus, log }),
    park,
    waitForBooking: createWaitForBooking({ claims, bank, share: config.RECHECK_SHARE, liveStatus, log }),
    log,
    metrics,
    tracing,
  });

  const consumer = await startVerificationRequestedConsumer({
    bus,
    bank,
    breaker,
    verifyReceipt,
    park,
    log,
    metrics,
    concurrency: config.VERIFIER_CONCURRENCY,
    readAhead: config.VERIFIER_READ_AHEAD,
  });
  // Half of the time for finishing work, the rest for releasing unfinished claims.
  const drain = () => consumer.drain(config.SHUTDOWN_TIMEOUT_MS / 2);
  closers.defer(drain);

  const health = createHealth({
    required: { postgresql: () => ping(pool) },
    informative: {
      bus: () => bus.isAvailable(),
      fastStore: () => fastStore.isAvailable(),
      bank: () => breaker.admits(),
    },
    toleratedMs: 15_000,
  });
  reportBuild(metrics, { component: "verifier", bank }, buildVersionOf(config));
  reportDependencies(metrics, { component: "verifier", bank }, health);
  return {
    name: `verifier-${bank}`,
    health,
    workers: [
      environmentKeys,
      heldClaims.renewer,
      createRequeueUnfinished({ claims, bus, bank, log, metrics }),
      serviceTime.publisher,
      tally.flusher,
      ...(adapter.relays().length === 0
        ? []
        : [
            createRelayReporter({
              bank,
              relays: adapter.relays,
              counts: createRelayCountsStore({ fastStore, onError: warn("relay_counts.report_failed") }),
              log,
            }),
          ]),
      ...(canary === undefined
        ? []
        : [
            createProbeIdleBank({
              database: pool,
              bank,
              breaker,
              canary,
              idleMs: config.CANARY_IDLE_MS,
              log,
            }),
          ]),
      createDeleteOldDocuments({ database: pool, log }),
      createLagReporter({
        bus,
        groups: [{ topic: verificationRequested.name(bank), group: verifierGroup(bank) }],
        metrics,
        log,
      }),
    ],
    startDraining: () => {
      health.startDraining();
      void drain();
    },
    close: () => closers.disposeAsync(),
  };
}
