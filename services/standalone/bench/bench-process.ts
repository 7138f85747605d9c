import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** A process of a benchmark, known by the line that it prints when it is ready. */
export interface BenchProcess extends AsyncDisposable {
  /** What followed the awaited word. */
  readonly answer: string;
  readonly pid: number;
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Its first group is the answer. */
  readonly ready?: RegExp;
}

const root = path.join(import.meta.dirname, "../../..");

/** Starts a TypeScript file of the workspace; the process ends with the benchmark. */
export async function startBenchProcess(file: string, options: StartOptions = {}): Promise<BenchProcess> {
  const ready = options.ready ?? /^(?:port|ready) (\d+)$/m;
  const child = spawn(process.execPath, ["--conditions=source", path.join(root, file)], {
    env: { PATH: process.env["PATH"] ?? "", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const answer = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}:\n${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000);
        const found = ready.exec(output);
        if (found !== null) resolve(found[1] ?? "");
      });
    }
  });
  return {
    answer,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
