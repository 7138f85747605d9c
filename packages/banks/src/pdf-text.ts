import path from "node:path";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { Piscina } from "piscina";
import { ReceiptUnreadable } from "./bank-failure.ts";
import type { PdfTask } from "./pdf-text-worker.ts";

/** Receipts have one page; more than a few is another kind of document. */
const maxPages = 5;
/** A receipt has two thousand. */
const maxCharacters = 100_000;
/** The PDF specification lets readers look for the end mark this far from the end. */
const endMarkStretch = 1_024;
/** A receipt takes some 20 ms. From when a worker has begun it. */
const maxMs = 2_000;
/** A receipt takes some 10 MiB. Heap and buffers together, above what the worker had. */
const maxBytes = 64 * 1024 * 1024;
const lookEveryMs = 10;
/** The chart's memory limits hold as many of these heaps at once. */
export const readerThreads = 2;
/** What a thread has before its first document, and `maxBytes` above it. */
export const readerHeapMebibytes = 128;

/** `.ts` in the workspace, `.js` in an image. */
const extension = path.extname(import.meta.filename);

let workers: Piscina<PdfTask, string> | undefined;

/** Made for the first document, and kept: loading the library takes longer than reading a receipt. */
function workersOfProcess(): Piscina<PdfTask, string> {
  workers ??= new Piscina<PdfTask, string>({
    filename: new URL(`./pdf-text-worker${extension}`, import.meta.url).href,
    name: "readPdfText",
    minThreads: 1,
    maxThreads: readerThreads,
    resourceLimits: { maxOldGenerationSizeMb: readerHeapMebibytes },
  });
  return workers;
}

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
  const { port1, port2 } = new MessageChannel();
  const abort = new AbortController();
  const stop = watch(port1, abort);
  try {
    const copy = new Uint8Array(bytes);
    const task: PdfTask = { bytes: copy, maxPages, maxCharacters, port: port2 };
    return await workersOfProcess().run(task, { signal: abort.signal, transferList: [port2, copy.buffer] });
  } catch (error) {
    throw new ReceiptUnreadable("no text could be had from the PDF", abort.signal.reason ?? error);
  } finally {
    stop();
    port1.close();
  }
}

/** Aborts what takes too long or too much, from when a thread has begun it; returns how to stop watching. */
function watch(port: MessagePort, abort: AbortController): () => void {
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  port.once("message", (threadId: number) => {
    timer = setTimeout(() => abort.abort(new Error("it took too long")), maxMs);
    const thread = workersOfProcess().threads.find((each) => each.threadId === threadId);
    let atFirst: number | undefined;
    const look = async () => {
      // Buffers are no part of the heap that the thread's own limit counts.
      const used = await bytesOf(thread);
      if (used === undefined) return;
      atFirst ??= used;
      if (used - atFirst > maxBytes) abort.abort(new Error("it took too much memory"));
    };
    void look();
    looking = setInterval(() => void look(), lookEveryMs);
  });
  return () => {
    clearTimeout(timer);
    clearInterval(looking);
  };
}

/** Undefined for a thread that has ended: its task then fails by itself. */
async function bytesOf(thread: Worker | undefined): Promise<number | undefined> {
  const statistics = await thread?.getHeapStatistics().catch(() => undefined);
  return statistics && statistics.total_heap_size + statistics.external_memory;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
