import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";

type Rows = readonly (readonly string[])[];

export interface BenchReport {
  /** Name of the file in the folder, which is `results/` by default. */
  readonly name: string;
  readonly folder?: string;
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: Rows;
  /** Further tables, each with its own title. */
  readonly more?: readonly {
    readonly title: string;
    readonly header: readonly string[];
    readonly rows: Rows;
  }[];
  /** The method of measurement, in a sentence or two. */
  readonly note: string;
  readonly goals?: readonly BenchGoal[];
}

export interface BenchGoal {
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

/** Prints the report; with `--save` on the command line also writes it to `results/`. */
export function report({ name, title, header, rows, note, ...others }: BenchReport): void {
  const { more = [], goals = [], folder = path.join(import.meta.dirname, "results") } = others;
  const load = loadavg()[0]?.toFixed(1);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, load ${load}, ${process.platform} ${process.arch}`;
  const date = new Date().toISOString().slice(0, 10);
  const parts = [note, markdownTable(header, rows)];
  for (const table of more) parts.push(`## ${table.title}\n\n${markdownTable(table.header, table.rows)}`);
  if (goals.length > 0) parts.push(goalTable(goals));
  if (warmUps.length > 0)
    parts.splice(
      1,
      0,
      ["Rates of the warm-up rounds:\n", ...warmUps.map((rates) => `- ${rates}`)].join("\n"),
    );
  const versions = [`Node ${process.versions.node}`, ...serverVersions].join(" · ");
  const text = `# ${title}\n\n${date} · ${machine} · ${versions}\n\n${parts.join("\n\n")}\n`;
  process.stdout.write(`${text}\n`);
  const goalsFile = process.env["BENCH_GOALS_FILE"];
  if (goalsFile !== undefined)
    appendFileSync(goalsFile, goals.map((each) => `${JSON.stringify(each)}\n`).join(""));
  if (!process.argv.includes("--save")) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.md`), text);
}

export function goalTable(goals: readonly BenchGoal[]): string {
  return markdownTable(
    ["goal", "measured", ""],
    goals.map(({ goal, measured, met }) => [goal, measured, met ? "met" : "missed"]),
  );
}

/** Versions of the servers that this run used, such as `PostgreSQL 18.4`. */
const serverVersions: string[] = [];
export function noteServerVersion(version: string): void {
  if (!serverVersions.includes(version)) serverVersions.push(version);
}

function markdownTable(header: readonly string[], rows: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const ruler = header.map((_cell, index) => (index === 0 ? "---" : "---:"));
  return [line(header), line(ruler), ...rows.map(line)].join("\n");
}

export const shown = {
  perSecond: (value: number) => Math.round(value).toLocaleString("en"),
  ms: (value: number) => value.toFixed(value < 1 ? 2 : 1),
  micros: (value: number) => Math.round(value).toLocaleString("en"),
  times: (value: number) => `${value.toFixed(2)} ×`,
  percent: (value: number) => `${value.toFixed(2)} %`,
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns a table row: the name, the median of the rounds, and their spread. */
export function figure(
  name: string,
  values: readonly number[],
  show: (value: number) => string,
  unit = "",
): string[] {
  const spread = `${show(Math.min(...values))}–${show(Math.max(...values))}`;
  return [name, `${show(median(values))}${unit}`, values.length > 1 ? spread : ""];
}

/** Rounds of a comparison; the sides take turns, and each is reported by its median. */
export const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);

/** Runs each side once a round, every other round in reverse, and returns each side's values. */
export async function takeTurns<Sides extends Readonly<Record<string, () => Promise<unknown>>>>(
  sides: Sides,
): Promise<{ [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>>[] }> {
  const names = Object.keys(sides);
  const values: Record<string, unknown[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await sides[name]?.();
      values[name]?.push(value);
      process.stderr.write(`  round ${round + 1}: ${name} ${JSON.stringify(value)}\n`);
    }
  }
  return values as { [Side in keyof Sides]: Awaited<ReturnType<Sides[Side]>>[] };
}

/**
 * A cold process is 1.5 times slower. Warm-up lasts until two rounds in a row differ by less than this, or
 * `MOST_WARM_UPS` is reached.
 */
const STEADY = 0.05;
const MOST_WARM_UPS = Number(process.env["BENCH_WARM_UPS"] ?? 10);
const warmUps: string[] = [];

/** Repeats a round until its rate is steady. The report shows the rates, and whether they became steady. */
export async function warmUp(name: string, round: () => Promise<number>): Promise<void> {
  const rates: number[] = [];
  const isSteady = () => {
    const [before, last] = rates.slice(-2);
    return before !== undefined && last !== undefined && Math.abs(last - before) < STEADY * before;
  };
  while (!isSteady() && rates.length < MOST_WARM_UPS) rates.push(await round());
  const ended = isSteady() ? "" : ` (not steady after ${rates.length})`;
  warmUps.push(`${name} ${rates.map(shown.perSecond).join(", ")}${ended}`);
  process.stderr.write(`  warm-up: ${warmUps.at(-1)}\n`);
}
