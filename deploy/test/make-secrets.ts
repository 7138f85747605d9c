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

/** A folder of secrets, created like an operator's; with those of deploy/compose/tls.yml if `tls` is true. */
export function makeSecrets({ tls = false } = {}): MadeSecrets {
  const folder = mkdtempSync(path.join(tmpdir(), "receipts-secrets-"));
  const scripts = ["make-secrets.sh", ...(tls ? ["make-certificates.sh"] : [])];
  const run = (script: string) =>
    execFileSync("sh", [path.join(root, "deploy/compose", script), folder], { encoding: "utf8" });
  const again = () => scripts.map(run).join("");
  again();
  return { folder, again, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}
