import type { BankCode } from "@receipts/contracts";
import { type Log, latencyBuckets, type ServiceMetrics, unlessAborted } from "@receipts/service-kit";
import type { Span, Tracing } from "@receipts/tracing";
import {
  type LiveStatusChannel,
  outcomeOfVerdict,
  type RecordVerdict,
  receiptKey,
  receiverQueryOf,
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
  readonly park: ParkVerification;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly tracing: Tracing;
}

/** A verdict that is known waits no longer than this to be surer of its receiver. */
const RECEIVER_BUDGET_MS = 5_000;
/** After a second question without an answer none is asked for so long: each failure counts for the bank's breaker. */
const RECEIVERS_PAUSE_MS = 60_000;

/** Claim, ask, record. Returns when nothing is left to do for the message; throws when it must be handed out again. */
export type VerifyReceipt = (verificationId: string, signal: AbortSignal) => Promise<void>;

interface Work {
  readonly claimed: ClaimedWork;
  readonly signal: AbortSignal;
  /** What the work at hand is a part of. */
  readonly traceparent: string | null;
  readonly startedAt: number;
  /** The request's deadline on this process's monotonic clock. */
  readonly deadlineAt: number;
  /** What the bank is asked for; the receipt itself unless it says `receiver`. */
  readonly about?: "receiver";
}

