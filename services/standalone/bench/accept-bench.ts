import { makeAccounts } from "./bench-accounts.ts";
import { runClosedLoop } from "./bench-load.ts";
import { median, report, shown, takeTurns } from "./bench-report.ts";
import { startBareHandler, startGateway, urlOf } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";
import { nextReference, submissionBy, submitReceipts } from "./bench-submissions.ts";
import { createCpuMeter } from "./cpu-meter.ts";
import { ADMISSIONS_A_STATEMENT, measureAdmissionStatement } from "./pgbench-admission.ts";

/** The accept path alone: durable, answered 202, no verifier running. */
const IN_FLIGHT = 64;
const TOTAL = 10_000;
const OPEN_LOOP = { perSecond: 2_000, total: 20_000 };

await using stack = await openBenchStack();
await using bare = await startBareHandler();
await using gateway = await startGateway(stack);
const accounts = await makeAccounts(stack.pool, 100);
const [hotAccount] = accounts;
const accept = (total: number) =>
  submitReceipts({ url: urlOf(gateway), accounts, total, inFlight: IN_FLIGHT });
const callBareHandler = (total: number) =>
  runClosedLoop({
    url: bare.url,
    path: "/api/verify",
    total,
    inFlight: IN_FLIGHT,
    submission: () => submissionBy(hotAccount, nextReference()),
  });

await accept(2_000);
await callBareHandler(2_000);
const cpu = await createCpuMeter(stack.pool, { gateway: gateway.pid });
let accepted = 0;
const rates = await takeTurns({
  accept: async () => {
    accepted += TOTAL;
    return (await accept(TOTAL)).perSecond;
  },
  bare: async () => (await callBareHandler(TOTAL)).perSecond,
});
const spent = cpu.spent();

// What the last rounds have left open is not part of a steady load.
await stack.pool.query("truncate verification_requests, credit_transactions, outbox");
const open = await submitReceipts({
  ...{ url: urlOf(gateway), accounts: [hotAccount], inFlight: 512 },
  ...OPEN_LOOP,
});
const statement = await measureAdmissionStatement(stack, hotAccount);

const ours = median(rates.accept);
const least = median(rates.bare);
const { p50, p95, p99 } = open.latency;
report({
  name: "accept",
  title: "Accepting a request",
  note: `One gateway on real PostgreSQL (\`fsync\` on), Kafka and Redis; no verifier. Closed loop: ${IN_FLIGHT} in flight over
${accounts.length} accounts, sides in turn, medians of ${rates.accept.length} rounds. Open loop: ${OPEN_LOOP.perSecond} requests a second on one account for
${OPEN_LOOP.total / OPEN_LOOP.perSecond} s; a late start counts as latency. The load generator runs on the same cores.`,
  header: ["", "", "each round"],
  rows: [
    ["accepts/s", shown.perSecond(ours), rates.accept.map(shown.perSecond).join(" · ")],
    ["bare Express handler, requests/s", shown.perSecond(least), rates.bare.map(shown.perSecond).join(" · ")],
    [`the admission statement alone, ${ADMISSIONS_A_STATEMENT} a time, admissions/s`, statement, ""],
    ...Object.entries(spent).map(([name, seconds]) => [
      `CPU of ${name}`,
      `${Math.round((seconds / accepted) * 1e6)} µs each`,
      "",
    ]),
    ["open loop, reached", `${shown.perSecond(open.perSecond)}/s`, ""],
    ["open loop, p50 · p95 · p99", [p50, p95, p99].map(shown.ms).join(" · ").concat(" ms"), ""],
  ],
  goals: [
    {
      goal: "at least half of the bare handler's requests a second",
      measured: shown.times(ours / least),
      met: ours >= least / 2,
    },
    {
      goal: "p95 of at most 25 ms at 2,000/s on one account",
      measured: `${shown.ms(p95)} ms at ${shown.perSecond(open.perSecond)}/s`,
      met: p95 <= 25 && open.perSecond >= 0.95 * OPEN_LOOP.perSecond,
    },
  ],
});
