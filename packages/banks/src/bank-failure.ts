import type { ReceiptDocument } from "./bank-adapter.ts";

/** There is no verdict. `retryable`: whether another attempt can help. */
export class BankFailure extends Error {
  readonly retryable: boolean;
  constructor(message: string, options: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.retryable = options.retryable;
  }
}

/** The bank did not respond, or reported a temporary failure. */
export class BankUnavailable extends BankFailure {
  /** The sandbox was requested to fail, which says nothing about a real bank. */
  readonly isPlayed: boolean;
  constructor(message: string, cause?: unknown, { isPlayed = false } = {}) {
    super(message, { retryable: true, cause });
    this.isPlayed = isPlayed;
  }
}

/** There was no complete response. */
export class BankNotReached extends BankUnavailable {}

/** A firewall responded instead of the bank. Requests from another address may succeed. */
export class BankBlocked extends BankUnavailable {}

/** The bank's response has an unknown shape. The message never quotes the document. */
export class ReceiptUnreadable extends BankFailure {
  constructor(message: string, cause?: unknown) {
    super(message, { retryable: false, cause });
  }
}

/** Thrown before parsing: the status already shows that this is no receipt. */
export class UnexpectedResponse extends ReceiptUnreadable {
  readonly document: ReceiptDocument;
  constructor(message: string, document: ReceiptDocument) {
    super(message);
    this.document = document;
  }
}
