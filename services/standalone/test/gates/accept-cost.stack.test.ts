import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "@receipts/embedded-postgres";
import { until } from "@receipts/testing";
import { makeAccounts } from "../../bench/bench-accounts.ts";
import { startGateway, urlOf } from "../../bench/bench-services.ts";
import { type BenchStack, openBenchStack } from "../../bench/bench-stack.ts";
import { submitReceipts } from "../../bench/bench-submissions.ts";
import { ADMISSIONS_A_STATEMENT, admissionInSql } from "../../bench/pgbench-admission.ts";

/** What an accept costs is counted, not timed: counts are the same on a busy machine. */
describe("an accepted request", () => {
  let closers: AsyncDisposableStack;
  let stack: BenchStack;

  /** A durable server that nobody else uses, so that its counters are this test's alone. */
  beforeEach(async () => {
    closers = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "receipts-gate-"));
    closers.defer(() => rm(dataDir, { recursive: true, force: true }));
    const settings = { shared_preload_libraries: "pg_stat_statements", autovacuum: "off" };
    const server = closers.adopt(await startEmbeddedPostgres({ dataDir, settings }), (open) => open.stop());
    stack = closers.use(await openBenchStack({ adminUrl: server.adminUrl }));
    await stack.pool.query("create extension pg_stat_statements");
  }, 300_000);

  afterEach(() => closers.disposeAsync(), 60_000);

  /** Without sharing, each would wait for a disk of its own, and one account for all of them. */
  it("costs a tenth of a commit and of a sync, and little log, when 64 arrive together", async () => {
    const total = 6_000;
    const accounts = await makeAccounts(stack.pool, 1);
    await using gateway = await startGateway(stack);
    const submit = (count: number) =>
      submitReceipts({ url: urlOf(gateway), accounts, total: count, inFlight: 64 });
    // The broker may be cold, and answer the first ones too late.
    await until(() =>
      submit(1).then(
        () => true,
        () => false,
      ),
    );
    await submit(1_000);
    await stack.pool.query("select pg_stat_statements_reset()");
    const before = await readCounters(stack);
    await submit(total);
    // Connections report what they did at the latest when they end.
    await gateway[Symbol.asyncDispose]();
    const after = await readCounters(stack);
    const calls = await readCalls(stack);
    expect(calls.admission).toBeLessThanOrEqual(total / 10);
    // The deletions go by the clock, so a slow machine has more of them for each request.
    expect(after.syncs - before.syncs - calls.deletion).toBeLessThanOrEqual(total / 10);
    // So do all the others; one that went with the requests would be far above this.
    expect(calls.others.filter(({ calls: count }) => count > total / 20)).toEqual([]);
    expect((after.walBytes - before.walBytes) / total).toBeLessThanOrEqual(MOST_LOG_BYTES);
  }, 300_000);

  /** A look-up more for each request would halve the rate, and nobody would see it in a review. */
  it("takes one statement when it comes alone, and shares the deletion of its outbox row", async () => {
    const total = 200;
    const accounts = await makeAccounts(stack.pool, 1);
    await using gateway = await startGateway(stack);
    const submit = () => submitReceipts({ url: urlOf(gateway), accounts, total, inFlight: 1 });
    await submit();
    await stack.pool.query("select pg_stat_statements_reset()");
    await submit();
    const calls = await readCalls(stack);
    expect(calls.admission).toBe(total);
    expect(calls.deletion).toBeLessThanOrEqual(total);
    expect(calls.others.filter(({ calls: count }) => count >= total / 2)).toEqual([]);
  }, 300_000);

  /** A parameter more in the statement would leave the benchmark beside it behind. */
  it("is what the benchmark has PostgreSQL do alone", async () => {
    const [account] = await makeAccounts(stack.pool, 1);
    if (account === undefined) throw new Error("no account was made");
    const { rows } = await stack.pool.query<{ kind: string }>(admissionInSql(account));
    expect(rows.map(({ kind }) => kind)).toEqual(Array(ADMISSIONS_A_STATEMENT).fill("admitted"));
  }, 300_000);
});

/**
 * The goal is 2 kB, and a quiet machine stays below it; a busy one sends smaller batches, whose commits share less.
 */
const MOST_LOG_BYTES = 2_200;

interface StatementCalls {
  readonly query: string;
  readonly calls: number;
}

async function readCalls({ pool }: BenchStack) {
  const { rows } = await pool.query<StatementCalls>(
    `select query, calls::int from pg_stat_statements join pg_database on oid = dbid
      where datname = current_database()`,
  );
  const admission = /^\s*with item as[\s\S]*insert into verification_requests/;
  const deletion = /^delete from outbox/;
  const callsOf = (pattern: RegExp) =>
    rows.filter(({ query }) => pattern.test(query)).reduce((sum, { calls }) => sum + calls, 0);
  return {
    admission: callsOf(admission),
    deletion: callsOf(deletion),
    others: rows.filter(({ query }) => !admission.test(query) && !deletion.test(query)),
  };
}

interface Counters {
  readonly syncs: number;
  /** Without the full images of pages, which depend on when the last checkpoint was. */
  readonly walBytes: number;
}

async function readCounters({ pool }: BenchStack): Promise<Counters> {
  const { rows } = await pool.query<Counters>(
    `select (select sum(fsyncs) from pg_stat_io where object = 'wal' and backend_type = 'client backend')::float8 as syncs,
            (select wal_bytes - wal_fpi * current_setting('block_size')::int from pg_stat_wal)::float8 as "walBytes"`,
  );
  const [counters] = rows;
  if (counters === undefined) throw new Error("the server has no counters");
  return counters;
}
