import {
  identifiersOfHolder,
  type Receipt,
  type ReceiptIdentifiers,
  requiresHolderDigits,
} from "@receipts/banks";
import { type AccountOpening, canBeAccount } from "@receipts/settlement";
import { type ResultRequest, resultOf } from "./verdict.ts";

/** A query that shows whether the account that matches a receipt's mask is the receiver's. */
export interface ReceiverQuery {
  /** Normalized. */
  readonly account: string;
  readonly identifiers: ReceiptIdentifiers;
  /** The document at hand was opened with these digits. */
  readonly wasOpened: boolean;
  /**
   * The proof that a document gives by opening. The bank opens it for the payer's digits too, so that it proves nothing for
   * a merchant who paid an account that ends like the own one.
   */
  readonly opened: AccountOpening | undefined;
}

/** Returns undefined if it cannot decide anything: no mask matches, several do, or the bank needs no such digits. */
export function receiverQueryOf(request: ResultRequest, receipt: Receipt): ReceiverQuery | undefined {
  if (!requiresHolderDigits(request.bank)) return undefined;
  const verdict = { kind: "success", receipt } as const;
  const { matchType, matchedSettlementAccount: account } = resultOf(
    request,
    verdict,
    true,
  ).settlementAccountMatch;
  if (account === undefined || matchType === "exact") return undefined;
  // This bank does not know the digits of an account at another bank.
  if (receipt.receiverBank !== undefined) return undefined;
  const identifiers = identifiersOfHolder(request.bank, receipt.referenceNumber, account);
  if (identifiers === undefined) return undefined;
  const wasOpened = request.reference === identifiers.reference && request.suffix === identifiers.suffix;
  const mayBePayer =
    receipt.senderAccount === undefined || canBeAccount(request.bank, receipt.senderAccount, account);
  return { account, identifiers, wasOpened, opened: mayBePayer ? undefined : { account, isOpened: true } };
}
