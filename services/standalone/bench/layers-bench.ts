import { type Counts, countedServer, countWhile, sumOf } from "./bench-counts.ts";
import { type LoadFigures, runClosedLoop } from "./bench-load.ts";
import { figure, median, ROUNDS, report, shown, warmUp } from "./bench-report.ts";
import { startBank, startPageBank } from "./bench-services.ts";
import { nextReference, requireStatus, submissionBy, submitReceipts } from "./bench-submissions.ts";
import { type CpuSeconds, createCpuMeter, mainThreadSeconds, serverPids } from "./cpu-meter.ts";
import { type CpuProfile, profileWhile } from "./cpu-profile.ts";
import { layerRules, layersOf } from "./layers.ts";
import { countSystemCalls } from "./system-calls.ts";
import { allEnded, microsEach, openWholePath } from "./whole-path.ts";

/**
 * CPU of a verification by layer, and the counts behind it: with boa's kilobyte of JSON, or with `--page` with
 * telebirr's real page over TLS. Then the same for a verdict from the cache. Processes are profiled from outside.
 */
const TOTAL = Number(process.env["BENCH_TOTAL"] ?? 5_000);
const TRACED = Math.ceil(TOTAL / 5);
const IN_FLIGHT = 64;
const HITS_IN_FLIGHT = 4;
const RECEIPTS = 100;

await using bank = process.argv.includes("--page") ? await startPageBank() : await startBank();
if (bank === undefined) throw new Error("telebirr's page is not beside the repository");
const env = { VERIFIER_CONCURRENCY: String(IN_FLIGHT) };
await using path = await openWholePath({ bank, env, inspect: true, ownServer: countedServer });
const { stack, url, accounts, processes } = path;
const { gateway, verifier } = processes;

interface Scenario {
  readonly title: string;
  readonly inFlight: number;
  readonly runs: readonly (keyof typeof layerRules)[];
  readonly load: (total: number) => Promise<LoadFigures>;
}

const receipts = Array.from({ length: RECEIPTS }, () => nextReference(bank));
const submitKnown = async (total: number, query = "") => {
  const figures = await runClosedLoop({
    ...{ url, path: `/api/verify${query}`, total, inFlight: HITS_IN_FLIGHT },
    submission: (nth) => submissionBy(accounts[nth % accounts.length], receipts[nth % RECEIPTS] ?? "", bank),
  });
  requireStatus(figures, "200");
  return figures;
};

const scenarios: Scenario[] = [
  {
    ...{
      title: `a verification, ${IN_FLIGHT} in flight`,
      inFlight: IN_FLIGHT,
      runs: ["gateway", "verifier"],
    },
    load: async (total) => {
      const figures = await submitReceipts({ url, accounts, bank, total, inFlight: IN_FLIGHT });
      await allEnded(stack.pool);
      return figures;
    },
  },
  {
    ...{
      title: `a cached verdict, ${HITS_IN_FLIGHT} in flight`,
      inFlight: HITS_IN_FLIGHT,
      runs: ["gateway"],
    },
    load: (total) => submitKnown(total),
  },
];

await submitKnown(RECEIPTS, "?waitMs=10000");
const tables: { title: string; header: readonly string[]; rows: string[][] }[] = [];
for (const scenario of scenarios) await measure(scenario);

const [first, ...more] = tables;
if (first === undefined) throw new Error("nothing was measured");
report({
  name: bank.code === "boa" ? "layers" : "layers-page",
  title: `Layers of a request: ${bank.code}`,
  note: `${TOTAL} requests a round after a warm-up; nothing of the start is in it. CPU by the processes' own clocks, ${ROUNDS} rounds, median
and spread; a profile of one round more shares it among the layers. Counts are of one round, system calls of ${TRACED} requests under
\`strace\`. PostgreSQL is a server of its own, with \`pg_stat_statements\`, without autovacuum and full page images.
${first.title}:`,
  header: first.header,
  rows: first.rows,
  more,
});

