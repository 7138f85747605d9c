import type { BankEnvironment } from "@receipts/banks";
import { loadBankAdapter } from "@receipts/banks/adapters";
import { createPool } from "@receipts/database";
import type { FastStore } from "@receipts/fast-store";
import { consume, type MessageBus, verificationRequested } from "@receipts/messaging";
import { createPublishedRows } from "@receipts/outbox";
import type { Log, Service, ServiceMetrics } from "@receipts/service-kit";
import { createLiveStatusChannel, createRecordVerdict, createVerdictCache } from "@receipts/verdicts";
import { createAskBank } from "./ask-bank.ts";
import { createBankBreaker } from "./bank-breaker.ts";
import { createClaimRepository } from "./claim-repository.ts";
import { createHeldClaims } from "./held-claims.ts";
import { createParkVerification } from "./park-verification.ts";
import { createRecoverUnfinished } from "./recover-unfinished.ts";
import { createServiceTime } from "./service-time.ts";
import type { VerifierConfig } from "./verifier-config.ts";
import { createVerifyReceipt } from "./verify-receipt.ts";

export interface VerifierDeps {
  readonly config: VerifierConfig;
  /** Where the bank's own `BANK_*` settings are read from. */
  readonly bankEnvironment: BankEnvironment;
  readonly bus: MessageBus;
  readonly fastStore: FastStore;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

/** Composition root of one bank's verifier. */
export async function buildVerifier(deps: VerifierDeps): Promise<Service> {
  const { config, bus, fastStore, metrics } = deps;
  const bank = config.BANK;
  const log = deps.log.with({ bank });
  const warn = (event: string) => (error: unknown) => log.warn(event, { error });
  const closers = new AsyncDisposableStack();
  const pool = closers.adopt(
    createPool({
      connectionString: config.DATABASE_URL.reveal(),
      applicationName: `verifier-${bank}`,
      maxConnections: config.DATABASE_POOL_SIZE,
      onError: warn("database.connection_lost"),
    }),
    (open) => open.end(),
  );
  const publishedRows = createPublishedRows({ database: pool, onError: warn("outbox.forget_failed") });
  closers.defer(() => publishedRows.flush());

  const adapter = await loadBankAdapter(bank, deps.bankEnvironment, { warn: log.warn });
  const breaker = createBankBreaker({
    bank,
    volume: config.BREAKER_VOLUME,
    errorPercent: config.BREAKER_ERROR_PERCENT,
    windowMs: config.BREAKER_WINDOW_MS,
    resetMs: config.BREAKER_RESET_MS,
    log,
    metrics,
  });
  closers.defer(() => breaker.close());

  const claims = createClaimRepository({ database: pool, bank, leaseMs: config.CLAIM_LEASE_MS });
  const park = createParkVerification({ claims, bank, breakerResetMs: config.BREAKER_RESET_MS, log });
  const heldClaims = createHeldClaims({ claims, leaseMs: config.CLAIM_LEASE_MS, log });
  const liveStatus = createLiveStatusChannel({ fastStore, onError: warn("live_status.announce_failed") });
  const serviceTime = createServiceTime({ database: pool, bank, log });
  const verifyReceipt = createVerifyReceipt({
    claims,
    heldClaims,
    askBank: createAskBank({ adapter, breaker, attempts: config.BANK_ATTEMPTS, log, metrics }),
    verdictCache: createVerdictCache({
      fastStore,
      ttlMs: config.VERDICT_CACHE_TTL_MS,
      onError: warn("verdict_cache.failed"),
    }),
    recordVerdict: createRecordVerdict({
      database: pool,
      bus,
      liveStatus,
      publishedRows,
      receiptHashKey: config.RECEIPT_HASH_KEY.reveal(),
      onPublishError: warn("verdict.publish_failed"),
    }),
    liveStatus,
    serviceTime,
    bankBudgetMs: config.BANK_BUDGET_MS,
    park,
    log,
    metrics,
  });

  const topicName = verificationRequested.name(bank);
  const subscription = await consume(bus, {
    topic: verificationRequested,
    topicName,
    group: `verifier-${bank}`,
    concurrency: config.VERIFIER_CONCURRENCY,
    log,
    handle: async (envelope, { signal, traceparent }) => {
      const { verificationId, receiptKey } = envelope.data;
      if (breaker.admits()) return await verifyReceipt(verificationId, signal);
      await park({
        id: verificationId,
        receiptKey,
        httpRequestId: envelope.requestId,
        traceparent: traceparent ?? null,
      });
    },
  });
  // Half of the time for finishing, the rest for giving back what could not finish.
  const drain = () => subscription.close({ drainMs: config.SHUTDOWN_TIMEOUT_MS / 2 });
  let drained: Promise<void> | undefined;
  closers.defer(() => drained ?? drain());

  return {
    name: `verifier-${bank}`,
    workers: [heldClaims.renewer, createRecoverUnfinished({ claims, bus, bank, log }), serviceTime.publisher],
    startDraining: () => {
      drained ??= drain();
    },
    close: () => closers.disposeAsync(),
  };
}
