import { createPool } from "@receipts/database";
import { asService, createTestDatabase, type TestDatabase } from "@receipts/testing";
import {
  type Capacity,
  createDeliveryRepository,
  type DeliveryRepositoryDeps,
} from "../src/delivery-repository.ts";
import { ampleCapacity, anAccount, anEndpoint, insertDeliveries } from "./delivery-rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("truncate webhook_deliveries, webhook_attempts"));

const repository = (options: Partial<DeliveryRepositoryDeps> = {}) =>
  createDeliveryRepository({ database: database.pool, leaseMs: 60_000, firstDelayMs: 0, ...options });
const timings = { dnsMs: null, connectMs: 1, firstByteMs: 2, totalMs: 3 };
const response200 = { kind: "responded", statusCode: 200, retryAfter: undefined, timings } as const;
const delivered = { state: "delivered" } as const;

async function rowOf(id: string) {
  const { rows } = await database.pool.query("select * from webhook_deliveries where id = $1", [id]);
  return rows[0];
}

const dispatchersPool = { applicationName: "webhook-dispatcher", maxConnections: 1, walksIndexes: true };

interface RecordedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Records queries; `blocksOf` runs one again and counts the blocks that it reads. */
function blockCounting(pool = database.pool) {
  const recorded: RecordedQuery[] = [];
  const recording = {
    query: (query: RecordedQuery) => {
      recorded.push(query);
      return pool.query(query);
    },
  };
  const blocksOf = async (name: string): Promise<number> => {
    const { text = "", values = [] } = recorded.find((query) => query.name === name) ?? {};
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, values);
    const plan = rows[0]["QUERY PLAN"][0].Plan;
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  };
  return { database: recording as unknown as DeliveryRepositoryDeps["database"], blocksOf };
}

