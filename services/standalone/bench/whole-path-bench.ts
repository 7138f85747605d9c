import { loadBankAdapter } from "@receipts/banks/adapters";
import { judged } from "./bench-goals.ts";
import { percentiles } from "./bench-load.ts";
import { figure, median, report, shown, takeTurns, warmUp } from "./bench-report.ts";
import { startBank, startPageBank } from "./bench-services.ts";
import { nextReference, SUFFIX, submitReceipts } from "./bench-submissions.ts";
import { openNaiveTwin } from "./naive-twin/measure-naive.ts";
import { measureWholePath, openWholePath, type PathFigures } from "./whole-path.ts";

/**
 * Receipts a second over the whole path: with boa's document beside the naive twin, and with telebirr's real page over
 * TLS. Also the latency that the path adds to the bank's own.
 */
const IN_FLIGHT = 64;
const TOTAL = 5_000;
const NAIVE_TOTAL = 1_500;
const PAGE_TOTAL = 1_500;
const PER_SECOND = 50;
const WAITING_TOTAL = 1_000;

const inWork = { VERIFIER_CONCURRENCY: String(IN_FLIGHT) };
await using bank = await startBank();
await using pageBank = await startPageBank();
const rounds = await measureRates();
const waits = await measureWaits();

const rate = (name: string, sides: readonly PathFigures[]) =>
  figure(
    `${name}, a second`,
    sides.map(({ perSecond }) => perSecond),
    shown.perSecond,
  );
const cpuRows = (name: string, sides: readonly PathFigures[]) =>
  Object.keys(sides[0]?.cpu ?? {}).map((process) =>
    figure(
      `${name}: CPU of ${process}`,
      sides.map(({ cpu }) => cpu[process] ?? 0),
      shown.micros,
      " µs",
    ),
  );
const spentBy = (side: readonly PathFigures[], processes: readonly string[]) =>
  median(side.map(({ cpu }) => processes.reduce((sum, name) => sum + (cpu[name] ?? Number.NaN), 0)));
const rateOf = (side: readonly PathFigures[]) => median(side.map(({ perSecond }) => perSecond));
const waitRow = (name: string, pick: (round: (typeof waits)[number]) => number) =>
  figure(name, waits.map(pick), shown.ms, " ms");

report({
  name: "whole-path",
  title: "The whole path",
  note: `Gateway, one verifier, dispatcher, Kafka, Redis, PostgreSQL and a bank that answers at once, all on this machine with the
load generator. Rates: ${IN_FLIGHT} in flight, at the bank too, from the first accept to the last verdict, sides in turn, medians of
${rounds.boa.length} rounds. CPU is for each verification, by the processes' own clocks. Latency: ${PER_SECOND} requests a second (open loop) with
\`waitMs\`, less the bank's own time: the adapter alone, one after another.`,
  header: ["", "median", "spread"],
  rows: [
    rate("boa", rounds.boa),
    rate("boa, the naive twin", rounds.naive),
    ...(pageBank === undefined ? [] : [rate("telebirr's page over TLS", rounds.page)]),
    ...cpuRows("boa", rounds.boa),
    ...cpuRows("naive twin", rounds.naive),
    ...cpuRows("telebirr's page", rounds.page),
    waitRow("the bank alone, p50", ({ alone }) => alone.p50),
    waitRow("the bank alone, p99", ({ alone }) => alone.p99),
    waitRow("a waiting call, p50", ({ waiting }) => waiting.p50),
    waitRow("a waiting call, p99", ({ waiting }) => waiting.p99),
  ],
  goals: [
    judged("pathCpu", spentBy(rounds.boa, ["gateway", "verifier", "dispatcher", "PostgreSQL"])),
    judged("pathByTwin", rateOf(rounds.boa) / rateOf(rounds.naive)),
    ...(pageBank === undefined
      ? []
      : [judged("pageCpu", spentBy(rounds.page, ["verifier"])), judged("pageRate", rateOf(rounds.page))]),
    judged("waitP50", median(waits.map(({ alone, waiting }) => waiting.p50 - alone.p50))),
    judged("waitP99", median(waits.map(({ alone, waiting }) => waiting.p99 - alone.p99))),
  ],
});

/**
 * Each side has its own PostgreSQL server, so that its CPU is known. All sides stay open from their warm-up to the last
 * round; resting ones cost next to nothing.
 */
async function measureRates() {
  await using boa = await openWholePath({ bank, env: inWork, ownServer: {} });
  await using naive = await openNaiveTwin(bank, IN_FLIGHT);
  await using page = pageBank && (await openWholePath({ bank: pageBank, env: inWork, ownServer: {} }));
  const sides = {
    boa: () => measureWholePath(boa, { total: TOTAL, inFlight: IN_FLIGHT }),
    naive: () => naive.measure({ total: NAIVE_TOTAL, inFlight: IN_FLIGHT }),
    ...(page && { page: () => measureWholePath(page, { total: PAGE_TOTAL, inFlight: IN_FLIGHT }) }),
  };
  for (const [name, side] of Object.entries(sides)) await warmUp(name, async () => (await side()).perSecond);
  return { page: [], ...(await takeTurns(sides)) };
}

async function measureWaits() {
  await using path = await openWholePath({ bank });
  const { url, accounts } = path;
  const wait = async () =>
    await submitReceipts({
      ...{ url, accounts, bank, total: WAITING_TOTAL, inFlight: 64 },
      ...{ waitMs: 10_000, perSecond: PER_SECOND },
    });
  await warmUp(
    "whole path",
    async () => (await measureWholePath(path, { total: TOTAL, inFlight: 64 })).perSecond,
  );
  const { alone, waiting } = await takeTurns({
    alone: () => queryBankAlone(WAITING_TOTAL),
    waiting: async () => (await wait()).latency,
  });
  return alone.flatMap((each, round) => {
    const beside = waiting[round];
    return beside === undefined ? [] : [{ alone: each, waiting: beside }];
  });
}

/** The bank's own time: the adapter's fetching and parsing, without the rest of our code. */
async function queryBankAlone(total: number) {
  const adapter = await loadBankAdapter("boa", bank.env, { warn: () => undefined });
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
