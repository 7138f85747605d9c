import { type MessagePort, threadId } from "node:worker_threads";
import type { BankCode } from "@receipts/contracts";
import type { ParseOutcome, ReceiptDocument, ReceiptIdentifiers } from "./bank-adapter.ts";
import { BankFailure } from "./bank-failure.ts";

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

/** A `BankFailure` thrown here would arrive as another error. */
interface Failure {
  readonly kind: "failure";
  readonly message: string;
  readonly retryable: boolean;
}

export async function readPdfText({ bytes, port }: PdfTask): Promise<string> {
  const [pdfText] = await Promise.all([import("./pdf-text.ts"), import("unpdf")]);
  port.postMessage(threadId);
  return await pdfText.readPdfText(bytes);
}

export async function readReceipt(task: ReceiptTask): Promise<ParseOutcome | Failure> {
  const { loadBankAdapter } = await import("./adapters.ts");
  const adapter = await loadBankAdapter(task.bank, {}, { warn: () => undefined });
  task.port.postMessage(threadId);
  try {
    return await adapter.parseReceipt(task.document, task.identifiers);
  } catch (error) {
    if (!(error instanceof BankFailure)) throw error;
    return { kind: "failure", message: error.message, retryable: error.retryable };
  }
}
