import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { Bench } from "tinybench";

/** The median in milliseconds, so that one pause of a shared machine does not count. */
export async function measureMs(work: () => unknown, time: number): Promise<number> {
  const bench = new Bench({ time, iterations: 3, warmupTime: time / 4, warmupIterations: 1, throws: true });
  const [task] = await bench.add("work", work).run();
  if (task?.result.state !== "completed") throw new Error("the work was not measured");
  return task.result.latency.p50;
}

export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map((_cell, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)]
    .join("\n")
    .concat("\n");
}

export function shownMs(ms: number): string {
  return ms.toFixed(ms < 1 ? 3 : ms < 10 ? 2 : 1);
}

/** Prints the report; with `--save` on the command line, also saves it next to the bench. */
export function report(fileName: string, title: string, body: string): void {
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${process.platform} ${process.arch}`;
  const date = new Date().toISOString().slice(0, 10);
  const text = `# ${title}\n\n${machine} · Node ${process.versions.node} · ${date}\n\n${body}`;
  process.stdout.write(text);
  if (process.argv.includes("--save")) writeFileSync(join(import.meta.dirname, fileName), text);
}
