import { type BankEnvironment, createIsLive, nonexistentReceipt } from "@receipts/banks";
import { type LoadedBankAdapter, loadBankAdapter } from "@receipts/banks/adapters";
import {
  checkEnvironmentKeys,
  clockSkewSeconds,
  createPool,
  environmentKeysOf,
  type Pool,
  ping,
  serverFaults,
} from "@receipts/database";
import type { FastStore } from "@receipts/fast-store";
import {
  createLagReporter,
  type MessageBus,
  requireTopics,
  verificationRequested,
} from "@receipts/messaging";
import {
  createDeleteOldDocuments,
  createDocumentQuarantine,
  deriveQuarantineKey,
} from "@receipts/quarantine";
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
  type Worker,
} from "@receipts/service-kit";
import { noTracing, type Tracing } from "@receipts/tracing";
import {
  createLiveStatusChannel,
  createRecordVerdict,
  createRelayCountsStore,
  createVerdictCache,
  createVerdictMetrics,
  type LiveStatusChannel,
} from "@receipts/verdicts";
import { createAttemptTally } from "./attempt-tally.ts";
import { type BankBreaker, createBankBreaker } from "./bank-breaker.ts";
import { createRelayMetrics, createRelayReporter } from "./bank-relays.ts";
import { readCanary } from "./canary.ts";
import { type ClaimRepository, createClaimRepository } from "./claim-repository.ts";
import { createHeldClaims } from "./held-claims.ts";
import { createParkVerification } from "./park-verification.ts";
import { createProbeDaily } from "./probe-daily.ts";
import { createProbeIdleBank } from "./probe-idle-bank.ts";
import { createQuarantineDocument, type QuarantineDocument } from "./quarantine-document.ts";
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
  await using closers = new AsyncDisposableStack();
  const pool = closers.adopt(openPool(deps, warn), (open) => open.end());
  const environmentKeys = await checkEnvironmentKeys(pool, log);
  const adapter = await loadAdapter(deps, log);
  const claims = createClaimRepository({ database: pool, bank, leaseMs: config.CLAIM_LEASE_MS });
  const { breaker, tally, park, queryBank, quarantineDocument } = askParts(deps, {
    adapter,
    claims,
    database: pool,
    log,
    warn,
  });
  closers.defer(() => tally.flush().catch(warn("attempt_tally.flush_failed")));
  closers.defer(() => breaker.close());
  const heldClaims = createHeldClaims({ claims, bank, leaseMs: config.CLAIM_LEASE_MS, log, metrics });
  const liveStatus = createLiveStatusChannel({ fastStore, onError: warn("live_status.announce_failed") });
  const serviceTime = createServiceTime({ database: pool, bank, log });
  const verifyReceipt = createVerifyReceipt({
    bank,
    claims,
    heldClaims,
    queryBank,
    ...verdictParts(deps, { database: pool, liveStatus, warn }),
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

  const health = reportHealth(deps, { database: pool, breaker });
  const opened = closers.move();
  const workers = [
    environmentKeys,
    heldClaims.renewer,
    createRequeueUnfinished({ claims, bus, bank, log, metrics }),
    serviceTime.publisher,
    tally.flusher,
    ...optionalWorkers(deps, { adapter, breaker, database: pool, quarantineDocument, log, warn }),
    createDeleteOldDocuments({ database: pool, log }),
    createLagReporter({
      bus,
      groups: [{ topic: verificationRequested.name(bank), group: verifierGroup(bank) }],
      metrics,
      log,
    }),
  ];
  reportWorkers(metrics, { component: "verifier", bank }, workers);
  return {
    name: `verifier-${bank}`,
    health,
    workers,
    startDraining: () => {
      health.startDraining();
      void drain();
    },
    close: () => opened.disposeAsync(),
  };
}

type Warn = (event: string) => (error: unknown) => void;

function openPool({ config, metrics }: VerifierDeps, warn: Warn): Pool {
  const applicationName = `verifier-${config.BANK}`;
  const pool = createPool({
    connectionString: config.DATABASE_URL.reveal(),
    applicationName,
    maxConnections: config.DATABASE_POOL_SIZE,
    environmentKeys: environmentKeysOf(config),
    onError: warn("database.connection_lost"),
    onFault: countFaults(metrics, applicationName, serverFaults),
  });
  reportPool(metrics, applicationName, { pool, size: config.DATABASE_POOL_SIZE });
  return pool;
}

async function loadAdapter({ config, metrics, bankEnvironment }: VerifierDeps, { warn }: Log) {
  const relayMetrics = createRelayMetrics(metrics, config.BANK);
  const adapter = await loadBankAdapter(config.BANK, bankEnvironment, {
    warn,
    onRelayOutcome: relayMetrics.onOutcome,
  });
  relayMetrics.follow(adapter);
  return adapter;
}

/** Undefined without its key. */
function openQuarantine({ config, log }: VerifierDeps, database: Pool, warn: Warn) {
  if (config.QUARANTINE_KEY === undefined) {
    log.warn("quarantine.off", { bank: config.BANK, setting: "QUARANTINE_KEY" });
    return undefined;
  }
  return createDocumentQuarantine({
    database,
    key: deriveQuarantineKey(config.QUARANTINE_KEY.reveal()),
    onError: warn("quarantine.store_failed"),
  });
}

function verdictParts(
  { config, bus, fastStore, metrics, bankEnvironment }: VerifierDeps,
  {
    database,
    liveStatus,
    warn,
  }: { readonly database: Pool; readonly liveStatus: LiveStatusChannel; readonly warn: Warn },
) {
  const isLive = createIsLive(bankEnvironment);
  return {
    verdictCache: createVerdictCache({
      fastStore,
      ttlMs: config.VERDICT_CACHE_TTL_MS,
      isLive,
      onError: warn("verdict_cache.failed"),
    }),
    recordVerdict: createRecordVerdict({
      database,
      bus,
      liveStatus,
      receiptHashKey: config.RECEIPT_HASH_KEY.reveal(),
      isLive,
      unsureRefundsPerDay: config.PICTURE_REFUNDS_PER_DAY,
      onPublishError: warn("verdict.publish_failed"),
      onRecorded: createVerdictMetrics(metrics, [config.BANK]),
      gapMs: VERDICT_GAP_MS,
    }),
  };
}

/** The parts that ask the bank, and that park requests while the bank is down. */
function askParts(
  deps: VerifierDeps,
  parts: {
    readonly adapter: LoadedBankAdapter;
    readonly claims: ClaimRepository;
    readonly database: Pool;
    readonly log: Log;
    readonly warn: Warn;
  },
) {
  const { config, metrics, tracing = noTracing } = deps;
  const { adapter, claims, database, log, warn } = parts;
  const bank = config.BANK;
  const tally = createAttemptTally({ database, bank, log });
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
  const quarantine = openQuarantine(deps, database, warn);
  const quarantineDocument = createQuarantineDocument({ bank, quarantine, log, metrics });
  return {
    breaker,
    quarantineDocument,
    tally,
    park: createParkVerification({
      claims,
      bank,
      breakerResetMs: config.BREAKER_RESET_MS,
      openForMs: breaker.openForMs,
      log,
      metrics,
    }),
    queryBank: createQueryBank({
      adapter,
      breaker,
      attempts: config.BANK_ATTEMPTS,
      quarantineDocument,
      log,
      metrics,
      tracing,
    }),
  };
}

function reportHealth(
  { config, bus, fastStore, metrics }: VerifierDeps,
  { database, breaker }: { readonly database: Pool; readonly breaker: BankBreaker },
) {
  const component = { component: "verifier", bank: config.BANK } as const;
  const health = createHealth({
    required: {
      postgresql: () => ping(database),
      topics: () => requireTopics(bus, [verificationRequested.name(config.BANK)]),
    },
    informative: {
      bus: () => bus.isAvailable(),
      fastStore: () => fastStore.isAvailable(),
      bank: () => breaker.admits(),
    },
    toleratedMs: 15_000,
  });
  reportBuild(metrics, component, buildVersionOf(config));
  reportDependencies(metrics, component, health);
  reportClock(metrics, component, () => clockSkewSeconds(database));
  return health;
}

/** Workers of a bank with relays, of one with a canary, and of one that is asked itself in production. */
function optionalWorkers(
  { config, bankEnvironment, fastStore }: VerifierDeps,
  parts: {
    readonly adapter: LoadedBankAdapter;
    readonly breaker: BankBreaker;
    readonly database: Pool;
    readonly quarantineDocument: QuarantineDocument;
    readonly log: Log;
    readonly warn: Warn;
  },
): Worker[] {
  const { adapter, breaker, database, quarantineDocument, log, warn } = parts;
  const bank = config.BANK;
  const canary = readCanary(bank, bankEnvironment);
  const isProbedDaily =
    config.DAILY_BANK_PROBE && config.NODE_ENV === "production" && createIsLive(bankEnvironment)(bank);
  const askedDaily = isProbedDaily ? (canary ?? nonexistentReceipt(bank)) : undefined;
  const counts = createRelayCountsStore({ fastStore, onError: warn("relay_counts.report_failed") });
  return [
    ...(adapter.relays().length === 0
      ? []
      : [createRelayReporter({ bank, relays: adapter.relays, counts, log })]),
    ...(canary === undefined
      ? []
      : [createProbeIdleBank({ database, bank, breaker, canary, idleMs: config.CANARY_IDLE_MS, log })]),
    ...(askedDaily === undefined
      ? []
      : [
          createProbeDaily({
            ...{ database, bank, breaker, quarantineDocument, log },
            asked: askedDaily,
            parseReceipt: adapter.parseReceipt,
            attempts: config.BANK_ATTEMPTS,
          }),
        ]),
  ];
}
