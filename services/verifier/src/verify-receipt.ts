import type { BankCode } from "@receipts/contracts";
import { type Log, latencyBuckets, type ServiceMetrics, unlessAborted } from "@receipts/service-kit";
import type { Span, Tracing } from "@receipts/tracing";
import {
  type BankAttempt,
  type LiveStatusChannel,
  nextCandidate,
  outcomeOfVerdict,
  type RecordVerdict,
  receiptKey,
  receiverQueryOf,
  type StoredCandidate,
  type Verdict,
  type VerdictCache,
  type VerdictOutcome,
  verdictOutcomes,
} from "@receipts/verdicts";
import type { ClaimedWork, ClaimRepository } from "./claim-repository.ts";
import type { HeldClaims } from "./held-claims.ts";
import type { ParkVerification } from "./park-verification.ts";
import type { BankQuery, BankQueryResult, QueryBank } from "./query-bank.ts";
import { requireKnown } from "./require-known.ts";
import type { ServiceTime } from "./service-time.ts";
import type { TryNextCandidate } from "./try-next-candidate.ts";
import { mayWait, nextLookMs, type WaitForBooking } from "./wait-for-booking.ts";

export interface VerifyReceiptDeps {
  readonly bank: BankCode;
  readonly claims: ClaimRepository;
  readonly heldClaims: HeldClaims;
  readonly queryBank: QueryBank;
  readonly verdictCache: VerdictCache;
  readonly recordVerdict: RecordVerdict;
  readonly liveStatus: Pick<LiveStatusChannel, "announce">;
  readonly serviceTime: Pick<ServiceTime, "observe">;
  readonly bankBudgetMs: number;
  readonly tryNext: TryNextCandidate;
  readonly park: ParkVerification;
  readonly waitForBooking: WaitForBooking;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly tracing: Tracing;
}

/** Longest time that a known verdict waits for the receiver check. */
const RECEIVER_BUDGET_MS = 5_000;
/** Pause of receiver checks after one without a response: each failure counts for the bank's breaker. */
const RECEIVER_CHECK_PAUSE_MS = 60_000;

/**
 * Claims the request, queries the bank and records the verdict. Throws if the message must be redelivered. A recheck is
 * one question for all requests of the account that wait for the same receipt.
 */
export type VerifyReceipt = (
  verificationId: string,
  signal: AbortSignal,
  options?: { readonly isRecheck?: boolean },
) => Promise<void>;

interface Work {
  readonly claimed: ClaimedWork;
  readonly signal: AbortSignal;
  /** Trace context of the current span. */
  readonly traceparent: string | null;
  readonly startedAt: number;
  /** The request's deadline on this process's monotonic clock. */
  readonly deadlineAt: number;
  /** `receiver` for a receiver check; undefined for the receipt itself. */
  readonly about?: "receiver";
}

const otherOutcomes = ["parked", "fenced", "released", "next_candidate", "not_booked_yet"] as const;
type OtherOutcome = (typeof otherOutcomes)[number];

