import type { BankCode } from "@receipts/contracts";
import { unlessAborted } from "@receipts/service-kit";
import type { VerdictCache } from "@receipts/verdicts";
import type { ClaimedWork } from "./claim-repository.ts";
import type { BankQuery, BankQueryResult, QueryBank } from "./query-bank.ts";

export interface CoalescedQueryDeps {
  readonly bank: BankCode;
  readonly queryBank: QueryBank;
  readonly verdictCache: Pick<VerdictCache, "get">;
  readonly bankBudgetMs: number;
}

/** Longest time that a known verdict waits for the receiver check. */
const RECEIVER_BUDGET_MS = 5_000;

/** A claimed request, as the bank is asked about it. */
export interface Work {
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

export type CoalescedQuery = (work: Work) => Promise<BankQueryResult>;

interface SharedResult {
  readonly result: BankQueryResult;
  readonly isShareable: boolean;
  readonly about: Work["about"];
}

/**
 * Gets the verdict from the cache, from a query in flight for the same receipt, or from the bank. Concurrent duplicates
 * share one query.
 */
export function createCoalescedQuery(deps: CoalescedQueryDeps): CoalescedQuery {
  const queriesInFlight = new Map<string, Promise<SharedResult>>();

  return async (work) => {
    const { receiptKey, bypassCache } = work.claimed;
    if (bypassCache) return await deps.queryBank(bankQueryOf(work, deps.bankBudgetMs));
    for (
      let earlier = queriesInFlight.get(receiptKey);
      earlier !== undefined;
      earlier = queriesInFlight.get(receiptKey)
    ) {
      // A failed or aborted query has no result, and its own caller gets the error: then the next duplicate queries the bank.
      const outcome = await unlessAborted(
        earlier.catch(() => undefined),
        work.signal,
      );
      if (outcome?.isShareable && (isDecided(outcome.result) || outcome.about === work.about))
        return outcome.result;
    }
    const pending = Promise.withResolvers<SharedResult>();
    // A rejection is handled by the duplicates that wait for it, if there are any.
    pending.promise.catch(() => undefined);
    queriesInFlight.set(receiptKey, pending.promise);
    try {
      const hadFullBudget = work.deadlineAt - performance.now() >= budgetOf(work.about, deps.bankBudgetMs);
      const receipt = await deps.verdictCache.get(deps.bank, receiptKey);
      const result: BankQueryResult =
        receipt === undefined
          ? await deps.queryBank(bankQueryOf(work, deps.bankBudgetMs))
          : { kind: "verdict", verdict: { kind: "success", receipt }, attempts: [] };
      pending.resolve({ result, isShareable: hadFullBudget || isDecided(result), about: work.about });
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
 * An undecided result is not shared if its request ran out of its own time: duplicates may have more. That of a receiver
 * check, which makes one attempt with a short budget, ends other checks alone.
 */
const isDecided = (result: BankQueryResult): boolean =>
  result.kind !== "verdict" || result.verdict.kind !== "undecided";

const budgetOf = (about: Work["about"], bankBudgetMs: number): number =>
  about === "receiver" ? RECEIVER_BUDGET_MS : bankBudgetMs;

function bankQueryOf(
  { claimed, signal, traceparent, deadlineAt, about }: Work,
  bankBudgetMs: number,
): BankQuery {
  const maxMs = budgetOf(about, bankBudgetMs);
  const budgetMs = Math.max(1, Math.min(maxMs, Math.round(deadlineAt - performance.now())));
  return {
    verificationId: claimed.id,
    userId: claimed.userId,
    httpRequestId: claimed.httpRequestId,
    traceparent,
    identifiers: claimed.identifiers,
    isReadInFile: claimed.input !== null,
    about,
    budgetMs,
    // A check of a receiver too: the bank may take longer than a known verdict waits.
    isShortened: budgetMs < bankBudgetMs,
    signal,
  };
}
