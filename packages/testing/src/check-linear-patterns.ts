import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findPatternFaults } from "./linear-patterns.ts";

/**
 * Text of strangers meets these sources: pasted text, banks' documents, requests. A regular expression whose time
 * grows faster than its text would let a few kilobytes hold a process for minutes.
 */
const checkedFolders = ["packages/banks", "packages/contracts", "packages/settlement", "services/gateway"];

/** By file, the arguments of `RegExp` that may be put together while the program runs; each with its reason. */
const composed: ReadonlyMap<string, ReadonlySet<string>> = new Map();

const root = fileURLToPath(new URL("../../..", import.meta.url));
const sources = checkedFolders
  .flatMap((folder) => globSync(`${folder}/src/**/*.ts`, { cwd: root }))
  .filter((file) => !file.endsWith(".test.ts"))
  .toSorted();

const faults = sources.flatMap((file) =>
  findPatternFaults(file, readFileSync(path.join(root, file), "utf8"), composed.get(file) ?? new Set()).map(
    ({ line, message }) => `${file}:${line} ${message}`,
  ),
);

if (faults.length > 0) {
  process.stderr.write(`${faults.join("\n")}\n`);
  process.exitCode = 1;
}