export function createVerifyReceipt(deps: VerifyReceiptDeps): VerifyReceipt {
  const jobs = deps.metrics.counter(
    "verifier_jobs_total",
    "Requests processed by the verifier; `fenced`: recorded too late, `released`: released unfinished, `next_candidate`: not found, and the file names another, `not_booked_yet`: not found, and asked again later",
    ["bank", "outcome"],
    { bank: [deps.bank], outcome: [...verdictOutcomes, ...otherOutcomes] },
  );
  const inFlight = deps.metrics.gauge("verifier_jobs_in_flight", "Requests in progress", ["bank"], {
    bank: [deps.bank],
  });
  const duration = deps.metrics.histogram(
    "verifier_job_duration_seconds",
    "Time from claim to recorded verdict",
    latencyBuckets,
    ["bank"],
    { bank: [deps.bank] },
  );
  const receiverChecks = deps.metrics.counter(
    "receiver_checks_total",
    "Receiver checks: receipts fetched again with the digits of the expected account",
    ["bank", "outcome"],
    { bank: [deps.bank], outcome: ["opened", "refused", "unanswered"] },
  );
  /** Receiver checks may use another host than receipts, with outages of its own. */
  let receiverChecksFrom = 0;
  const queryShared = createCoalescedQuery(deps);

  /** A payment that has been reversed must leave the cache. */
  async function updateCache(receiptKey: string, verdict: Verdict): Promise<void> {
    if (verdict.kind === "success") await deps.verdictCache.put(deps.bank, receiptKey, verdict.receipt);
    else if (verdict.kind !== "undecided") await deps.verdictCache.drop(deps.bank, receiptKey);
  }

  /**
   * Checks whether the account that matches the mask opens the document. Without a response the verdict stays as it is.
   */
  async function withReceiverCheck(work: Work, found: Success): Promise<Success> {
    const { claimed } = work;
    const { receipt } = found.verdict;
    const receiverQuery = receiverQueryOf(claimed, receipt);
    if (receiverQuery === undefined) return found;
    const { account, identifiers, wasOpened } = receiverQuery;
    if (wasOpened) return { ...found, verdict: { ...found.verdict, opening: { account, isOpened: true } } };
    if (performance.now() < receiverChecksFrom) return found;
    const key = receiptKey(claimed.bank, identifiers);
    const checked = await queryShared({
      ...work,
      about: "receiver",
      claimed: { ...claimed, identifiers, receiptKey: key },
    });
    const attempts = [...found.attempts, ...checked.attempts];
    const outcome = receiverCheckOutcome(checked);
    receiverChecks.inc({ bank: claimed.bank, outcome });
    if (outcome === "unanswered") {
      receiverChecksFrom = performance.now() + RECEIVER_CHECK_PAUSE_MS;
      return { ...found, attempts };
    }
    if (checked.kind === "verdict") await updateCache(key, checked.verdict);
    const opening = { account, isOpened: outcome === "opened" };
    return { kind: "verdict", attempts, verdict: { ...found.verdict, opening } };
  }

  async function tryNext(
    claimed: ClaimedWork,
    next: StoredCandidate,
    attempts: readonly BankAttempt[],
  ): Promise<OtherOutcome> {
    const outcome = (await deps.tryNext(claimed, next, attempts)) ? "next_candidate" : "fenced";
    jobs.inc({ bank: claimed.bank, outcome });
    return outcome;
  }

  /** Parks the request, asks further, or records the result of the query. */
  async function conclude(
    work: Work,
    first: BankQueryResult,
    lookDelayMs: number,
  ): Promise<VerdictOutcome | OtherOutcome> {
    const { claimed } = work;
    const found = isSuccess(first) ? await withReceiverCheck(work, first) : first;
    if (found.kind === "park") {
      await deps.park(claimed, { ...claimed, attempts: found.attempts });
      jobs.inc({ bank: claimed.bank, outcome: "parked" });
      return "parked";
    }
    const isNotFound = found.verdict.kind === "not_found";
    const later = isNotFound ? await lookFurther(work, found.attempts, lookDelayMs) : undefined;
    return later ?? (await record(work, found));
  }

  /** After "no such receipt": the file's next candidate, or the same receipt later. Undefined if it is the verdict. */
  async function lookFurther(
    { claimed, startedAt }: Work,
    attempts: readonly BankAttempt[],
    lookDelayMs: number,
  ): Promise<OtherOutcome | undefined> {
    const next = nextCandidate(claimed.input);
    if (next !== undefined) return await tryNext(claimed, next, attempts);
    if (!mayWait(claimed, performance.now() - startedAt)) return undefined;
    const waiting = await deps.waitForBooking(claimed, attempts, lookDelayMs);
    if (waiting === "full") return undefined;
    const outcome = waiting === "waiting" ? "not_booked_yet" : "fenced";
    jobs.inc({ bank: claimed.bank, outcome });
    return outcome;
  }

  async function record(
    { claimed, startedAt }: Work,
    found: FoundVerdict,
  ): Promise<VerdictOutcome | OtherOutcome> {
    const { verdict } = found;
    const recorded = await deps.recordVerdict(claimed, verdict, found.attempts);
    const outcome = recorded === undefined ? "fenced" : outcomeOfVerdict(verdict);
    const durationMs = performance.now() - startedAt;
    jobs.inc({ bank: claimed.bank, outcome });
    duration.observe({ bank: claimed.bank }, durationMs / 1_000);
    if (recorded !== undefined) {
      deps.serviceTime.observe(durationMs);
      // After the record: a verdict that cannot be stored must not be cached either.
      await updateCache(claimed.receiptKey, verdict);
    }
    deps.log.info("verification.finished", {
      requestId: claimed.httpRequestId,
      verificationId: claimed.id,
      bank: claimed.bank,
      outcome,
      claimAttempt: claimed.claimAttempt,
      workMs: Math.round(durationMs),
      ...(recorded === undefined ? {} : { durationMs: recorded.durationMs, deliveryId: recorded.deliveryId }),
    });
    return outcome;
  }

  function startSpan(claimed: ClaimedWork): Span {
    return deps.tracing.startSpan({
      name: "verify receipt",
      kind: "consumer",
      parent: claimed.traceparent,
      attributes: {
        "receipts.bank": claimed.bank,
        "receipts.verification_id": claimed.id,
        "receipts.request_id": claimed.httpRequestId,
        "receipts.claim_attempt": claimed.claimAttempt,
      },
    });
  }

  /** Holds a claim until it is disposed of. */
  function hold(claimed: ClaimedWork, signal: AbortSignal): Held {
    const held = deps.heldClaims.track(claimed, signal);
    inFlight.inc({ bank: claimed.bank });
    const span = startSpan(claimed);
    const startedAt = performance.now();
    const work = {
      claimed,
      signal: held.signal,
      traceparent: span.traceparent,
      startedAt,
      deadlineAt: startedAt + claimed.msLeft,
    };
    deps.liveStatus.announce(claimed.id, { processingStatus: "running", status: "pending", verified: false });
    return {
      work,
      span,
      [Symbol.dispose]: () => {
        inFlight.dec({ bank: claimed.bank });
        held.untrack();
      },
    };
  }

  async function giveUp({ work, span }: Held): Promise<void> {
    span.end({ failed: true });
    jobs.inc({ bank: work.claimed.bank, outcome: "released" });
    await deps.claims.release(work.claimed);
  }

  /** Applies the bank's answer to one request of those that wait for it. */
  async function apply(held: Held, result: BankQueryResult, lookDelayMs: number): Promise<void> {
    try {
      const outcome = await conclude(held.work, result, lookDelayMs);
      held.span.end({ attributes: { "receipts.outcome": outcome } });
    } catch (error) {
      await giveUp(held);
      throw error;
    }
  }

  return async (verificationId, signal, { isRecheck = false } = {}) => {
    const claimed = await deps.claims.claim(verificationId);
    if (claimed === undefined) {
      await requireKnown(deps.claims, verificationId);
      // Ended, overdue, or claimed by another process: redelivered messages end here.
      deps.log.debug("verification.skipped", { verificationId });
      return;
    }
    using first = hold(claimed, signal);
    const others = isRecheck ? await deps.claims.claimWaitingFor(claimed) : [];
    const lookDelayMs = nextLookMs([claimed, ...others]);
    using together = new DisposableStack();
    const held = [first, ...others.map((other) => together.use(hold(other, signal)))];
    let result: BankQueryResult;
    try {
      // A deposit takes no cached verdict, also if others wait for the same receipt.
      const bypassCache = held.some(({ work }) => work.claimed.bypassCache);
      result = await queryShared({ ...first.work, claimed: { ...claimed, bypassCache } });
    } catch (error) {
      await Promise.all(held.map(giveUp));
      throw error;
    }
    const applied = await Promise.allSettled(held.map((each) => apply(each, result, lookDelayMs)));
    const failed = applied.find((each) => each.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  };
}

interface Held extends Disposable {
  readonly work: Work;
  readonly span: Span;
}

type FoundVerdict = Extract<BankQueryResult, { kind: "verdict" }>;
type Success = FoundVerdict & {
  readonly verdict: Extract<Verdict, { kind: "success" }>;
};

function isSuccess(result: BankQueryResult): result is Success {
  return result.kind === "verdict" && result.verdict.kind === "success";
}

function receiverCheckOutcome(result: BankQueryResult): "opened" | "refused" | "unanswered" {
  if (isSuccess(result)) return "opened";
  return result.kind === "verdict" && result.verdict.kind === "not_found" ? "refused" : "unanswered";
}

interface SharedResult {
  readonly result: BankQueryResult;
  readonly isShareable: boolean;
}

/**
 * Gets the verdict from the cache, from a query in flight for the same receipt, or from the bank. Concurrent duplicates
 * share one query.
 */
function createCoalescedQuery(deps: VerifyReceiptDeps): (work: Work) => Promise<BankQueryResult> {
  const queriesInFlight = new Map<string, Promise<SharedResult>>();

  return async (work) => {
    const { receiptKey, bypassCache } = work.claimed;
    if (bypassCache) return await deps.queryBank(bankQueryOf(work, deps.bankBudgetMs));
    for (
      let earlier = queriesInFlight.get(receiptKey);
      earlier !== undefined;
      earlier = queriesInFlight.get(receiptKey)
    ) {
      // An aborted query has no result: then the next duplicate queries the bank.
      const outcome = await unlessAborted(
        earlier.catch(() => undefined),
        work.signal,
      );
      if (outcome?.isShareable) return outcome.result;
    }
    const pending = Promise.withResolvers<SharedResult>();
    // A rejection is handled by the duplicates that wait for it, if there are any.
    pending.promise.catch(() => undefined);
    queriesInFlight.set(receiptKey, pending.promise);
    try {
      const hasFullBudget = work.deadlineAt - performance.now() >= deps.bankBudgetMs;
      const receipt = await deps.verdictCache.get(deps.bank, receiptKey);
      const result: BankQueryResult =
        receipt === undefined
          ? await deps.queryBank(bankQueryOf(work, deps.bankBudgetMs))
          : { kind: "verdict", verdict: { kind: "success", receipt }, attempts: [] };
      pending.resolve({
        result,
        isShareable: isShareable(result, hasFullBudget && work.about === undefined),
      });
      return result;
    } catch (error) {
      pending.reject(error);
      throw error;
    } finally {
      queriesInFlight.delete(receiptKey);
    }
  };
}

/**
 * A result is not shared if this request ran out of its own time: duplicates may have more. Nor is an undecided
 * receiver check, which makes one attempt with a short budget.
 */
function isShareable(result: BankQueryResult, hadFullBudget: boolean): boolean {
  return hadFullBudget || result.kind !== "verdict" || result.verdict.kind !== "undecided";
}

function bankQueryOf(
  { claimed, signal, traceparent, deadlineAt, about }: Work,
  bankBudgetMs: number,
): BankQuery {
  const maxMs = about === "receiver" ? RECEIVER_BUDGET_MS : bankBudgetMs;
  return {
    verificationId: claimed.id,
    userId: claimed.userId,
    httpRequestId: claimed.httpRequestId,
    traceparent,
    identifiers: claimed.identifiers,
    isReadInFile: claimed.input !== null,
    about,
    budgetMs: Math.max(1, Math.round(Math.min(maxMs, deadlineAt - performance.now()))),
    signal,
  };
}
