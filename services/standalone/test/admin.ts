import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Environment } from "@receipts/service-kit";
import { childEnvironment } from "@receipts/testing";

const ADMIN = fileURLToPath(new URL("../../gateway/src/admin/main.ts", import.meta.url));

/** What Node.js runs for `npm run admin -- …`. */
export const adminCommand = (...words: string[]) => ["--conditions=source", ADMIN, ...words];

/** The command line as an operator uses it. Returns what it prints. */
export async function runAdmin(environment: Environment, ...words: string[]): Promise<string> {
  const env = childEnvironment(environment);
  return (await promisify(execFile)(process.execPath, adminCommand(...words), { env })).stdout;
}
