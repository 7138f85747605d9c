import type { BankCode, SampleOutcome } from "@receipts/contracts";
import type { BankAdapter, BankEnvironment, ReadIdentifiers, ReceiptIdentifiers } from "./bank-adapter.ts";
import type { BankEndpoint, WarnOperator } from "./bank-endpoint.ts";
import type { BankSigns } from "./bank-signs.ts";

export interface AdapterOptions {
  /** Told at start of each relaxation that somebody configured; for the log. */
  readonly warn: WarnOperator;
}

/** What reads one receipt; `suffix` and `phone` where the bank asks for them. */
export interface SampleIdentifiers {
  readonly reference: string;
  readonly suffix?: string;
  readonly phone?: string;
}

/** Invented and well-formed: where the bank is the sandbox, each gives its outcome. */
export type BankExamples = Readonly<Record<SampleOutcome, SampleIdentifiers>>;

/** The letters that ask the sandbox for an outcome stand last in a reference, or before its `end`. */
export function examplesFrom(success: SampleIdentifiers, end = success.reference.length): BankExamples {
  const { reference } = success;
  const withLetters = (letters: string): SampleIdentifiers => ({
    ...success,
    reference: `${reference.slice(0, end - 2)}${letters}${reference.slice(end)}`,
  });
  return {
    success,
    notFound: withLetters("NF"),
    reversed: withLetters("RV"),
    down: withLetters("DN"),
    slow: withLetters("SL"),
    unrecognizable: withLetters("GB"),
  };
}

/** All that the rest of the system needs to know of a bank. Loads no network, PDF or HTML library by itself. */
export interface BankDefinition {
  readonly code: BankCode;
  /** Hosts that are configured in place of the bank's own count as its own in links. */
  createReadIdentifiers(env: BankEnvironment): ReadIdentifiers;
  readonly endpoints: readonly BankEndpoint[];
  readonly examples: BankExamples;
  /** What tells its receipts from others' when `bank` is not given. */
  readonly signs: BankSigns;
  /** Its receipts may name an account at another bank, in `receiverBank`. */
  readonly paysToOtherBanks?: true;
  /**
   * Identifiers that open a receipt's document for the holder of an account (normalized). The receipt does not show all of
   * these digits. Undefined where the account has too few digits. Absent where the bank checks no such digits.
   */
  identifiersOfHolder?(referenceNumber: string, account: string): ReceiptIdentifiers | undefined;
  loadAdapter(env: BankEnvironment, options: AdapterOptions): Promise<BankAdapter>;
}
