import {
  type DecisionReason,
  type Expectation,
  noExpectation,
  parseSantim,
  type ReceiptRejection,
  type Santim,
  type VerificationResult,
} from "@receipts/contracts";
import { decide } from "@receipts/settlement";

/** Phones, banks and servers do not agree on the time. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

export interface EvaluatedDeposit {
  readonly amount: Santim;
  readonly createdAt: Date;
}

/** What a deposit wants of the payment: the whole amount, made for this order. */
export function expectationOf({ amount, createdAt }: EvaluatedDeposit): Expectation {
  const paidAfter = new Date(createdAt.getTime() - CLOCK_TOLERANCE_MS);
  return { ...noExpectation, amount, paidAfter };
}

export type ReceiptEvaluation =
  | { readonly kind: "fits"; readonly amount: Santim }
  /** A person decides. `amount`: null where the receipt does not show it. */
  | {
      readonly kind: "in_doubt";
      readonly reasons: readonly DecisionReason[];
      readonly amount: Santim | null;
    }
  | { readonly kind: "rejected"; readonly reason: ReceiptRejection };

/** The error that the payer sees: the first one whose reason applies. */
const rejections = [
  // Reversed payments and guessed identifiers too: the person who pasted it learns no more than that.
  ["not_verified", "receipt_not_found"],
  ["wrong_receiver", "wrong_receiver"],
  ["already_confirmed", "receipt_already_used"],
  ["amount_too_low", "amount_too_low"],
  ["paid_too_early", "paid_before_created"],
] as const satisfies readonly (readonly [DecisionReason, ReceiptRejection])[];

/**
 * Whether what a bank said pays this deposit. Its receiver was compared with the accounts that the payer was shown.
 * `isUsed`: the account has this receipt on record.
 */
export function evaluateReceipt(
  deposit: EvaluatedDeposit,
  { result, isUsed }: { readonly result: VerificationResult; readonly isUsed: boolean },
): ReceiptEvaluation {
  if (result.failureReason !== null) return { kind: "rejected", reason: "bank_unavailable" };
  const { decision, decisionReasons } = decide({
    result,
    expectation: expectationOf(deposit),
    requestedAt: deposit.createdAt,
    confirmedBefore: isUsed,
  });
  const rejection = rejections.find(([reason]) => decisionReasons.includes(reason));
  if (rejection !== undefined) return { kind: "rejected", reason: rejection[1] };
  const amount = result.amount === null ? null : (parseSantim(result.amount.toFixed(2)) ?? null);
  if (decision === "accept" && amount !== null) return { kind: "fits", amount };
  return { kind: "in_doubt", reasons: decisionReasons, amount };
}
