import type { BankCode } from "@receipts/contracts";
import type { IdentifierFault, ReceiptIdentifiers, SubmittedIdentifiers } from "../src/index.ts";

/** What people send, in their words; whatever the field, text alone stands for the reference. */
export type SubmittedInput = readonly [how: string, submitted: SubmittedIdentifiers | string];

/** Ways to send the same identifiers. */
export interface AcceptedInputs {
  readonly bank: BankCode;
  readonly identifiers: ReceiptIdentifiers;
  /** Read with the bank stated, and told from what was sent without it. */
  readonly inputs: readonly SubmittedInput[];
  /** Read with the bank stated only: nothing in them is this bank's alone. */
  readonly onlyWithBank?: readonly SubmittedInput[];
}

/** With the bank stated, what is refused, and the fields that are named. */
export interface RefusedInputs {
  readonly bank: BankCode;
  readonly inputs: readonly (readonly [...SubmittedInput, fields: readonly IdentifierFault["field"][]])[];
}

/** Without a bank, what could be several banks' or nobody's. */
export type UndetectedInput = readonly [...SubmittedInput, candidates: readonly BankCode[]];

export function asSubmitted(input: SubmittedIdentifiers | string): SubmittedIdentifiers {
  return typeof input === "string" ? { reference: input } : input;
}
