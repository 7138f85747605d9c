import { makeAccounts } from "./bench-accounts.ts";
import { openCounters } from "./bench-counters.ts";
import { percentiles } from "./bench-load.ts";
import { startBenchProcess } from "./bench-process.ts";
import { report, shown } from "./bench-report.ts";
import { startDispatcher, startGateway, startVerifiers, urlOf } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";
import { askAll, judgeAnswers, orderReceipts, type ReceiptKind } from "./counter-receipts.ts";
import { createCpuMeter, serverPids } from "./cpu-meter.ts";
import { microsEach } from "./whole-path.ts";

/** Cashiers of one account who verify at the same time, each the next receipt as soon as the last has its verdict. */
const CASHIERS = 40;
const TENS = 500;
const BANK_LATENCY_MS = 200;
/** A verifier's slots must be more than the cashiers who wait for the bank at once. */
const CONCURRENCY = 64;
const ACCOUNT = "0922446688";
const GOAL_MS = 500;

await using sandbox = await startBenchProcess("services/bank-sandbox/src/main.ts", {
  env: { SANDBOX_PORT: "0", SANDBOX_LATENCY_MS: String(BANK_LATENCY_MS) },
  ready: /^Bank sandbox: (\S+)$/m,
});
await using stack = await openBenchStack();
const [{ userId }] = await makeAccounts(stack.pool, 1, { bank: { code: "telebirr", account: ACCOUNT } });
await using _dispatcher = await startDispatcher(stack);
const bankEnv = { BANK_TELEBIRR_BASE_URL: sandbox.readyText };
await using verifiers = await startVerifiers(stack, {
  bank: { code: "telebirr", env: bankEnv },
  env: { VERIFIER_CONCURRENCY: String(CONCURRENCY) },
});
await using gateway = await startGateway(stack);

const encryptionKey = stack.env["SECRETS_ENCRYPTION_KEY"] ?? "";
const counters = await openCounters(stack.pool, { userId, encryptionKey }, CASHIERS);
const askEach = (asks: Parameters<typeof askAll>[1]) => askAll(counters, asks, () => urlOf(gateway));
const asks = await orderReceipts(
  sandbox.readyText,
  { receiverAccount: ACCOUNT, receiverName: "Bench Merchant" },
  TENS,
);
// Also warms up the processes.
const before = await askEach(asks.filter(({ kind }) => kind === "used"));
const refused = before.find(({ decision }) => decision !== "accept");
if (refused !== undefined) throw new Error(`a first use was not accepted: ${JSON.stringify(refused)}`);

const pids = {
  gateway: gateway.pid,
  verifier: verifiers.processes[0]?.pid ?? 0,
  sandbox: sandbox.pid,
  ...serverPids(stack),
};
const cpu = await createCpuMeter(stack.pool, pids);
const startedAt = performance.now();
const answers = await askEach(asks);
const cpuEach = microsEach(cpu.spent(), answers.length);
const seconds = (performance.now() - startedAt) / 1_000;
const judged = judgeAnswers(answers);

const rowOf = (name: string, kinds: readonly ReceiptKind[]) => {
  const some = answers.filter(({ ask }) => kinds.includes(ask.kind));
  const { p50, p95, p99 } = percentiles(some.map(({ ms }) => ms));
  return [name, String(some.length), ...[p50, p95, p99].map((value) => `${shown.ms(value)} ms`)];
};
const all = percentiles(answers.map(({ ms }) => ms));
const count = (value: number) => ({ measured: String(value), met: value === 0 });
report({
  name: "till",
  title: "Cashiers at the counter",
  note: `${CASHIERS} cashiers of one account, each on an own till, verify ${answers.length.toLocaleString("en")} receipts over HTTP, each the next one as
soon as it has a verdict: ${shown.perSecond(answers.length / seconds)} a second. The sandbox bank responds after ${BANK_LATENCY_MS} ms, and a verifier
has ${CONCURRENCY} slots. Three cashiers at a time race for one receipt.`,
  header: ["receipts", "asked", "p50", "p95", "p99"],
  rows: [
    rowOf("all", [...new Set(asks.map(({ kind }) => kind))]),
    rowOf("genuine", ["genuine"]),
    rowOf("genuine, by three cashiers at once", ["raced"]),
    rowOf("used before", ["used"]),
    rowOf("to a stranger", ["stranger"]),
    rowOf("reversed", ["reversed"]),
    rowOf("unknown", ["unknown"]),
    rowOf("too little", ["too_little"]),
  ],
  more: [
    {
      title: "CPU of a verdict",
      header: ["process", "µs"],
      rows: Object.entries(cpuEach).map(([name, micros]) => [name, shown.micros(micros)]),
    },
  ],
  goals: [
    {
      goal: `p95 of a verdict under ${GOAL_MS} ms`,
      measured: `${shown.ms(all.p95)} ms`,
      met: all.p95 < GOAL_MS,
    },
    { goal: 'wrong "hand over"', ...count(judged.wrongAccepts) },
    { goal: "genuine receipts that no cashier accepted", ...count(judged.neverAccepted) },
    { goal: "calls without a verdict", ...count(judged.unfinished) },
  ],
});
