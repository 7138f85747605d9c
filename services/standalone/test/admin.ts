import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Environment } from "@receipts/service-kit";
import { childEnvironment } from "@receipts/testing";
import { readAdminEnvironment } from "../../gateway/src/admin/admin-environment.ts";
import { createAdminProgram } from "../../gateway/src/admin/admin-program.ts";

const ADMIN = fileURLToPath(new URL("../../gateway/src/admin/main.ts", import.meta.url));

/** Node.js arguments of `npm run admin -- …`. */
export const adminCommand = (...words: string[]) => ["--conditions=source", ADMIN, ...words];

/** Runs the command line as an operator does, in a process of its own. Returns its output. */
export async function runAdminProcess(environment: Environment, ...words: string[]): Promise<string> {
  const env = childEnvironment(environment);
  return (await promisify(execFile)(process.execPath, adminCommand(...words), { env })).stdout;
}

/** Runs a command in this process, which takes a second less. Returns its output. */
export async function runAdmin(environment: Environment, ...words: string[]): Promise<string> {
  const lines: string[] = [];
  const program = createAdminProgram({
    environment: () => readAdminEnvironment(environment),
    print: (line) => void lines.push(`${line}\n`),
    write: (bytes) => void lines.push(Buffer.from(bytes).toString("latin1")),
  });
  throwErrors(program);
  await program.parseAsync(words, { from: "user" });
  return lines.join("");
}

/** A usage error neither ends this process nor is printed. */
function throwErrors(command: ReturnType<typeof createAdminProgram>): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  for (const each of command.commands) throwErrors(each);
}
