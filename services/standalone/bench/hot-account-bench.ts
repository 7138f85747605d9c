import { newId } from "@receipts/contracts";
import { createPool } from "@receipts/database";
import pg from "pg";
import { type AdmissionDraft, type Admit, createAdmit } from "../../gateway/src/verification/admission.ts";
import { type BenchAccount, makeAccounts } from "./bench-accounts.ts";
import { runClosedLoop } from "./bench-load.ts";
import { startBenchProcess } from "./bench-process.ts";
import { median, report, shown, takeTurns } from "./bench-report.ts";
import { startGateway, urlOf } from "./bench-services.ts";
import { openBenchStack } from "./bench-stack.ts";
import { nextReference, requireStatus, SUFFIX, submissionBy, submitReceipts } from "./bench-submissions.ts";
import { makeNaiveTopics } from "./naive-twin/measure-naive.ts";
import { createNaiveAdmission } from "./naive-twin/naive-admission.ts";
import { naiveSchema } from "./naive-twin/naive-schema.ts";

/** Admission on one hot account: exact, far above one transaction each, and nearly as fast as over many accounts. */
const IN_FLIGHT = 64;
/** The layer shares a statement and its log flush among whoever waits: the more callers, the more it is worth. */
const MANY_IN_FLIGHT = 256;
const TOTAL = 20_000;
const NAIVE_TOTAL = 1_000;
const HTTP_TOTAL = 10_000;
const CREDITS = 2_000;

await using stack = await openBenchStack();
await stack.pool.query(naiveSchema);
await using closers = new AsyncDisposableStack();
const ourPool = createPool({
  connectionString: stack.databaseUrl,
  applicationName: "bench",
  maxConnections: 20,
});
closers.defer(() => ourPool.end());
const naivePool = new pg.Pool({ connectionString: stack.databaseUrl, max: 20 });
closers.defer(() => naivePool.end());

const admit = createAdmit({
  database: ourPool,
  requestDeadlineMs: 3_600_000,
  recoverAfterMs: 3_600_000,
  maxWaiting: 5_000,
});
const accounts = await makeAccounts(stack.pool, 200);
const [hotAccount] = accounts;
const exactly = await countAdmitted(admit);

await stack.pool.query("insert into naive_accounts values ($1, 100000000)", [hotAccount.userId]);
const admitNaively = createNaiveAdmission(naivePool);
const admitOneNaively = () => admitNaively(hotAccount.userId, nextReference(), SUFFIX);
const layer = await takeTurns({
  hotOf64: () => rateOf(TOTAL, IN_FLIGHT, () => admit(draftFor(hotAccount))),
  naiveOf64: () => rateOf(NAIVE_TOTAL, IN_FLIGHT, admitOneNaively),
  hot: () => rateOf(TOTAL, MANY_IN_FLIGHT, () => admit(draftFor(hotAccount))),
  many: () =>
    rateOf(TOTAL, MANY_IN_FLIGHT, (nth) => admit(draftFor(accounts[nth % accounts.length] ?? hotAccount))),
  naive: () => rateOf(NAIVE_TOTAL, MANY_IN_FLIGHT, admitOneNaively),
});

const http = await measureOverHttp();

