import {
  type BankAdapter,
  BankFailure,
  type FetchOutcome,
  type Receipt,
  type ReceiptDocument,
  type ReceiptIdentifiers,
  ReceiptUnreadable,
  UnexpectedResponse,
} from "@receipts/banks";
import {
  type Log,
  latencyBuckets,
  limitTime,
  pause,
  type ServiceMetrics,
  type TimeLimit,
} from "@receipts/service-kit";
import type { Tracing } from "@receipts/tracing";
import type { BankAttempt, Verdict } from "@receipts/verdicts";
import { type BankBreaker, isOpenBreaker } from "./bank-breaker.ts";
import type { QuarantineDocument } from "./quarantine-document.ts";

/** What came of asking: a verdict, or `park` when the breaker says that it is better to wait. */
export type BankQueryResult = (
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  | { readonly kind: "park" }
) & { readonly attempts: readonly BankAttempt[] };

type Answer = Omit<Extract<BankQueryResult, { kind: "verdict" }>, "attempts"> | { readonly kind: "park" };

export interface QueryBankDeps {
  readonly adapter: Pick<BankAdapter, "code" | "parseReceipt">;
  readonly breaker: BankBreaker;
  readonly attempts: number;
  readonly quarantineDocument: QuarantineDocument;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly tracing: Tracing;
}

export interface BankQuery {
  readonly verificationId: string;
  /** The account that asks. */
  readonly userId: string;
  readonly httpRequestId: string;
  readonly traceparent: string | null;
  readonly identifiers: ReceiptIdentifiers;
  /** `receiver`: asks only who may open a receipt that is known. One attempt: the verdict can do without it. */
  readonly about?: "receiver" | undefined;
  /** Whole milliseconds for all attempts together. */
  readonly budgetMs: number;
  /** Aborted when the claim is lost or the process drains; the abort's reason is thrown on. */
  readonly signal: AbortSignal;
}

export type QueryBank = (question: BankQuery) => Promise<BankQueryResult>;

/** Before attempt 2, 3, …: long enough for a load balancer to notice a dead server, short for somebody at a counter. */
const RETRY_DELAYS_MS = [300, 1_000, 2_000, 4_000];

/** Fetches and parses one receipt; tries again only what is worth it. */
export function createQueryBank(deps: QueryBankDeps): QueryBank {
  const { breaker } = deps;
  const beginAttempt = createAttemptMetrics(deps);

  return async (question) => {
    using budget = limitTime(question.signal, question.budgetMs);
    // A request that comes while the breaker probes is a probe: if it fails, it waits on instead of giving up.
    const isProbe = !breaker.isClosed();
    const mostAttempts = question.about === "receiver" ? 1 : deps.attempts;
    const attempts: BankAttempt[] = [];
    for (let attempt = 1; ; attempt += 1) {
      const ended = beginAttempt(question, attempts);
      const fetched = await breaker
        .fetch(question.identifiers, budget.signal, question.userId)
        .catch((error: unknown) => failed(error, question));
      ended(fetched);
      const answer = await answerOf(deps, fetched, { question, attempts, budget });
      if (answer !== "unavailable") return { ...answer, attempts };
      if (isProbe) return { kind: "park", attempts };
      if (attempt >= mostAttempts || budget.hasPassed())
        return { ...undecided("bank_unavailable"), attempts };
      await pauseBefore(attempt + 1, budget.signal);
      question.signal.throwIfAborted();
    }
  };
}

interface Failed {
  readonly kind: "failed";
  readonly error: unknown;
}

/** A call that we took back ourselves says nothing about the bank. */
function failed(error: unknown, { signal }: BankQuery): Failed {
  return { kind: "failed", error: signal.aborted ? signal.reason : error };
}

interface Asking {
  readonly question: BankQuery;
  readonly attempts: BankAttempt[];
  readonly budget: TimeLimit;
}

async function answerOf(
  { adapter, quarantineDocument }: QueryBankDeps,
  fetched: FetchOutcome | Failed,
  { question, attempts, budget }: Asking,
): Promise<Answer | "unavailable"> {
  try {
    if (fetched.kind === "failed") throw fetched.error;
    return { kind: "verdict", verdict: await read(adapter, fetched, question, attempts) };
  } catch (error) {
    question.signal.throwIfAborted();
    if (error instanceof ReceiptUnreadable) {
      setLastOutcome(attempts, "unreadable");
      const document = fetched.kind === "document" ? fetched.document : documentOf(error);
      await quarantineDocument({ ...question, document, parseError: error });
      return undecided("bank_response_unrecognized");
    }
    // The bank was not asked at all: waiting is better than giving up.
    if (isOpenBreaker(error)) return { kind: "park" };
    if (isUnavailable(error, budget)) return "unavailable";
    throw error;
  }
}

