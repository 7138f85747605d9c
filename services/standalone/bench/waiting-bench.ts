import { loadBankAdapter } from "@receipts/banks/adapters";
import { judged } from "./bench-goals.ts";
import { type LatencyFigures, percentiles } from "./bench-load.ts";
import { figure, median, report, shown, takeTurns, warmUp } from "./bench-report.ts";
import { type BenchBank, startBank, startPageBank } from "./bench-services.ts";
import { nextReference, SUFFIX, submitReceipts } from "./bench-submissions.ts";
import { measureWholePath, openWholePath, type WholePath } from "./whole-path.ts";

/**
 * The time of a call that waits for its verdict: what the path adds to the bank's own time at a steady rate. With few
 * calls in flight, a connection that waits for an acknowledgement shows.
 */
const PER_SECOND = 50;
const STEADY_TOTAL = 1_000;
const CLOSED_TOTAL = 300;
const IN_FLIGHT = [1, 4, 8] as const;
const WARM_UP = { total: 2_000, inFlight: 64 };

await using bank = await startBank();
await using pageBank = await startPageBank();
await using path = await openWholePath({ bank });
await using page = pageBank && (await openWholePath({ bank: pageBank }));

await warmUp("boa", async () => (await measureWholePath(path, WARM_UP)).perSecond);
if (page) await warmUp("telebirr's page", async () => (await measureWholePath(page, WARM_UP)).perSecond);
const times = await takeTurns<Record<string, () => Promise<LatencyFigures>>>({
  alone: () => queryBankAlone(bank, STEADY_TOTAL),
  steady: () => wait(path, { total: STEADY_TOTAL, inFlight: 64, perSecond: PER_SECOND }),
  ...closed("boa", path),
  ...(page && closed("page", page)),
});

const of = (side: string, at: keyof LatencyFigures) => (times[side] ?? []).map((round) => round[at]);
const added = (at: keyof LatencyFigures) => {
  const alone = of("alone", at);
  return median(of("steady", at).map((waiting, round) => waiting - (alone[round] ?? Number.NaN)));
};
const rows = (side: string, name: string) =>
  (["p50", "p99"] as const).map((at) => figure(`${name}, ${at}`, of(side, at), shown.ms, " ms"));

report({
  name: "waiting",
  title: "A waiting call",
  note: `Gateway, one verifier, dispatcher, Kafka, Redis, PostgreSQL and a bank that answers at once, all on this machine with the
load generator. Sides in turn, medians of ${of("steady", "p50").length} rounds. Steady: ${PER_SECOND} requests a second (open loop) with \`waitMs\`, less the
bank's own time: the adapter alone, one after another. In flight: a closed loop.`,
  header: ["", "median", "spread"],
  rows: [
    ...rows("alone", "the bank alone"),
    ...rows("steady", `boa, ${PER_SECOND} a second`),
    ...IN_FLIGHT.flatMap((inFlight) => rows(`boa ${inFlight}`, `boa, ${inFlight} in flight`)),
    ...(page ? IN_FLIGHT : []).flatMap((inFlight) =>
      rows(`page ${inFlight}`, `telebirr's page over TLS, ${inFlight} in flight`),
    ),
  ],
  goals: [judged("waitP50", added("p50")), judged("waitP99", added("p99"))],
});

function closed(name: string, on: WholePath): Record<string, () => Promise<LatencyFigures>> {
  return Object.fromEntries(
    IN_FLIGHT.map((inFlight) => [`${name} ${inFlight}`, () => wait(on, { total: CLOSED_TOTAL, inFlight })]),
  );
}

async function wait(
  { url, accounts, bank: asked }: WholePath,
  load: { readonly total: number; readonly inFlight: number; readonly perSecond?: number },
): Promise<LatencyFigures> {
  return (await submitReceipts({ url, accounts, bank: asked, waitMs: 10_000, ...load })).latency;
}

/** The bank's own time: the adapter's fetching and parsing, without the rest of our code. */
async function queryBankAlone(asked: BenchBank, total: number): Promise<LatencyFigures> {
  const adapter = await loadBankAdapter("boa", asked.env, { warn: () => undefined });
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
