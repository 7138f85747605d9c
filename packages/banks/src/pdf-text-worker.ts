import { type MessagePort, threadId } from "node:worker_threads";
import { extractText, getDocumentProxy } from "unpdf";

/** What a worker is given. On `port` it says which thread it is when it begins: before that it loads its library. */
export interface PdfTask {
  readonly bytes: Uint8Array;
  readonly maxPages: number;
  readonly maxCharacters: number;
  readonly port: MessagePort;
}

/** Runs in a thread of its own, so that a hostile document harms that thread alone. */
export async function readPdfText({ bytes, maxPages, maxCharacters, port }: PdfTask): Promise<string> {
  port.postMessage(threadId);
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
