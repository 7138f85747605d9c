import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Environment } from "@receipts/service-kit";
import { childEnvironment } from "@receipts/testing";

const ADMIN = fileURLToPath(new URL("../../gateway/src/admin/main.ts", import.meta.url));

/** Node.js arguments of `npm run admin -- …`. */
export const adminCommand = (...words: string[]) => ["--conditions=source", ADMIN, ...words];

/** Runs the command line as an operator does. Returns its output. */
export async function runAdmin(environment: Environment, ...words: string[]): Promise<string> {
  const env = childEnvironment(environment);
  return (await promisify(execFile)(process.execPath, adminCommand(...words), { env })).stdout;
}
