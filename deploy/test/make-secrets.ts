import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./repository.ts";

export interface MadeSecrets extends Disposable {
  readonly folder: string;
  /** Runs the script once more; returns its output. */
  again(): string;
}

/** A folder of secrets, created like an operator's. */
export function makeSecrets(): MadeSecrets {
  const folder = mkdtempSync(path.join(tmpdir(), "receipts-secrets-"));
  const again = () =>
    execFileSync("sh", [path.join(root, "deploy/compose/make-secrets.sh"), folder], { encoding: "utf8" });
  again();
  return { folder, again, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
