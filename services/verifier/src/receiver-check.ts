import type { BankCode } from "@receipts/contracts";
import type { ServiceMetrics } from "@receipts/service-kit";
import { receiptKey, receiverQueryOf, type Verdict } from "@receipts/verdicts";
import { type CoalescedQuery, RECEIVER_BUDGET_MS, type Work } from "./coalesced-query.ts";
import type { BankQueryResult } from "./query-bank.ts";

/** Pause of receiver checks after one without a response: each failure counts for the bank's breaker. */
const RECEIVER_CHECK_PAUSE_MS = 60_000;

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
  /** Receiver checks may use another host than receipts, with outages of its own. */
  let receiverChecksFrom = 0;

  return async (work, found) => {
    const { claimed } = work;
    const { receipt } = found.verdict;
    const receiverQuery = receiverQueryOf(claimed, receipt);
    if (receiverQuery === undefined) return found;
    const { account, identifiers, wasOpened } = receiverQuery;
    if (wasOpened) return { ...found, verdict: { ...found.verdict, opening: { account, isOpened: true } } };
    if (performance.now() < receiverChecksFrom) return found;
    const key = receiptKey(claimed.bank, identifiers);
    const hasWholeTime = work.deadlineAt - performance.now() >= RECEIVER_BUDGET_MS;
    const checked = await deps.query({
      ...work,
      about: "receiver",
      claimed: { ...claimed, identifiers, receiptKey: key },
    });
    const attempts = [...found.attempts, ...checked.attempts];
    const outcome = receiverCheckOutcome(checked);
    receiverChecks.inc({ bank: claimed.bank, outcome });
    if (outcome === "unanswered") {
      // A request at its own end, or an open breaker, says nothing about the host: others must not lose their check.
      if (hasWholeTime && checked.kind !== "park")
        receiverChecksFrom = performance.now() + RECEIVER_CHECK_PAUSE_MS;
      return { ...found, attempts };
    }
    if (checked.kind === "verdict") await deps.updateCache(key, checked.verdict);
    const opening = { account, isOpened: outcome === "opened" };
    return { kind: "verdict", attempts, verdict: { ...found.verdict, opening } };
  };
}

function receiverCheckOutcome(result: BankQueryResult): "opened" | "refused" | "unanswered" {
  if (isSuccess(result)) return "opened";
  return result.kind === "verdict" && result.verdict.kind === "not_found" ? "refused" : "unanswered";
}
