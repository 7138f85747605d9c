import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../../../packages/documentation/pages/", import.meta.url));

/**
 * A code block of a page. Its first word is the language:
 * - `sh` runs in the one shell of the page; `sh server` runs in a terminal of its own
 * - `js`, `python`, `php` are saved under the name that follows, for a later `sh` block
 * - `js example`, `python example`, `php example` show a receiver that `receiver-examples.test.ts` runs
 * - `json answer` is the response to the `sh` block before it, `json webhook` the body of a webhook
 * - `text output` is printed; `text` is not checked
 */
export interface PageBlock {
  readonly language: string;
  readonly role: string;
  readonly code: string;
  /** File and line, for error messages. */
  readonly place: string;
}

export const pageFiles: readonly string[] = readdirSync(FOLDER).sort();

const FENCE = /^```(\S*) ?(.*)\n([\s\S]*?)^```$/gm;

export function readPage(file: string): string {
  return readFileSync(`${FOLDER}${file}`, "utf8");
}

export function readBlocks(file: string): readonly PageBlock[] {
  const source = readPage(file);
  return [...source.matchAll(FENCE)].map(({ 1: language = "", 2: role = "", 3: code = "", index }) => ({
    language,
    role,
    code,
    place: `${file}:${source.slice(0, index).split("\n").length}`,
  }));
}

/** Replaces the code of the nth block of a page. */
export function rewriteBlock(file: string, nth: number, code: string): void {
  let at = -1;
  const text = readPage(file).replaceAll(FENCE, (whole, language: string, role: string) => {
    at += 1;
    return at === nth ? `\`\`\`${language} ${role}\n${code}\n\`\`\`` : whole;
  });
  writeFileSync(`${FOLDER}${file}`, text);
}

/** Programs that fail if something that the receivers need is missing. */
const checks: Readonly<Record<string, readonly [string, ...string[]]>> = {
  python: ["python3", "-c", "import sqlite3"],
  php: ["php", "-r", "new PDO('sqlite::memory:');"],
};

/** In CI every page is followed: a missing interpreter or module fails there. */
export function canFollow(file: string): boolean {
  const needed = [...new Set(readBlocks(file).map(({ language }) => language))];
  const isInstalled = ([program, ...check]: readonly [string, ...string[]]) =>
    spawnSync(program, check).status === 0;
  return process.env["CI"] !== undefined || needed.every((name) => isInstalled(checks[name] ?? ["true"]));
}
