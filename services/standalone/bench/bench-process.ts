import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pause } from "@receipts/service-kit";

/** A process of a benchmark; it is ready when it prints the line that `StartOptions.ready` matches. */
export interface BenchProcess extends AsyncDisposable {
  /** The first group of the ready line: mostly a port. */
  readonly readyText: string;
  readonly pid: number;
  /** Everything that it has printed. */
  readonly output: () => string;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The line that the process prints when it is ready. */
  readonly ready?: RegExp;
  /** Opens the inspector, for `profileWhile`. */
  readonly inspect?: boolean | undefined;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});
// An interrupted benchmark must not leave its processes behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const root = path.join(import.meta.dirname, "../../..");
/** With `--cpu-prof` on the command line each process writes a CPU profile here when it ends. */
const profiles = path.join(root, ".data/bench-profiles");

/**
 * Starts a TypeScript file of the workspace; the process ends with the benchmark. Its output goes to a file, so that
 * reading log lines costs the load generator nothing.
 */
export async function startBenchProcess(file: string, options: StartOptions = {}): Promise<BenchProcess> {
  const ready = options.ready ?? /^(?:port|ready) (\d+)$/m;
  const folder = mkdtempSync(path.join(os.tmpdir(), "receipts-bench-"));
  const outputFile = path.join(folder, "output");
  const output = openSync(outputFile, "a");
  const child = spawn(process.execPath, [...nodeFlags(file, options), path.join(root, file)], {
    env: { PATH: process.env["PATH"] ?? "", ...options.env },
    stdio: ["ignore", output, output],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const printed = () => readFileSync(outputFile, "utf8");
  try {
    const readyText = await awaitReady();
    return { readyText, pid: child.pid ?? 0, output: printed, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function awaitReady(): Promise<string> {
    for (const deadline = performance.now() + 180_000; ; ) {
      const found = ready.exec(printed());
      if (found !== null) return found[1] ?? "";
      if (hasEnded() || performance.now() > deadline) {
        throw new Error(`${file} did not get ready:\n${printed().slice(-2_000)}`);
      }
      await pause(20);
    }
  }

  async function stop(): Promise<void> {
    if (!hasEnded()) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

function nodeFlags(file: string, { inspect = false }: StartOptions): string[] {
  const flags = ["--conditions=source", ...(inspect ? ["--inspect=127.0.0.1:0"] : [])];
  if (!process.argv.includes("--cpu-prof")) return flags;
  const name = `${file.replaceAll("/", "-")}-${Date.now()}.cpuprofile`;
  return [...flags, "--cpu-prof", `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}`];
}
