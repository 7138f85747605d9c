import { spawn } from "node:child_process";
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { createProcessRecord } from "./process-record.ts";
import { waitUntil } from "./readiness.ts";
import type { StackServer, StackServerName } from "./stack-server.ts";

export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
}

export interface NativeServerOptions {
  readonly name: StackServerName;
  readonly dataDir: string;
  readonly stopSignal: NodeJS.Signals;
  /** Installs and creates everything for the start: programs, data folder, configuration. */
  prepare(): Promise<ServerCommand>;
  isReady(): Promise<boolean>;
}

const readyTimeoutMs = 180_000;
const exitTimeoutMs = 180_000;

/** A server as a process that outlives the command that started it. */
export function createNativeServer(options: NativeServerOptions): StackServer {
  const { name, dataDir } = options;
  const logFile = path.join(dataDir, `${name}.log`);
  const record = createProcessRecord(path.join(dataDir, `${name}.pid`));

  async function start(): Promise<void> {
    mkdirSync(dataDir, { recursive: true });
    if (record.pid() !== undefined) return await waitUntilReady(async () => undefined);
    if (await options.isReady()) throw new Error(`${name}: its port is in use by another server`);
    const command = await options.prepare();
    launch(command);
    // Remains of a killed server, such as PostgreSQL's children, may make the next start fail: retry.
    await waitUntilReady(async () => {
      if (record.pid() === undefined) launch(command);
    });
  }

  function launch({ file, args, ...where }: ServerCommand): void {
    const log = openSync(logFile, "a");
    const child = spawn(file, args, { ...where, detached: true, stdio: ["ignore", log, log] });
    closeSync(log);
    child.on("error", (error) => appendFileSync(logFile, `${error.message}\n`));
    child.unref();
    if (child.pid !== undefined) record.write(child.pid);
  }

  async function waitUntilReady(whileNot: () => Promise<void>): Promise<void> {
    const isReady = async () => {
      if (await options.isReady()) return true;
      await whileNot();
      return false;
    };
    await waitUntil(isReady, readyTimeoutMs, () => `${name} did not start:\n${lastLines(logFile)}`);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const pid = record.pid();
    if (pid !== undefined) {
      process.kill(pid, signal);
      if (signal !== "SIGKILL") process.kill(pid, "SIGCONT"); // a frozen process cannot exit
      await waitUntil(
        () => record.pid() === undefined,
        exitTimeoutMs,
        () => `${name} did not stop`,
      );
    }
    record.remove();
  }

  function signalNow(signal: NodeJS.Signals): void {
    const pid = record.pid();
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, signal);
  }

  return {
    name,
    start,
    stop: () => end(options.stopSignal),
    kill: () => end("SIGKILL"),
    freeze: async () => signalNow("SIGSTOP"),
    thaw: async () => signalNow("SIGCONT"),
    isReady: async () => record.pid() !== undefined && (await options.isReady()),
  };
}

function lastLines(file: string): string {
  return readFileSync(file, "utf8").split("\n").slice(-20).join("\n");
}