async function measure({ title, runs, load }: Scenario): Promise<void> {
  await warmUp(title, async () => (await load(TOTAL)).perSecond);
  const pids = Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid]));
  const rounds: CpuSeconds[] = [];
  while (rounds.length < ROUNDS) {
    const mains = runs.map((name) => mainThreadSeconds(processes[name].pid));
    const meter = await createCpuMeter(stack.pool, { ...pids, bank: bank?.pid ?? 0, ...serverPids(stack) });
    const { perSecond } = await load(TOTAL);
    const spent = meter.spent();
    const inMain = runs.map((name, index) => [
      `${name}, main thread`,
      mainThreadSeconds(processes[name].pid) - (mains[index] ?? 0),
    ]);
    rounds.push(microsEach({ ...spent, ...Object.fromEntries(inMain) }, TOTAL));
    process.stderr.write(`  ${title}: ${shown.perSecond(perSecond)}/s ${JSON.stringify(rounds.at(-1))}\n`);
  }
  const profiles = await profileWhile(
    runs.map((name) => processes[name]),
    () => load(TOTAL),
  );
  const counts = await countWhile(stack, [gateway, verifier], () => load(TOTAL));
  const each = (name: string) => rounds.map((round) => round[name] ?? Number.NaN);
  const names = Object.keys(rounds[0] ?? {}).filter((name) => !name.endsWith("main thread"));
  tables.push({
    title: `CPU of ${title}`,
    header: ["process", "µs each", "spread"],
    rows: names.map((name) => figure(name, each(name), shown.micros)),
  });
  for (const [index, name] of runs.entries()) {
    const profile = profiles[index];
    if (profile === undefined) throw new Error(`no profile of the ${name}`);
    const micros = { main: median(each(`${name}, main thread`)), all: median(each(name)) };
    tables.push({
      title: `The ${name}'s layers, ${title}`,
      header: ["layer", "µs each", "of it in libraries", "share"],
      rows: layerRows(profile, layerRules[name], micros),
    });
  }
  tables.push({
    title: `Counts of ${title}`,
    header: ["count", "each"],
    rows: [...countRows(counts), ...(await systemCallRows(runs, load))],
  });
  tables.push({
    title: `PostgreSQL's statements, ${title}`,
    header: ["statement", "calls each", "ms a call", "µs each"],
    rows: counts.statements
      .filter(({ ms }) => ms > 0)
      .slice(0, 12)
      .map(({ query, calls, ms }) => [
        `\`${query.replaceAll(/\s+/g, " ").trim().replaceAll("|", "").slice(0, 60)}\``,
        (calls / TOTAL).toFixed(3),
        (ms / calls).toFixed(2),
        shown.micros((ms / TOTAL) * 1_000),
      ]),
  });
}

function layerRows(
  profile: CpuProfile,
  rules: (typeof layerRules)[keyof typeof layerRules],
  micros: { readonly main: number; readonly all: number },
): string[][] {
  const layers = layersOf(profile, rules);
  const busy = layers.reduce((sum, layer) => sum + layer.micros, 0);
  const share = (part: number) => (part / busy) * micros.main;
  const row = (name: string, part: number, inLibraries: number) => [
    ...[name, shown.micros(part), shown.micros(inLibraries)],
    shown.percent((part / micros.all) * 100),
  ];
  return [
    ...layers.map((layer) => row(layer.layer, share(layer.micros), share(layer.inLibraries))),
    row("other threads: compiling, collecting garbage", Math.max(0, micros.all - micros.main), 0),
    row(
      "all",
      micros.all,
      layers.reduce((sum, layer) => sum + share(layer.inLibraries), 0),
    ),
  ];
}

function countRows(counts: Counts): string[][] {
  const statements = counts.statements.reduce((sum, { calls }) => sum + calls, 0);
  const names = Object.entries(counts.redisCommands).toSorted(([, a], [, b]) => b - a);
  return [
    ["statements: round trips to PostgreSQL", eachOf(statements)],
    ["commits", eachOf(counts.commits)],
    ["WAL bytes", eachOf(counts.walBytes)],
    ["Redis commands that were sent", eachOf(sumOf(counts.redisCommands))],
    ...names.map(([name, count]) => [`— ${name}`, eachOf(count)]),
    ["Redis commands inside scripts", eachOf(counts.redisCommandsInScripts)],
    ["log lines", eachOf(counts.logLines)],
  ];
}

function eachOf(count: number, total = TOTAL): string {
  return (count / total).toFixed(2);
}

async function systemCallRows(runs: Scenario["runs"], load: Scenario["load"]): Promise<string[][]> {
  const rows: string[][] = [];
  for (const name of runs) {
    const calls = await countSystemCalls(processes[name].pid, () => load(TRACED));
    if (calls === undefined) return [["system calls: `strace` is not here", ""]];
    const sum = [...calls.values()].reduce((all, count) => all + count, 0);
    const top = [...calls].toSorted(([, a], [, b]) => b - a).slice(0, 5);
    const listed = top.map(([call, count]) => `${call} ${eachOf(count, TRACED)}`).join(", ");
    rows.push([`system calls of the ${name} (${listed})`, eachOf(sum, TRACED)]);
  }
  return rows;
}