const [hot, many, naive] = [median(layer.hot), median(layer.many), median(layer.naive)];
const [httpHot, httpMany, httpNaive] = [median(http.hot), median(http.many), median(http.naive)];
const row = (name: string, value: number, each: readonly number[]) => [
  name,
  shown.perSecond(value),
  each.map(shown.perSecond).join(" · "),
];
report({
  name: "hot-account",
  title: "Admission on one hot account",
  note: `Over HTTP ${IN_FLIGHT} in flight; sides in turn, medians of ${layer.hot.length} rounds. The admission layer is the gateway's own (\`createAdmit\`)
on a pool of 20; the naive side runs one statement after another, a transaction each, on as many connections.`,
  header: ["", "admissions/s", "each round"],
  rows: [
    row(`admission layer, one account, ${IN_FLIGHT} in flight`, median(layer.hotOf64), layer.hotOf64),
    row(`naive transaction, one account, ${IN_FLIGHT} in flight`, median(layer.naiveOf64), layer.naiveOf64),
    row(`admission layer, one account, ${MANY_IN_FLIGHT} in flight`, hot, layer.hot),
    row(`admission layer, ${accounts.length} accounts, ${MANY_IN_FLIGHT} in flight`, many, layer.many),
    row(`naive transaction, one account, ${MANY_IN_FLIGHT} in flight`, naive, layer.naive),
    row("over HTTP, one account", httpHot, http.hot),
    row(`over HTTP, ${accounts.length} accounts`, httpMany, http.many),
    row("naive gateway over HTTP, one account", httpNaive, http.naive),
  ],
  goals: [
    {
      goal: `${CREDITS} credits admit exactly ${CREDITS} of ${CREDITS + 500}`,
      measured: `${exactly.admitted} admitted, ${exactly.balance} left`,
      met: exactly.admitted === CREDITS && exactly.balance === 0,
    },
    {
      goal: `at least 20 × the naive transaction, ${MANY_IN_FLIGHT} in flight`,
      measured: shown.times(hot / naive),
      met: hot >= 20 * naive,
    },
    {
      goal: "at least 0.8 × the rate over many accounts",
      measured: shown.times(hot / many),
      met: hot >= 0.8 * many,
    },
    {
      goal: "over HTTP: at least 0.8 × the rate over many accounts",
      measured: shown.times(httpHot / httpMany),
      met: httpHot >= 0.8 * httpMany,
    },
  ],
});

async function countAdmitted(admitting: Admit): Promise<{ admitted: number; balance: number }> {
  const [account] = await makeAccounts(stack.pool, 1, CREDITS);
  const outcomes = await Promise.all(
    Array.from({ length: CREDITS + 500 }, () => admitting(draftFor(account))),
  );
  const { rows } = await stack.pool.query<{ balance: number }>(
    "select balance::int from credit_accounts where user_id = $1",
    [account.userId],
  );
  return {
    admitted: outcomes.filter(({ kind }) => kind === "admitted").length,
    balance: rows[0]?.balance ?? Number.NaN,
  };
}

async function measureOverHttp() {
  await using gateway = await startGateway(stack);
  await using naiveGateway = await startNaiveGateway();
  const submitFor = (submitters: readonly BenchAccount[], total: number) =>
    submitReceipts({ url: urlOf(gateway), accounts: submitters, total, inFlight: IN_FLIGHT });
  const naively = async (total: number) => {
    const figures = await runClosedLoop({
      url: urlOf(naiveGateway),
      path: "/api/verify",
      total,
      inFlight: IN_FLIGHT,
      submission: () => submissionBy(hotAccount, nextReference()),
    });
    requireStatus(figures, "202");
    return figures;
  };
  await submitFor(accounts, 1_000);
  await naively(100);
  return await takeTurns({
    hot: async () => (await submitFor([hotAccount], HTTP_TOTAL)).perSecond,
    many: async () => (await submitFor(accounts, HTTP_TOTAL)).perSecond,
    naive: async () => (await naively(NAIVE_TOTAL)).perSecond,
  });
}

async function startNaiveGateway() {
  await stack.pool.query(
    "insert into naive_keys (key_hash, user_id) values (encode(sha256($1::bytea), 'hex'), $2)",
    [hotAccount.apiKey, hotAccount.userId],
  );
  await makeNaiveTopics(stack.kafkaBrokers, "naive-hot-account");
  const env = { DATABASE_URL: stack.databaseUrl, KAFKA_BROKERS: stack.kafkaBrokers };
  return await startBenchProcess("services/standalone/bench/naive-twin/naive-gateway-main.ts", { env });
}

async function rateOf(
  total: number,
  inFlight: number,
  work: (nth: number) => Promise<unknown>,
): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < total) {
        next += 1;
        await work(next);
      }
    }),
  );
  return total / ((performance.now() - startedAt) / 1_000);
}

function draftFor({ userId, apiKeyId }: BenchAccount): AdmissionDraft {
  const reference = nextReference();
  return {
    id: newId("verification"),
    ...{ userId, payerId: userId, apiKeyId, reference },
    bank: "boa",
    suffix: SUFFIX,
    phone: null,
    receiptKey: `boa:${reference}`,
    settlementAccount: null,
    expectation: null,
    webhookUrl: null,
    cacheStatus: "MISS",
    source: "api",
    idempotencyKey: null,
    fingerprint: Buffer.alloc(32),
    httpRequestId: "req_bench",
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  };
}
