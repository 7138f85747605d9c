import type { AskFor, BankCode, PaymentKind, Santim } from "@receipts/contracts";

/** Identifiers as submitted, with aliases merged. Each may be absent, and any may be a link or a whole SMS. */
export interface SubmittedIdentifiers {
  readonly reference?: string | undefined;
  readonly suffix?: string | undefined;
  readonly phone?: string | undefined;
}

/** Identifiers that the bank needs for one receipt, in the bank's own spelling. */
export interface ReceiptIdentifiers {
  readonly reference: string;
  readonly suffix: string | null;
  readonly phone: string | null;
}

export interface IdentifierFault {
  readonly field: "reference" | "suffix" | "phone";
  /** States the expected form, with an example. */
  readonly message: string;
}

export type IdentifierResult =
  | { readonly kind: "valid"; readonly identifiers: ReceiptIdentifiers }
  | {
      readonly kind: "invalid";
      readonly faults: readonly IdentifierFault[];
      /** For a message that has no receipt at all. */
      readonly askFor?: AskFor;
    };

/** Cleans and checks submitted identifiers; pure, no network. */
export type ReadIdentifiers = (submitted: SubmittedIdentifiers) => IdentifierResult;

/** A bank's response as received: bytes and the declared content type. */
export interface ReceiptDocument {
  readonly contentType: string;
  readonly body: Uint8Array;
}

export type FetchOutcome =
  | { readonly kind: "document"; readonly document: ReceiptDocument }
  | { readonly kind: "not_found" };

/** The payment that a genuine document shows. */
export interface Receipt {
  /** The bank's own transaction id, as printed in the document. */
  readonly referenceNumber: string;
  readonly paymentStatus: "completed" | "reversed";
  /** The amount that the receiver got, without fees. */
  readonly amount: Santim;
  readonly currency: "ETB";
  readonly senderName: string | null;
  /** As printed, masks included, at banks that open a document for the payer's digits too. Never shown. */
  readonly senderAccount?: string;
  readonly receiverName: string | null;
  /** As printed, masks included. */
  readonly receiverAccount: string | null;
  /** The bank of the receiver's account, if it is not the bank that issued the receipt; null for an unknown bank. */
  readonly receiverBank?: BankCode | null;
  /** By the bank's own words; absent or null if it prints none. */
  readonly paymentKind?: PaymentKind | null;
  readonly paidAt: Date;
  /** Precision of the time in the document; default: to the second. */
  readonly paidAtPrecision?: PaidAtPrecision;
}

/** `minute` starts its minute, `day` is local midnight: the payment was made within it. */
export type PaidAtPrecision = "minute" | "day";

export type ParseOutcome =
  | { readonly kind: "receipt"; readonly receipt: Receipt }
  /** The bank states in its document that there is no such receipt. */
  | { readonly kind: "not_found" }
  /** The receipt is genuine, but the submitted suffix or phone belongs to neither party. */
  | { readonly kind: "identifier_mismatch"; readonly receipt: Receipt };

export interface BankAdapter {
  readonly code: BankCode;
  /**
   * Makes one attempt; the caller handles retries and the circuit breaker. Throws `BankUnavailable` if the bank gave no
   * response, and `ReceiptUnreadable` for a response that cannot be a receipt: `UnexpectedResponse` if it has a document
   * to inspect.
   */
  fetchReceipt(identifiers: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome>;
  /** Pure: same bytes, same result. Throws `ReceiptUnreadable`. */
  parseReceipt(document: ReceiptDocument, identifiers: ReceiptIdentifiers): Promise<ParseOutcome>;
}

/** `BANK_*` settings by their full names; the adapter reads its own. */
export type BankEnvironment = Readonly<Record<string, string | undefined>>;
