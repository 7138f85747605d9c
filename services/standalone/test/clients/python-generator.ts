import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { clientsFolder, run } from "./generated-folder.ts";

const requirements = path.join(clientsFolder, "requirements.txt");

/** Installs the generator with pip, once for each list of versions; later runs need neither pip nor a network. */
export async function installPythonGenerator(): Promise<{
  readonly python: string;
  readonly generator: string;
}> {
  const version = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const caches = process.env["XDG_CACHE_HOME"] ?? path.join(os.homedir(), ".cache");
  const folder = path.join(caches, "receipt-verification", `python-clients-${version}`);
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
  return { python: path.join(bin, "python"), generator: path.join(bin, "openapi-python-client") };
}
