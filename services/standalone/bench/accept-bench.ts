import { type BenchAccount, makeAccounts } from "./bench-accounts.ts";
import { countWhile, sumOf } from "./bench-counts.ts";
import { judged } from "./bench-goals.ts";
import { type LatencyFigures, type LoadFigures, runClosedLoop } from "./bench-load.ts";
import { figure, median, report, shown, takeTurns, warmUp } from "./bench-report.ts";
import { startBareHandler, startGateway, urlOf } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";
import { nextReference, submissionBy, submitReceipts } from "./bench-submissions.ts";
import { createCpuMeter, loadGenerator, serverPids } from "./cpu-meter.ts";
import { ADMISSIONS_A_STATEMENT, measureAdmissionStatement } from "./pgbench-admission.ts";
import { microsEach } from "./whole-path.ts";

/** The accept path alone: requests are stored durably and get a 202; no verifier runs. */
const IN_FLIGHT = 64;
const TOTAL = 10_000;
const COUNTED = 2_000;
const OPEN_LOOP = { perSecond: 2_000, total: 20_000 };

await using stack = await openBenchStack({ ownServer: {} });
await using bare = await startBareHandler();
await using gateway = await startGateway(stack);
const accounts = await makeAccounts(stack.pool, 100);
const [hotAccount] = accounts;
const pids = { gateway: gateway.pid, "bare handler": bare.pid, ...serverPids(stack) };

const accept = (submitters: readonly BenchAccount[], total = TOTAL) =>
  submitReceipts({ url: urlOf(gateway), accounts: submitters, total, inFlight: IN_FLIGHT });
const callBareHandler = () =>
  runClosedLoop({
    ...{ url: bare.url, path: "/api/verify", total: TOTAL, inFlight: IN_FLIGHT },
    submission: () => submissionBy(hotAccount, nextReference()),
  });
const measured = async (load: () => Promise<LoadFigures>) => {
  const meter = await createCpuMeter(stack.pool, pids);
  const { perSecond } = await load();
  return { perSecond, cpu: microsEach(meter.spent(), TOTAL) };
};

await warmUp("gateway", async () => (await accept(accounts)).perSecond);
await warmUp("bare handler", async () => (await callBareHandler()).perSecond);
const rounds = await takeTurns({
  many: () => measured(() => accept(accounts)),
  hot: () => measured(() => accept([hotAccount])),
  bare: () => measured(callBareHandler),
  open: async () => {
    // The rows that the last rounds left open are not part of a steady load.
    await stack.pool.query("truncate verification_requests, credit_transactions, outbox cascade");
    return await submitReceipts({
      ...{ url: urlOf(gateway), accounts: [hotAccount], inFlight: 512 },
      ...OPEN_LOOP,
    });
  },
});
const counted = await countWhile(stack, [gateway], () => accept(accounts, COUNTED));
const statement = await measureAdmissionStatement(stack, hotAccount);

const rates = (side: "many" | "hot" | "bare") => rounds[side].map(({ perSecond }) => perSecond);
const cpuOf = (side: "many" | "bare", process: string) => rounds[side].map(({ cpu }) => cpu[process] ?? 0);
const [gatewayCpu, bareCpu] = [cpuOf("many", "gateway"), cpuOf("bare", "bare handler")];
const database = cpuOf("many", "PostgreSQL");
const latencies = (p: keyof LatencyFigures) => rounds.open.map(({ latency }) => latency[p]);
const reached = rounds.open.map(({ perSecond }) => perSecond);
report({
  name: "accept",
  title: "Accepting a request",
  note: `One gateway on real PostgreSQL (\`fsync\` on), Kafka and Redis; no verifier. Closed loop: ${IN_FLIGHT} in flight over
${accounts.length} accounts, sides in turn, medians of ${rounds.many.length} rounds. Open loop: ${OPEN_LOOP.perSecond} requests a second on one account for
${OPEN_LOOP.total / OPEN_LOOP.perSecond} s; a late start counts as latency. The load generator runs on the same cores.`,
  header: ["", "median", "spread"],
  rows: [
    figure("accepts/s", rates("many"), shown.perSecond),
    figure("accepts/s, one account", rates("hot"), shown.perSecond),
    figure("bare Express handler, requests/s", rates("bare"), shown.perSecond),
    [`the admission statement alone, ${ADMISSIONS_A_STATEMENT} a time, admissions/s`, statement, ""],
    figure("CPU of the bare handler", bareCpu, shown.micros, " µs"),
    ...["gateway", "PostgreSQL", "Kafka", "Redis", loadGenerator].map((name) =>
      figure(`CPU of ${name} an accept`, cpuOf("many", name), shown.micros, " µs"),
    ),
    ["Redis commands an accept", (sumOf(counted.redisCommands) / COUNTED).toFixed(2), ""],
    ["— and inside scripts", (counted.redisCommandsInScripts / COUNTED).toFixed(2), ""],
    figure("open loop, reached a second", reached, shown.perSecond),
    ...(["p50", "p95", "p99"] as const).map((p) => figure(`open loop, ${p}`, latencies(p), shown.ms, " ms")),
  ],
  goals: [
    judged("gatewayCpu", median(gatewayCpu) / median(bareCpu)),
    judged("databaseCpu", median(database)),
    judged("redisCommands", sumOf(counted.redisCommands) / COUNTED),
    judged("openLoopReached", median(reached)),
    judged("openLoopP95", median(latencies("p95"))),
    judged("hotOverHttp", median(rates("hot")) / median(rates("many"))),
  ],
});
