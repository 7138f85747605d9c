import path from "node:path";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { Piscina } from "piscina";
import { ReceiptUnreadable } from "./bank-failure.ts";
import type { Readers } from "./reading-tasks.ts";

/**
 * A receipt takes about 20 ms of CPU time. CPU time is measured, so that a busy machine does not make documents look
 * hostile.
 */
const maxCpuMs = 2_000;
/** Limit in real time, from when a thread starts: a document may wait without using the CPU. */
const maxMs = 5 * maxCpuMs;
/** A receipt takes about 10 MiB. Counts heap and buffers, above the thread's initial use. */
const maxBytes = 64 * 1024 * 1024;
const lookEveryMs = 10;
/**
 * Limit for young objects. Without it, the garbage collector may grow to about 100 MiB at once, for any document.
 */
const youngMebibytes = 12;
/** The chart's memory limits include this many heaps. */
export const readerThreads = 2;
/** A thread's use before its first document, plus `maxBytes`. */
export const readerHeapMebibytes = 128;

/** `.ts` in the workspace, `.js` in an image. */
const extension = path.extname(import.meta.filename);

type TaskOf<Name extends keyof Readers> = Omit<Parameters<Readers[Name]>[0], "port">;

let threads: Piscina | undefined;

/** Created for the first document and then reused: loading the libraries takes longer than reading a receipt. */
function threadsOfProcess(): Piscina {
  if (threads !== undefined) return threads;
  threads = new Piscina({
    filename: new URL(`./reading-worker${extension}`, import.meta.url).href,
    minThreads: 1,
    maxThreads: readerThreads,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: {
      maxOldGenerationSizeMb: readerHeapMebibytes,
      maxYoungGenerationSizeMb: youngMebibytes,
    },
  });
  // Without a listener, an idle thread's error would end the process. The pool creates another thread.
  threads.on("error", () => undefined);
  return threads;
}

/**
 * Runs a function of `reading-worker.ts` in a thread, which ends if it exceeds its time or memory. Throws
 * `ReceiptUnreadable` for that, and any error of the function. An error may be caused by the thread's earlier work, so
 * the function runs once more in another thread.
 */
export async function readInThread<Name extends keyof Readers>(
  name: Name,
  task: TaskOf<Name>,
): Promise<Awaited<ReturnType<Readers[Name]>>> {
  try {
    return await readOnce(name, task);
  } catch (error) {
    if (error instanceof ReceiptUnreadable) throw error;
    return await readOnce(name, task);
  }
}

async function readOnce<Name extends keyof Readers>(
  name: Name,
  task: TaskOf<Name>,
): Promise<Awaited<ReturnType<Readers[Name]>>> {
  const { port1, port2 } = new MessageChannel();
  const abort = new AbortController();
  const stop = watch(port1, abort);
  try {
    return await threadsOfProcess().run(
      { ...task, port: port2 },
      { name, signal: abort.signal, transferList: [port2] },
    );
  } catch (error) {
    throw abort.signal.reason ?? error;
  } finally {
    stop();
    port1.close();
  }
}

/**
 * Aborts a task that exceeds its time or memory, counted from when a thread started it; returns a function that stops
 * watching.
 */
function watch(port: MessagePort, abort: AbortController): () => void {
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  const tooMuch = (what: string) =>
    abort.abort(new ReceiptUnreadable(`the document takes too ${what} to read`));
  port.once("message", (threadId: number) => {
    // After a pause of this thread, the result may have arrived but not been read yet.
    timer = setTimeout(() => setImmediate(() => setImmediate(() => tooMuch("long"))), maxMs);
    const thread = threadsOfProcess().threads.find((each) => each.threadId === threadId);
    let atFirst: Usage | undefined;
    const look = async () => {
      const used = await usageOf(thread);
      if (used === undefined) return;
      atFirst ??= used;
      if (used.bytes - atFirst.bytes > maxBytes) tooMuch("much memory");
      if (used.cpuMs - atFirst.cpuMs > maxCpuMs) tooMuch("long");
    };
    void look();
    looking = setInterval(() => void look(), lookEveryMs);
  });
  return () => {
    clearTimeout(timer);
    clearInterval(looking);
  };
}

interface Usage {
  readonly bytes: number;
  readonly cpuMs: number;
}

/** Undefined for a thread that has ended: its task then fails by itself. */
async function usageOf(thread: Worker | undefined): Promise<Usage | undefined> {
  if (thread === undefined) return undefined;
  try {
    const [heap, cpu] = await Promise.all([thread.getHeapStatistics(), thread.cpuUsage()]);
    // Buffers are not part of the heap that the thread's own limit counts.
    return { bytes: heap.total_heap_size + heap.external_memory, cpuMs: (cpu.user + cpu.system) / 1_000 };
  } catch {
    return undefined;
  }
}