export function createVerifyReceipt(deps: VerifyReceiptDeps): VerifyReceipt {
  const jobs = deps.metrics.counter(
    "verifier_jobs_total",
    "Requests ended by the verifier; `fenced` came too late, `released` was given back unfinished",
    ["bank", "outcome"],
    { bank: [deps.bank], outcome: [...verdictOutcomes, "parked", "fenced", "released"] },
  );
  const inFlight = deps.metrics.gauge("verifier_jobs_in_flight", "Requests in work", ["bank"], {
    bank: [deps.bank],
  });
  const duration = deps.metrics.histogram(
    "verifier_job_duration_seconds",
    "Time from claim to recorded verdict",
    latencyBuckets,
    ["bank"],
    { bank: [deps.bank] },
  );
  const openings = deps.metrics.counter(
    "receiver_questions_total",
    "Receipts that were opened a second time, with the digits of the account that should have been paid",
    ["bank", "outcome"],
    { bank: [deps.bank], outcome: ["opened", "refused", "unanswered"] },
  );
  /** The host that is asked may be another one than the receipts' own, and be away for itself. */
  let askReceiversFrom = 0;
  const answer = createCoalescedQuery(deps);

  /** A payment that was reversed since must not be answered from the cache any more. */
  async function remember(receiptKey: string, verdict: Verdict): Promise<void> {
    if (verdict.kind === "success") await deps.verdictCache.put(receiptKey, verdict.receipt);
    else if (verdict.kind !== "undecided") await deps.verdictCache.drop(receiptKey);
  }

  /**
   * Asks whether the account that the mask fits opens the document, where it is not known yet. Without an answer the verdict
   * stands as it is.
   */
  async function withOpening(work: Work, found: Success): Promise<Success> {
    const { claimed } = work;
    const { receipt } = found.verdict;
    const question = receiverQueryOf(claimed, receipt);
    if (question === undefined) return found;
    const { account, identifiers, wasOpened } = question;
    if (wasOpened) return { ...found, verdict: { ...found.verdict, opening: { account, isOpened: true } } };
    if (performance.now() < askReceiversFrom) return found;
    const key = receiptKey(claimed.bank, identifiers);
    const asked = await answer({
      ...work,
      about: "receiver",
      claimed: { ...claimed, identifiers, receiptKey: key },
    });
    const attempts = [...found.attempts, ...asked.attempts];
    const outcome = openingOutcome(asked);
    openings.inc({ bank: claimed.bank, outcome });
    if (outcome === "unanswered") {
      askReceiversFrom = performance.now() + RECEIVERS_PAUSE_MS;
      return { ...found, attempts };
    }
    if (asked.kind === "verdict") await remember(key, asked.verdict);
    const opening = { account, isOpened: outcome === "opened" };
    return { kind: "verdict", attempts, verdict: { ...found.verdict, opening } };
  }

  /** Records what the bank has said, and returns what came of it. */
  async function conclude(work: Work, first: BankQueryResult): Promise<VerdictOutcome | "parked" | "fenced"> {
    const { claimed, startedAt } = work;
    const found = isSuccess(first) ? await withOpening(work, first) : first;
    if (found.kind === "park") {
      await deps.park(claimed, { ...claimed, attempts: found.attempts });
      jobs.inc({ bank: claimed.bank, outcome: "parked" });
      return "parked";
    }
    const { verdict } = found;
    const recorded = await deps.recordVerdict(claimed, verdict, found.attempts);
    const outcome = recorded === undefined ? "fenced" : outcomeOfVerdict(verdict);
    const durationMs = performance.now() - startedAt;
    jobs.inc({ bank: claimed.bank, outcome });
    duration.observe({ bank: claimed.bank }, durationMs / 1_000);
    if (recorded !== undefined) {
      deps.serviceTime.observe(durationMs);
      // After the record: what cannot be stored must not be handed to others either.
      await remember(claimed.receiptKey, verdict);
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

  return async (verificationId, signal) => {
    const claimed = await deps.claims.claim(verificationId);
    if (claimed === undefined) {
      await requireKnown(deps.claims, verificationId);
      // Ended, overdue, or in somebody else's hands: redelivered messages end here.
      deps.log.debug("verification.skipped", { verificationId });
      return;
    }
    const held = deps.heldClaims.track(claimed, signal);
    inFlight.inc({ bank: claimed.bank });
    const span = startSpan(claimed);
    const startedAt = performance.now();
    const { traceparent } = span;
    const work = {
      claimed,
      signal: held.signal,
      traceparent,
      startedAt,
      deadlineAt: startedAt + claimed.msLeft,
    };
    try {
      deps.liveStatus.announce(claimed.id, {
        processingStatus: "running",
        status: "pending",
        verified: false,
      });
      const outcome = await conclude(work, await answer(work));
      span.end({ attributes: { "receipts.outcome": outcome } });
    } catch (error) {
      span.end({ failed: true });
      jobs.inc({ bank: claimed.bank, outcome: "released" });
      await deps.claims.release(claimed);
      throw error;
    } finally {
      inFlight.dec({ bank: claimed.bank });
      held.untrack();
    }
  };
}

type Success = BankQueryResult & {
  readonly kind: "verdict";
  readonly verdict: Extract<Verdict, { kind: "success" }>;
};

function isSuccess(answer: BankQueryResult): answer is Success {
  return answer.kind === "verdict" && answer.verdict.kind === "success";
}

function openingOutcome(answer: BankQueryResult): "opened" | "refused" | "unanswered" {
  if (isSuccess(answer)) return "opened";
  return answer.kind === "verdict" && answer.verdict.kind === "not_found" ? "refused" : "unanswered";
}

interface Shared {
  readonly answer: BankQueryResult;
  readonly isShareable: boolean;
}

/**
 * The verdict from the cache, from a twin that is being asked about at this moment, or from the bank. Twins have the same
 * identifiers, so one answer serves all of them, whatever it is: asking again for each would only add to the load.
 */
function createCoalescedQuery(deps: VerifyReceiptDeps): (work: Work) => Promise<BankQueryResult> {
  const underWay = new Map<string, Promise<Shared>>();

  return async (work) => {
    const { receiptKey, bypassCache } = work.claimed;
    if (bypassCache) return await deps.queryBank(questionOf(work, deps.bankBudgetMs));
    for (let twin = underWay.get(receiptKey); twin !== undefined; twin = underWay.get(receiptKey)) {
      // A twin that was taken back has no answer: then the next one asks.
      const shared = await unlessAborted(
        twin.catch(() => undefined),
        work.signal,
      );
      if (shared?.isShareable) return shared.answer;
    }
    const asking = Promise.withResolvers<Shared>();
    // Those who wait for it go on by themselves.
    asking.promise.catch(() => undefined);
    underWay.set(receiptKey, asking.promise);
    try {
      const hasFullBudget = work.deadlineAt - performance.now() >= deps.bankBudgetMs;
      const receipt = await deps.verdictCache.get(receiptKey);
      const answer: BankQueryResult =
        receipt === undefined
          ? await deps.queryBank(questionOf(work, deps.bankBudgetMs))
          : { kind: "verdict", verdict: { kind: "success", receipt }, attempts: [] };
      asking.resolve({ answer, isShareable: isShareable(answer, hasFullBudget && work.about === undefined) });
      return answer;
    } catch (error) {
      asking.reject(error);
      throw error;
    } finally {
      underWay.delete(receiptKey);
    }
  };
}

/**
 * What ended for want of this one's own time is no answer for those who have more. Nor is a second question's, which is asked
 * once and in a hurry, for those who ask for the receipt.
 */
function isShareable(answer: BankQueryResult, hadAllItsTime: boolean): boolean {
  return hadAllItsTime || answer.kind !== "verdict" || answer.verdict.kind !== "undecided";
}

function questionOf(
  { claimed, signal, traceparent, deadlineAt, about }: Work,
  bankBudgetMs: number,
): BankQuery {
  const mostMs = about === "receiver" ? RECEIVER_BUDGET_MS : bankBudgetMs;
  return {
    verificationId: claimed.id,
    userId: claimed.userId,
    httpRequestId: claimed.httpRequestId,
    traceparent,
    identifiers: claimed.identifiers,
    about,
    budgetMs: Math.max(1, Math.round(Math.min(mostMs, deadlineAt - performance.now()))),
    signal,
  };
}
