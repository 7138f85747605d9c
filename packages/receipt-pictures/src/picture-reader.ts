import type { BankEnvironment } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import { createTurns, type TurnTaker } from "@receipts/service-kit";
import { isPdf } from "./decoding/picture-format.ts";
import { type DocumentReading, maxBytes } from "./document-reading.ts";
import { createReadingBudget } from "./reading-budget.ts";
import { type ReadingLimits, type ReadingProcess, startReadingProcess } from "./reading-child.ts";
import type { ReadingTask, TaskResult } from "./reading-messages.ts";

export interface PictureReaderOptions {
  /** The banks whose references are searched. */
  readonly banks: readonly BankCode[];
  /** The `BANK_*_BASE_URL` settings: links to configured hosts count as the banks' own. */
  readonly env: BankEnvironment;
  readonly limits?: Partial<ReadingLimits>;
  /** The process ends after this time without a document, and its memory is free. Default: 10 minutes. */
  readonly idleMs?: number;
}

export interface PictureReader {
  /**
   * Finds the receipts that a picture or PDF names. They are what the sender claims, and no evidence. Documents are read
   * one at a time. Accounts take turns, by the CPU time that theirs have taken, and so do the parts of one. One that
   * still waits when the signal is aborted is dropped, and rejects.
   */
  read(bytes: Uint8Array, account?: TurnTaker, signal?: AbortSignal): Promise<DocumentReading>;
  /** Waits for the documents that are being read. */
  close(): Promise<void>;
}

/** Memory of the processes that read documents, without their parent. */
export const pictureReaderMebibytes = 1_400;
/** A PDF's process takes no more, as the one that reads pictures may rest beside it. */
const pdfBytes = 600 * 1024 * 1024;

const defaultLimits: ReadingLimits = {
  cpuMs: 10_000,
  ms: 30_000,
  bytes: pictureReaderMebibytes * 1024 * 1024,
};

/**
 * Reads documents in separate processes: pictures in one that starts with the first of them, and ends when one exceeds a
 * limit; each PDF in one of its own.
 */
export function createPictureReader(options: PictureReaderOptions): PictureReader {
  const { banks, env, idleMs = 600_000 } = options;
  const hosts = Object.entries(env).filter(([name]) => /^BANK_[A-Z_]+_BASE_URL$/.test(name));
  const settings = { banks, env: Object.fromEntries(hosts) };
  const limits = { ...defaultLimits, ...options.limits };
  const turns = createTurns();
  const readings = new Set<Promise<DocumentReading>>();
  let child: ReadingProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  /** In its turn: no document is sent to a process that is ending. */
  const stopIdle = async () => await turns.take("", async () => await child?.stop());

  async function readPicture(task: ReadingTask, spend: Spend, within = limits): Promise<DocumentReading> {
    clearTimeout(idle);
    if (child === undefined || child.isOver()) child = await startReadingProcess("picture");
    const { reading, cpuMs } = await child.read(task, within);
    spend(cpuMs);
    idle = setTimeout(() => {
      // A process that reported an error is replaced with the next document.
      stopIdle().catch(() => undefined);
    }, idleMs).unref();
    return withoutScan(reading);
  }

  /** Its parts share the limits of one document. */
  async function readPdf(bytes: Uint8Array, spend: Spend, signal?: AbortSignal): Promise<DocumentReading> {
    const budget = createReadingBudget(limits);
    const spendPart = (cpuMs: number) => {
      budget.spend(cpuMs);
      spend(cpuMs);
    };
    const pdf = await startReadingProcess("pdf");
    const { reading, cpuMs } = await pdf
      .read({ settings, bytes }, { ...limits, bytes: Math.min(limits.bytes, pdfBytes) })
      .finally(pdf.stop);
    spendPart(cpuMs);
    if (reading.kind !== "scan") return reading;
    for (const picture of reading.pictures) {
      signal?.throwIfAborted();
      const left = budget.left();
      if (left === undefined) return { kind: "refused", reason: "over_limits" };
      const pictured = await readPicture({ settings, picture }, spendPart, left);
      if (pictured.kind === "refused" || pictured.candidates.length > 0) return pictured;
    }
    return reading.written;
  }

  return {
    async read(bytes, account = "", signal) {
      if (bytes.length > maxBytes) return { kind: "refused", reason: "too_many_bytes" };
      const reading = turns.take(
        account,
        async (spend) =>
          isPdf(bytes) ? await readPdf(bytes, spend, signal) : await readPicture({ settings, bytes }, spend),
        signal,
      );
      readings.add(reading);
      return await reading.finally(() => readings.delete(reading));
    },
    async close() {
      await Promise.allSettled(readings);
      clearTimeout(idle);
      await stopIdle();
    },
  };
}

type Spend = (cpuMs: number) => void;

function withoutScan(result: TaskResult): DocumentReading {
  if (result.kind === "scan") throw new Error("a picture holds no pictures");
  return result;
}
