import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { judgeUsage, readBudget, type Usage } from "./budget.ts";
import { openCpuGroup } from "./cpu-group.ts";
import { countOf, type FailedFile, inShort, type Report, readReport } from "./jest-report.ts";

/**
 * Runs every check of a change, measures what each uses, runs failed files once more, and ends with one line for the
 * whole run. `node .ci/run-suites.ts lint unit` runs these alone.
 */
const suites = ["unit", "process", "stack", "browser", "chaos-short", "clients", "pictures", "monitoring"];
const gates = ["lint", "types", "format:check", "build"];
/** Each of these keeps about one core busy: so the rows run beside each other, after the others. */
const rows = [["pictures"], ["chaos-short"], ["clients", "monitoring", ...gates]];
/** More files that pass at the second run only are no accident. */
const MOST_SECOND_RUNS = 3;
/** A window in which a check uses less than this part of one core is time that it waits. */
const WAITING_BELOW = 0.2;
const WINDOW_MS = 1_000;

interface Ran {
  readonly code: number;
  readonly cpuSeconds: number | undefined;
  readonly waitedSeconds: number;
  readonly wallSeconds: number;
}

const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const folder = mkdtempSync(path.join(tmpdir(), "receipts-ci-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Runs a command in a group of its own, and ends what it leaves running. `isBeside`: its output comes at its end. */
async function run(name: string, command: readonly string[], isBeside = false): Promise<Ran> {
  const group = openCpuGroup(name.replaceAll(/\W/g, "-"));
  const [file, args] = group?.enter(command) ?? [command[0] ?? "", command.slice(1)];
  const startedAt = performance.now();
  const output = isBeside ? "pipe" : "inherit";
  const child = spawn(file, args, { stdio: ["ignore", output, output] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => chunks.push(chunk));
  let waitedSeconds = 0;
  let before = 0;
  const watch = setInterval(() => {
    const now = group?.seconds() ?? 0;
    if (now - before < (WAITING_BELOW * WINDOW_MS) / 1_000) waitedSeconds += WINDOW_MS / 1_000;
    before = now;
  }, WINDOW_MS);
  const closed = once(child, "close");
  const [code] = await once(child, "exit");
  clearInterval(watch);
  const cpuSeconds = group?.seconds();
  group?.close();
  if (isBeside) {
    // Without a group, what it leaves running may keep its output open.
    await Promise.race([closed, delay(5_000, undefined, { ref: false })]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    say(`== ${name}\n${Buffer.concat(chunks).toString("utf8")}`);
  }
  return { code: code ?? 1, cpuSeconds, waitedSeconds, wallSeconds: (performance.now() - startedAt) / 1_000 };
}

/** CPU seconds of the fixed piece of work. */
async function measureMachine(): Promise<number | undefined> {
  const work = [
    "node",
    "--conditions=source",
    "--disable-warning=ExperimentalWarning",
    ".ci/machine-work.ts",
  ];
  const { code, cpuSeconds } = await run("machine", work);
  if (code !== 0) throw new Error("the machine could not be measured");
  return cpuSeconds;
}

const suiteCommand = (name: string, report: string, more: readonly string[] = []) => [
  "npm",
  "run",
  "--silent",
  "test:suite",
  "--",
  name,
  "--json",
  `--outputFile=${report}`,
  ...more,
];

/** A suite that broke without a failed test (a crash, no report) counts as a failure too. */
function readSuite(name: string, report: string, code: number): Report {
  const found = readReport(report) ?? { passed: 0, failed: [] };
  if (code === 0 || found.failed.length > 0) return found;
  return {
    ...found,
    failed: [{ file: name, failures: [{ test: "the suite broke", message: `exit code ${code}` }] }],
  };
}

const table: string[][] = [["check", "seconds", "CPU s", "work", "budget", "waiting s", "budget"]];
const used: Record<string, Usage> = {};
let passed = 0;
let failed = 0;
const failures: string[] = [];
const remarks: string[] = [];

function account(name: string, ran: Ran, machineSeconds: number | undefined): void {
  const budget = readBudget()[name];
  const work =
    ran.cpuSeconds === undefined || machineSeconds === undefined
      ? undefined
      : ran.cpuSeconds / machineSeconds;
  const shown = (value: number | undefined, digits = 0) => value?.toFixed(digits) ?? "?";
  table.push([
    ...[name, shown(ran.wallSeconds), shown(ran.cpuSeconds), shown(work, 1), shown(budget?.work, 1)],
    ...[shown(ran.waitedSeconds), shown(budget?.waiting)],
  ]);
  if (work === undefined) return;
  used[name] = { work: Number(work.toFixed(1)), waiting: Math.round(ran.waitedSeconds) };
  if (budget === undefined) {
    failed += 1;
    failures.push(`${name} has no budget in .ci/budget.json`);
    return;
  }
  for (const [figure, judgement] of Object.entries(
    judgeUsage({ work, waiting: ran.waitedSeconds }, budget),
  )) {
    if (judgement === "within") continue;
    remarks.push(
      `${name}: ${figure} is ${judgement === "over" ? "a quarter or more" : "a tenth or more"} above its budget`,
    );
    if (judgement === "over") {
      failed += 1;
      failures.push(`${name}: ${figure} is over its budget (.ci/budget.json)`);
    }
  }
}

const broken: { readonly suite: string; readonly first: FailedFile }[] = [];

/** Returns its use, which is measured by the machine before and after. */
async function runSuite(name: string, isBeside = false): Promise<Ran> {
  const report = path.join(folder, `${name}.json`);
  const ran = await run(name, suiteCommand(name, report), isBeside);
  const result = readSuite(name, report, ran.code);
  passed += result.passed;
  broken.push(...result.failed.map((first) => ({ suite: name, first })));
  return ran;
}

async function runGate(name: string): Promise<Ran> {
  const ran = await run(name, ["npm", "run", "--silent", name], true);
  if (ran.code === 0) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
  return ran;
}

let machine = await measureMachine();
if (machine === undefined) remarks.push("no control group could be made: CPU time was not measured");

/** Hosts change their speed within minutes: the slower of the measurements before and after counts. */
async function accountFor(work: () => Promise<ReadonlyMap<string, Ran>>): Promise<void> {
  const ran = await work();
  const after = await measureMachine();
  for (const [name, each] of ran) account(name, each, machine && after && Math.max(machine, after));
  machine = after;
}

for (const name of suites.filter((suite) => isWanted(suite) && !rows.flat().includes(suite))) {
  say(`== ${name}`);
  await accountFor(async () => new Map([[name, await runSuite(name)]]));
}
await accountFor(async () => {
  const ran = new Map<string, Ran>();
  await Promise.all(
    rows.map(async (row) => {
      for (const name of row.filter(isWanted))
        ran.set(name, suites.includes(name) ? await runSuite(name, true) : await runGate(name));
    }),
  );
  return ran;
});

/** A flake is a bug, but it must not lose finished work: a failed file may run once more, alone, and is named. */
const secondRuns: string[] = [];
for (const { suite, first } of broken) {
  const report = path.join(folder, "again.json");
  rmSync(report, { force: true });
  const isFew = broken.length <= 2 * MOST_SECOND_RUNS;
  if (isFew) say(`== again: ${suite}, ${first.file}`);
  const again = isFew
    ? await run("again", suiteCommand(suite, report, ["--runTestsByPath", first.file]))
    : undefined;
  const result = again && readSuite(suite, report, again.code);
  if (result === undefined || result.failed.length > 0 || result.passed === 0) {
    failed += countOf([first]);
    failures.push(...first.failures.map((failure) => `${first.file}: ${inShort(failure)}`));
    continue;
  }
  passed += first.failures.length;
  const atFirst = first.failures.map(inShort).join("\n");
  secondRuns.push(`${first.file}\nat first: ${atFirst}\nthen: ${result.passed} passed, 0 failed`);
}
if (secondRuns.length > MOST_SECOND_RUNS) {
  failed += secondRuns.length;
  failures.push(`${secondRuns.length} files passed at the second run only; at most ${MOST_SECOND_RUNS} may`);
}

// Last, for readers of only the end of a long log.
if (secondRuns.length > 0) say(`== passed at the second run\n${secondRuns.join("\n\n")}`);
if (failures.length > 0) say(`== failed\n${failures.join("\n")}`);
say("== used");
for (const row of table)
  say(row.map((cell, column) => (column === 0 ? cell.padEnd(14) : cell.padStart(10))).join(""));
say(`all ${Math.round(performance.now() / 1_000)} s; as a budget: ${JSON.stringify(used)}`);
if (remarks.length > 0) say(`== remarks\n${remarks.join("\n")}`);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
