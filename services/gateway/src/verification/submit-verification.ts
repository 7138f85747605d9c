import { newId, supportedBankCodes } from "@receipts/contracts";
import { type Log, latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";
import { receiptKey, receiverQuestion, type VerdictCache } from "@receipts/verdicts";
import { ApiProblem } from "../http/api-problem.ts";
import type { Admission, Admit } from "./admission.ts";
import type { AdmitCached, CachedAdmission, CachedVerdict } from "./admit-cached.ts";
import type { AdmissionDraft, Refusal } from "./batched-admission.ts";
import type { PublishJob } from "./publish-job.ts";
import type { QueuePlace, QueueState, Queues } from "./queue-state.ts";
import type { SavedAccounts } from "./saved-accounts.ts";
import { undecided, type VerificationRepository, type VerificationRow } from "./verification-repository.ts";
import { fingerprintOf, type VerifyCommand } from "./verify-command.ts";
import type { StartVerdictWait, VerdictWait } from "./wait-for-verdict.ts";

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
  readonly publishJob: PublishJob;
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

/** The guards in the contract's order; what any of them rejects leaves no row and costs no credit. */
export function createSubmitVerification(deps: SubmitVerificationDeps): SubmitVerification {
  const accepted = deps.metrics.counter(
    "verify_accepted_total",
    "Verification requests admitted",
    ["bank", "cache"],
    { bank: supportedBankCodes, cache: ["hit", "miss", "bypass"] },
  );
  const acceptSeconds = deps.metrics.histogram(
    "verify_accept_duration_seconds",
    "From a submission that has passed the guards of its route to its stored request, whatever the caller waits for then",
    latencyBuckets,
  );
  const replays = deps.metrics.counter(
    "idempotent_replays_total",
    "Submissions answered with an earlier request",
  );
  const waiting = deps.metrics.gauge("verify_waiters", "Calls that wait for their verdict");
  let waiters = 0;

  /** A caller that cannot wait here is answered at once, as one that did not ask to. */
  async function withWaitingPlace(
    submission: Submission,
    run: (submission: Submission) => Promise<Submitted>,
  ): Promise<Submitted> {
    if (submission.waitMs === 0) return await run(submission);
    if (waiters >= deps.maxWaiters) return await run({ ...submission, waitMs: 0 });
    waiters += 1;
    waiting.set(waiters);
    try {
      return await run(submission);
    } finally {
      waiters -= 1;
      waiting.set(waiters);
    }
  }

  async function replay(submission: Submission, verificationId: string): Promise<Submitted> {
    replays.inc();
    const { userId, command } = submission;
    const wait = deps.startWait(userId, verificationId);
    const row = await wait.until(performance.now() + Math.min(submission.waitMs, deps.maxWaitMs));
    if (row === undefined) throw new Error("an idempotency key names a request that does not exist");
    return { row, replayed: true, queue: await deps.queues.read(command.bank) };
  }

  async function findReplay(submission: Submission, fingerprint: Buffer): Promise<Submitted | undefined> {
    if (submission.idempotencyKey === undefined) return undefined;
    const known = await deps.verifications.findByIdempotencyKey(submission.userId, submission.idempotencyKey);
    if (known === undefined) return undefined;
    requireSameRequest(known.fingerprint, fingerprint);
    return await replay(submission, known.verificationId);
  }

  function draftOf(submission: Submission, fingerprint: Buffer): AdmissionDraft {
    const { command } = submission;
    return {
      id: submission.checkoutVerificationId ?? newId("verification"),
      userId: submission.userId,
      payerId: submission.payerId ?? submission.userId,
      apiKeyId: submission.apiKeyId,
      source: submission.checkoutVerificationId === undefined ? "api" : "checkout",
      bank: command.bank,
      ...command.identifiers,
      receiptKey: receiptKey(command.bank, command.identifiers),
      settlementAccount: command.settlementAccount,
      expectation: command.expectation,
      webhookUrl: command.webhookUrl,
      cacheStatus: submission.bypassCache ? "BYPASS" : "MISS",
      idempotencyKey: submission.idempotencyKey ?? null,
      fingerprint,
      httpRequestId: submission.httpRequestId,
      traceparent: submission.traceparent,
    };
  }

  return (submission) => withWaitingPlace(submission, submit);

  async function submit(submission: Submission): Promise<Submitted> {
    const startedAt = performance.now();
    const { command } = submission;
    const fingerprint = fingerprintOf(command);
    const replayed = await findReplay(submission, fingerprint);
    if (replayed !== undefined) return replayed;

    if (command.webhookUrl !== null) {
      await deps.requireSafeWebhookHost(command.webhookUrl, command.webhookUrlField);
    }
    const place = await takePlace(deps, submission);
    let outcome: Outcome | undefined;
    try {
      outcome = (await admitCached(submission, fingerprint)) ?? (await admit(submission, fingerprint));
    } finally {
      place.settle(outcome?.kind === "admitted" ? "admitted" : "refused");
    }
    if (outcome.kind === "known") {
      requireSameRequest(outcome.fingerprint, fingerprint);
      return await replay(submission, outcome.verificationId);
    }
    if (outcome.kind === "no_credit") throw new ApiProblem("credits_exhausted");
    acceptSeconds.observe((performance.now() - startedAt) / 1_000);
    const { bank, cacheStatus } = outcome.draft;
    accepted.inc({ bank, cache: cacheStatus.toLowerCase() });
    const row = outcome.kind === "ended" ? outcome.row : await answerAdmitted(deps, submission, outcome);
    return { row, replayed: false, queue: place.state };
  }

  /** Undefined where the bank has to be asked; else all that there is to do is done. */
  async function admitCached(submission: Submission, fingerprint: Buffer): Promise<Outcome | undefined> {
    const { userId, command } = submission;
    for (;;) {
      const cached = await findCached(deps, submission);
      if (cached === undefined) return undefined;
      const draft = { ...draftOf(submission, fingerprint), cacheStatus: "HIT" } as const;
      const admission = await deps.admitCached(draft, cached);
      if (admission.kind === "ended") return { kind: "ended", draft, row: endedRow(draft, admission) };
      if (admission.kind !== "accounts_changed") return admission;
      deps.savedAccounts.forget(userId, command.bank);
    }
  }

  /** The row, the credit and the job are in when this answers with a draft; nothing is when it throws. */
  async function admit(submission: Submission, fingerprint: Buffer): Promise<Outcome> {
    const draft = draftOf(submission, fingerprint);
    // Listening begins before the job can be done, or a fast verdict would be missed.
    const wait = submission.waitMs > 0 ? deps.startWait(submission.userId, draft.id) : undefined;
    try {
      const admission = await deps.admit(draft);
      if (admission.kind === "admitted") return { kind: "admitted", draft, admission, wait };
      wait?.cancel();
      return admission;
    } catch (error) {
      wait?.cancel();
      throw error;
    }
  }
}

async function takePlace(deps: SubmitVerificationDeps, { userId, command }: Submission): Promise<QueuePlace> {
  const place = await deps.queues.takePlace(command.bank, userId);
  if (!("full" in place)) return place;
  throw new ApiProblem("queue_saturated", {
    message:
      place.full === "bank"
        ? "Too many requests of this bank are unfinished: try again later"
        : "Too many of your requests of this bank are unfinished: wait for some to end",
    retryAfterSeconds: 5,
  });
}

function requireSameRequest(known: Buffer, fingerprint: Buffer): void {
  if (known.equals(fingerprint)) return;
  throw new ApiProblem("idempotency_conflict", {
    message: "This idempotency key was used for a different request in the last 24 hours: use a new key",
  });
}

/**
 * The cache alone answers where the bank has nothing left to say. Whether the receiver's mask hides the account that should
 * have been paid is one more question, unless the cache knows the answer or the bank is away.
 */
async function findCached(
  deps: SubmitVerificationDeps,
  { userId, command, bypassCache }: Submission,
): Promise<CachedVerdict | undefined> {
  if (bypassCache) return undefined;
  const { bank, identifiers } = command;
  const receipt = await deps.verdictCache.get(receiptKey(bank, identifiers));
  if (receipt === undefined) return undefined;
  const savedAccounts = await deps.savedAccounts.lastRead(userId, bank);
  const verdict = { kind: "success", receipt } as const;
  const request = { ...command, ...identifiers, savedAccounts: JSON.parse(savedAccounts) };
  const question = receiverQuestion(request, receipt);
  if (question === undefined) return { verdict, savedAccounts };
  const { account, isAnswered } = question;
  if (isAnswered || (await deps.verdictCache.get(receiptKey(bank, question.identifiers))) !== undefined) {
    return { verdict: { ...verdict, opening: { account, isOpened: true } }, savedAccounts };
  }
  return (await deps.verifications.isBankAway(bank)) ? { verdict, savedAccounts } : undefined;
}

interface Admitted {
  readonly draft: AdmissionDraft;
  readonly admission: Extract<Admission, { kind: "admitted" }>;
  readonly wait: VerdictWait | undefined;
}

type Outcome =
  | ({ readonly kind: "admitted" } & Admitted)
  | { readonly kind: "ended"; readonly draft: AdmissionDraft; readonly row: VerificationRow }
  | Refusal;

/**
 * From here on the request is paid for, so whatever fails must not look like a refusal: the caller learns its id, and the
 * relay and the recovery see to the rest.
 */
async function answerAdmitted(
  deps: SubmitVerificationDeps,
  submission: Submission,
  admitted: Admitted,
): Promise<VerificationRow> {
  const { draft, admission } = admitted;
  // The line of the HTTP request says the same once it is answered.
  deps.log.debug("verification.accepted", {
    requestId: submission.httpRequestId,
    verificationId: draft.id,
    bank: draft.bank,
    userId: draft.userId,
    cache: draft.cacheStatus,
  });
  try {
    return await finish(deps, submission, admitted);
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    deps.log.warn("verification.answer_incomplete", {
      requestId: submission.httpRequestId,
      verificationId: draft.id,
      error,
    });
    return admittedRow(draft, admission);
  } finally {
    admitted.wait?.cancel();
  }
}

async function finish(
  deps: SubmitVerificationDeps,
  submission: Submission,
  admitted: Admitted,
): Promise<VerificationRow> {
  const { draft, admission, wait } = admitted;
  const asAdmitted = admittedRow(draft, admission);
  if (admission.job !== undefined && !(await deps.publishJob(admission.job, draft)))
    throw queueUnavailable(deps, draft.id);
  if (wait === undefined) return asAdmitted;
  const row = await wait.until(performance.now() + Math.min(submission.waitMs, deps.maxWaitMs));
  return row ?? asAdmitted;
}

function queueUnavailable(deps: SubmitVerificationDeps, verificationId: string): ApiProblem {
  return new ApiProblem("queue_unavailable", {
    message:
      "The request was accepted and will be processed when the queue is back. Do not send it again without the same " +
      "idempotency key; follow the status URL.",
    requestId: verificationId,
    statusUrl: deps.statusUrlOf(verificationId),
    retryAfterSeconds: 5,
  });
}

/** With no wait the answer tells the state as admitted, whatever a fast verifier has done by now. */
function admittedRow(draft: AdmissionDraft, admission: Admitted["admission"]): VerificationRow {
  return {
    id: draft.id,
    bank: draft.bank,
    source: draft.source,
    processingStatus: "queued",
    status: "pending",
    verified: false,
    failureReason: null,
    result: null,
    cacheStatus: draft.cacheStatus,
    webhookRegistered: admission.webhookRegistered,
    createdAt: admission.createdAt,
    completedAt: null,
    ...undecided,
  };
}

function endedRow(
  draft: AdmissionDraft,
  { result, completedAt, webhookRegistered }: CachedAdmission,
): VerificationRow {
  const { decision, decisionReasons } = result;
  return {
    id: draft.id,
    bank: draft.bank,
    source: draft.source,
    processingStatus: "completed",
    status: "success",
    verified: true,
    failureReason: null,
    result,
    cacheStatus: "HIT",
    webhookRegistered,
    createdAt: completedAt,
    completedAt,
    decision: decision ?? null,
    decisionReasons: decisionReasons ?? [],
  };
}
