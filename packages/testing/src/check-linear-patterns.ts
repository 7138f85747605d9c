import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findPatternFaults } from "./linear-patterns.ts";

/**
 * Text of strangers meets these sources: pasted text, banks' documents, requests, URLs, log lines. A regular expression
 * whose time grows faster than its text would let a few kilobytes hold a process for minutes. All of them are held to
 * it, for which text goes where changes.
 */
const checkedSources = ["packages/*/{src,tools,client}/**/*.ts", "services/*/{src,tools}/**/*.ts"];

/** By file, the arguments of `RegExp` that may be put together while the program runs; each with its reason. */
const composed: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "packages/service-kit/src/log.ts",
    // Each of them is proven where it stands; side by side they take as long as one after the other.
    new Set(['SECRET_VALUES.map(({ source }) => source).join("|"), "g"']),
  ],
  [
    "packages/testing/src/openapi-check.ts",
    // Paths of our own document, in tests alone.
    new Set(["shape"]),
  ],
]);

const root = fileURLToPath(new URL("../../..", import.meta.url));
const sources = globSync(checkedSources, { cwd: root })
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
