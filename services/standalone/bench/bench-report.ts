import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";

export interface BenchReport {
  /** The file in `results/`. */
  readonly name: string;
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How it was measured, in a sentence or two. */
  readonly note: string;
  readonly goals?: readonly BenchGoal[];
}

export interface BenchGoal {
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

/** Prints the report; with `--save` on the command line keeps it in `results/` too. */
export function report({ name, title, header, rows, note, goals = [] }: BenchReport): void {
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${process.platform} ${process.arch}`;
  const date = new Date().toISOString().slice(0, 10);
  const tables = [markdownTable(header, rows)];
  if (goals.length > 0) {
    const verdict = ({ goal, measured, met }: BenchGoal) => [goal, measured, met ? "met" : "missed"];
    tables.push(markdownTable(["goal", "measured", ""], goals.map(verdict)));
  }
  const versions = `Node ${process.versions.node} · ${serverVersions.join(" · ")}`;
  const text = `# ${title}\n\n${date} · ${machine} · ${versions}\n\n${note}\n\n${tables.join("\n")}`;
  process.stdout.write(`${text}\n`);
  if (!process.argv.includes("--save")) return;
  const folder = path.join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.md`), text);
}

/** Filled in by whoever asks the servers: `PostgreSQL 18.4`. */
const serverVersions: string[] = [];
export function noteServerVersion(version: string): void {
  if (!serverVersions.includes(version)) serverVersions.push(version);
}

function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const ruler = header.map((_cell, index) => (index === 0 ? "---" : "---:"));
  return [line(header), line(ruler), ...rows.map(line)].join("\n").concat("\n");
}

export const shown = {
  perSecond: (value: number) => Math.round(value).toLocaleString("en"),
  ms: (value: number) => value.toFixed(value < 10 ? 2 : 1),
  times: (value: number) => `${value.toFixed(2)} ×`,
  percent: (value: number) => `${value.toFixed(2)} %`,
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** How often a comparison is repeated; the sides take turns, and each is told by its median. */
export const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);

/** Runs each side once a round, every other round in reverse, and answers with each side's values. */
export async function takeTurns<Side extends string, Value>(
  sides: Readonly<Record<Side, () => Promise<Value>>>,
): Promise<Record<Side, Value[]>> {
  const names = Object.keys(sides) as Side[];
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Side, Value[]>;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await sides[name]();
      values[name].push(value);
      process.stderr.write(`  round ${round + 1}: ${name} ${JSON.stringify(value)}\n`);
    }
  }
  return values;
}
