import {
  askAsReadInFile,
  type BankAdapter,
  BankFailure,
  type FetchOutcome,
  isPassingResponse,
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

/** A verdict, or `park` when the request should wait for the breaker to close. */
export type BankQueryResult = (
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  | { readonly kind: "park" }
) & { readonly attempts: readonly BankAttempt[] };

type AttemptResult =
  | Omit<Extract<BankQueryResult, { kind: "verdict" }>, "attempts">
  | { readonly kind: "park" };

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
  /** The account of the request. */
  readonly userId: string;
  readonly httpRequestId: string;
  readonly traceparent: string | null;
  readonly identifiers: ReceiptIdentifiers;
  /** Whether the number was read in a file. */
  readonly isReadInFile?: boolean;
  /**
   * `receiver`: only checks whether the bank accepts this account's digits for a receipt that is already read. One
   * attempt, because there is a verdict without it.
   */
  readonly about?: "receiver" | undefined;
  /** Time for all attempts, in whole milliseconds. */
  readonly budgetMs: number;
  /** Whether that is less than the bank may take: its end is no fault of the bank. */
  readonly isShortened?: boolean;
  /** Aborted when the claim is lost or the process drains; the abort's reason is rethrown. */
  readonly signal: AbortSignal;
}

/** Ends attempts that had less time than the bank may take. The breaker does not count them. */
class DeadlinePassed extends Error {
  override readonly name = "TimeoutError";
}

export type QueryBank = (query: BankQuery) => Promise<BankQueryResult>;

/**
 * Before attempt 2, 3, …: long enough for a load balancer to notice a dead server, short for a customer at a counter.
 */
const RETRY_DELAYS_MS = [300, 1_000, 2_000, 4_000];

/**
 * Fetches and parses one receipt. Retries when the bank was unavailable, and once if the response was empty, cut or
 * not the bank's.
 */
export function createQueryBank(deps: QueryBankDeps): QueryBank {
  const { breaker } = deps;
  const startAttempt = createAttemptRecorder(deps);

  return async (query) => {
    using budget = limitOf(query);
    // A request that arrives while the breaker is not closed is a probe: if it fails, it is parked again.
    const isProbe = !breaker.isClosed();
    // Its end would look like a bank that works again.
    if (isProbe && query.isShortened) return { kind: "park", attempts: [] };
    const maxAttempts = attemptsFor(query, deps);
    const attempts: BankAttempt[] = [];
    const isLast = (attempt: number) => attempt >= maxAttempts || budget.hasPassed();
    let wasAskedAgain = false;
    for (let attempt = 1; ; attempt += 1) {
      const endAttempt = startAttempt(query, attempts);
      const { identifiers, userId, isReadInFile } = query;
      const asked = isReadInFile
        ? askAsReadInFile(() => breaker.fetch(identifiers, budget.signal, userId))
        : breaker.fetch(identifiers, budget.signal, userId);
      const fetched = await asked.catch((error: unknown) => failed(error, query));
      endAttempt(fetched);
      const mayAskAgain = !(wasAskedAgain || isProbe || isLast(attempt));
      const result = await resultOf(deps, fetched, { query, attempts, budget, mayAskAgain });
      const end = endOf(result, { isProbe, isLast: isLast(attempt) });
      if (end !== undefined) return { ...end, attempts };
      wasAskedAgain ||= result === "passing";
      await pauseBefore(attempt + 1, budget.signal);
      query.signal.throwIfAborted();
    }
  };
}

const attemptsFor = ({ about }: BankQuery, { attempts }: QueryBankDeps): number =>
  about === "receiver" ? 1 : attempts;

function limitOf({ signal, budgetMs, isShortened = false }: BankQuery): TimeLimit {
  return isShortened ? limitTime(signal, budgetMs, new DeadlinePassed()) : limitTime(signal, budgetMs);
}

/** Undefined if the bank is asked once more. */
function endOf(
  result: AttemptResult | "unavailable" | "passing",
  { isProbe, isLast }: { readonly isProbe: boolean; readonly isLast: boolean },
): AttemptResult | undefined {
  if (result !== "unavailable" && result !== "passing") return result;
  if (isProbe) return { kind: "park" };
  return isLast ? undecided("bank_unavailable") : undefined;
}

interface Failed {
  readonly kind: "failed";
  readonly error: unknown;
}

/** A call that we aborted says nothing about the bank. */
function failed(error: unknown, { signal }: BankQuery): Failed {
  return { kind: "failed", error: signal.aborted ? signal.reason : error };
}

interface QueryState {
  readonly query: BankQuery;
  readonly attempts: BankAttempt[];
  readonly budget: TimeLimit;
  /** Whether a response that may be another one next time is asked for once more. */
  readonly mayAskAgain: boolean;
}

