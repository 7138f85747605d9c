import type { ReceiptDocument } from "./bank-adapter.ts";

/** Why no verdict could be had. `retryable` says whether asking again can help. */
export class BankFailure extends Error {
  readonly retryable: boolean;
  constructor(message: string, options: { readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.retryable = options.retryable;
  }
}

/** The bank did not answer, or answered that it cannot now. */
export class BankUnavailable extends BankFailure {
  /** The sandbox was asked to fail, which says nothing of a bank. */
  readonly isPlayed: boolean;
  constructor(message: string, cause?: unknown, { isPlayed = false } = {}) {
    super(message, { retryable: true, cause });
    this.isPlayed = isPlayed;
  }
}

/** There was no whole answer at all. */
export class BankNotReached extends BankUnavailable {}

/** A firewall answered in the bank's place. Who asks from another address may get through. */
export class BankBlocked extends BankUnavailable {}

/** The bank answered in a shape that we do not know. The message never quotes the document. */
export class ReceiptUnreadable extends BankFailure {
  constructor(message: string, cause?: unknown) {
    super(message, { retryable: false, cause });
  }
}

/** Told before any parser sees the document: the status says already that it is no receipt. */
export class UnexpectedAnswer extends ReceiptUnreadable {
  readonly document: ReceiptDocument;
  constructor(message: string, document: ReceiptDocument) {
    super(message);
    this.document = document;
  }
}
