import { mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import path from "node:path";
import { DEFAULT_DATA_DIR } from "./data-dir.ts";

const dataDir = path.resolve(process.env["DATA_DIR"] || DEFAULT_DATA_DIR);

/** Compiled code is run as it is found, so nobody else may be able to put it there. */
function isOnlyOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    // The start continues without a cache; what needs the folder reports why it cannot be used.
    return false;
  }
}

// Before any other import: from the second start on, nothing is compiled again. A cache that cannot be written is no error.
if (isOnlyOurs(dataDir)) enableCompileCache(path.join(dataDir, "compile-cache"));
const { runStandalone } = await import("./run-standalone.ts");
await runStandalone(process.env);
