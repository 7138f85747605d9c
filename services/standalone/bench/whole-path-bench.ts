import { loadBankAdapter } from "@receipts/banks/adapters";
import { percentiles } from "./bench-load.ts";
import { median, report, shown, takeTurns } from "./bench-report.ts";
import { startInstantBank } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";
import { nextReference, SUFFIX, submitReceipts } from "./bench-submissions.ts";
import type { CpuSeconds } from "./cpu-meter.ts";
import { measureNaiveTwin } from "./naive-twin/measure-naive.ts";
import { measureWholePath, openWholePath } from "./whole-path.ts";

/** How many receipts a second pass the whole path, beside the naive twin, and what the path adds to the bank's own time. */
const IN_FLIGHT = 64;
const TOTAL = 5_000;
const NAIVE_TOTAL = 1_500;

await using bank = await startInstantBank();
const cpu: Record<"ours" | "naive", CpuSeconds> = { ours: {}, naive: {} };

const rates = await takeTurns({
  ours: async () => {
    const env = { VERIFIER_CONCURRENCY: String(IN_FLIGHT) };
    await using path = await openWholePath({ bankUrl: bank.url, env });
    const figures = await measureWholePath(path, { total: TOTAL, inFlight: IN_FLIGHT });
    cpu.ours = figures.cpu;
    return figures.perSecond;
  },
  naive: async () => {
    await using stack = await openBenchStack();
    const { databaseUrl, kafkaBrokers } = stack;
    const load = { total: NAIVE_TOTAL, inFlight: IN_FLIGHT };
    const figures = await measureNaiveTwin({ databaseUrl, kafkaBrokers, bankUrl: bank.url, ...load });
    cpu.naive = figures.cpu;
    return figures.perSecond;
  },
});

const PER_SECOND = 50;
const WAITING_TOTAL = 1_000;
const directly = await askBankDirectly(WAITING_TOTAL);
const waiting = await (async () => {
  await using path = await openWholePath({ bankUrl: bank.url });
  const { url, accounts } = path;
  const load = { total: WAITING_TOTAL, inFlight: 64, waitMs: 10_000, perSecond: PER_SECOND };
  return (await submitReceipts({ url, accounts, ...load })).latency;
})();

const ours = median(rates.ours);
const naive = median(rates.naive);
const added = { p50: waiting.p50 - directly.p50, p99: waiting.p99 - directly.p99 };
report({
  name: "whole-path",
  title: "The whole path",
  note: `Gateway, one verifier, dispatcher, Kafka, Redis, PostgreSQL and a bank that answers at once, all on this machine with the
load generator. Rates: ${IN_FLIGHT} in flight, at the bank too, from the first accept to the last verdict, sides in turn, medians of
${rates.ours.length} rounds, a fresh database each. Latency: ${PER_SECOND} requests a second (open loop) with \`waitMs\`.`,
  header: ["", "verifications/s", "each round"],
  rows: [
    ["this service", shown.perSecond(ours), rates.ours.map(shown.perSecond).join(" · ")],
    ["naive twin", shown.perSecond(naive), rates.naive.map(shown.perSecond).join(" · ")],
    ["CPU of this service", cpuEach(cpu.ours, TOTAL), ""],
    ["CPU of the naive twin", cpuEach(cpu.naive, NAIVE_TOTAL), ""],
    ["the bank asked directly, p50 · p99", `${shown.ms(directly.p50)} · ${shown.ms(directly.p99)} ms`, ""],
    ["a call that waits, p50 · p99", `${shown.ms(waiting.p50)} · ${shown.ms(waiting.p99)} ms`, ""],
  ],
  goals: [
    { goal: "at least 8 × the naive twin", measured: shown.times(ours / naive), met: ours >= 8 * naive },
    { goal: "adds at most 15 ms at p50", measured: `${shown.ms(added.p50)} ms`, met: added.p50 <= 15 },
    { goal: "adds at most 60 ms at p99", measured: `${shown.ms(added.p99)} ms`, met: added.p99 <= 60 },
  ],
});

/** What a verification takes of each process, in the last round. */
function cpuEach(seconds: CpuSeconds, total: number): string {
  return Object.entries(seconds)
    .map(([name, spent]) => `${name} ${Math.round((spent / total) * 1e6)} µs`)
    .join(" · ");
}

/** The bank's own time: the adapter's fetching and parsing, nothing else of ours. */
async function askBankDirectly(total: number) {
  const adapter = await loadBankAdapter("boa", { BANK_BOA_BASE_URL: bank.url }, { warn: () => undefined });
  const times: number[] = [];
  for (let nth = 0; nth < total; nth += 1) {
    const identifiers = { reference: nextReference(), suffix: SUFFIX, phone: null };
    const startedAt = performance.now();
    const fetched = await adapter.fetchReceipt(identifiers, AbortSignal.timeout(10_000));
    if (fetched.kind !== "document") throw new Error("the bank has no document");
    const parsed = await adapter.parseReceipt(fetched.document, identifiers);
    if (parsed.kind !== "receipt") throw new Error("the document is no receipt");
    times.push(performance.now() - startedAt);
  }
  return percentiles(times);
}
