import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { checkEnglish } from "./plain-english.ts";

/**
 * Fails if comments, pages or messages contain avoided words or sentences over 30 words, or if too many comments begin
 * with a clause. Arguments are path prefixes; `--list` prints every such beginning.
 */
const MAX_OPENERS = 0.03;

const isChecked = (file: string) =>
  /\.(?:ts|js|mjs|cjs|md|css|html|sql|sh|ya?ml|py|php)$|Dockerfile$/u.test(file) &&
  !/^deploy\/helm\/receipts\/(?:dashboards|rules)|\/fixtures\//u.test(file);

const root = fileURLToPath(new URL("../../..", import.meta.url));
const prefixes = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => isChecked(file) && existsSync(path.join(root, file)))
  .filter((file) => prefixes.length === 0 || prefixes.some((prefix) => file.startsWith(prefix)));

let comments = 0;
const openers: string[] = [];
const faults: string[] = [];
for (const file of files) {
  const check = checkEnglish(file, readFileSync(path.join(root, file), "utf8"));
  comments += check.comments;
  openers.push(...check.openers.map(({ line, message }) => `${file}:${line} ${message}`));
  faults.push(...check.faults.map(({ line, message }) => `${file}:${line} ${message}`));
}

const share = openers.length / Math.max(comments, 1);
const hasTooMany = share > MAX_OPENERS;
process.stdout.write(
  `Plain English: ${faults.length} faults; ${(share * 100).toFixed(1)} % of ${comments} comments begin with a clause (at most ${MAX_OPENERS * 100} %)\n`,
);
const listed = hasTooMany || process.argv.includes("--list") ? [...faults, ...openers] : faults;
if (listed.length > 0) process.stderr.write(`${listed.join("\n")}\n`);
if (hasTooMany || faults.length > 0) process.exitCode = 1;
