import type { BankCode, Santim } from "@receipts/contracts";

/** What an integrator sent, aliases already joined; each may be absent, and any may be a link or a whole SMS. */
export interface SubmittedIdentifiers {
  readonly reference?: string | undefined;
  readonly suffix?: string | undefined;
  readonly phone?: string | undefined;
}

/** What a bank's receipt is asked for with, in the bank's own spelling. */
export interface ReceiptIdentifiers {
  readonly reference: string;
  readonly suffix: string | null;
  readonly phone: string | null;
}

export interface IdentifierFault {
  readonly field: "reference" | "suffix" | "phone";
  /** Says what is expected, with an example of the right shape. */
  readonly message: string;
}

export type IdentifierResult =
  | { readonly kind: "valid"; readonly identifiers: ReceiptIdentifiers }
  | { readonly kind: "invalid"; readonly faults: readonly IdentifierFault[] };

/** Cleans and checks what was sent; pure, no network. */
export type ReadIdentifiers = (submitted: SubmittedIdentifiers) => IdentifierResult;

/** A bank's answer as it came: bytes and the content type that it claimed. */
export interface ReceiptDocument {
  readonly contentType: string;
  readonly body: Uint8Array;
}

export type FetchOutcome =
  | { readonly kind: "document"; readonly document: ReceiptDocument }
  | { readonly kind: "not_found" };

/** What a genuine document says. */
export interface Receipt {
  /** The bank's own transaction id, as the document prints it. */
  readonly referenceNumber: string;
  readonly paymentStatus: "completed" | "reversed";
  /** What the receiver got, fees left out. */
  readonly amount: Santim;
  readonly currency: "ETB";
  readonly senderName: string | null;
  readonly receiverName: string | null;
  /** As printed, masks included. */
  readonly receiverAccount: string | null;
  /** Where the account is not at the bank whose receipt this is: the bank that has it, or null for one that we do not know. */
  readonly receiverBank?: BankCode | null;
  readonly paidAt: Date;
  /** How exactly the document tells the time; to the second where this is absent. */
  readonly paidAtPrecision?: PaidAtPrecision;
}

/** `minute` begins its minute, `day` is local midnight: the payment was made within it. */
export type PaidAtPrecision = "minute" | "day";

export type ParseOutcome =
  | { readonly kind: "receipt"; readonly receipt: Receipt }
  /** The bank says in its document that there is no such receipt. */
  | { readonly kind: "not_found" }
  /** The receipt is genuine, but the suffix or phone that was sent is not one of its parties'. */
  | { readonly kind: "identifier_mismatch"; readonly receipt: Receipt };

export interface BankAdapter {
  readonly code: BankCode;
  /**
   * Network only. One attempt: retries and the breaker are the caller's.
   * Throws `BankUnavailable` when the bank gave no answer, `ReceiptUnreadable` when it gave one that no receipt can be;
   * as `UnexpectedAnswer` where there is a document to look at.
   */
  fetchReceipt(identifiers: ReceiptIdentifiers, signal: AbortSignal): Promise<FetchOutcome>;
  /** Pure: same bytes, same answer. Throws `ReceiptUnreadable`. */
  parseReceipt(document: ReceiptDocument, identifiers: ReceiptIdentifiers): Promise<ParseOutcome>;
}

/** `BANK_*` settings by their full names; the adapter reads its own. */
export type BankEnvironment = Readonly<Record<string, string | undefined>>;
