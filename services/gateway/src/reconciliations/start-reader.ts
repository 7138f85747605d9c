import { fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { readerPermissions, usageOf } from "@receipts/service-kit";
import type { FromReader, ToReader } from "./reader-messages.ts";

/** Memory of a reader: a workbook of 100,000 lines takes 268. The chart's memory limit includes one. */
export const statementReaderMebibytes = 320;
/** 100,000 lines take about half of it. */
const HEAP_MEBIBYTES = 224;
/** For one answer. */
const ANSWER_MS = 60_000;
/**
 * CPU time for a statement; 100,000 lines take about three seconds. Measured, so that a busy machine makes no statement
 * look hostile.
 */
const CPU_MS = 20_000;
const LOOK_EVERY_MS = 50;
/** `.ts` in the workspace, `.js` in an image. */
const program = path.join(import.meta.dirname, `statement-reader-main${path.extname(import.meta.filename)}`);

/** The same folder holds all programs of the workspace, and of an image. */
const permissions = readerPermissions(path.resolve(import.meta.dirname, "../../../.."));

/** The reader ended, or did not answer in time: because of the file, or because the machine had no memory. */
export class ReaderEnded extends Error {}

/** The file takes more CPU time or memory than a statement may: another attempt would take as much. */
export class StatementTooHeavy extends Error {}

export interface StatementReader extends Disposable {
  ask(message: ToReader): Promise<FromReader>;
}

export function startReader({
  cpuMs = CPU_MS,
  memoryBytes = statementReaderMebibytes * 1024 * 1024,
} = {}): StatementReader {
  const conditions = process.execArgv.filter((argument) => argument.startsWith("--conditions"));
  const child = fork(program, [], {
    execArgv: [
      ...conditions,
      `--max-old-space-size=${HEAP_MEBIBYTES}`,
      "--max-semi-space-size=8",
      ...permissions,
    ],
    // No settings: they have secrets.
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // The calls of the gateway come first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let isTooHeavy = false;
  const looking = setInterval(async () => {
    const usage = await usageOf(child);
    if (usage === undefined || (usage.cpuMs <= cpuMs && usage.bytes <= memoryBytes)) return;
    isTooHeavy = true;
    child.kill("SIGKILL");
  }, LOOK_EVERY_MS).unref();
  const ended = once(child, "exit").then(([code, signal]) => {
    clearInterval(looking);
    // V8 aborts at its limit of memory.
    if (isTooHeavy || signal === "SIGABRT")
      throw new StatementTooHeavy("the statement takes too much to read");
    throw new ReaderEnded(`the reader ended with ${signal ?? code}`);
  });
  ended.catch(() => undefined);
  // A message to a reader that has ended is an error event as well, which would end the gateway without a listener.
  child.on("error", () => undefined);
  return {
    ask: async (message) => {
      const stop = new AbortController();
      const answer = once(child, "message", {
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(ANSWER_MS)]),
      });
      try {
        child.send(message);
        const [answered]: FromReader[] = await Promise.race([answer, ended]);
        if (answered === undefined) throw new ReaderEnded("the reader did not answer");
        return answered;
      } catch (error) {
        const isKnown = error instanceof ReaderEnded || error instanceof StatementTooHeavy;
        throw isKnown ? error : new ReaderEnded("the reader failed", { cause: error });
      } finally {
        answer.catch(() => undefined);
        stop.abort();
      }
    },
    [Symbol.dispose]: () => {
      child.kill("SIGKILL");
    },
  };
}
