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

/** The clocks of phones, banks and servers differ. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

export interface EvaluatedDeposit {
  readonly amount: Santim;
  readonly createdAt: Date;
}

/** A deposit expects the whole amount, paid for this order. */
export function expectationOf({ amount, createdAt }: EvaluatedDeposit): Expectation {
  const paidAfter = new Date(createdAt.getTime() - CLOCK_TOLERANCE_MS);
  return { ...noExpectation, amount, paidAfter };
}

export type ReceiptEvaluation =
  | { readonly kind: "accepted"; readonly amount: Santim }
  /** A person decides. `amount` is null if the receipt does not show it. */
  | {
      readonly kind: "in_doubt";
      readonly reasons: readonly DecisionReason[];
      readonly amount: Santim | null;
    }
  | { readonly kind: "rejected"; readonly reason: ReceiptRejection };

/** The error that the payer sees: the first one whose reason applies. */
const rejections = [
  // Also reversed payments and guessed identifiers: the payer learns no more.
  ["not_verified", "receipt_not_found"],
  ["not_a_payment_to_merchant", "not_a_payment_to_merchant"],
  ["wrong_receiver", "wrong_receiver"],
  ["already_confirmed", "receipt_already_used"],
  ["amount_too_low", "amount_too_low"],
  ["paid_too_early", "paid_before_created"],
] as const satisfies readonly (readonly [DecisionReason, ReceiptRejection])[];

/**
 * Checks whether a verified receipt pays this deposit. Its receiver was compared with the accounts shown to the payer.
 * `isUsed`: the account has already confirmed this receipt.
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
  if (decision === "accept" && amount !== null) return { kind: "accepted", amount };
  return { kind: "in_doubt", reasons: decisionReasons, amount };
}
