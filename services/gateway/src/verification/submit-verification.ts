import { newId, supportedBankCodes } from "@receipts/contracts";
import type { MessageBus } from "@receipts/messaging";
import type { PublishedRows } from "@receipts/outbox";
import { type Log, latencyBuckets, type ServiceMetrics, settlesWithin } from "@receipts/service-kit";
import { receiptKey, receiverQuestion, type VerdictCache } from "@receipts/verdicts";
import { ApiProblem } from "../http/api-problem.ts";
import type { Admit, Job } from "./admission.ts";
import type { AdmitCached, CachedAdmission, CachedVerdict } from "./admit-cached.ts";
import type { AdmissionDraft } from "./batched-admission.ts";
import type { QueuePlace, QueueState, Queues } from "./queue-state.ts";
import type { SavedAccounts } from "./saved-accounts.ts";
import {
  type KnownKey,
  undecided,
  type VerificationRepository,
  type VerificationRow,
} from "./verification-repository.ts";
import { fingerprintOf, type VerifyCommand } from "./verify-command.ts";
import type { StartVerdictWait } from "./wait-for-verdict.ts";

export interface Submission {
  readonly userId: string;
  /** Whose credit it costs; the account's own unless given. */
  readonly payerId?: string | undefined;
  /** Null for a person who has signed in. */
  readonly apiKeyId: string | null;
  readonly command: VerifyCommand;
  /** Set for a deposit's receipt: the id that the deposit has noted before it asks. */
  readonly checkoutVerificationId?: string;
  readonly idempotencyKey: string | undefined;
  readonly bypassCache: boolean;
  readonly waitMs: number;
  readonly httpRequestId: string;
  readonly traceparent: string;
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
  readonly publishedRows: Pick<PublishedRows, "forget">;
  readonly publishTimeoutMs: number;
  readonly startWait: StartVerdictWait;
  readonly queues: Queues;
  /** Throws 422 `unsafe_webhook_url` when the name does not lead to a public address. */
  readonly requireSafeWebhookHost: (url: string, field?: string) => Promise<void>;
  readonly statusUrlOf: (verificationId: string) => string;
  readonly maxWaitMs: number;
  /** Calls that wait for their verdict; beyond them waiting is over before it begins. */
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
    "From a submission that has passed the guards of its route to its stored request, whatever the caller waits for then",
    latencyBuckets,
  );
  const replays = metrics.counter("idempotent_replays_total", "Submissions answered with an earlier request");
  const waiting = metrics.gauge("verify_waiters", "Calls that wait for their verdict");
  let waiters = 0;

  /** The guards in the contract's order; what any of them rejects leaves no row and costs no credit. */
  return async (submission) => {
    const startedAt = performance.now();
    const { userId, command, idempotencyKey } = submission;
    using waiter = takeWaiter(submission.waitMs);

    const draft = draftOf(submission);
    const known =
      idempotencyKey === undefined
        ? undefined
        : await deps.verifications.findByIdempotencyKey(userId, idempotencyKey);
    if (known !== undefined) return await replay(draft, known, waiter.waitMs);

    if (command.webhookUrl !== null)
      await deps.requireSafeWebhookHost(command.webhookUrl, command.webhookUrlField);

    using place = await takePlace(deps.queues, draft);
    const cached = submission.bypassCache ? undefined : await admitCached(draft, command);
    // Listening begins before the job can be done, or a fast verdict would be missed.
    using wait = cached === undefined && waiter.waitMs > 0 ? deps.startWait(userId, draft.id) : undefined;
    const admission = cached ?? (await deps.admit(draft));
    place.settle(admission.kind === "admitted" ? "admitted" : "refused");
    if (admission.kind === "known") return await replay(draft, admission, waiter.waitMs);
    if (admission.kind === "no_credit") throw new ApiProblem("credits_exhausted");

    acceptSeconds.observe((performance.now() - startedAt) / 1_000);
    const isHit = admission.kind === "ended";
    accepted.inc({ bank: draft.bank, cache: isHit ? "hit" : submission.bypassCache ? "bypass" : "miss" });
    const row = isHit ? endedRow(draft, admission) : admittedRow(draft, admission);
    const ids = { requestId: draft.httpRequestId, verificationId: draft.id };
    // The line of the HTTP request says the same once it is sent.
    log.debug("verification.accepted", { ...ids, bank: draft.bank, userId, cache: row.cacheStatus });

    // It is paid for: whatever fails from here on must not look like a refusal, and the relay and the recovery see to the rest.
    if (!isHit && admission.job !== undefined && !(await publish(admission.job, ids)))
      throw queueUnavailable(deps.statusUrlOf(draft.id), draft.id);
    const ended = await wait?.until(performance.now() + waiter.waitMs).catch((error: unknown) => {
      log.warn("verification.answer_incomplete", { ...ids, error });
    });
    return { row: ended ?? row, replayed: false, queue: place.state };
  };

  /** A caller that cannot wait here is answered at once, as one that did not ask to. */
  function takeWaiter(wantedMs: number): { readonly waitMs: number } & Disposable {
    if (wantedMs === 0 || waiters >= deps.maxWaiters) return { waitMs: 0, [Symbol.dispose]: () => undefined };
    waiters += 1;
    waiting.set(waiters);
    return {
      waitMs: Math.min(wantedMs, deps.maxWaitMs),
      [Symbol.dispose]: () => {
        waiters -= 1;
        waiting.set(waiters);
      },
    };
  }

  async function replay(draft: AdmissionDraft, known: KnownKey, waitMs: number): Promise<Submitted> {
    if (!known.fingerprint.equals(draft.fingerprint))
      throw new ApiProblem("idempotency_conflict", {
        message: "This idempotency key was used for a different request in the last 24 hours: use a new key",
      });
    replays.inc();
    using wait = deps.startWait(draft.userId, known.verificationId);
    const row = await wait.until(performance.now() + waitMs);
    if (row === undefined) throw new Error("an idempotency key names a request that does not exist");
    return { row, replayed: true, queue: await deps.queues.read(draft.bank) };
  }

  /** Undefined where the bank has to be asked; else all that there is to do is done. */
  async function admitCached(draft: AdmissionDraft, command: VerifyCommand) {
    for (;;) {
      const cached = await findCached(draft, command);
      if (cached === undefined) return undefined;
      const admission = await deps.admitCached({ ...draft, cacheStatus: "HIT" }, cached);
      if (admission.kind !== "accounts_changed") return admission;
      deps.savedAccounts.forget(draft.userId, draft.bank);
    }
  }

  /**
   * The cache alone answers where the bank has nothing left to say. Whether the receiver's mask hides the account that should
   * have been paid is one more question, unless the cache knows the answer or the bank is away.
   */
  async function findCached(
    { userId, bank, receiptKey: key }: AdmissionDraft,
    command: VerifyCommand,
  ): Promise<CachedVerdict | undefined> {
    const receipt = await deps.verdictCache.get(key);
    if (receipt === undefined) return undefined;
    const savedAccounts = await deps.savedAccounts.lastRead(userId, bank);
    const verdict = { kind: "success", receipt } as const;
    const request = { ...command, ...command.identifiers, savedAccounts: JSON.parse(savedAccounts) };
    const question = receiverQuestion(request, receipt);
    if (question === undefined) return { verdict, savedAccounts };
    const { account, isAnswered } = question;
    if (isAnswered || (await deps.verdictCache.get(receiptKey(bank, question.identifiers))) !== undefined) {
      return { verdict: { ...verdict, opening: { account, isOpened: true } }, savedAccounts };
    }
    return (await deps.verifications.isBankAway(bank)) ? { verdict, savedAccounts } : undefined;
  }

  /** Whether the bus has the job; else the outbox has it, and the relay will send it. */
  async function publish({ outboxId, message }: Job, ids: Record<string, string>): Promise<boolean> {
    if (!deps.bus.isAvailable()) return false;
    // Late or not, the bus has it then.
    const published = deps.bus.publish([message]).then(() => deps.publishedRows.forget([outboxId]));
    try {
      if (await settlesWithin(published, deps.publishTimeoutMs)) return true;
      log.warn("verify.publish_late", { ...ids, timeoutMs: deps.publishTimeoutMs });
    } catch (error) {
      log.warn("verify.publish_failed", { ...ids, error });
    }
    return false;
  }
}

