import { judged } from "./bench-goals.ts";
import { figure, median, report, shown, takeTurns, warmUp } from "./bench-report.ts";
import { startBank, startPageBank } from "./bench-services.ts";
import { openNaiveTwin } from "./naive-twin/measure-naive.ts";
import { measureWholePath, openWholePath, type PathFigures } from "./whole-path.ts";

/**
 * Receipts a second over the whole path: with boa's document beside the naive twin, and with telebirr's real page over
 * TLS.
 */
const IN_FLIGHT = 64;
const TOTAL = 5_000;
const NAIVE_TOTAL = 1_500;
const PAGE_TOTAL = 1_500;

const inWork = { VERIFIER_CONCURRENCY: String(IN_FLIGHT) };
await using bank = await startBank();
await using pageBank = await startPageBank();
const rounds = await measureRates();

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

report({
  name: "whole-path",
  title: "The whole path",
  note: `Gateway, one verifier, dispatcher, Kafka, Redis, PostgreSQL and a bank that answers at once, all on this machine with the
load generator. Rates: ${IN_FLIGHT} in flight, at the bank too, from the first accept to the last verdict, sides in turn, medians of
${rounds.boa.length} rounds. CPU is for each verification, by the processes' own clocks.`,
  header: ["", "median", "spread"],
  rows: [
    rate("boa", rounds.boa),
    rate("boa, the naive twin", rounds.naive),
    ...(pageBank === undefined ? [] : [rate("telebirr's page over TLS", rounds.page)]),
    ...cpuRows("boa", rounds.boa),
    ...cpuRows("naive twin", rounds.naive),
    ...cpuRows("telebirr's page", rounds.page),
  ],
  goals: [
    judged("pathCpu", spentBy(rounds.boa, ["gateway", "verifier", "dispatcher", "PostgreSQL"])),
    judged("pathByTwin", rateOf(rounds.boa) / rateOf(rounds.naive)),
    ...(pageBank === undefined
      ? []
      : [judged("pageCpu", spentBy(rounds.page, ["verifier"])), judged("pageRate", rateOf(rounds.page))]),
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
