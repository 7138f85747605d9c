import {
  type BankCode,
  type PaymentOption,
  parseSantim,
  type ReceiptRejection,
  type Santim,
  type VerificationResult,
} from "@receipts/contracts";
import { matchSettlement, precisionMs } from "@receipts/settlement";

/** Phones, banks and servers do not agree on the time. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;

export interface JudgedDeposit {
  readonly amount: Santim;
  readonly paymentOptions: readonly PaymentOption[];
  readonly createdAt: Date;
}

export type ReceiptJudgement =
  | { readonly kind: "fits"; readonly amount: Santim }
  | { readonly kind: "rejected"; readonly reason: ReceiptRejection };

/** Whether what a bank said pays this deposit. `isUsed`: the account has this receipt on record. */
export function judgeReceipt(
  deposit: JudgedDeposit,
  bank: BankCode,
  { result, isUsed }: { readonly result: VerificationResult; readonly isUsed: boolean },
): ReceiptJudgement {
  if (result.failureReason !== null) return rejected("bank_unavailable");
  const amount = result.amount === null ? undefined : parseSantim(result.amount.toFixed(2));
  // Reversed payments and guessed identifiers too: whoever pasted it learns no more of it than that.
  if (result.status !== "success" || amount === undefined || result.timestamp === null) {
    return rejected("receipt_not_found");
  }
  if (!isPaidTo(deposit, bank, result)) return rejected("wrong_receiver");
  if (isUsed) return rejected("receipt_already_used");
  if (amount < deposit.amount) return rejected("amount_too_low");
  const latest = new Date(result.timestamp).getTime() + precisionMs(result.timestampPrecision);
  if (latest <= deposit.createdAt.getTime() - CLOCK_TOLERANCE_MS) return rejected("paid_before_created");
  return { kind: "fits", amount };
}

/** To one of the accounts that the payer was shown, beyond doubt. */
function isPaidTo(
  { paymentOptions }: JudgedDeposit,
  bank: BankCode,
  { receiverAccount, receiverBank, receiverName }: VerificationResult,
): boolean {
  // That bank has a receipt of its own of the same payment, with a number of its own: of the two only the bank's counts, or
  // one payment would confirm two deposits.
  if (receiverBank !== undefined) return false;
  const match = matchSettlement({
    bank,
    succeeded: true,
    receiverAccount,
    receiverName,
    settlementAccount: null,
    savedAccounts: paymentOptions.map((option, index) => ({
      id: String(index),
      bank: option.bank,
      owner: "user",
      accountNumber: option.accountNumber,
      names: [option.accountName],
    })),
  });
  return match.matched && !match.ambiguous && match.matchConfidence === "high";
}

function rejected(reason: ReceiptRejection): ReceiptJudgement {
  return { kind: "rejected", reason };
}
