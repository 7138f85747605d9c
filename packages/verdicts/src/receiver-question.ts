import { asksForHolder, identifiersOfHolder, type Receipt, type ReceiptIdentifiers } from "@receipts/banks";
import { type ResultRequest, resultOf } from "./verdict.ts";

/** What shows whether the account that a receipt's mask fits is the receiver's. */
export interface ReceiverQuestion {
  /** Normalized. */
  readonly account: string;
  readonly identifiers: ReceiptIdentifiers;
  /** The document at hand was opened with these very digits. */
  readonly isAnswered: boolean;
}

/** Undefined where it can decide nothing: no mask fits, several do, or the bank opens its documents without such digits. */
export function receiverQuestion(request: ResultRequest, receipt: Receipt): ReceiverQuestion | undefined {
  if (!asksForHolder(request.bank)) return undefined;
  const { matchType, matchedSettlementAccount: account } = resultOf(request, {
    kind: "success",
    receipt,
  }).settlementAccountMatch;
  if (account === undefined || matchType === "exact") return undefined;
  // Of an account at another bank this bank knows no digits.
  if (receipt.receiverBank !== undefined) return undefined;
  const identifiers = identifiersOfHolder(request.bank, receipt.referenceNumber, account);
  if (identifiers === undefined) return undefined;
  const isAnswered = request.reference === identifiers.reference && request.suffix === identifiers.suffix;
  return { account, identifiers, isAnswered };
}
