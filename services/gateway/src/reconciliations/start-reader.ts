import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { FromReader, ToReader } from "./reader-messages.ts";

/** Heap and buffers of a reader. The chart's memory limit includes one. */
export const statementReaderMebibytes = 256;
/** 100,000 lines take about half of it. */
const HEAP_MEBIBYTES = statementReaderMebibytes - 32;
/** For one answer. 100,000 lines take about two seconds. */
const ANSWER_MS = 60_000;
/** `.ts` in the workspace, `.js` in an image. */
const program = path.join(import.meta.dirname, `statement-reader-main${path.extname(import.meta.filename)}`);

/** The reader ended, or did not answer in time: because of the file, or because the machine had no memory. */
export class ReaderEnded extends Error {}

export interface StatementReader extends Disposable {
  ask(message: ToReader): Promise<FromReader>;
}

export function startReader(): StatementReader {
  const conditions = process.execArgv.filter((argument) => argument.startsWith("--conditions"));
  const child = fork(program, [], {
    execArgv: [...conditions, `--max-old-space-size=${HEAP_MEBIBYTES}`, "--max-semi-space-size=8"],
    // No settings: they have secrets.
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = once(child, "exit").then(([code, signal]) => {
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
        throw error instanceof ReaderEnded ? error : new ReaderEnded("the reader failed", { cause: error });
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
