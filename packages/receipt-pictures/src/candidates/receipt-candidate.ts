import type { ReceiptIdentifiers } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";

export interface ReceiptCandidate {
  readonly bank: BankCode;
  /** Null for digits or a phone that the document does not show, though the bank may require them. */
  readonly identifiers: ReceiptIdentifiers;
  /** 0 to 1: how likely this one is meant, of all that the document may name. */
  readonly confidence: number;
  /** Places of letters in the reference that may as well be others, from 0. Empty for what was not recognized. */
  readonly unsureAt: readonly number[];
  /** The text that it was read from, as recognized. */
  readonly source: string;
}
