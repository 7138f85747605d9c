import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Installs a requirements.txt with pip and returns the folder of its programs. Does so once for each list of versions;
 * later runs need neither pip nor a network.
 */
export async function installPythonPackages(requirements: string): Promise<string> {
  const version = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const caches = process.env["XDG_CACHE_HOME"] ?? path.join(os.homedir(), ".cache");
  const folder = path.join(caches, "receipt-verification", `python-${version}`);
  const bin = path.join(folder, "bin");
  const done = path.join(folder, ".done");
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(path.dirname(folder), { recursive: true });
    await run("python3", ["-m", "venv", folder]);
    await run(path.join(bin, "python"), ["-m", "pip", "install", "--quiet", "--requirement", requirements]);
    // Written last: an interrupted installation is repeated.
    writeFileSync(done, "");
  }
  return bin;
}
