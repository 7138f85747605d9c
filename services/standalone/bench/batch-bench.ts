import { pause } from "@receipts/service-kit";
import { makeAccounts } from "./bench-accounts.ts";
import { runOpenLoop } from "./bench-load.ts";
import { startBenchProcess } from "./bench-process.ts";
import { figure, median, report, shown, takeTurns } from "./bench-report.ts";
import { startDispatcher, startGateway, startVerifiers, urlOf } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";

const ITEMS = 500;
const BANK_LATENCY_MS = 200;
const SINGLES_PER_SECOND = 10;
/** About as long as the batch takes. */
const SINGLES = 250;
const GOAL = 1.5;

await using sandbox = await startBenchProcess("services/bank-sandbox/src/main.ts", {
  env: { SANDBOX_PORT: "0", SANDBOX_LATENCY_MS: String(BANK_LATENCY_MS) },
  ready: /^Bank sandbox: (\S+)$/m,
});
await using stack = await openBenchStack();
const [{ apiKey }] = await makeAccounts(stack.pool, 1, { bank: { code: "telebirr", account: "0922446688" } });
await using _dispatcher = await startDispatcher(stack);
await using _verifiers = await startVerifiers(stack, {
  bank: { code: "telebirr", env: { BANK_TELEBIRR_BASE_URL: sandbox.readyText } },
});
await using gateway = await startGateway(stack);

let references = 0;
/** A genuine receipt without a cached verdict. */
function receipt() {
  references += 1;
  return { bank: "telebirr", reference: `DJ5${references.toString(36).toUpperCase().padStart(6, "0")}1` };
}

/** Returns the p95 of single receipts until their verdict, in ms. */
async function singles(total = SINGLES): Promise<number> {
  const { latency, statuses } = await runOpenLoop({
    ...{ url: urlOf(gateway), path: "/api/verify?waitMs=15000", total, inFlight: 100 },
    perSecond: SINGLES_PER_SECOND,
    submission: () => ({ headers: { "x-api-key": apiKey }, body: JSON.stringify(receipt()) }),
  });
  if (statuses["200"] !== total) throw new Error(`single receipts: ${JSON.stringify(statuses)}`);
  return latency.p95;
}

async function ask(path: string, init: RequestInit = {}) {
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  const response = await fetch(`${urlOf(gateway)}${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  const { data } = (await response.json()) as { data: { id: string; completedAt: string | null } };
  return data;
}

const batchSeconds: number[] = [];

async function runBatch(): Promise<void> {
  const startedAt = performance.now();
  const items = Array.from({ length: ITEMS }, receipt);
  const { id } = await ask("/api/verify/batch", { method: "POST", body: JSON.stringify({ items }) });
  while ((await ask(`/api/batches/${id}`)).completedAt === null) await pause(250);
  batchSeconds.push((performance.now() - startedAt) / 1_000);
}

await singles(50);
const { alone, beside } = await takeTurns({
  alone: () => singles(),
  beside: async () => (await Promise.all([singles(), runBatch()]))[0],
});
const times = median(beside) / median(alone);
report({
  name: "batch",
  title: "Single receipts beside a batch",
  note: `Single receipts of an account, ${SINGLES_PER_SECOND} a second, until their verdict; alone, and while a batch of ${ITEMS} of the same account and bank runs. The
sandbox bank responds after ${BANK_LATENCY_MS} ms. One verifier has 16 slots, of which batches use 4.`,
  header: ["", "median", "rounds"],
  rows: [
    figure("p95 of a single receipt, alone", alone, shown.ms, " ms"),
    figure("p95 of a single receipt, beside the batch", beside, shown.ms, " ms"),
    figure("the whole batch", batchSeconds, (value) => value.toFixed(1), " s"),
  ],
  goals: [
    {
      goal: `p95 of single receipts at most ${GOAL} times that without a batch`,
      measured: shown.times(times),
      met: times <= GOAL,
    },
  ],
});
