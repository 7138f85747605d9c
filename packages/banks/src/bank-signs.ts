import type { ReceiptIdentifiers, SubmittedIdentifiers } from "./bank-adapter.ts";

/** What tells a bank's receipts from others' when nobody says whose they are. */
export interface BankSigns {
  /** Host names of its receipt links, old ones included. */
  readonly hosts: readonly string[];
  /** The `BANK_*_BASE_URL` settings whose hosts count as its own. */
  readonly hostSettings: readonly string[];
  /** What only its own messages say, of their sender: decides. Linear patterns; they see at most 2,000 characters a field. */
  readonly messages: readonly RegExp[];
  /** Its name, which other banks' messages have too, of a receiver's bank: decides only between what fits. */
  readonly mentions: readonly RegExp[];
  /**
   * How likely identifiers that fit this bank's rules are really its: the highest wins, and equal ones have to be asked
   * about. 0: never without a link, a message or an explicit `bank`.
   */
  likelihood(identifiers: ReceiptIdentifiers, submitted: SubmittedIdentifiers): number;
}
