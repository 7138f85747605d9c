import { latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";
import type { Span, Tracing } from "@receipts/tracing";
import { type LiveStatusChannel, type Verdict, type VerdictCache, verdictOutcomes } from "@receipts/verdicts";
import type { ClaimedWork, ClaimRepository } from "./claim-repository.ts";
import { type CoalescedQueryDeps, createCoalescedQuery, type Work } from "./coalesced-query.ts";
import { type ConcludeDeps, createConclude, otherOutcomes } from "./conclude-verification.ts";
import type { HeldClaims } from "./held-claims.ts";
import type { BankQueryResult } from "./query-bank.ts";
import { createReceiverCheck } from "./receiver-check.ts";
import { requireKnown } from "./require-known.ts";
import { nextLookMs } from "./wait-for-booking.ts";

export interface VerifyReceiptDeps
  extends CoalescedQueryDeps,
    Omit<ConcludeDeps, "checkReceiver" | "updateCache" | "onVerdict"> {
  readonly claims: ClaimRepository;
  readonly heldClaims: HeldClaims;
  readonly verdictCache: VerdictCache;
  readonly liveStatus: Pick<LiveStatusChannel, "announce">;
  readonly metrics: ServiceMetrics;
  readonly tracing: Tracing;
}

/**
 * Claims the request, queries the bank and records the verdict. Throws if the message must be redelivered. A recheck is
 * one question for all requests of the account that wait for the same receipt.
 */
export type VerifyReceipt = (
  verificationId: string,
  signal: AbortSignal,
  options?: { readonly isRecheck?: boolean },
) => Promise<void>;

export function createVerifyReceipt(deps: VerifyReceiptDeps): VerifyReceipt {
  const { bank, metrics } = deps;
  const { jobs, inFlight, duration } = jobMetrics(deps);
  const query = createCoalescedQuery(deps);
  const hold = createHold(deps, inFlight);

  /** A payment that has been reversed must leave the cache. */
  async function updateCache(receiptKey: string, verdict: Verdict): Promise<void> {
    if (verdict.kind === "success") await deps.verdictCache.put(bank, receiptKey, verdict.receipt);
    else if (verdict.kind !== "undecided") await deps.verdictCache.drop(bank, receiptKey);
  }

  const conclude = createConclude({
    ...deps,
    updateCache,
    checkReceiver: createReceiverCheck({ bank, query, updateCache, metrics }),
    onVerdict: (durationMs) => duration.observe({ bank }, durationMs / 1_000),
  });

  async function giveUp({ work, span }: Held): Promise<void> {
    span.end({ failed: true });
    jobs.inc({ bank, outcome: "released" });
    await deps.claims.release(work.claimed);
  }

  /** Applies the bank's answer to one request of those that wait for it. */
  async function apply(held: Held, result: BankQueryResult, lookDelayMs: number): Promise<void> {
    try {
      const outcome = await conclude(held.work, result, lookDelayMs);
      jobs.inc({ bank, outcome });
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
      result = await query({ ...first.work, claimed: { ...claimed, bypassCache } });
    } catch (error) {
      await Promise.all(held.map(giveUp));
      throw error;
    }
    const applied = await Promise.allSettled(held.map((each) => apply(each, result, lookDelayMs)));
    const failed = applied.find((each) => each.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  };
}

function jobMetrics({ bank, metrics }: Pick<VerifyReceiptDeps, "bank" | "metrics">) {
  return {
    jobs: metrics.counter(
      "verifier_jobs_total",
      "Requests processed by the verifier; `fenced`: recorded too late, `released`: released unfinished, `next_candidate`: not found, and the file names another, `not_booked_yet`: not found, and asked again later",
      ["bank", "outcome"],
      { bank: [bank], outcome: [...verdictOutcomes, ...otherOutcomes] },
    ),
    inFlight: metrics.gauge("verifier_jobs_in_flight", "Requests in progress", ["bank"], { bank: [bank] }),
    duration: metrics.histogram(
      "verifier_job_duration_seconds",
      "Time from claim to recorded verdict",
      latencyBuckets,
      ["bank"],
      { bank: [bank] },
    ),
  };
}

interface Held extends Disposable {
  readonly work: Work;
  readonly span: Span;
}

/** Holds a claim until it is disposed of. */
function createHold(deps: VerifyReceiptDeps, inFlight: ReturnType<typeof jobMetrics>["inFlight"]) {
  return (claimed: ClaimedWork, signal: AbortSignal): Held => {
    const held = deps.heldClaims.track(claimed, signal);
    inFlight.inc({ bank: claimed.bank });
    const span = startSpan(deps.tracing, claimed);
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
  };
}

function startSpan(tracing: Tracing, claimed: ClaimedWork): Span {
  return tracing.startSpan({
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
