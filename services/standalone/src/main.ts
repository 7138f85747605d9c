import { mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import path from "node:path";
import { DEFAULT_DATA_DIR } from "./data-dir.ts";

const dataDir = path.resolve(process.env["DATA_DIR"] || DEFAULT_DATA_DIR);
try {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
} catch {
  // The start continues without a cache; whatever needs the folder reports why it cannot be used.
}
// Before any other import: from the second start on, nothing is compiled again. A folder that cannot be written is no error.
enableCompileCache(path.join(dataDir, "compile-cache"));
const { runStandalone } = await import("./run-standalone.ts");
await runStandalone(process.env);
