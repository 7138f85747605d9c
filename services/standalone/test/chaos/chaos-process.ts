import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { childEnvironment, until } from "@receipts/testing";
import { appendToSuiteLog } from "@receipts/testing/suite-log";
import { repository } from "./chaos-stack.ts";

export interface ChaosProcessOptions {
  readonly name: string;
  /** From the tree's root. */
  readonly main: string;
  /** The source that it runs unless told at a start; this repository's. */
  readonly tree?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFolder: string;
  /** Modules that are loaded before it. */
  readonly preload?: readonly string[];
}

/** One service as production runs it, which a test may end and start again. */
export interface ChaosProcess {
  readonly name: string;
  /** Answers when it says that it is ready. Another release's source may be named, which is then kept. */
  start(tree?: string): Promise<void>;
  /** Sends the signal and answers with the exit code (null after a kill). */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** For signals that do not end it. */
  signal(signal: NodeJS.Signals): void;
  /** Its log lines of this test, over all its lives. */
  log(): string;
  residentBytes(): number;
}

const readyPattern = /^(?:Ready|Bank sandbox): /m;

export function createChaosProcess(options: ChaosProcessOptions): ChaosProcess {
  const logFile = path.join(options.logFolder, `${options.name}.log`);
  let child: ChildProcess | undefined;
  let tree = options.tree ?? repository;
  let exited: Promise<number | null> = Promise.resolve(null);

  function launch(): ChildProcess {
    mkdirSync(options.logFolder, { recursive: true });
    const log = openSync(logFile, "a");
    const preload = (options.preload ?? []).flatMap((file) => ["--import", file]);
    const args = ["--conditions=source", ...preload, path.join(tree, options.main)];
    const env = childEnvironment(options.env);
    const launched = spawn(process.execPath, args, { env, stdio: ["ignore", log, log] });
    closeSync(log);
    return launched;
  }

  async function start(from = tree): Promise<void> {
    tree = from;
    const before = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
    const launched = launch();
    child = launched;
    const printed = () => readFileSync(logFile).subarray(before).toString();
    exited = new Promise((resolve) => {
      launched.once("exit", (code) => {
        appendToSuiteLog(printed());
        resolve(code);
      });
    });
    await until(() => readyPattern.test(printed()) || hasEnded(launched), {
      timeoutMs: 180_000,
      what: `the start of ${options.name}`,
    });
    if (hasEnded(launched)) throw new Error(`${options.name} ended:\n${printed()}`);
  }

  return {
    name: options.name,
    start,
    end: async (signal) => {
      if (child !== undefined && !hasEnded(child)) child.kill(signal);
      return await exited;
    },
    signal: (signal) => void child?.kill(signal),
    log: () => readFileSync(logFile, "utf8"),
    residentBytes: () => {
      const status = readFileSync(`/proc/${child?.pid}/status`, "utf8");
      return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]) * 1_024;
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
