import { type Log, latencyBuckets, type ServiceMetrics } from "@receipts/service-kit";
import type { LiveStatusChannel, RecordVerdict, Verdict, VerdictCache } from "@receipts/verdicts";
import type { AskBank, BankAnswer } from "./ask-bank.ts";
import { type ClaimedWork, type ClaimRepository, jobMessage } from "./claim-repository.ts";
import type { HeldClaims } from "./held-claims.ts";
import type { ServiceTime } from "./service-time.ts";

export interface VerifyReceiptDeps {
  readonly claims: ClaimRepository;
  readonly heldClaims: HeldClaims;
  readonly askBank: AskBank;
  readonly verdictCache: VerdictCache;
  readonly recordVerdict: RecordVerdict;
  readonly liveStatus: Pick<LiveStatusChannel, "announce">;
  readonly serviceTime: Pick<ServiceTime, "observe">;
  readonly bankBudgetMs: number;
  readonly parkMs: () => number;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

/** Claim, ask, record. Returns when nothing is left to do for the message; throws when it must be handed out again. */
export type VerifyReceipt = (verificationId: string, signal: AbortSignal) => Promise<void>;

export function createVerifyReceipt(deps: VerifyReceiptDeps): VerifyReceipt {
  const jobs = deps.metrics.counter("verifier_jobs_total", "Requests ended by the verifier", [
    "bank",
    "outcome",
  ]);
  const duration = deps.metrics.histogram(
    "verifier_job_duration_seconds",
    "Time from claim to recorded verdict",
    latencyBuckets,
    ["bank"],
  );
  const answer = createShareTwins(deps);

  async function work(claimed: ClaimedWork, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    deps.liveStatus.announce(claimed.id, { processingStatus: "running", status: "pending", verified: false });
    const found = await answer(claimed, signal);
    if (found.kind === "park") {
      await deps.claims.park(claimed.id, jobMessage(claimed.bank, claimed), deps.parkMs(), claimed);
      return;
    }
    const { verdict } = found;
    const recorded = await deps.recordVerdict(claimed, verdict);
    const outcome = recorded === undefined ? "fenced" : outcomeOf(verdict);
    const durationMs = performance.now() - startedAt;
    jobs.inc({ bank: claimed.bank, outcome });
    duration.observe({ bank: claimed.bank }, durationMs / 1_000);
    if (recorded !== undefined) deps.serviceTime.observe(durationMs);
    deps.log.info("verification.finished", {
      requestId: claimed.httpRequestId,
      verificationId: claimed.id,
      bank: claimed.bank,
      outcome,
      claimAttempt: claimed.claimAttempt,
      workMs: Math.round(durationMs),
      ...(recorded === undefined ? {} : { durationMs: recorded.durationMs, deliveryId: recorded.deliveryId }),
    });
  }

  return async (verificationId, signal) => {
    const claimed = await deps.claims.claim(verificationId);
    if (claimed === undefined) return;
    const { signal: claimSignal, letGo } = deps.heldClaims.hold(claimed);
    try {
      await work(claimed, AbortSignal.any([signal, claimSignal]));
    } catch (error) {
      await deps.claims.release(claimed);
      throw error;
    } finally {
      letGo();
    }
  };
}

function outcomeOf(verdict: Verdict): string {
  return verdict.kind === "undecided" ? verdict.reason : verdict.kind;
}

/**
 * The verdict from the cache, from a twin that is being asked about at this moment, or from the bank. A twin's answer is
 * shared only when it is a success: anything else may be that request's own bad luck.
 */
function createShareTwins(
  deps: VerifyReceiptDeps,
): (claimed: ClaimedWork, signal: AbortSignal) => Promise<BankAnswer> {
  const underWay = new Map<string, Promise<BankAnswer>>();

  const ask = async (claimed: ClaimedWork, signal: AbortSignal): Promise<BankAnswer> => {
    const answer = await deps.askBank({
      verificationId: claimed.id,
      httpRequestId: claimed.httpRequestId,
      identifiers: claimed.identifiers,
      budgetMs: Math.max(1, Math.min(deps.bankBudgetMs, claimed.msLeft)),
      signal,
    });
    if (answer.kind === "verdict") await remember(claimed.receiptKey, answer.verdict);
    return answer;
  };

  /** A payment that was reversed since must not be answered from the cache any more. */
  async function remember(receiptKey: string, verdict: Verdict): Promise<void> {
    if (verdict.kind === "success") await deps.verdictCache.put(receiptKey, verdict.receipt);
    else if (verdict.kind !== "undecided") await deps.verdictCache.drop(receiptKey);
  }

  return async (claimed, signal) => {
    if (claimed.bypassCache) return await ask(claimed, signal);
    for (;;) {
      const twin = underWay.get(claimed.receiptKey);
      if (twin === undefined) break;
      const shared = await twin.catch(() => undefined);
      if (shared?.kind === "verdict" && shared.verdict.kind === "success") return shared;
      signal.throwIfAborted();
    }
    const asking = askUnlessCached(claimed, signal).finally(() => underWay.delete(claimed.receiptKey));
    underWay.set(claimed.receiptKey, asking);
    return await asking;
  };

  async function askUnlessCached(claimed: ClaimedWork, signal: AbortSignal): Promise<BankAnswer> {
    const receipt = await deps.verdictCache.get(claimed.receiptKey);
    if (receipt !== undefined) return { kind: "verdict", verdict: { kind: "success", receipt } };
    return await ask(claimed, signal);
  }
}
