import { writeFileSync } from "node:fs";
import path from "node:path";

export interface WebhooksReport {
  readonly machine: string;
  /** Milliseconds from verdict to first attempt received, sorted. */
  readonly latencies: readonly {
    readonly perSecond: number;
    readonly dispatched: readonly number[];
    readonly bare: readonly number[];
  }[];
  /** The same for 100 a second, a list for each round. */
  readonly isolation: Readonly<Record<"alone" | "besideHanging", readonly (readonly number[])[]>>;
  readonly rates: Readonly<Record<"dispatcher" | "twin" | "bare", readonly number[]>>;
  readonly BACKLOG: number;
  readonly SECONDS: number;
}

/** p95 in milliseconds, on a quiet machine. */
const goals: Readonly<Record<number, number>> = { 50: 40, 200: 60, 500: 100 };

/** How many times slower the healthy may become beside hosts that hang. */
const isolationGoal = 1.5;

/** Prints the report; with `--save` on the command line keeps it beside the benchmark. */
export function writeReport({
  machine,
  latencies,
  isolation,
  rates,
  BACKLOG,
  SECONDS,
}: WebhooksReport): void {
  const at = (sorted: readonly number[], share: number) =>
    sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const shown = (sorted: readonly number[]) =>
    [0.5, 0.95, 0.99].map((share) => at(sorted, share).toFixed(1)).join(" · ");
  const median = (values: readonly number[]) =>
    at(
      values.toSorted((a, b) => a - b),
      0.5,
    );
  const [dispatcher, twin, bare] = [median(rates.dispatcher), median(rates.twin), median(rates.bare)];
  const middle = (share: number, rounds: readonly (readonly number[])[]) =>
    median(rounds.map((sorted) => at(sorted, share)));
  const slower = middle(0.95, isolation.besideHanging) / middle(0.95, isolation.alone);
  const shownMiddle = (rounds: readonly (readonly number[])[]) =>
    [0.5, 0.95, 0.99].map((share) => middle(share, rounds).toFixed(1)).join(" · ");
  const perSecond = (value: number) => Math.round(value).toLocaleString("en");
  const met = (is: boolean) => (is ? "met" : "missed");
  const text = [
    "# Webhooks",
    "",
    `${new Date().toISOString().slice(0, 10)} · ${machine} · Node ${process.versions.node}`,
    "",
    "One dispatcher, its receivers (8 hosts, keep-alive), PostgreSQL with fsync and the load, all on this machine.",
    `Latency: from the moment a verdict is due to be recorded until its first attempt is received, open loop, ${SECONDS} s each;`,
    `beside it the same signed POSTs without queue and database. Rates: a backlog of ${perSecond(BACKLOG)}, medians of ${rates.dispatcher.length} rounds.`,
    "",
    "| verdicts a second | p50 · p95 · p99, ms | bare loop | goal for p95 |  |",
    "| ---: | ---: | ---: | ---: | --- |",
    ...latencies.map(({ perSecond: rate, dispatched, bare: alone }) => {
      const goal = goals[rate] ?? Number.NaN;
      return `| ${rate} | ${shown(dispatched)} | ${shown(alone)} | ${goal} | ${met(at(dispatched, 0.95) <= goal)} |`;
    }),
    "",
    "| 100 verdicts a second | p50 · p95 · p99, ms | p95 in comparison | goal |  |",
    "| --- | ---: | ---: | ---: | --- |",
    `| healthy hosts alone | ${shownMiddle(isolation.alone)} |  |  |  |`,
    `| beside 50 hosts that answered 20 times, then hang for 30 s | ${shownMiddle(isolation.besideHanging)} | ${slower.toFixed(2)} × | ${isolationGoal} × | ${met(slower <= isolationGoal)} |`,
    "",
    "| deliveries a second |  | dispatcher in comparison | goal |  |",
    "| --- | ---: | ---: | ---: | --- |",
    `| dispatcher | ${perSecond(dispatcher)} |  |  |  |`,
    `| axios twin | ${perSecond(twin)} | ${(dispatcher / twin).toFixed(2)} × | 4 × | ${met(dispatcher >= 4 * twin)} |`,
    `| bare undici Pool loop | ${perSecond(bare)} | ${(dispatcher / bare).toFixed(2)} × | 0.5 × | ${met(dispatcher >= bare / 2)} |`,
    "",
  ].join("\n");
  process.stdout.write(text);
  if (process.argv.includes("--save"))
    writeFileSync(path.join(import.meta.dirname, "webhooks-bench.md"), text);
}
