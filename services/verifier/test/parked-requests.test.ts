import { createServiceMetrics } from "@receipts/service-kit";
import { createTestDatabase, type TestDatabase } from "@receipts/testing";
import { testLog } from "@receipts/testing/suite-log";
import { createClaimRepository, jobMessage } from "../src/claim-repository.ts";
import { createParkVerification } from "../src/park-verification.ts";
import { insertRequest } from "./one-request.ts";

const bank = "telebirr";
const breakerResetMs = 5_000;
const request = {
  ...{ id: "ver_1", userId: "usr_1", receiptKey: "key" },
  ...{ httpRequestId: "req", traceparent: null },
};

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertRequest(database, "ver_1");
});
afterEach(() => database.pool.query("delete from outbox"));
afterAll(() => database.drop());

const claimsOf = (of: "telebirr" | "cbe") =>
  createClaimRepository({ database: database.pool, bank: of, leaseMs: 15_000 });

/** Seconds until each message is published again. */
async function delays(): Promise<number[]> {
  const { rows } = await database.pool.query(
    "select extract(epoch from available_at - now())::float8 as seconds from outbox order by available_at",
  );
  return rows.map(({ seconds }) => seconds);
}

async function parkMany(openForMs: number, userId = request.userId): Promise<void> {
  const metrics = createServiceMetrics({ processMetrics: false });
  const park = createParkVerification({
    ...{ claims: claimsOf(bank), bank, breakerResetMs, log: testLog, metrics },
    openForMs: () => openForMs,
  });
  for (let time = 0; time < 20; time += 1) await park({ ...request, userId });
}

describe("a parked request", () => {
  /** Thousands of requests due every few seconds would be a load on the database that grows with the outage. */
  it.each([
    ["after the breaker's period, in a young outage", 1_000, [5, 10]],
    ["in proportion to a longer outage", 40_000, [20, 40]],
    ["in proportion to any outage", 3_600_000, [1_800, 3_600]],
  ] as const)("is due %s", async (_, openForMs, [min, max]) => {
    await parkMany(openForMs);
    const seconds = await delays();
    expect(seconds).toHaveLength(20);
    for (const each of seconds) {
      expect(each).toBeGreaterThan(min - 5); // minus the time of the test itself
      expect(each).toBeLessThanOrEqual(max);
    }
    expect(new Set(seconds.map(Math.round)).size).toBeGreaterThan(2);
  });

  it("is unparked alone, as the probe of its bank's breaker, if it is due first", async () => {
    await parkMany(3_600_000);
    await database.pool.query(
      "insert into outbox (topic, key, value, available_at) values ('verification.requested.cbe', '', '{}', now() + interval '1 minute')",
    );
    const [ofAnotherBank = 0, ...before] = await delays();
    expect(await claimsOf(bank).unparkOne([])).toBe("usr_1");
    const [probe = 1, next = 0, ...after] = await delays();
    expect(probe).toBeLessThanOrEqual(0);
    expect(Math.abs(next - ofAnotherBank)).toBeLessThan(5);
    expect(after).toHaveLength(before.length - 1);
    expect(Math.min(...after)).toBeGreaterThan(1_000);
  });

  it("of an account that is not failing is unparked first", async () => {
    await parkMany(1_000);
    await parkMany(3_600_000, "usr_2");
    expect(await claimsOf(bank).unparkOne(["usr_1"])).toBe("usr_2");
    expect(await claimsOf(bank).unparkOne(["usr_1", "usr_2"])).toBe("usr_1");
  });

  it("is unparked with all requests of its bank when the breaker closes", async () => {
    await parkMany(3_600_000);
    await database.pool.query(
      "insert into outbox (topic, key, value, available_at) values ('verification.requested.cbe', '', '{}', now() + interval '1 hour')",
    );
    await database.pool.query(
      "insert into outbox (topic, key, value, available_at) values ($1, '', '{}', now() + interval '1 second')",
      [jobMessage(bank, request).topic],
    );
    expect(await claimsOf(bank).unparkAll(2 * breakerResetMs)).toBe(20);
    const seconds = await delays();
    expect(seconds.filter((each) => each <= 10)).toHaveLength(21);
    expect(seconds.at(-1)).toBeGreaterThan(3_000);
  });
});
