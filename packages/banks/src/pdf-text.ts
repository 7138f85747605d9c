import { isMainThread } from "node:worker_threads";
import { BankFailure, ReceiptUnreadable } from "./bank-failure.ts";
import { readInThread } from "./reading-threads.ts";

/** Receipts have one page; more than a few is another kind of document. */
const maxPages = 5;
/** A receipt has two thousand. */
const maxCharacters = 20_000;
/** The PDF specification lets readers look for the end mark this far from the end. */
const endMarkStretch = 1_024;

/**
 * The text of a whole PDF, a line for each line that is drawn, in the order of drawing. It is read in a thread that ends
 * when it takes too long or too much.
 * Throws `ReceiptUnreadable` for what is not a whole PDF, and for what exceeds a limit.
 */
export async function extractPdfText(bytes: Uint8Array): Promise<string> {
  if (latin1(bytes.subarray(0, 4)) !== "%PDF") throw new ReceiptUnreadable("the document is not a PDF");
  if (!latin1(bytes.subarray(-endMarkStretch)).includes("%%EOF")) {
    throw new ReceiptUnreadable("the PDF is cut off before its end");
  }
  try {
    // The library takes the bytes away; a thread has its own copy anyhow.
    return isMainThread
      ? await readInThread("readPdfText", { bytes })
      : await readPdfText(new Uint8Array(bytes));
  } catch (error) {
    if (error instanceof BankFailure) throw error;
    throw new ReceiptUnreadable("no text could be had from the PDF", error);
  }
}

/** Only in a thread: nothing limits here how long it takes. */
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