describe("leaseDue", () => {
  it("reads the host of a URL, without its port and its final dot", async () => {
    const userId = await anAccount(database.pool);
    for (const url of [
      "https://shop.test:8443/a?b",
      "https://shop.test./",
      "http://[::1]:80/",
      "http://shop.test",
    ])
      await insertDeliveries(database.pool, { userId, url });
    const { deliveries } = await repository().leaseDue(ampleCapacity());
    expect(deliveries.map(({ host }) => host).sort()).toEqual([
      "[::1]",
      "shop.test",
      "shop.test",
      "shop.test",
    ]);
  });

  /** A merchant whose server was down for a day must not delay other merchants. */
  it("leases for an account at once, although another has 20,000 older deliveries", async () => {
    const [crowd, other] = [await anAccount(database.pool), await anAccount(database.pool)];
    await insertDeliveries(database.pool, {
      userId: crowd,
      url: "https://a.test/",
      count: 20_000,
      dueSecondsAgo: 60,
    });
    await database.pool.query("analyze webhook_deliveries");
    const [id] = await insertDeliveries(database.pool, { userId: other, url: "https://b.test/" });
    const { deliveries, headIsFull } = await repository().leaseDue(ampleCapacity({ free: 10, perHost: 8 }));
    expect(headIsFull).toBe(true);
    expect(deliveries.map((delivery) => delivery.id)).toContain(id);
    expect(deliveries.filter(({ userId }) => userId === crowd)).toHaveLength(8);
  });

  /** Merchants share hosts, of shop builders for example: one whose endpoints hang must not take them. */
  it("leases a host's places to the account with the fewest there, however old the other's deliveries are", async () => {
    const [crowd, other] = [await anAccount(database.pool), await anAccount(database.pool)];
    for (let n = 0; n < 20; n += 1) {
      const url = `https://shared.test/${n}`;
      const endpointId = await anEndpoint(database.pool, { userId: crowd, url });
      await insertDeliveries(database.pool, { userId: crowd, url, endpointId, count: 5, dueSecondsAgo: 60 });
    }
    await insertDeliveries(database.pool, { userId: other, url: "https://shared.test/ok", count: 3 });
    const leased = async (place: number, onHosts: Capacity["onHosts"]) => {
      const capacity = ampleCapacity({ hosts: new Map([["shared.test", place]]), perTarget: 2, onHosts });
      const { deliveries } = await repository().leaseDue(capacity);
      return deliveries.map(({ userId }) => (userId === crowd ? "crowd" : "other")).sort();
    };
    expect(await leased(1, [{ host: "shared.test", userId: crowd, leases: 7 }])).toEqual(["other"]);
    expect(await leased(4, [])).toEqual(["crowd", "crowd", "other", "other"]);
  });

  it("visits every target over several polls when there are more than one poll reads", async () => {
    const [crowd, other] = [await anAccount(database.pool), await anAccount(database.pool)];
    const url = "https://a.test/";
    await insertDeliveries(database.pool, { userId: crowd, url, count: 400, dueSecondsAgo: 60 });
    for (let n = 0; n < 450; n += 1) {
      await insertDeliveries(database.pool, { userId: other, url: `https://${n}.test/` });
    }
    const deliveries = repository();
    const blocked = ampleCapacity({ accounts: new Map([[crowd, 0]]), free: 200 });
    const polls = [await deliveries.leaseDue(blocked), await deliveries.leaseDue(blocked)];
    polls.push(await deliveries.leaseDue(blocked));
    expect(polls.map(({ hasMoreTargets }) => hasMoreTargets)).toEqual([true, true, false]);
    expect(new Set(polls.flatMap((each) => each.deliveries.map(({ host }) => host))).size).toBe(450);
  });

  /** An integrator with one host name per shop must not count as many integrators. */
  it("leases for an account in the next poll, although another has thousands of hosts", async () => {
    const [crowd, other] = [await anAccount(database.pool), await anAccount(database.pool)];
    const shops = { userId: crowd, url: "https://{n}.test/", count: 5_000, dueSecondsAgo: 60 };
    await insertDeliveries(database.pool, shops);
    const deliveries = repository();
    const capacity = ampleCapacity({ free: 20, perHost: 2 });
    expect((await deliveries.leaseDue(capacity)).deliveries).toHaveLength(20);
    const [id] = await insertDeliveries(database.pool, { userId: other, url: "https://b.test/" });
    const next = await deliveries.leaseDue(capacity);
    expect(next.deliveries.map((delivery) => delivery.id)).toContain(id);
    expect(next.deliveries).toHaveLength(20);
  });

  /** Else two accounts out of step would keep the dispatcher polling without a pause. */
  it("ends its round after walking every account to its last host once", async () => {
    const [crowd, many, few] = [
      await anAccount(database.pool),
      await anAccount(database.pool),
      await anAccount(database.pool),
    ];
    const old = { userId: crowd, url: "https://a.test/", count: 400, dueSecondsAgo: 60 };
    await insertDeliveries(database.pool, old);
    await insertDeliveries(database.pool, { userId: many, url: "https://many-{n}.test/", count: 450 });
    await insertDeliveries(database.pool, { userId: few, url: "https://few-{n}.test/", count: 120 });
    const capacity = ampleCapacity({ accounts: new Map([[crowd, 0]]), free: 1, perAccount: 1 });
    const deliveries = repository();
    const polls = [];
    for (let poll = 0; poll < 5; poll += 1) polls.push((await deliveries.leaseDue(capacity)).hasMoreTargets);
    expect(polls).toEqual([true, true, true, true, false]);
  });

  /** Counted in blocks, which do not depend on the machine, and with statistics from before the backlog. */
  it("reads no more for 20,000 hosts, or a backlog of 20,000, than for 400", async () => {
    const costs = [];
    for (const draft of [
      { url: "https://{n}.test/", count: 400 },
      { url: "https://{n}.test/", count: 20_000 },
      { url: "https://one.test/", count: 20_000 },
    ]) {
      await database.pool.query("truncate webhook_deliveries, webhook_attempts");
      const userId = await anAccount(database.pool);
      await insertDeliveries(database.pool, { ...draft, userId, count: 500, state: "delivered" });
      await database.pool.query("vacuum analyze webhook_deliveries");
      await insertDeliveries(database.pool, { ...draft, userId, dueSecondsAgo: 60 });
      const pool = createPool({
        ...dispatchersPool,
        connectionString: asService(database.url, "dispatcher"),
      });
      const { database: recording, blocksOf } = blockCounting(pool);
      await repository({ database: recording }).leaseDue(ampleCapacity({ free: 20, perHost: 2 }));
      costs.push(await blocksOf("lease_due_deliveries"));
      await pool.end();
    }
    const [few = 0, manyHosts = 0, longBacklog = 0] = costs;
    // An index of 20,000 entries is a level higher.
    expect(manyHosts).toBeLessThan(few * 1.6);
    expect(longBacklog).toBeLessThan(few * 1.6);
  });

  /** Counted in blocks: when each poll read their backlogs, every healthy webhook waited for it. */
  it("reads almost nothing of hosts without capacity, and still defers behind an open breaker", async () => {
    const names = Array.from({ length: 50 }, (_, n) => `hangs-${n}.test`);
    const users = await Promise.all(names.map(() => anAccount(database.pool)));
    for (const [n, name] of names.entries()) {
      const draft = { userId: users[n] ?? "", url: `https://${name}/`, count: 40, dueSecondsAgo: 60 };
      await insertDeliveries(database.pool, draft);
    }
    const healthy = await anAccount(database.pool);
    const [id] = await insertDeliveries(database.pool, { userId: healthy, url: "https://well.test/" });
    await database.pool.query("vacuum analyze webhook_deliveries");
    const { database: recording, blocksOf } = blockCounting();
    const lease = repository({ database: recording });
    const capacity = ampleCapacity({ hosts: new Map(names.map((name) => [name, 0])) });
    const { deliveries, deferrals } = await lease.leaseDue(capacity);
    expect(deliveries.map((delivery) => delivery.id)).toEqual([id]);
    expect(deferrals.host_cap).toBeGreaterThan(0);
    expect(await blocksOf("lease_due_deliveries")).toBeLessThan(300);

    const breakers = [{ target: `${users[0]} ${names[0]}`, waitMs: 5_000 }];
    expect((await lease.leaseDue({ ...capacity, breakers })).deferrals.breaker).toBe(40);
  });

  it("shares slots among accounts when there are too few for all", async () => {
    const accounts = [
      await anAccount(database.pool),
      await anAccount(database.pool),
      await anAccount(database.pool),
    ];
    for (const [index, userId] of accounts.entries()) {
      const url = `https://${index}.test/`;
      await insertDeliveries(database.pool, { userId, url, count: 5, dueSecondsAgo: 60 - index });
    }
    const { deliveries } = await repository().leaseDue(ampleCapacity({ free: 6 }));
    expect(accounts.map((userId) => deliveries.filter((each) => each.userId === userId).length)).toEqual([
      2, 2, 2,
    ]);
  });

  it("leases up to the capacity of a host and an account, and counts what it skipped", async () => {
    const [first, second] = [await anAccount(database.pool), await anAccount(database.pool)];
    await insertDeliveries(database.pool, { userId: first, url: "https://full.test/", count: 5 });
    await insertDeliveries(database.pool, { userId: first, url: "https://free.test/", count: 5 });
    await insertDeliveries(database.pool, { userId: second, url: "https://full.test/", count: 1 });
    const { deliveries, deferrals } = await repository().leaseDue(
      ampleCapacity({ hosts: new Map([["full.test", 2]]), accounts: new Map([[first, 3]]) }),
    );
    const taken = (userId: string, host: string) =>
      deliveries.filter((each) => each.userId === userId && each.host === host).length;
    expect([taken(first, "full.test"), taken(second, "full.test")]).toEqual([1, 1]);
    expect(deliveries.filter(({ userId }) => userId === first)).toHaveLength(3);
    expect(deferrals).toEqual({
      ...{ schedule: 0, breaker: 0, host_cap: 4, account_cap: 3 },
      ...{ rate: 0, disabled: 0 },
    });
  });

  it("defers behind an open breaker without an attempt, and leases one probe when it is half-open", async () => {
    const userId = await anAccount(database.pool);
    const [id = ""] = await insertDeliveries(database.pool, { userId, url: "https://dead.test/", count: 3 });
    const breaker = { target: `${userId} dead.test`, waitMs: 60_000 };
    const first = await repository().leaseDue(ampleCapacity({ breakers: [breaker] }));
    expect([first.deliveries, first.deferrals.breaker]).toEqual([[], 3]);
    expect((await rowOf(id)).next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 50_000);
    expect((await rowOf(id)).attempts).toBe(0);
    await database.pool.query("update webhook_deliveries set next_attempt_at = now()");
    const second = await repository().leaseDue(
      ampleCapacity({ breakers: [{ ...breaker, waitMs: undefined }] }),
    );
    expect(second.deliveries).toHaveLength(1);
  });

  it("stops deferring behind a breaker after a day", async () => {
    const userId = await anAccount(database.pool);
    await insertDeliveries(database.pool, { userId, url: "https://dead.test/" });
    await database.pool.query("update webhook_deliveries set run_started_at = now() - interval '25 hours'");
    const breakers = [{ target: `${userId} dead.test`, waitMs: 60_000 }];
    expect((await repository().leaseDue(ampleCapacity({ breakers }))).deliveries).toHaveLength(1);
  });

  it("applies the schedule's first delay, but not to a manual redelivery", async () => {
    const userId = await anAccount(database.pool);
    const [id = "", manual = ""] = await insertDeliveries(database.pool, {
      userId,
      url: "https://a.test/",
      count: 2,
    });
    await database.pool.query("update webhook_deliveries set run_trigger = 'manual' where id = $1", [manual]);
    const { deliveries, deferrals } = await repository({ firstDelayMs: 90_000 }).leaseDue(ampleCapacity());
    expect([deliveries.map((each) => each.id), deferrals.schedule]).toEqual([[manual], 1]);
    const row = await rowOf(id);
    expect(row.next_attempt_at.getTime() - row.run_started_at.getTime()).toBe(90_000);
  });

  it("never leases a delivery twice to concurrent dispatchers", async () => {
    const userId = await anAccount(database.pool);
    await insertDeliveries(database.pool, { userId, url: "https://a.test/", count: 200 });
    const leases = await Promise.all(
      Array.from({ length: 8 }, () => repository().leaseDue(ampleCapacity({ free: 60 }))),
    );
    const ids = leases.flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("finds when the next is due, that all pending ones are leased, or that none is pending", async () => {
    const deliveries = repository();
    const { polledAt } = await deliveries.leaseDue(ampleCapacity());
    expect(await deliveries.nextDueInMs(polledAt)).toBeUndefined();
    const userId = await anAccount(database.pool);
    await insertDeliveries(database.pool, { userId, url: "https://a.test/", dueSecondsAgo: 5 });
    const lease = await deliveries.leaseDue(ampleCapacity());
    expect(await deliveries.nextDueInMs(lease.polledAt)).toBe(Number.POSITIVE_INFINITY);
    await insertDeliveries(database.pool, { userId, url: "https://a.test/", dueSecondsAgo: -100 });
    expect(await deliveries.nextDueInMs(lease.polledAt)).toBeGreaterThan(90_000);
  });
});

describe("recording attempts", () => {
  it("records a batch in one statement", async () => {
    const userId = await anAccount(database.pool);
    await insertDeliveries(database.pool, { userId, url: "https://a.test/", count: 50 });
    let statements = 0;
    const counting: Pick<typeof database.pool, "query"> = {
      query: ((...query: Parameters<typeof database.pool.query>) => {
        statements += 1;
        return database.pool.query(...query);
      }) as typeof database.pool.query,
    };
    const deliveries = createDeliveryRepository({ database: counting, leaseMs: 60_000, firstDelayMs: 0 });
    const lease = await deliveries.leaseDue(ampleCapacity());
    statements = 0;
    const recorded = await Promise.all(
      lease.deliveries.map((delivery) => deliveries.complete(delivery, response200, delivered)),
    );
    expect([recorded.every(Boolean), statements]).toEqual([true, 1]);
    const { rows } = await database.pool.query(
      "select count(*)::int as n, sum(attempt)::int as sum from webhook_attempts",
    );
    expect(rows).toEqual([{ n: 50, sum: 50 }]);
  });

  /** A process was frozen past its lease: the sibling's record must stand. */
  it("refuses an attempt whose lease expired and was taken by a sibling", async () => {
    const userId = await anAccount(database.pool);
    const [id = ""] = await insertDeliveries(database.pool, { userId, url: "https://a.test/" });
    const deliveries = repository({ leaseMs: 0 });
    const [frozen] = (await deliveries.leaseDue(ampleCapacity())).deliveries;
    const [newer] = (await deliveries.leaseDue(ampleCapacity())).deliveries;
    if (frozen === undefined || newer === undefined) throw new Error("both must have it");
    expect(await deliveries.complete(newer, response200, delivered)).toBe(true);
    expect(await deliveries.complete(frozen, response200, { state: "exhausted" })).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "delivered", attempts: 1 });
  });

  it("releases without counting an attempt, for immediate leasing", async () => {
    const userId = await anAccount(database.pool);
    await insertDeliveries(database.pool, { userId, url: "https://a.test/", count: 50 });
    const deliveries = repository();
    const lease = await deliveries.leaseDue(ampleCapacity());
    await Promise.all(lease.deliveries.map((delivery) => deliveries.release(delivery)));
    const again = await deliveries.leaseDue(ampleCapacity());
    expect(again.deliveries.map(({ attempts }) => attempts)).toEqual(Array.from({ length: 50 }, () => 0));
  });
});

