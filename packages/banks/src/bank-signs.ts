import type { ReceiptIdentifiers, SubmittedIdentifiers } from "./bank-adapter.ts";

/** Distinguishes a bank's receipts from those of other banks when the submission does not name the bank. */
export interface BankSigns {
  /** Host names of its receipt links, old ones included. */
  readonly hosts: readonly string[];
  /** The `BANK_*_BASE_URL` settings whose hosts count as its own. */
  readonly hostSettings: readonly string[];
  /**
   * Phrases of the sender that only this bank's messages contain; a match decides. Linear patterns; they see at most
   * 2,000 characters a field.
   */
  readonly messages: readonly RegExp[];
  /**
   * The bank's name. Other banks' messages may contain it as the receiver's bank, so it decides only between matching
   * banks.
   */
  readonly mentions: readonly RegExp[];
  /** Parts of its messages that only look like a receipt of a payment: they are not read. Linear patterns. */
  readonly noReceipts?: readonly RegExp[];
  /** Its code in transfers between banks (BIC). Its number may follow directly: `ABYSETAAFT26307LLQKV`. */
  readonly bic?: string;
  /**
   * How likely identifiers that match this bank's rules belong to it: the highest wins, and equal ones need `bank`.
   * With 0, the bank is chosen only by a link, a message or an explicit `bank`.
   */
  likelihood(identifiers: ReceiptIdentifiers, submitted: SubmittedIdentifiers): number;
}
