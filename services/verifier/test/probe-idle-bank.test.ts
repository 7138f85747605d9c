import { type BankAdapter, BankUnavailable, type FetchOutcome } from "@receipts/banks";
import { createServiceMetrics, startWorkers } from "@receipts/service-kit";
import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createAttemptTally } from "../src/attempt-tally.ts";
import { createBankBreaker } from "../src/bank-breaker.ts";
import { createProbeIdleBank } from "../src/probe-idle-bank.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("truncate bank_attempts, bank_conditions"));

const canary = { reference: "CANARY", suffix: null, phone: null };

/** A bank that counts probes, and how many of them are concurrent. */
function aBank(respond: (signal: AbortSignal) => Promise<FetchOutcome>) {
  const seen = { probes: 0, inFlight: 0, max: 0, references: new Set<string>() };
  const adapter: BankAdapter = {
    code: "boa",
    fetchReceipt: async ({ reference }, signal) => {
      seen.probes += 1;
      seen.inFlight += 1;
      seen.max = Math.max(seen.max, seen.inFlight);
      seen.references.add(reference);
      return await respond(signal).finally(() => {
        seen.inFlight -= 1;
      });
    },
    parseReceipt: () => Promise.reject(new Error("a probe is not read")),
  };
  return { seen, adapter };
}

function startProbers(adapter: BankAdapter, count: number, idleMs: number) {
  const stop = new AbortController();
  const probers = Array.from({ length: count }, () => {
    const tally = createAttemptTally({
      ...{ database: database.pool, bank: "boa", log: testLog, flushEveryMs: 10 },
    });
    const breaker = createBankBreaker({
      ...{ bank: "boa", volume: 1_000, errorPercent: 50, windowMs: 1_000, resetMs: 1_000, log: testLog },
      ...{ fetchReceipt: adapter.fetchReceipt, tally },
      metrics: createServiceMetrics({ processMetrics: false }),
    });
    const options = { database: database.pool, bank: "boa", breaker, canary, idleMs, log: testLog } as const;
    return { breaker, workers: [tally.flusher, createProbeIdleBank(options)] };
  });
  const workers = probers.flatMap((prober) => prober.workers);
  const runs = startWorkers({ name: "test", workers } as never, stop, testLog);
  return async () => {
    stop.abort();
    await Promise.all(runs);
    for (const { breaker } of probers) breaker.close();
  };
}

async function attempts(): Promise<{ answered: number; unavailable: number }> {
  const { rows } = await database.pool.query(
    `select coalesce(sum(answered), 0)::int as answered, coalesce(sum(unavailable), 0)::int as unavailable
       from bank_attempts where span = 'day'`,
  );
  return rows[0];
}

it("queries an idle bank repeatedly for its canary, one verifier at a time", async () => {
  const { seen, adapter } = aBank(async () => ({ kind: "not_found" }));
  const stop = startProbers(adapter, 4, 100);
  await until(async () => (await attempts()).answered >= 3);
  await stop();
  expect(seen.max).toBe(1);
  expect([...seen.references]).toEqual(["CANARY"]);
  expect((await attempts()).unavailable).toBe(0);
});

it("counts a canary without a response", async () => {
  const { adapter } = aBank(() => Promise.reject(new BankUnavailable("down")));
  const stop = startProbers(adapter, 2, 100);
  await until(async () => (await attempts()).unavailable >= 2);
  await stop();
  expect((await attempts()).answered).toBe(0);
});

it("does not probe a bank with a recent attempt", async () => {
  await database.pool.query("insert into bank_conditions (bank, attempted_at) values ('boa', now())");
  const { seen, adapter } = aBank(async () => ({ kind: "not_found" }));
  // A worker completes its first run before it stops.
  const stop = startProbers(adapter, 2, 60_000);
  await stop();
  const { rows } = await database.pool.query("select probe_until from bank_conditions");
  expect(rows).toEqual([{ probe_until: null }]);
  expect(seen.probes).toBe(0);
});

/** A process that stops must not make the bank look down. */
it("does not count a probe that the process's stop aborted", async () => {
  const { seen, adapter } = aBank(
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new BankUnavailable("aborted")), { once: true });
      }),
  );
  const stop = startProbers(adapter, 1, 60_000);
  await until(() => seen.inFlight === 1);
  await stop();
  expect(await attempts()).toEqual({ answered: 0, unavailable: 0 });
});
