import { until } from "@receipts/testing";
import { makeAccounts } from "../../bench/bench-accounts.ts";
import { type Counts, countedServer, countWhile } from "../../bench/bench-counts.ts";
import { startGateway, urlOf } from "../../bench/bench-services.ts";
import { type BenchStack, openBenchStack } from "../../bench/bench-stack.ts";
import { submitReceipts } from "../../bench/bench-submissions.ts";
import { ADMISSIONS_A_STATEMENT, admissionInSql } from "../../bench/pgbench-admission.ts";

/** The cost of an accept is counted, not timed: counts are the same on a busy machine. */
describe("an accepted request", () => {
  let closers: AsyncDisposableStack;
  let stack: BenchStack;

  /** A separate durable server: its counters are this test's alone. */
  beforeEach(async () => {
    closers = new AsyncDisposableStack();
    stack = closers.use(await openBenchStack({ ownServer: countedServer }));
  });

  afterEach(() => closers.disposeAsync());

  /** Without batching, each accept would wait for its own disk flush, and one account's accepts for each other. */
  it("costs a tenth of a commit and of a sync, and little log, when 64 arrive together", async () => {
    const total = 6_000;
    const accounts = await makeAccounts(stack.pool, 1);
    await using gateway = await startGateway(stack);
    const submit = (count: number) =>
      submitReceipts({ url: urlOf(gateway), accounts, total: count, inFlight: 64 });
    // A cold broker may acknowledge the first ones too late.
    await until(() =>
      submit(1).then(
        () => true,
        () => false,
      ),
    );
    await submit(1_000);
    const syncsBefore = await readSyncs(stack);
    const counts = await countWhile(stack, [gateway], () => submit(total));
    // Connections report their statistics at the latest when they end.
    await gateway[Symbol.asyncDispose]();
    const syncs = (await readSyncs(stack)) - syncsBefore;
    const calls = callsOf(counts);
    expect(calls.admission).toBeLessThanOrEqual(total / 10);
    // Deletions run on a timer, so a slow machine has more of them per request.
    expect(syncs - calls.deletion).toBeLessThanOrEqual(total / 10);
    // The other statements run on timers too; one per request would far exceed this.
    expect(calls.others.filter(({ calls: count }) => count > total / 20)).toEqual([]);
    expect(counts.walBytes / total).toBeLessThanOrEqual(MOST_LOG_BYTES);
  });

  /** An additional query per request would halve the rate, and a reviewer would miss it. */
  it("takes one statement if it arrives alone, and shares the deletion of its outbox row", async () => {
    const total = 200;
    const accounts = await makeAccounts(stack.pool, 1);
    await using gateway = await startGateway(stack);
    const submit = () => submitReceipts({ url: urlOf(gateway), accounts, total, inFlight: 1 });
    await submit();
    const counts = await countWhile(stack, [gateway], submit);
    const calls = callsOf(counts);
    expect(calls.admission).toBe(total);
    expect(calls.deletion).toBeLessThanOrEqual(total);
    expect(calls.others.filter(({ calls: count }) => count >= total / 2)).toEqual([]);
  });

  /** A new parameter of the statement would break the benchmark. */
  it("is the statement that the benchmark measures", async () => {
    const [account] = await makeAccounts(stack.pool, 1);
    if (account === undefined) throw new Error("no account was made");
    // The statement returns the admitted requests.
    const { rows } = await stack.pool.query(admissionInSql(account));
    expect(rows).toHaveLength(ADMISSIONS_A_STATEMENT);
  });
});

/** The goal is 2 kB. A quiet machine stays below it; a busy one sends smaller batches, whose commits share less. */
const MOST_LOG_BYTES = 2_200;

function callsOf({ statements }: Counts) {
  const admission = /^\s*with (?:account|item) as[\s\S]*insert into verification_requests/;
  const deletion = /^delete from outbox/;
  const sumOfCalls = (pattern: RegExp) =>
    statements.filter(({ query }) => pattern.test(query)).reduce((sum, { calls }) => sum + calls, 0);
  return {
    admission: sumOfCalls(admission),
    deletion: sumOfCalls(deletion),
    others: statements.filter(({ query }) => !admission.test(query) && !deletion.test(query)),
  };
}

async function readSyncs({ pool }: BenchStack): Promise<number> {
  const { rows } = await pool.query<{ syncs: number }>(
    "select sum(fsyncs)::float8 as syncs from pg_stat_io where object = 'wal' and backend_type = 'client backend'",
  );
  return rows[0]?.syncs ?? Number.NaN;
}
