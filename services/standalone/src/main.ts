import { mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import path from "node:path";
import { DEFAULT_DATA_DIR } from "./data-dir.ts";

const dataDir = path.resolve(process.env["DATA_DIR"] || DEFAULT_DATA_DIR);

/** Compiled code is run without a check, so only this user may be able to write it. */
function isOnlyOurs(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    // The start continues without a cache; the code that needs the folder reports why it is unusable.
    return false;
  }
}

// Before any other import: from the second start on, nothing is compiled again. An unwritable cache is not an error.
if (isOnlyOurs(dataDir)) enableCompileCache(path.join(dataDir, "compile-cache"));
const { runStandalone } = await import("./run-standalone.ts");
await runStandalone(process.env);
