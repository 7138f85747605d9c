import { extractText, getDocumentProxy } from "unpdf";
import { ReceiptUnreadable } from "./bank-failure.ts";

/** Receipts have one page; more than a few is another kind of document. */
const maxPages = 5;
/** The PDF specification lets readers look for the end mark this far from the end. */
const endMarkStretch = 1_024;

/**
 * The text of a whole PDF, a line for each line that is drawn, in the order of drawing.
 * Throws `ReceiptUnreadable` for what is not a whole PDF.
 */
export async function extractPdfText(bytes: Uint8Array): Promise<string> {
  if (latin1(bytes.subarray(0, 4)) !== "%PDF") throw new ReceiptUnreadable("the document is not a PDF");
  if (!latin1(bytes.subarray(-endMarkStretch)).includes("%%EOF")) {
    throw new ReceiptUnreadable("the PDF is cut off before its end");
  }
  try {
    // The library takes the buffer over, so it gets one of its own. Its warnings would quote the document.
    const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
    try {
      if (document.numPages > maxPages) throw new Error("too many pages");
      return (await extractText(document, { mergePages: true })).text;
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    throw new ReceiptUnreadable("no text could be had from the PDF", error);
  }
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
