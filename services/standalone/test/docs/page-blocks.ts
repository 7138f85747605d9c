import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../../../packages/documentation/pages/", import.meta.url));

/**
 * A block of code of a page. Its first word is the language. `sh` is run, in the page's one shell; programs (`js`, `python`,
 * `php`) are saved under the name that follows, for a later shell block to run. `json answer` is what the shell block before
 * it is answered with, `json webhook` is a body as a receiver gets it, `text output` is what is printed, and `text` is
 * just text. `sh server` is what keeps running in a terminal of its own.
 */
export interface PageBlock {
  readonly language: string;
  readonly role: string;
  readonly code: string;
  /** For whoever has to find it. */
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

/** Writes other code into the nth block of a page. */
export function rewriteBlock(file: string, nth: number, code: string): void {
  let at = -1;
  const text = readPage(file).replaceAll(FENCE, (whole, language: string, role: string) => {
    at += 1;
    return at === nth ? `\`\`\`${language} ${role}\n${code}\n\`\`\`` : whole;
  });
  writeFileSync(`${FOLDER}${file}`, text);
}

const interpreters: Readonly<Record<string, string>> = { python: "python3", php: "php" };

/** In CI nothing is left out: a missing interpreter fails there. */
export function canFollow(file: string): boolean {
  const needed = readBlocks(file).flatMap(({ language }) => interpreters[language] ?? []);
  return (
    process.env["CI"] !== undefined || needed.every((name) => spawnSync(name, ["--version"]).status === 0)
  );
}
