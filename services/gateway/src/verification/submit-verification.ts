import { newId, supportedBankCodes } from "@receipts/contracts";
import type { MessageBus } from "@receipts/messaging";
import type { PublishedRows } from "@receipts/outbox";
import { type Log, latencyBuckets, type ServiceMetrics, settlesWithin } from "@receipts/service-kit";
import { receiptKey, receiverQueryOf, type StoredInput, type VerdictCache } from "@receipts/verdicts";
import { ApiProblem } from "../http/api-problem.ts";
import type { Caller, SignedInMember } from "../http/caller.ts";
import type { Admission, Admit, Job } from "./admission.ts";
import type { AdmitCached, CachedAdmission, CachedVerdict } from "./admit-cached.ts";
import type { AdmissionDraft } from "./batched-admission.ts";
import type { QueuePlace, QueueState, Queues } from "./queue-state.ts";
import type { SavedAccounts } from "./saved-accounts.ts";
import {
  type KnownKey,
  noDecision,
  type VerificationRepository,
  type VerificationRow,
} from "./verification-repository.ts";
import { fingerprintOf, type VerifyCommand } from "./verify-command.ts";
import type { StartVerdictWait } from "./wait-for-verdict.ts";

export interface Submission {
  readonly userId: string;
  /** The account that pays the credit; default: `userId`. */
  readonly payerId?: string | undefined;
  /** The key or the person, and their branch. */
  readonly caller: Pick<Caller, "apiKeyId" | "branchId"> & {
    readonly member: (Pick<SignedInMember, "id"> & Partial<Pick<SignedInMember, "tillId">>) | null;
  };
  /** A file is read only if no earlier request has its idempotency key. */
  readonly command: VerifyCommand | UnreadFile;
  /** For a deposit's receipt: the id that the deposit stored before. */
  readonly checkoutVerificationId?: string;
  /** For an item of a batch: its id, whose credit was debited before. */
  readonly paidVerificationId?: string;
  /** A payment made before is in review. Not part of the request's fingerprint: it moves with the day. */
  readonly oldBefore?: Date | null;
  readonly idempotencyKey: string | undefined;
  readonly bypassCache: boolean;
  /** Called once the request is stored, before its verdict is waited for. Not called for an earlier request's replay. */
  readonly onAdmitted?: (verificationId: string) => Promise<void>;
  readonly waitMs: number;
  readonly httpRequestId: string;
  readonly traceparent: string;
}

/** A file that names the receipt. Its own bytes make it the same request as an earlier one, however they are read. */
export interface UnreadFile {
  readonly fingerprint: Buffer;
  read(): Promise<ReadFile>;
}

export interface ReadFile {
  /** About the likeliest candidate. */
  readonly command: VerifyCommand;
  readonly input: StoredInput;
}

export interface Submitted {
  readonly row: VerificationRow;
  readonly replayed: boolean;
  readonly queue: QueueState;
}

export type SubmitVerification = (submission: Submission) => Promise<Submitted>;

