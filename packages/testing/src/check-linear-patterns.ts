import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findPatternFaults } from "./linear-patterns.ts";

/**
 * Untrusted text meets these sources: pasted text, bank documents, requests, URLs, log lines. A regular expression
 * whose time grows faster than its text would let a few kilobytes block a process for minutes. All sources are checked,
 * because it changes which of them see such text; this package sees only our own.
 */
const checkedSources = ["packages/*/{src,tools,client}/**/*.ts", "services/*/{src,tools}/**/*.ts"];

/** `RegExp` arguments that may be composed at run time, by file; each with its reason. */
const composed: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "packages/service-kit/src/log.ts",
    // Each part is proven linear where it is defined; an alternation takes as long as its parts one after another.
    new Set(['SECRET_VALUES.map(({ source }) => source).join("|"), "g"']),
  ],
]);

const root = fileURLToPath(new URL("../../..", import.meta.url));
const sources = globSync(checkedSources, { cwd: root })
  .filter((file) => !/\.test\.ts$|^packages\/testing\//.test(file))
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
