import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { StackAddresses } from "./local-stack.ts";
import { stackEnvFile } from "./stack-settings.ts";

/** Readable only by its owner: it contains the database's password. */
export async function writeStackEnv(addresses: StackAddresses): Promise<void> {
  const partial = `${stackEnvFile}.${process.pid}`;
  const lines = Object.entries(addresses).map(([name, value]) => `${name}=${value}\n`);
  await mkdir(path.dirname(stackEnvFile), { recursive: true });
  await writeFile(partial, lines.join(""), { mode: 0o600 });
  await rename(partial, stackEnvFile);
}

/** True if `stack:up` started the stack: then it must run until `stack:down`. */
export function isStackPersistent(): boolean {
  return existsSync(stackEnvFile);
}

export async function removeStackEnv(): Promise<void> {
  await rm(stackEnvFile, { force: true });
}
