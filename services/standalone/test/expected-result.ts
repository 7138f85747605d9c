import type { BankCode } from "@receipts/contracts";
import { normalizeAccount } from "@receipts/settlement";
import type { PrintedReceipt } from "./printed-receipts.ts";

export function firstConfirmation(completedAt: unknown): object {
  return {
    scope: "account",
    isFirstConfirmation: true,
    confirmedBefore: false,
    firstConfirmedAt: completedAt,
    lastConfirmedAt: completedAt,
    confirmationCount: 1,
  };
}

/** `settlementAccountMatch` without a match; the caller adds source and reason. */
export function unsettled(bank: string): object {
  return {
    matched: false,
    matchType: "unmatched",
    matchConfidence: "none",
    bank,
    matchedUserBankAccountId: null,
    matchedBusinessBankAccountId: null,
    candidateCount: 0,
    ambiguous: false,
    proof: "none",
    nameMatch: "unknown",
  };
}

/** The match if the request named the ordered account as its settlement account. */
export function settlementOf({ order, printed, settled }: PrintedReceipt): object {
  const { receiverAccount } = printed;
  const fromRequest = { ...unsettled(order.bank), source: "request" };
  if (settled === undefined) {
    return receiverAccount === null
      ? { ...fromRequest, reason: "missing_receiver_account" }
      : { ...fromRequest, receiverAccount, candidateCount: 1, reason: "candidate_account_mismatch" };
  }
  return {
    ...fromRequest,
    matched: true,
    matchType: settled.type,
    matchConfidence: settled.confidence,
    receiverAccount,
    matchedSettlementAccount: normalizeAccount(printed.receiverBank ?? order.bank, order.receiverAccount),
    candidateCount: 1,
    reason: {
      exact: "receiver_account_exact_match",
      masked_pattern: "receiver_mask_matches_visible_digits",
    }[settled.type],
    proof: proofOf(order.bank, settled.type),
  };
}

/** An account that was only sent has no known name. cbe confirms its digits by opening the receipt. */
function proofOf(bank: BankCode, type: "exact" | "masked_pattern"): string {
  if (type === "exact") return "account";
  return bank === "cbe" ? "opened" : "mask_only";
}

/** The decision on the first request for a receipt that named the ordered account as its settlement account. */
export function decisionOf({ order, printed, settled }: PrintedReceipt): object {
  const isProven = settled !== undefined && proofOf(order.bank, settled.type) !== "mask_only";
  if (isProven && printed.receiverBank === undefined) return { decision: "accept", decisionReasons: [] };
  if (settled !== undefined) return { decision: "review", decisionReasons: ["receiver_not_proven"] };
  return printed.receiverAccount === null
    ? { decision: "review", decisionReasons: ["receiver_not_checked"] }
    : { decision: "reject", decisionReasons: ["wrong_receiver"] };
}

/** The decision on a first request without an account to compare. */
export const unchecked = { decision: "review", decisionReasons: ["receiver_not_checked"] };
export const notVerified = { decision: "reject", decisionReasons: ["not_verified"] };
