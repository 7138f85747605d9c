import type { MessagePort } from "node:worker_threads";
import type { BankCode } from "@receipts/contracts";
import type { ParseOutcome, ReceiptDocument, ReceiptIdentifiers } from "./bank-adapter.ts";

/** A thread's task. On `port` the thread reports its id when it starts the task, after loading its libraries. */
interface Task {
  readonly port: MessagePort;
}

interface PdfTask extends Task {
  readonly bytes: Uint8Array;
}

interface ReceiptTask extends Task {
  readonly bank: BankCode;
  readonly document: ReceiptDocument;
  readonly identifiers: ReceiptIdentifiers;
}

/** A `BankFailure` thrown in a thread would arrive as another error. */
interface Failure {
  readonly kind: "failure";
  readonly message: string;
  readonly retryable: boolean;
}

/** The functions of `reading-worker.ts`. */
export interface Readers {
  readonly readPdfText: (task: PdfTask) => Promise<string>;
  readonly readReceipt: (task: ReceiptTask) => Promise<ParseOutcome | Failure>;
}