function draftOf(submission: Submission): AdmissionDraft {
  const { command, checkoutVerificationId, userId } = submission;
  return {
    id: checkoutVerificationId ?? newId("verification"),
    userId,
    payerId: submission.payerId ?? userId,
    apiKeyId: submission.apiKeyId,
    source: checkoutVerificationId === undefined ? "api" : "checkout",
    bank: command.bank,
    ...command.identifiers,
    receiptKey: receiptKey(command.bank, command.identifiers),
    settlementAccount: command.settlementAccount,
    expectation: command.expectation,
    webhookUrl: command.webhookUrl,
    cacheStatus: submission.bypassCache ? "BYPASS" : "MISS",
    idempotencyKey: submission.idempotencyKey ?? null,
    fingerprint: fingerprintOf(command),
    httpRequestId: submission.httpRequestId,
    traceparent: submission.traceparent,
  };
}

async function takePlace(queues: Queues, { bank, userId }: AdmissionDraft): Promise<QueuePlace> {
  const place = await queues.takePlace(bank, userId);
  if (!("full" in place)) return place;
  throw new ApiProblem("queue_saturated", {
    message:
      place.full === "bank"
        ? "Too many requests of this bank are unfinished: try again later"
        : "Too many of your requests of this bank are unfinished: wait for some to end",
    retryAfterSeconds: 5,
  });
}

function queueUnavailable(statusUrl: string, requestId: string): ApiProblem {
  return new ApiProblem("queue_unavailable", {
    message:
      "The request was accepted and will be processed when the queue is back. Do not send it again without the same " +
      "idempotency key; follow the status URL.",
    requestId,
    statusUrl,
    retryAfterSeconds: 5,
  });
}

/** The state as admitted, whatever a fast verifier has done by now. */
function admittedRow(
  { id, bank, source, cacheStatus }: AdmissionDraft,
  { createdAt, webhookRegistered }: Pick<VerificationRow, "createdAt" | "webhookRegistered">,
): VerificationRow {
  return {
    id,
    bank,
    source,
    processingStatus: "queued",
    status: "pending",
    verified: false,
    failureReason: null,
    result: null,
    cacheStatus,
    webhookRegistered,
    createdAt,
    completedAt: null,
    ...undecided,
  };
}

function endedRow(
  draft: AdmissionDraft,
  { result, completedAt, webhookRegistered }: CachedAdmission,
): VerificationRow {
  const { decision = null, decisionReasons = [] } = result;
  return {
    ...admittedRow(draft, { createdAt: completedAt, webhookRegistered }),
    processingStatus: "completed",
    status: "success",
    verified: true,
    result,
    cacheStatus: "HIT",
    completedAt,
    decision,
    decisionReasons,
  };
}
