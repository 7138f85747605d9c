import {
  type BankEnvironment,
  createBankDetection,
  type IsLive,
  type ReadIdentifiers,
  readIdentifiers,
} from "@receipts/banks";
import { type BankCode, supportedBankCodes } from "@receipts/contracts";
import type { Pool } from "@receipts/database";
import type { FastStore } from "@receipts/fast-store";
import type { MessageBus } from "@receipts/messaging";
import { createPublishedRows } from "@receipts/outbox";
import type { Log, ServiceMetrics, Worker } from "@receipts/service-kit";
import {
  createRecordVerdict,
  createVerdictCache,
  createVerdictMetrics,
  type LiveStatusChannel,
} from "@receipts/verdicts";
import type { GatewayConfig } from "../gateway-config.ts";
import type { CredentialWatcher } from "../http/credential-watcher.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import type { OpenStreams } from "../http/open-streams.ts";
import type { ReadInTurn } from "../http/read-in-turn.ts";
import type { RequireSafeWebhookHost } from "../http/webhook-host-guard.ts";
import { createAdmit } from "./admission.ts";
import { createAdmitCached } from "./admit-cached.ts";
import { bankAttemptRoutes } from "./bank-attempts.ts";
import type { AdmissionDeps } from "./batched-admission.ts";
import { createExpireOverdue } from "./expire-overdue.ts";
import type { FirstConfirmations } from "./first-confirmation.ts";
import { createQueues } from "./queue-state.ts";
import { readRoutes } from "./read-routes.ts";
import { resolveRoutes } from "./resolve-routes.ts";
import { createSavedAccounts } from "./saved-accounts.ts";
import { type StatusStreamDeps, statusStreamRoutes } from "./status-stream.ts";
import { submitRoutes } from "./submit-routes.ts";
import { createSubmitVerification, type SubmitVerification } from "./submit-verification.ts";
import { createVerificationRepository, type VerificationRepository } from "./verification-repository.ts";
import type { VerifyRules } from "./verify-command.ts";
import { createStartVerdictWait } from "./wait-for-verdict.ts";
import { createWaiters } from "./waiters.ts";

/** How long a queued request may stay on a durable bus before it is requeued. */
const RECOVER_AFTER_MS = 30_000;

export interface VerificationDeps {
  readonly config: GatewayConfig;
  readonly bankEnvironment: BankEnvironment;
  readonly pool: Pool;
  readonly bus: MessageBus;
  readonly fastStore: FastStore;
  readonly liveStatus: LiveStatusChannel;
  readonly requireSafeWebhookHost: RequireSafeWebhookHost;
  readonly isLive: IsLive;
  readonly firstConfirmationsOf: FirstConfirmations;
  readonly readInTurn: ReadInTurn;
  readonly credentials: CredentialWatcher;
  readonly openStreams: OpenStreams;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  /** Aborted when the process drains. */
  readonly draining: AbortSignal;
}

export interface Verification {
  readonly submit: SubmitVerification;
  readonly rules: VerifyRules;
  readonly statusUrlOf: (verificationId: string) => string;
  readonly verifications: VerificationRepository;
  /** For streams of statuses on other routes. */
  readonly streaming: StatusStreamDeps;
  readonly routes: readonly MountedRoute[];
  readonly workers: readonly Worker[];
  /** Call it when nothing is submitted any more. */
  flush(): Promise<void>;
}

/** Builds the gateway's part of requests, from admission to verdict. */
export function buildVerification(deps: VerificationDeps): Verification {
  const { config, pool, bus, fastStore, liveStatus, requireSafeWebhookHost, log, metrics, draining } = deps;
  const warn = (event: string) => (error: unknown) => log.warn(event, { error });
  const publishedRows = createPublishedRows({ database: pool, onError: warn("outbox.forget_failed") });
  const recording = {
    bus,
    receiptHashKey: config.RECEIPT_HASH_KEY.reveal(),
    isLive: deps.isLive,
    unsureRefundsPerDay: config.PICTURE_REFUNDS_PER_DAY,
    onPublishError: warn("verdict.publish_failed"),
    onRecorded: createVerdictMetrics(metrics, supportedBankCodes),
  };
  const recordVerdict = createRecordVerdict({ ...recording, database: pool, liveStatus });
  const announcementsWork = () => fastStore.isAvailable();
  const verifications = createVerificationRepository(pool, config.ADMISSION_QUEUE);
  const rules = rulesFrom(deps);
  const statusUrlOf = (id: string) => `${config.PUBLIC_BASE_URL}/api/verify/${id}`;
  const following = { verifications, liveStatus, log, metrics, draining, announcementsWork };
  const queues = createQueues(pool, {
    capacity: config.QUEUE_CAPACITY,
    accountCapacity: Math.max(1, Math.floor(config.QUEUE_CAPACITY * config.QUEUE_SHARE)),
  });
  const admission = admissionDeps(deps);
  const submit = createSubmitVerification({
    verifications,
    admit: createAdmit(admission),
    admitCached: createAdmitCached({ ...admission, ...recording }),
    savedAccounts: createSavedAccounts(pool),
    verdictCache: createVerdictCache({
      fastStore,
      ttlMs: config.VERDICT_CACHE_TTL_MS,
      isLive: deps.isLive,
      onError: warn("verdict_cache.failed"),
    }),
    bus,
    publishedRows,
    publishTimeoutMs: config.PUBLISH_TIMEOUT_MS,
    startWait: createStartVerdictWait(following),
    queues,
    requireSafeWebhookHost,
    statusUrlOf,
    reserveWaiter: createWaiters({
      maxWaitMs: config.MAX_WAIT_MS,
      maxWaiters: config.MAX_WAITERS,
      metrics,
    }),
    log,
    metrics,
  });
  const reading = {
    database: pool,
    verifications,
    queues,
    statusUrlOf,
    isLive: deps.isLive,
    firstConfirmationsOf: deps.firstConfirmationsOf,
    readInTurn: deps.readInTurn,
  };
  const streaming = { ...following, credentials: deps.credentials, openStreams: deps.openStreams };
  return {
    submit,
    rules,
    statusUrlOf,
    verifications,
    streaming,
    routes: [
      ...submitRoutes({ submit, statusUrlOf, rules, isLive: deps.isLive, pool }),
      ...readRoutes(reading),
      ...resolveRoutes({ ...reading, pool, liveStatus }),
      ...bankAttemptRoutes({ database: pool, verifications }),
      ...statusStreamRoutes(streaming),
    ],
    workers: [createExpireOverdue({ database: pool, recordVerdict, log })],
    flush: () => publishedRows.flush(),
  };
}

function admissionDeps({ config, pool, metrics }: VerificationDeps): AdmissionDeps {
  const batchSize = metrics.histogram(
    "accept_batch_size",
    "Requests admitted by one statement",
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  );
  return {
    database: pool,
    requestDeadlineMs: config.REQUEST_DEADLINE_MS,
    recoverAfterMs: RECOVER_AFTER_MS,
    maxWaiting: config.ADMISSION_QUEUE,
    onBatch: (size) => batchSize.observe(size),
  };
}

function rulesFrom({ config, bankEnvironment }: VerificationDeps): VerifyRules {
  const banks = supportedBankCodes.flatMap((bank): [BankCode, ReadIdentifiers][] => {
    const read = readIdentifiers(bank, bankEnvironment);
    return read === undefined ? [] : [[bank, read]];
  });
  return {
    banks: new Map(banks),
    detect: createBankDetection(bankEnvironment),
    allowPrivateWebhooks: config.WEBHOOK_ALLOW_PRIVATE,
  };
}
