import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { childEnvironment, until } from "@receipts/testing";
import { appendToSuiteLog } from "@receipts/testing/suite-log";
import { repository } from "./chaos-stack.ts";

export interface ChaosProcessOptions {
  readonly name: string;
  /** Path from the tree's root. */
  readonly main: string;
  /** The source tree to run, unless `start` names another; default: this repository. */
  readonly tree?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFolder: string;
  /** Modules to load first (`--import`). */
  readonly preload?: readonly string[];
}

/** A service process that a test can end and start again. */
export interface ChaosProcess {
  readonly name: string;
  /** Resolves when the process is ready. `tree` switches to another release's source, also for later starts. */
  start(tree?: string): Promise<void>;
  /** Sends the signal; returns the exit code (null after a kill). */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal that does not end the process. */
  signal(signal: NodeJS.Signals): void;
  /** Returns the log lines of this test, across restarts. */
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