export interface SubmitVerificationDeps {
  readonly verifications: VerificationRepository;
  readonly admit: Admit;
  readonly verdictCache: VerdictCache;
  readonly admitCached: AdmitCached;
  readonly savedAccounts: SavedAccounts;
  readonly bus: Pick<MessageBus, "publish" | "isAvailable">;
  readonly publishedRows: Pick<PublishedRows, "remove">;
  readonly publishTimeoutMs: number;
  readonly startWait: StartVerdictWait;
  readonly queues: Queues;
  /** Throws 422 `unsafe_webhook_url` if the name has an address that is not public. */
  readonly requireSafeWebhookHost: (url: string, field?: string) => Promise<void>;
  readonly statusUrlOf: (verificationId: string) => string;
  readonly maxWaitMs: number;
  /** Calls that may wait for their verdict at the same time. Further calls do not wait. */
  readonly maxWaiters: number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

export function createSubmitVerification(deps: SubmitVerificationDeps): SubmitVerification {
  const { log, metrics } = deps;
  const accepted = metrics.counter(
    "verify_accepted_total",
    "Verification requests admitted",
    ["bank", "cache"],
    { bank: supportedBankCodes, cache: ["hit", "miss", "bypass"] },
  );
  const acceptSeconds = metrics.histogram(
    "verify_accept_duration_seconds",
    "From the route's guards to the stored request, without the wait of the caller",
    latencyBuckets,
  );
  const replays = metrics.counter(
    "idempotent_replays_total",
    "Submissions with an idempotency key of an earlier request",
  );
  const waitersGauge = metrics.gauge("verify_waiters", "Calls that wait for their verdict");
  let waiters = 0;

  /** Checks in the order that the gateway's README documents. A rejected submission stores nothing and costs no credit. */
  return async (submission) => {
    using waiter = reserveWaiter(submission.waitMs);
    const asked = askedOf(submission);
    const earlier = await findEarlierRequest(asked);
    if (earlier !== undefined) return await replay(asked, earlier, waiter.waitMs);

    const { command, input } = await readOf(submission.command);
    const startedAt = performance.now();
    const draft = draftOf(submission, asked, { command, input });
    await checkWebhookHost(command);
    using place = await reservePlace(deps.queues, draft);

    const cached = await admitFromCache(draft, command);
    // Listens before the job can be done, or a fast verdict would be missed.
    using verdictWait = cached || waiter.waitMs === 0 ? undefined : deps.startWait(draft.userId, draft.id);
    const admission = cached ?? (await deps.admit(draft));
    place.release(admission.kind === "admitted");
    if (admission.kind === "known") return await replay(draft, admission, waiter.waitMs);
    if (admission.kind === "refused") throw new ApiProblem("credits_exhausted");

    // The credit is debited: later failures must not look like a refusal. The outbox relay and the verifier's requeue
    // finish the request.
    acceptSeconds.observe((performance.now() - startedAt) / 1_000);
    const row = rowOf(draft, admission);
    accepted.inc({ bank: row.bank, cache: row.cacheStatus.toLowerCase() });
    await submission.onAdmitted?.(row.id);
    if (admission.kind === "admitted") await publish(admission.job, draft);
    const endedRow = await verdictWait?.until(performance.now() + waiter.waitMs).catch((error: unknown) => {
      log.warn("verification.wait_failed", { ...idsOf(draft), error });
    });
    return { row: endedRow ?? row, replayed: false, queue: place.state };
  };

  /** Beyond the limit of waiters a call gets its response immediately, as without `waitMs`. */
  function reserveWaiter(wantedMs: number): { readonly waitMs: number } & Disposable {
    if (wantedMs === 0 || waiters >= deps.maxWaiters) return { waitMs: 0, [Symbol.dispose]: () => undefined };
    waiters += 1;
    waitersGauge.set(waiters);
    return {
      waitMs: Math.min(wantedMs, deps.maxWaitMs),
      [Symbol.dispose]: () => {
        waiters -= 1;
        waitersGauge.set(waiters);
      },
    };
  }

  /** The request that already used this idempotency key, if any. */
  async function findEarlierRequest({ userId, idempotencyKey }: Asked): Promise<KnownKey | undefined> {
    return idempotencyKey === null
      ? undefined
      : await deps.verifications.findByIdempotencyKey(userId, idempotencyKey);
  }

  async function checkWebhookHost({ webhookUrl, webhookUrlField }: VerifyCommand): Promise<void> {
    if (webhookUrl !== null) await deps.requireSafeWebhookHost(webhookUrl, webhookUrlField);
  }

  async function replay(asked: Asked, earlier: KnownKey, waitMs: number): Promise<Submitted> {
    if (!earlier.fingerprint.equals(asked.fingerprint))
      throw new ApiProblem("idempotency_conflict", {
        message: "This idempotency key was used for a different request in the last 24 hours: use a new key",
      });
    replays.inc();
    using verdictWait = deps.startWait(asked.userId, earlier.verificationId);
    const row = await verdictWait.until(performance.now() + waitMs);
    if (row === undefined) throw new Error("the request of an idempotency key was not found");
    return { row, replayed: true, queue: await deps.queues.read(row.bank) };
  }

  /**
   * Admits the request with a cached verdict. Returns undefined if the bank must be queried. Repeats with fresh saved
   * accounts if they changed meanwhile.
   */
  async function admitFromCache(draft: AdmissionDraft, command: VerifyCommand) {
    if (draft.cacheStatus === "BYPASS") return undefined;
    for (;;) {
      const cached = await findCached(draft, command);
      if (cached === undefined) return undefined;
      const admission = await deps.admitCached({ ...draft, cacheStatus: "HIT" }, cached);
      if (admission.kind !== "accounts_changed") return admission;
      deps.savedAccounts.invalidate(draft.userId, draft.bank);
    }
  }

  /**
   * Uses the cached verdict if querying the bank would add nothing. If the receipt hides part of the receiver's
   * account, only the bank can tell whether it is the expected one. It is queried unless the cache has that result too,
   * or the bank is unavailable.
   */
  async function findCached(
    { userId, bank, receiptKey: key }: AdmissionDraft,
    command: VerifyCommand,
  ): Promise<CachedVerdict | undefined> {
    const receipt = await deps.verdictCache.get(bank, key);
    if (receipt === undefined) return undefined;
    const savedAccounts = await deps.savedAccounts.lastRead(userId, bank);
    const verdict = { kind: "success", receipt } as const;
    const request = {
      ...command,
      ...command.identifiers,
      input: null,
      savedAccounts: JSON.parse(savedAccounts),
    };
    const receiverQuery = receiverQueryOf(request, receipt);
    if (receiverQuery === undefined) return { verdict, savedAccounts };
    // This bank shows a receipt only for the last digits of an account on it. If the receiver's digits worked, the
    // account is proven.
    const { account, wasOpened } = receiverQuery;
    if (
      wasOpened ||
      (await deps.verdictCache.get(bank, receiptKey(bank, receiverQuery.identifiers))) !== undefined
    ) {
      return { verdict: { ...verdict, opening: { account, isOpened: true } }, savedAccounts };
    }
    return (await deps.verifications.isBankUnavailable(bank)) ? { verdict, savedAccounts } : undefined;
  }

  /** Throws 503 if the bus does not take the job in time. The outbox has it anyway, and the relay will publish it. */
  async function publish(job: Job | undefined, draft: AdmissionDraft): Promise<void> {
    // For debugging only: the HTTP request's own line will have these fields.
    log.debug("verification.accepted", {
      ...idsOf(draft),
      bank: draft.bank,
      userId: draft.userId,
      cache: draft.cacheStatus,
    });
    if (job === undefined) return;
    if (deps.bus.isAvailable()) {
      // Even after the time limit the job is published, or the failure is logged.
      const published = deps.bus.publish([job.message]).then(
        () => {
          // Already published: the outbox row can be deleted.
          deps.publishedRows.remove([job.outboxId]);
          return true;
        },
        (error: unknown) => {
          log.warn("verify.publish_failed", { ...idsOf(draft), error });
          return false;
        },
      );
      const isInTime = await settlesWithin(published, deps.publishTimeoutMs);
      if (!isInTime) log.warn("verify.publish_late", { ...idsOf(draft), timeoutMs: deps.publishTimeoutMs });
      else if (await published) return;
    }
    throw new ApiProblem("queue_unavailable", {
      message:
        "The request was accepted and will be processed once the queue works. Do not send it again without the same " +
        "idempotency key; follow the status URL.",
      requestId: draft.id,
      statusUrl: deps.statusUrlOf(draft.id),
      retryAfterSeconds: 5,
    });
  }
}

/** What makes a call the same as an earlier one. */
type Asked = Pick<AdmissionDraft, "userId" | "idempotencyKey" | "fingerprint">;

function askedOf({ userId, idempotencyKey, command }: Submission): Asked {
  return {
    userId,
    idempotencyKey: idempotencyKey ?? null,
    fingerprint: "read" in command ? command.fingerprint : fingerprintOf(command),
  };
}

async function readOf(
  command: Submission["command"],
): Promise<{ readonly command: VerifyCommand; readonly input: StoredInput | null }> {
  return "read" in command ? await command.read() : { command, input: null };
}

const idsOf = ({ httpRequestId, id }: AdmissionDraft) => ({ requestId: httpRequestId, verificationId: id });

function draftOf(
  submission: Submission,
  asked: Asked,
  { command, input }: Awaited<ReturnType<typeof readOf>>,
): AdmissionDraft {
  const { caller, checkoutVerificationId, paidVerificationId, userId } = submission;
  return {
    id: checkoutVerificationId ?? paidVerificationId ?? newId("verification"),
    ...asked,
    payerId: submission.payerId ?? userId,
    isPaid: paidVerificationId !== undefined,
    apiKeyId: caller.apiKeyId,
    memberId: caller.member?.id ?? null,
    branchId: caller.branchId,
    tillId: caller.member?.tillId ?? null,
    source: checkoutVerificationId === undefined ? "api" : "checkout",
    bank: command.bank,
    ...command.identifiers,
    receiptKey: receiptKey(command.bank, command.identifiers),
    settlementAccount: command.settlementAccount,
    expectation: command.expectation && {
      ...command.expectation,
      // A call that says how old a payment may be means that.
      oldBefore: command.expectation.maxAgeMinutes === null ? (submission.oldBefore ?? null) : null,
    },
    input,
    webhookUrl: command.webhookUrl,
    recheckForMinutes: command.recheckForMinutes,
    cacheStatus: submission.bypassCache ? "BYPASS" : "MISS",
    httpRequestId: submission.httpRequestId,
    traceparent: submission.traceparent,
  };
}

async function reservePlace(queues: Queues, { bank, userId }: AdmissionDraft): Promise<QueuePlace> {
  const place = await queues.reserve(bank, userId);
  if (!("full" in place)) return place;
  throw new ApiProblem("queue_saturated", {
    message:
      place.full === "bank"
        ? "Too many requests for this bank are unfinished: try again later"
        : "Too many of your requests for this bank are unfinished: wait for some to finish",
    retryAfterSeconds: 5,
  });
}

/** A request that has not ended shows its state at admission, even if a fast verifier has changed it. */
function rowOf(
  { id, bank, source, cacheStatus }: AdmissionDraft,
  admission: Extract<Admission, { kind: "admitted" }> | CachedAdmission,
): VerificationRow {
  const { webhookRegistered } = admission;
  const request = { id, bank, source, webhookRegistered, failureReason: null };
  if (admission.kind === "admitted")
    return {
      ...request,
      ...noDecision,
      livemode: null,
      recheck: null,
      cacheStatus,
      createdAt: admission.createdAt,
      completedAt: null,
      processingStatus: "queued",
      status: "pending",
      verified: false,
      result: null,
    };
  const { result, completedAt } = admission;
  const { decision = null, decisionReasons = [] } = result;
  return {
    ...request,
    decision,
    decisionReasons,
    livemode: result.livemode ?? null,
    recheck: null,
    cacheStatus: "HIT",
    createdAt: completedAt,
    completedAt,
    processingStatus: "completed",
    status: "success",
    verified: true,
    result,
  };
}