describe("partitions of attempts", () => {
  const partitions = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'webhook_attempts'::regclass order by 1`,
    );
    return rows.map(({ name }) => name);
  };
  const attempt = (delivery: string, daysAgo: number) =>
    database.pool.query(
      `insert into webhook_attempts (delivery_id, attempt, total_ms, finished_at)
       values ($1, 1, 1, now() - make_interval(days => $2))`,
      [delivery, daysAgo],
    );

  it("are created ahead once by concurrent callers, and take in rows recorded earlier", async () => {
    // The database may have been made before midnight.
    await database.pool.query("select make_attempt_partitions(7)");
    await attempt("whd_later", -9);
    const before = await partitions();
    await Promise.all(
      Array.from({ length: 4 }, () => database.pool.query("select make_attempt_partitions(10)")),
    );
    expect((await partitions()).length - before.length).toBe(3);
    const { rows } = await database.pool.query(
      "select tableoid::regclass::text as partition from webhook_attempts",
    );
    expect(rows[0].partition).toMatch(/^webhook_attempts_\d{8}$/);
  });

  it("are dropped after 30 days, with rows outside of any partition", async () => {
    await database.pool.query(
      `create table webhook_attempts_20200101 partition of webhook_attempts for values from ('2020-01-01') to ('2020-01-02')`,
    );
    await attempt("whd_old", 40);
    await attempt("whd_young", 20);
    const { rows } = await database.pool.query("select drop_attempt_partitions(30) as dropped");
    expect(rows).toEqual([{ dropped: 1 }]);
    expect(await partitions()).not.toContain("webhook_attempts_20200101");
    const left = await database.pool.query("select delivery_id from webhook_attempts");
    expect(left.rows).toEqual([{ delivery_id: "whd_young" }]);
  });
});
