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

/** Sums by span: a minute may end during the test. */
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
    "select breaker_opened_at > coalesce(responded_at, '-infinity') as open from bank_conditions",
  );
  return rows[0]?.open;
}

it("counts every attempt of concurrent verifiers once, in its minute, hour and day", async () => {
  const tallies = Array.from({ length: 12 }, () => newTally());
  await Promise.all(
    tallies.map(async (tally, index) => {
      for (let round = 0; round < 25; round += 1) {
        tally.responded();
        tally.responded();
        if ((round + index) % 5 === 0) tally.unavailable("usr_1");
        // Flushes of one process overlap at a shutdown.
        await Promise.all([tally.flush(), tally.flush()]);
      }
    }),
  );
  expect(await sums()).toEqual(everySpan(12 * 25 * 2, 12 * 5));
});

/** The number of requesters tells an outage from one account's own trouble; their names must not be stored. */
it("stores how many requesters got no response in a minute, without their names", async () => {
  const [one, other] = [newTally(), newTally()];
  for (const requester of ["usr_1", "usr_2", "usr_1"]) one.unavailable(requester);
  for (const requester of ["usr_2", "canary"]) other.unavailable(requester);
  await Promise.all([one.flush(), other.flush()]);
  await one.flush();
  const { rows } = await database.pool.query(
    `select span, bit_count(bit_or(failed_requesters)::bit(64))::int as requesters
       from bank_attempts group by span order by span`,
  );
  expect(rows).toEqual([
    { span: "day", requesters: 0 },
    { span: "hour", requesters: 0 },
    { span: "minute", requesters: 3 },
  ]);
});

it("keeps counts that the database refused, and adds them with the next flush", async () => {
  let isDown = true;
  const query = (...args: Parameters<typeof database.pool.query>) =>
    isDown ? Promise.reject(new Error("the database is down")) : database.pool.query(...args);
  const tally = newTally({ query } as unknown as Queryable);
  tally.responded();
  await expect(tally.flush()).rejects.toThrow("down");
  tally.unavailable("usr_1");
  isDown = false;
  await tally.flush();
  expect(await sums()).toEqual(everySpan(1, 1));
});

it("flushes periodically, without queries while there are no counts", async () => {
  let queries = 0;
  const query = (...args: Parameters<typeof database.pool.query>) => {
    queries += 1;
    return database.pool.query(...args);
  };
  const tally = newTally({ query } as unknown as Queryable);
  const stop = new AbortController();
  const runs = startWorkers({ name: "test", workers: [tally.flusher] } as never, stop, testLog);
  tally.responded();
  await until(async () => (await sums()).length === 3);
  await tally.flush();
  await tally.flush();
  stop.abort();
  await Promise.all(runs);
  expect(queries).toBe(1);
});

it("reports a breaker as open until a later response, in any order of reports", async () => {
  const [early, late] = [newTally(), newTally()];
  early.unavailable("usr_1");
  early.breakerOpened();
  await early.flush();
  expect(await breakerOpen()).toBe(true);
  late.responded();
  // Times are as exact as statements are fast: these two are further apart than any statement takes.
  const answeredAt = performance.now();
  await until(() => performance.now() - answeredAt > 500);
  early.unavailable("usr_1");
  early.breakerOpened();
  await early.flush();
  await late.flush();
  expect(await breakerOpen()).toBe(true);
  late.responded();
  await late.flush();
  expect(await breakerOpen()).toBe(false);
});
