import type { Queryable } from "@receipts/database";
import { startWorkers } from "@receipts/service-kit";
import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createAttemptTally } from "../src/attempt-tally.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("truncate bank_attempts, bank_conditions"));

const newTally = (queryable: Queryable = database.pool) =>
  createAttemptTally({ database: queryable, bank: "telebirr", log: testLog, flushEveryMs: 20 });

/** Sums by span, so that a minute that ends during the test does no harm. */
async function sums(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select span, sum(answered)::int as answered, sum(unavailable)::int as unavailable
       from bank_attempts where bank = 'telebirr' group by span order by span`,
  );
  return rows;
}

const everySpan = (answered: number, unavailable: number) =>
  ["day", "hour", "minute"].map((span) => ({ span, answered, unavailable }));

async function breakerOpen(): Promise<boolean> {
  const { rows } = await database.pool.query(
    "select breaker_opened_at > coalesce(answered_at, '-infinity') as open from bank_conditions",
  );
  return rows[0]?.open;
}

/** Availability that loses or doubles attempts under load is worth nothing. */
it("counts every attempt of many verifiers once, in its minute, its hour and its day", async () => {
  const tallies = Array.from({ length: 12 }, () => newTally());
  await Promise.all(
    tallies.map(async (tally, index) => {
      for (let round = 0; round < 25; round += 1) {
        tally.answered();
        tally.answered();
        if ((round + index) % 5 === 0) tally.unavailable("usr_1");
        // Flushes of one process overlap at a shutdown.
        await Promise.all([tally.flush(), tally.flush()]);
      }
    }),
  );
  expect(await sums()).toEqual(everySpan(12 * 25 * 2, 12 * 5));
});

/** Whose requests fail tells an outage from one account's own trouble; who it was is nobody's business. */
it("keeps how many askers had no answer in a minute, and no name of theirs", async () => {
  const [one, other] = [newTally(), newTally()];
  for (const asker of ["usr_1", "usr_2", "usr_1"]) one.unavailable(asker);
  for (const asker of ["usr_2", "canary"]) other.unavailable(asker);
  await Promise.all([one.flush(), other.flush()]);
  await one.flush();
  const { rows } = await database.pool.query(
    `select span, bit_count(bit_or(askers_in_vain)::bit(64))::int as askers
       from bank_attempts group by span order by span`,
  );
  expect(rows).toEqual([
    { span: "day", askers: 0 },
    { span: "hour", askers: 0 },
    { span: "minute", askers: 3 },
  ]);
});

it("keeps what the database would not take, and adds it the next time", async () => {
  let isAway = true;
  const query = (...args: Parameters<typeof database.pool.query>) =>
    isAway ? Promise.reject(new Error("the database is away")) : database.pool.query(...args);
  const tally = newTally({ query } as unknown as Queryable);
  tally.answered();
  await expect(tally.flush()).rejects.toThrow("away");
  tally.unavailable("usr_1");
  isAway = false;
  await tally.flush();
  expect(await sums()).toEqual(everySpan(1, 1));
});

it("adds the counts by itself, and asks the database for nothing while there are none", async () => {
  let queries = 0;
  const query = (...args: Parameters<typeof database.pool.query>) => {
    queries += 1;
    return database.pool.query(...args);
  };
  const tally = newTally({ query } as unknown as Queryable);
  const stop = new AbortController();
  const runs = startWorkers({ name: "test", workers: [tally.flusher] } as never, stop, testLog);
  tally.answered();
  await until(async () => (await sums()).length === 3);
  await tally.flush();
  await tally.flush();
  stop.abort();
  await Promise.all(runs);
  expect(queries).toBe(1);
});

it("knows a breaker as open until a verifier has had an answer since, in whatever order they report", async () => {
  const [early, late] = [newTally(), newTally()];
  early.unavailable("usr_1");
  early.breakerOpened();
  await early.flush();
  expect(await breakerOpen()).toBe(true);
  late.answered();
  // A moment is told as exactly as its statement is fast: these two are further apart than any statement takes.
  const answeredAt = performance.now();
  await until(() => performance.now() - answeredAt > 500);
  early.unavailable("usr_1");
  early.breakerOpened();
  await early.flush();
  await late.flush();
  expect(await breakerOpen()).toBe(true);
  late.answered();
  await late.flush();
  expect(await breakerOpen()).toBe(false);
});
