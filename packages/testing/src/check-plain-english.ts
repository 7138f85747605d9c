import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { longSentences, opensWithClause, passagesOf, wordFaults } from "./plain-english.ts";

/**
 * Holds comments, pages and messages to plain English: no word that stands for somebody unknown, no sentence over 30
 * words, and few comments that begin with a clause in place of a subject. `--list` shows those beginnings too.
 */
const MAX_OPENERS = 0.03;

const root = fileURLToPath(new URL("../../..", import.meta.url));
const isOurs = (file: string) =>
  /\.(?:ts|js|mjs|cjs|md|css|html|sql|sh|ya?ml|py|php|toml)$|Dockerfile$/u.test(file) &&
  !/^deploy\/helm\/receipts\/(?:dashboards|rules)|\/fixtures\/|\.lock\./u.test(file);

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => isOurs(file) && existsSync(path.join(root, file)));

const only = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
let comments = 0;
const openers: string[] = [];
const faults: string[] = [];
for (const file of files.filter((name) => only.length === 0 || only.some((part) => name.startsWith(part)))) {
  const source = readFileSync(path.join(root, file), "utf8");
  const passages = passagesOf(file, source);
  for (const { line, message } of [...wordFaults(source), ...longSentences(passages)])
    faults.push(`${file}:${line} ${message}`);
  const inComments = passages.filter(({ isComment }) => isComment);
  comments += inComments.length;
  for (const { line, text } of inComments.filter(opensWithClause)) openers.push(`${file}:${line} begins "${text.slice(0, 50)}"`);
}

const share = comments === 0 ? 0 : openers.length / comments;
if (share > MAX_OPENERS || process.argv.includes("--list")) faults.push(...openers);
process.stdout.write(
  `Plain English: ${comments} comments, ${(share * 100).toFixed(1)} % begin with a clause (at most ${MAX_OPENERS * 100} %); ${faults.length} faults\n`,
);
if (faults.length > 0) {
  process.stderr.write(`${faults.join("\n")}\n`);
  process.exitCode = 1;
}
