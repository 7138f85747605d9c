import { newId } from "@receipts/contracts";
import { createPool } from "@receipts/database";
import pg from "pg";
import { type AdmissionDraft, type Admit, createAdmit } from "../../gateway/src/verification/admission.ts";
import { type BenchAccount, makeAccounts } from "./bench-accounts.ts";
import { judged } from "./bench-goals.ts";
import { workOff } from "./bench-load.ts";
import { figure, median, report, shown, takeTurns, warmUp } from "./bench-report.ts";
import { openBenchStack } from "./bench-stack.ts";
import { nextReference, SUFFIX } from "./bench-submissions.ts";
import { createNaiveAdmission } from "./naive-twin/naive-admission.ts";
import { naiveSchema } from "./naive-twin/naive-schema.ts";

/**
 * Admission on one hot account: exact, far faster than one transaction each, and nearly as fast as over many accounts.
 */
const IN_FLIGHT = 64;
/** The layer shares a statement and its log flush among waiting calls: more calls gain more. */
const MANY_IN_FLIGHT = 256;
const TOTAL = 20_000;
const NAIVE_TOTAL = 1_000;
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

const rateOf = async (load: { total: number; inFlight: number }, work: (nth: number) => Promise<unknown>) =>
  load.total / (await workOff(load, work));
await stack.pool.query("insert into naive_accounts values ($1, 100000000)", [hotAccount.userId]);
const admitNaively = createNaiveAdmission(naivePool);
const admitOneNaively = () => admitNaively(hotAccount.userId, nextReference(), SUFFIX);
await warmUp("layer", () =>
  rateOf({ total: TOTAL, inFlight: MANY_IN_FLIGHT }, () => admit(draftFor(hotAccount))),
);
await warmUp("transaction", () => rateOf({ total: NAIVE_TOTAL, inFlight: MANY_IN_FLIGHT }, admitOneNaively));
const layer = await takeTurns({
  hotOf64: () => rateOf({ total: TOTAL, inFlight: IN_FLIGHT }, () => admit(draftFor(hotAccount))),
  naiveOf64: () => rateOf({ total: NAIVE_TOTAL, inFlight: IN_FLIGHT }, admitOneNaively),
  hot: () => rateOf({ total: TOTAL, inFlight: MANY_IN_FLIGHT }, () => admit(draftFor(hotAccount))),
  many: () =>
    rateOf({ total: TOTAL, inFlight: MANY_IN_FLIGHT }, (nth) =>
      admit(draftFor(accounts[nth % accounts.length] ?? hotAccount)),
    ),
  naive: () => rateOf({ total: NAIVE_TOTAL, inFlight: MANY_IN_FLIGHT }, admitOneNaively),
});

const [hot, many, naive] = [median(layer.hot), median(layer.many), median(layer.naive)];
report({
  name: "hot-account",
  title: "Admission on one hot account",
  note: `Sides in turn, medians of ${layer.hot.length} rounds. The admission layer is the gateway's own (\`createAdmit\`) on a pool of 20; the
naive side runs one statement after another, a transaction each, on as many connections.`,
  header: ["admissions/s", "median", "spread"],
  rows: [
    figure(`admission layer, one account, ${IN_FLIGHT} in flight`, layer.hotOf64, shown.perSecond),
    figure(`a transaction each, one account, ${IN_FLIGHT} in flight`, layer.naiveOf64, shown.perSecond),
    figure(`admission layer, one account, ${MANY_IN_FLIGHT} in flight`, layer.hot, shown.perSecond),
    figure(
      `admission layer, ${accounts.length} accounts, ${MANY_IN_FLIGHT} in flight`,
      layer.many,
      shown.perSecond,
    ),
    figure(`a transaction each, one account, ${MANY_IN_FLIGHT} in flight`, layer.naive, shown.perSecond),
  ],
  goals: [
    {
      goal: `${CREDITS} credits admit exactly ${CREDITS} of ${CREDITS + 500}`,
      measured: `${exactly.admitted} admitted, ${exactly.balance} left`,
      met: exactly.admitted === CREDITS && exactly.balance === 0,
    },
    judged("hotAdmission", hot / naive),
    judged("hotSpread", hot / many),
  ],
});

async function countAdmitted(admitting: Admit): Promise<{ admitted: number; balance: number }> {
  const [account] = await makeAccounts(stack.pool, 1, { credits: CREDITS });
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

function draftFor({ userId, apiKeyId }: BenchAccount): AdmissionDraft {
  const reference = nextReference();
  return {
    id: newId("verification"),
    ...{
      userId,
      payerId: userId,
      isPaid: false,
      apiKeyId,
      memberId: null,
      branchId: null,
      tillId: null,
      reference,
    },
    bank: "boa",
    suffix: SUFFIX,
    phone: null,
    receiptKey: `boa:${reference}`,
    settlementAccount: null,
    expectation: null,
    input: null,
    webhookUrl: null,
    recheckForMinutes: 0,
    cacheStatus: "MISS",
    source: "api",
    idempotencyKey: null,
    fingerprint: Buffer.alloc(32),
    httpRequestId: "req_bench",
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  };
}
