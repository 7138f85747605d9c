import type { BankCode, SampleOutcome } from "@receipts/contracts";
import type { BankEnvironment, ReadIdentifiers, ReceiptIdentifiers } from "./bank-adapter.ts";
import type { BankEndpoint, WarnOperator } from "./bank-endpoint.ts";
import type { BankSigns } from "./bank-signs.ts";
import type { PrintedReceipt } from "./printed-receipt.ts";

export interface AdapterOptions {
  /** Called at start for each check that the configuration disables; for the log. */
  readonly warn: WarnOperator;
}

/** Identifiers of one receipt; `suffix` and `phone` only if the bank requires them. */
export interface SampleIdentifiers {
  readonly reference: string;
  readonly suffix?: string;
  readonly phone?: string;
}

/** Invented and well-formed. At the sandbox, each gives its outcome. */
export type BankExamples = Readonly<Record<SampleOutcome, SampleIdentifiers>>;

/** The letters that select an outcome at the sandbox come last in a reference, or before its `end`. */
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

/** Tells a payer how to find the number of a payment, in Markdown. Labels are as the bank prints them. */
export interface NumberPlaces {
  readonly message: string;
  readonly app: string;
  /** The bank's page or document. */
  readonly receipt: string;
}

/**
 * Everything that the rest of the system needs to know about a bank. Loads no network, PDF or HTML library by itself.
 */
export interface BankDefinition {
  readonly code: BankCode;
  /** Links to hosts that are configured in place of the bank's own are recognized too. */
  createReadIdentifiers(env: BankEnvironment): ReadIdentifiers;
  /** Without it, a picture of its receipt is read only by its link or message. */
  readonly printed?: PrintedReceipt;
  /** For people who have paid with it, in the documentation's languages. */
  readonly numberPlaces: Readonly<Record<"en" | "am", NumberPlaces>>;
  /** The `BankProtocol` gets a client for each. */
  readonly endpoints: readonly [BankEndpoint, ...BankEndpoint[]];
  readonly examples: BankExamples;
  /** Distinguishes its receipts from those of other banks when `bank` is not given. */
  readonly signs: BankSigns;
  /** Its receipts may name an account at another bank, in `receiverBank`. */
  readonly paysToOtherBanks?: true;
  /**
   * Identifiers that open a receipt's document for the holder of an account (normalized). The receipt does not show all
   * of these digits. Undefined if the account has too few digits. Absent if the bank checks no such digits.
   */
  identifiersOfHolder?(referenceNumber: string, account: string): ReceiptIdentifiers | undefined;
}
