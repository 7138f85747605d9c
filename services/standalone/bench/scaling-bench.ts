import { median, report, shown, takeTurns } from "./bench-report.ts";
import { startBank } from "./bench-services.ts";
import { measureWholePath, openWholePath } from "./whole-path.ts";

/** More verifier processes finish more: a slow bank, and a fixed number of receipts in work per process. */
const BANK_LATENCY_MS = 200;
const CONCURRENCY = 16;
/** Divisible by 1, 2 and 4, so that every process gets the same share. */
const PARTITIONS = 12;
const RECEIPTS_A_PROCESS = 400;

await using bank = await startBank({ BANK_LATENCY_MS: String(BANK_LATENCY_MS) });

const measure = (processes: number) => async () => {
  const env = { VERIFIER_CONCURRENCY: String(CONCURRENCY) };
  await using path = await openWholePath({ bank, processes, env, partitions: PARTITIONS });
  await measureWholePath(path, { total: 100, inFlight: 64 });
  const total = RECEIPTS_A_PROCESS * processes;
  // Submit all at once: this measures how fast the verifiers work them off.
  return (await measureWholePath(path, { total, inFlight: 256 })).perSecond;
};
const rates = await takeTurns({ one: measure(1), two: measure(2), four: measure(4) });

const [one, two, four] = [median(rates.one), median(rates.two), median(rates.four)];
const row = (processes: number, rate: number) => [
  String(processes),
  shown.perSecond(rate),
  shown.perSecond((processes * CONCURRENCY * 1_000) / BANK_LATENCY_MS),
  shown.times(rate / one),
];
report({
  name: "scaling",
  title: "More verifiers",
  note: `A bank that answers after ${BANK_LATENCY_MS} ms, ${CONCURRENCY} receipts in work a process, ${PARTITIONS} partitions; everything on one
machine. Medians of ${rates.one.length} rounds. "At most" is what the bank's latency allows.`,
  header: ["verifier processes", "verifications/s", "at most", "against one"],
  rows: [row(1, one), row(2, two), row(4, four)],
  goals: [
    { goal: "two processes finish at least 1.7 ×", measured: shown.times(two / one), met: two >= 1.7 * one },
    { goal: "four processes finish at least 3 ×", measured: shown.times(four / one), met: four >= 3 * one },
  ],
});
