import type { BankCode } from "@receipts/contracts";
import type { ServiceMetrics } from "@receipts/service-kit";
import { receiptKey, receiverQueryOf, type Verdict } from "@receipts/verdicts";
import type { CoalescedQuery, Work } from "./coalesced-query.ts";
import type { BankQueryResult } from "./query-bank.ts";

/** Receiver checks may use another host than receipts, with outages of its own: then each would wait for nothing. */
const RECEIVER_CHECK_PAUSE_MS = 60_000;
/**
 * Receipts without a response in a row, before the checks pause. One receipt can be made to have none, and meanwhile a
 * stranger's is compared by mask and name alone.
 */
const UNANSWERED_BEFORE_PAUSE = 3;

export type FoundVerdict = Extract<BankQueryResult, { kind: "verdict" }>;
type Success = FoundVerdict & {
  readonly verdict: Extract<Verdict, { kind: "success" }>;
};

export function isSuccess(result: BankQueryResult): result is Success {
  return result.kind === "verdict" && result.verdict.kind === "success";
}

/** Adds whether the account that matches the mask opens the document. Without a response the verdict stays as it is. */
export type CheckReceiver = (work: Work, found: Success) => Promise<Success>;

export function createReceiverCheck(deps: {
  readonly bank: BankCode;
  readonly query: CoalescedQuery;
  readonly updateCache: (receiptKey: string, verdict: Verdict) => Promise<void>;
  readonly metrics: ServiceMetrics;
}): CheckReceiver {
  const receiverChecks = deps.metrics.counter(
    "receiver_checks_total",
    "Receiver checks: receipts fetched again with the digits of the expected account",
    ["bank", "outcome"],
    { bank: [deps.bank], outcome: ["opened", "refused", "unanswered"] },
  );
  const host = createHostMemory();

  return async (work, found) => {
    const { claimed } = work;
    const { receipt } = found.verdict;
    const receiverQuery = receiverQueryOf(claimed, receipt);
    if (receiverQuery === undefined) return found;
    const { account, identifiers, wasOpened, opened } = receiverQuery;
    if (wasOpened) return { ...found, verdict: { ...found.verdict, opening: opened } };
    if (host.isPaused()) return found;
    const key = receiptKey(claimed.bank, identifiers);
    const checked = await deps.query({
      ...work,
      about: "receiver",
      claimed: { ...claimed, identifiers, receiptKey: key },
    });
    const attempts = [...found.attempts, ...checked.attempts];
    const outcome = receiverCheckOutcome(checked);
    receiverChecks.inc({ bank: claimed.bank, outcome });
    host.note(checked, { key, isOverdue: performance.now() >= work.deadlineAt });
    if (outcome === "unanswered") return { ...found, attempts };
    if (checked.kind === "verdict") await deps.updateCache(key, checked.verdict);
    const opening = outcome === "opened" ? opened : { account, isOpened: false };
    return { kind: "verdict", attempts, verdict: { ...found.verdict, opening } };
  };
}

/** Remembers which receipts the host of the checks did not respond to, since it last did. */
function createHostMemory() {
  const unanswered = new Set<string>();
  let pausedUntil = 0;
  return {
    isPaused: () => performance.now() < pausedUntil,
    note(
      result: BankQueryResult,
      { key, isOverdue }: { readonly key: string; readonly isOverdue: boolean },
    ): void {
      // A request at its own end, or an open breaker, says nothing about the host.
      if (result.kind === "park" || isOverdue) return;
      const { verdict } = result;
      // A document that cannot be read is a response too.
      if (verdict.kind !== "undecided" || verdict.reason !== "bank_unavailable") {
        unanswered.clear();
        return;
      }
      unanswered.add(key);
      if (unanswered.size < UNANSWERED_BEFORE_PAUSE) return;
      unanswered.clear();
      pausedUntil = performance.now() + RECEIVER_CHECK_PAUSE_MS;
    },
  };
}

function receiverCheckOutcome(result: BankQueryResult): "opened" | "refused" | "unanswered" {
  if (isSuccess(result)) return "opened";
  return result.kind === "verdict" && result.verdict.kind === "not_found" ? "refused" : "unanswered";
}
