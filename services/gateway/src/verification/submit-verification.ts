import { newId, supportedBankCodes } from "@receipts/contracts";
import { latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";
import { receiptKey, type StoredInput } from "@receipts/verdicts";
import { ApiProblem } from "../http/api-problem.ts";
import type { Caller, SignedInMember } from "../http/caller.ts";
import type { Admission, Admit } from "./admission.ts";
import type { CachedAdmission } from "./admit-cached.ts";
import { type AdmitFromCacheDeps, createAdmitFromCache } from "./admit-from-cache.ts";
import type { AdmissionDraft } from "./batched-admission.ts";
import { createPublishJob, idsOf, type PublishJobDeps } from "./publish-job.ts";
import type { QueuePlace, QueueState, Queues } from "./queue-state.ts";
import {
  type KnownKey,
  noDecision,
  type VerificationRepository,
  type VerificationRow,
} from "./verification-repository.ts";
import { fingerprintOf, type VerifyCommand } from "./verify-command.ts";
import type { StartVerdictWait } from "./wait-for-verdict.ts";
import type { ReserveWaiter } from "./waiters.ts";

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
  /** Called after the checks that wait for others. It throws for a caller who has ended meanwhile: nothing is stored then. */
  readonly beforeAdmit?: () => Promise<void>;
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

export interface SubmitVerificationDeps extends AdmitFromCacheDeps, PublishJobDeps {
  readonly verifications: VerificationRepository;
  readonly admit: Admit;
  readonly startWait: StartVerdictWait;
  readonly queues: Queues;
  /** Throws 422 `unsafe_webhook_url` if the name has an address that is not public. */
  readonly requireSafeWebhookHost: (url: string, field?: string) => Promise<void>;
  readonly reserveWaiter: ReserveWaiter;
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
  const admitFromCache = createAdmitFromCache(deps);
  const publish = createPublishJob(deps);

  /** Checks in the order that the gateway's README documents. A rejected submission stores nothing and costs no credit. */
  return async (submission) => {
    using waiter = deps.reserveWaiter(submission.waitMs);
    const asked = askedOf(submission);
    const earlier = await findEarlierRequest(asked);
    if (earlier !== undefined) return await replay(asked, earlier, waiter.waitMs);

    const { command, input } = await readOf(submission.command);
    const startedAt = performance.now();
    const draft = draftOf(submission, asked, { command, input });
    await checkWebhookHost(command);
    using place = await reservePlace(deps.queues, draft);
    await submission.beforeAdmit?.();

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
