import type { BankCode } from "@receipts/contracts";
import type { Party, Payment } from "./payments/payment.ts";
import type { FieldFault, PaymentOrder } from "./payments/payment-order.ts";

/** The parts of an HTTP request that a bank reads. */
export interface BankRequest {
  param(name: string): string;
  query(name: string): string;
  header(name: string): string | undefined;
}

export interface SandboxResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** A failure that the reference requests, not an outage. */
  readonly isRequestedFailure?: true;
}

export interface ReceiptQuery {
  readonly kind: "well_formed";
  /** The transaction id or share token; its last two characters may name an outcome. */
  readonly key: string;
  /** The two letters that name it, if a reference ends in digits. */
  readonly outcomeLetters?: string;
  /** Digits that must end the account of one of the two parties. */
  readonly accountDigits?: string;
  /** Digits that must end the payer's account. */
  readonly payerDigits?: string;
}

export type ParsedQuery =
  | ReceiptQuery
  | { readonly kind: "malformed" }
  /** The bank rejects the request before it searches for a receipt. */
  | { readonly kind: "refused"; readonly response: SandboxResponse };

/** One address at which a bank serves receipts. */
export interface ReceiptEndpoint {
  /** Express path. Banks may share one: the first whose `read` is well formed responds. */
  readonly path: string;
  read(request: BankRequest): ParsedQuery;
  /** The receipt of a reference without an order; the same for the same query. */
  derive(query: ReceiptQuery): Payment;
  render(payment: Payment): SandboxResponse | Promise<SandboxResponse>;
  readonly notFound: SandboxResponse;
  /** Second "not found" response of the bank, if it has two: used for a reversed payment. */
  readonly withdrawn?: SandboxResponse;
  /** Whether the document can show a reversal; otherwise a reversed payment has no receipt. */
  readonly showsReversal: boolean;
}

/** Identifiers of one receipt; `suffix` and `phone` only if the bank requires them. */
export interface SampleIdentifiers {
  readonly reference: string;
  readonly suffix?: string;
  readonly phone?: string;
}

export interface BankSamples {
  readonly success: SampleIdentifiers;
  readonly notFound: SampleIdentifiers;
  readonly reversed: SampleIdentifiers;
  readonly down: SampleIdentifiers;
  readonly slow: SampleIdentifiers;
  readonly unrecognizable: SampleIdentifiers;
}

/** Identifiers and messages that the payer gets. */
interface Handout {
  readonly suffix?: string;
  readonly phone?: string;
  readonly receiptUrl: string;
  /** The bank's own id of the payment, if another reference finds its receipt. */
  readonly transactionId?: string;
  /** A second link to the same receipt, if the bank has two kinds. */
  readonly shareUrl?: string;
  readonly smsText: string;
}

/** Result of reading a request's key. */
export function parsedQuery(key: string, isWellFormed: boolean): ParsedQuery {
  return isWellFormed ? { kind: "well_formed", key } : { kind: "malformed" };
}

/** The sample that succeeds, and its variants: each outcome's letters replace the last two, or those before `end`. */
export function samplesFrom(success: SampleIdentifiers, end = success.reference.length): BankSamples {
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

export type OrderResult =
  | { readonly kind: "placed"; readonly payment: Payment }
  | { readonly kind: "refused"; readonly faults: readonly FieldFault[] };

export interface SandboxBank {
  readonly code: BankCode;
  /** Receives the payments without an order. The account can be matched with this bank's receipts. */
  readonly receiver: Party;
  readonly endpoints: readonly ReceiptEndpoint[];
  readonly samples: BankSamples;
  /** Kinds of receipt for orders; absent if there is only one. */
  readonly paymentTypes?: readonly string[];
  /** Creates a payment with a new reference on each call. */
  placeOrder(order: PaymentOrder): OrderResult;
  handOut(payment: Payment): Handout;
}
