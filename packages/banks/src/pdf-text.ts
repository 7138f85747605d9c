import { isMainThread } from "node:worker_threads";
import { BankFailure, ReceiptUnreadable } from "./bank-failure.ts";
import { readInThread } from "./reading-threads.ts";

/** Receipts have one page; more than a few means another kind of document. */
const maxPages = 5;
/** A receipt has about 2,000. */
const maxCharacters = 20_000;
/** The PDF specification lets readers search for the end mark within this distance from the end. */
const endMarkStretch = 1_024;

/**
 * Extracts the text of a complete PDF: one line for each drawn line, in drawing order. Runs in a thread that ends when
 * it exceeds its time or memory. Throws `ReceiptUnreadable` for an incomplete PDF, and for one that exceeds a limit.
 */
export async function extractPdfText(bytes: Uint8Array): Promise<string> {
  if (latin1(bytes.subarray(0, 4)) !== "%PDF") throw new ReceiptUnreadable("the document is not a PDF");
  if (!latin1(bytes.subarray(-endMarkStretch)).includes("%%EOF")) {
    throw new ReceiptUnreadable("the PDF is cut off before its end");
  }
  try {
    // The library takes over the bytes. A thread has its own copy in any case.
    return isMainThread
      ? await readInThread("readPdfText", { bytes })
      : await readPdfText(new Uint8Array(bytes));
  } catch (error) {
    if (error instanceof BankFailure) throw error;
    throw new ReceiptUnreadable("the text of the PDF could not be read", error);
  }
}

/** Call it only in a thread: nothing here limits its time. */
export async function readPdfText(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  // Its warnings would quote the document.
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  try {
    if (document.numPages > maxPages) throw new Error("too many pages");
    const { text } = await extractText(document, { mergePages: true });
    if (text.length > maxCharacters) throw new Error("too long a text");
    return text;
  } finally {
    await document.loadingTask.destroy();
  }
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
