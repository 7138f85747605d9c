import type { BankCode } from "@receipts/contracts";
import type { Party, Payment } from "./payments/payment.ts";
import type { FieldFault, PaymentOrder } from "./payments/payment-order.ts";

/** The parts of an HTTP request that a bank looks at. */
export interface BankRequest {
  param(name: string): string;
  query(name: string): string;
  header(name: string): string | undefined;
}

export interface SandboxResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | Uint8Array;
  /** A failure that the reference asks for, and no outage. */
  readonly isAskedForFailure?: true;
}

export interface ReceiptQuery {
  readonly kind: "well_formed";
  /** The transaction id or share token; its last two characters may name an outcome. */
  readonly key: string;
  /** The two that name it, where a reference ends in digits. */
  readonly outcomeLetters?: string;
  /** Digits that must end the account of one of the two parties. */
  readonly accountDigits?: string;
  /** Digits that must end the payer's account. */
  readonly payerDigits?: string;
}

export type ReceiptAsk =
  | ReceiptQuery
  | { readonly kind: "malformed" }
  /** The bank turns the request away before it looks for a receipt. */
  | { readonly kind: "refused"; readonly answer: SandboxResponse };

/** One address at which a bank serves receipts. */
export interface ReceiptEndpoint {
  /** Express path. Banks may share one: the first whose `read` is well formed answers. */
  readonly path: string;
  read(request: BankRequest): ReceiptAsk;
  /** The receipt of a reference that nobody ordered; the same for the same ask. */
  derive(ask: ReceiptQuery): Payment;
  render(payment: Payment): SandboxResponse | Promise<SandboxResponse>;
  readonly notFound: SandboxResponse;
  /** Another way to say so, where the bank has two: given for a reversed payment. */
  readonly withdrawn?: SandboxResponse;
  /** Whether the document can say "reversed"; where it cannot, a reversed payment has no receipt. */
  readonly showsReversal: boolean;
}

/** What reads one receipt; `suffix` and `phone` where the bank asks for them. */
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

/** What the payer holds after paying. */
interface Handout {
  readonly suffix?: string;
  readonly phone?: string;
  readonly receiptUrl: string;
  /** The bank's own id of the payment, where the reference that finds its receipt is another. */
  readonly transactionId?: string;
  /** A second link to the same receipt, where the bank has two kinds. */
  readonly shareUrl?: string;
  readonly smsText: string;
}

/** What is asked for with a key that the bank knows the shape of. */
export function askFor(key: string, isWellFormed: boolean): ReceiptAsk {
  return isWellFormed ? { kind: "well_formed", key } : { kind: "malformed" };
}

/** The sample that succeeds, and the same with each outcome's letters for its last two, or for those before `end`. */
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
  /** Who receives the payments that nobody ordered. The account is as this bank's receipts let it be matched. */
  readonly receiver: Party;
  readonly endpoints: readonly ReceiptEndpoint[];
  readonly samples: BankSamples;
  /** The kinds of receipt that an order may choose from; where absent, there is one. */
  readonly paymentTypes?: readonly string[];
  /** Makes a payment with a new reference each time it is called. */
  placeOrder(order: PaymentOrder): OrderResult;
  handOut(payment: Payment): Handout;
}
