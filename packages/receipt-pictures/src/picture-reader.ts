import type { BankEnvironment } from "@receipts/banks";
import type { BankCode } from "@receipts/contracts";
import { type DocumentReading, maxBytes } from "./document-reading.ts";
import { type ReadingLimits, type ReadingProcess, startReadingProcess } from "./reading-child.ts";

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
   * one at a time.
   */
  read(bytes: Uint8Array): Promise<DocumentReading>;
  /** Waits for the documents that are being read. */
  close(): Promise<void>;
}

/** Memory of the process that reads documents, without its parent. */
export const pictureReaderMebibytes = 1_400;

const defaultLimits: ReadingLimits = {
  cpuMs: 10_000,
  ms: 30_000,
  bytes: pictureReaderMebibytes * 1024 * 1024,
};

/**
 * Reads documents in a separate process. It starts with the first document, and ends when a document exceeds a limit:
 * the next document starts another one.
 */
export function createPictureReader({
  banks,
  env,
  limits,
  idleMs = 600_000,
}: PictureReaderOptions): PictureReader {
  const hosts = Object.entries(env).filter(([name]) => /^BANK_[A-Z_]+_BASE_URL$/.test(name));
  const settings = { banks, env: Object.fromEntries(hosts) };
  let child: ReadingProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  /** Documents that wait have no idle process before them. */
  async function stopIdle(): Promise<void> {
    const stopping = last.then(() => child?.stop());
    last = stopping.catch(() => undefined);
    await stopping;
  }

  async function readNext(bytes: Uint8Array): Promise<DocumentReading> {
    clearTimeout(idle);
    if (child === undefined || child.isOver()) child = await startReadingProcess();
    const reading = await child.read({ bytes, settings }, { ...defaultLimits, ...limits });
    idle = setTimeout(() => {
      // A process that reported an error is replaced with the next document.
      stopIdle().catch(() => undefined);
    }, idleMs).unref();
    return reading;
  }

  return {
    async read(bytes) {
      if (bytes.length > maxBytes) return { kind: "refused", reason: "too_many_bytes" };
      const reading = last.then(() => readNext(bytes));
      last = reading.catch(() => undefined);
      return await reading;
    },
    async close() {
      clearTimeout(idle);
      await stopIdle();
    },
  };
}
