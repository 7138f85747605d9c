import { execFile } from "node:child_process";
import path from "node:path";
import { childEnvironment } from "@receipts/testing";
import { root } from "./repository.ts";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of ours, such as `packages/database/src/migrate-main.ts`, with these settings only, to its end. */
export async function runProgram(program: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  return await new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--conditions=source", "--disable-warning=ExperimentalWarning", path.join(root, program)],
      { env: childEnvironment(env) },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
