import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { goalNames, judged, textOf } from "./bench-goals.ts";
import { type BenchGoal, goalTable } from "./bench-report.ts";

/**
 * Runs the benchmarks with goals one after another, with the same arguments, and prints all goals in one table.
 * `BENCH_ONLY=accept,idle` runs only these.
 */
const allCommands = ["accept", "hot-account", "whole-path", "waiting", "cached", "webhooks", "idle"];
const commands = process.env["BENCH_ONLY"]?.split(",") ?? allCommands;
const file = path.join(mkdtempSync(path.join(os.tmpdir(), "receipts-bench-goals-")), "goals");

for (const name of commands) {
  const child = spawn("npm", ["run", "--silent", "bench", "--", name, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, BENCH_GOALS_FILE: file },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) process.exitCode = 1;
}

/** Reads the ratios from the table of `bench -- parsers`: the package of banks does not know these goals. */
function htmlRatios(table: string): number[] {
  const rows = table.split("\n").filter((line) => line.includes(", HTML |"));
  if (rows.length === 0) throw new Error("`bench -- parsers` prints an unexpected table");
  return rows.map((row) => Number(row.split("|").at(-2)));
}

const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
const judgements = lines.map((line): BenchGoal => JSON.parse(line));
const parsers = await promisify(execFile)("npm", ["run", "--silent", "bench", "--", "parsers"]);
judgements.push(judged("htmlReading", Math.max(...htmlRatios(parsers.stdout))));
const measured = new Set(judgements.map(({ goal }) => goal));
const missing = goalNames.map(textOf).filter((goal) => !measured.has(goal));
process.stdout.write(`# Goals\n\n${goalTable(judgements)}\n`);
if (missing.length > 0) process.stdout.write(`\nNot measured: ${missing.join("; ")}\n`);