async function resultOf(
  { adapter, quarantineDocument }: QueryBankDeps,
  fetched: FetchOutcome | Failed,
  { query, attempts, budget, mayAskAgain }: QueryState,
): Promise<AttemptResult | "unavailable" | "passing"> {
  try {
    if (fetched.kind === "failed") throw fetched.error;
    return { kind: "verdict", verdict: await verdictOf(adapter, fetched, query, attempts) };
  } catch (error) {
    query.signal.throwIfAborted();
    if (error instanceof ReceiptUnreadable) {
      setLastOutcome(attempts, "unreadable");
      const document = fetched.kind === "document" ? fetched.document : documentOf(error);
      const asked = { bank: adapter.code, reference: query.identifiers.reference };
      if (mayAskAgain && document !== undefined && isPassingResponse(document, asked)) return "passing";
      await quarantineDocument({ ...query, document, parseError: error });
      return undecided("bank_response_unrecognized");
    }
    // No attempt reached the bank: park instead of giving up.
    if (isOpenBreaker(error)) return { kind: "park" };
    if (isUnavailable(error, budget)) return "unavailable";
    throw error;
  }
}

/** The outcome of an attempt is known only once its document has been parsed. */
function setLastOutcome(attempts: BankAttempt[], outcome: BankAttempt["outcome"]): void {
  const last = attempts.pop();
  if (last !== undefined) attempts.push({ ...last, outcome });
}

/** The document of a response that was refused before parsing. */
function documentOf(error: ReceiptUnreadable): ReceiptDocument | undefined {
  return error instanceof UnexpectedResponse ? error.document : undefined;
}

/** No response, a response that says "try later", or no time left. */
function isUnavailable(error: unknown, budget: TimeLimit): boolean {
  return (error instanceof BankFailure && error.retryable) || budget.hasPassed();
}

function undecided(reason: "bank_response_unrecognized" | "bank_unavailable"): AttemptResult {
  return { kind: "verdict", verdict: { kind: "undecided", reason } };
}

/** Half of the delay is random, so that requests that failed together are not retried together. */
async function pauseBefore(attempt: number, signal: AbortSignal): Promise<void> {
  const base = RETRY_DELAYS_MS[Math.min(attempt - 2, RETRY_DELAYS_MS.length - 1)] ?? 0;
  await pause(base * (0.5 + Math.random() / 2), signal);
}

async function verdictOf(
  adapter: QueryBankDeps["adapter"],
  fetched: FetchOutcome,
  query: BankQuery,
  attempts: BankAttempt[],
): Promise<Verdict> {
  if (fetched.kind === "not_found") return { kind: "not_found" };
  const parsed = await adapter.parseReceipt(fetched.document, query.identifiers);
  // Some banks report "not found" in a document.
  if (parsed.kind === "not_found") setLastOutcome(attempts, "not_found");
  if (parsed.kind !== "receipt") return { kind: parsed.kind };
  const receipt = storable(parsed.receipt);
  return receipt.paymentStatus === "completed" ? { kind: "success", receipt } : { kind: "reversed", receipt };
}

/** Removes characters that PostgreSQL refuses and a document may contain: NUL and lone surrogates. */
function storable(receipt: Receipt): Receipt {
  const clean = (text: string | null) => text?.toWellFormed().replace(/\p{Cc}/gu, "") ?? null;
  return {
    ...receipt,
    senderName: clean(receipt.senderName),
    receiverName: clean(receipt.receiverName),
    receiverAccount: clean(receipt.receiverAccount),
  };
}

function createAttemptRecorder(deps: QueryBankDeps) {
  const bank = deps.adapter.code;
  const duration = deps.metrics.histogram(
    "bank_request_duration_seconds",
    "Duration of one request to a bank, by outcome",
    latencyBuckets,
    ["bank", "outcome"],
    { bank: [bank], outcome: attemptOutcomes },
  );
  /** Returns the function to call when the attempt has ended. */
  return (query: BankQuery, attempts: BankAttempt[]) => {
    const startedAt = performance.now();
    const attempt = attempts.length + 1;
    const span = deps.tracing.startSpan({
      name: "ask bank",
      kind: "client",
      parent: query.traceparent,
      attributes: { "receipts.bank": bank, "receipts.attempt": attempt },
    });
    return (fetched: FetchOutcome | Failed): void => {
      const hasFailed = fetched.kind === "failed";
      const outcome = hasFailed ? outcomeOf(fetched.error) : fetched.kind;
      span.end({ attributes: { "receipts.outcome": outcome }, failed: hasFailed });
      const durationMs = performance.now() - startedAt;
      // Not attempts at the bank: an open breaker sent nothing, and after our own error the claim is released.
      if (outcome !== "breaker_open" && outcome !== "error")
        attempts.push({ startedAt, durationMs, outcome, ...(query.about && { about: query.about }) });
      duration.observe({ bank, outcome }, durationMs / 1_000);
      // Successful attempts are covered by the line of the finished verification.
      deps.log[hasFailed ? "info" : "debug"]("bank.asked", {
        requestId: query.httpRequestId,
        verificationId: query.verificationId,
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