/** What an attempt was worth is known once its document has been read. */
function setLastOutcome(attempts: BankAttempt[], outcome: BankAttempt["outcome"]): void {
  const last = attempts.pop();
  if (last !== undefined) attempts.push({ ...last, outcome });
}

/** What came with an answer that was refused unparsed. */
function documentOf(complaint: ReceiptUnreadable): ReceiptDocument | undefined {
  return complaint instanceof UnexpectedResponse ? complaint.document : undefined;
}

/** No answer, an answer that it cannot now, or no time left for one. */
function isUnavailable(error: unknown, budget: TimeLimit): boolean {
  return (error instanceof BankFailure && error.retryable) || budget.hasPassed();
}

function undecided(reason: "bank_response_unrecognized" | "bank_unavailable"): Answer {
  return { kind: "verdict", verdict: { kind: "undecided", reason } };
}

/** Half of the delay is chance, so that many requests that failed together do not come back together. */
async function pauseBefore(attempt: number, signal: AbortSignal): Promise<void> {
  const base = RETRY_DELAYS_MS[Math.min(attempt - 2, RETRY_DELAYS_MS.length - 1)] ?? 0;
  await pause(base * (0.5 + Math.random() / 2), signal);
}

async function read(
  adapter: QueryBankDeps["adapter"],
  fetched: FetchOutcome,
  question: BankQuery,
  attempts: BankAttempt[],
): Promise<Verdict> {
  if (fetched.kind === "not_found") return { kind: "not_found" };
  const parsed = await adapter.parseReceipt(fetched.document, question.identifiers);
  // Some banks say in a document that there is none.
  if (parsed.kind === "not_found") setLastOutcome(attempts, "not_found");
  if (parsed.kind !== "receipt") return { kind: parsed.kind };
  const receipt = storable(parsed.receipt);
  return receipt.paymentStatus === "completed" ? { kind: "success", receipt } : { kind: "reversed", receipt };
}

/** Texts as a database can keep them: PostgreSQL refuses NUL and halves of characters, which a document may hold. */
function storable(receipt: Receipt): Receipt {
  const clean = (text: string | null) => text?.toWellFormed().replace(/\p{Cc}/gu, "") ?? null;
  return {
    ...receipt,
    senderName: clean(receipt.senderName),
    receiverName: clean(receipt.receiverName),
    receiverAccount: clean(receipt.receiverAccount),
  };
}

function createAttemptMetrics(deps: QueryBankDeps) {
  const bank = deps.adapter.code;
  const duration = deps.metrics.histogram(
    "bank_request_duration_seconds",
    "Time of one request to a bank, by what came of it",
    latencyBuckets,
    ["bank", "outcome"],
    { bank: [bank], outcome: attemptOutcomes },
  );
  /** Returns what is to be called when it has ended. */
  return (question: BankQuery, attempts: BankAttempt[]) => {
    const startedAt = performance.now();
    const attempt = attempts.length + 1;
    const span = deps.tracing.startSpan({
      name: "ask bank",
      kind: "client",
      parent: question.traceparent,
      attributes: { "receipts.bank": bank, "receipts.attempt": attempt },
    });
    return (fetched: FetchOutcome | Failed): void => {
      const hasFailed = fetched.kind === "failed";
      const outcome = hasFailed ? outcomeOf(fetched.error) : fetched.kind;
      span.end({ attributes: { "receipts.outcome": outcome }, failed: hasFailed });
      const durationMs = performance.now() - startedAt;
      // What the breaker held back has not reached the bank; a fault of ours gives the work back.
      if (outcome !== "breaker_open" && outcome !== "error")
        attempts.push({ startedAt, durationMs, outcome, ...(question.about && { about: question.about }) });
      duration.observe({ bank, outcome }, durationMs / 1_000);
      // What came back well is in the line of the finished verification.
      deps.log[hasFailed ? "info" : "debug"]("bank.asked", {
        requestId: question.httpRequestId,
        verificationId: question.verificationId,
        bank,
        attempt,
        outcome,
        durationMs: Math.round(durationMs),
        ...(hasFailed && reasonOf(fetched.error)),
      });
    };
  };
}

function reasonOf(error: unknown): { readonly reason?: string } {
  return error instanceof Error ? { reason: error.message } : {};
}

const attemptOutcomes = [
  "document",
  "not_found",
  "unavailable",
  "unreadable",
  "breaker_open",
  "error",
] as const;
type AttemptOutcome = (typeof attemptOutcomes)[number];

function outcomeOf(error: unknown): AttemptOutcome {
  if (isOpenBreaker(error)) return "breaker_open";
  if (error instanceof ReceiptUnreadable) return "unreadable";
  return error instanceof BankFailure ? "unavailable" : "error";
}
