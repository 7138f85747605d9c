import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { createRecoveryRepository, redeliver } from "@receipts/webhooks";
import { anAccount, anEndpoint, insertDeliveries } from "./delivery-rows.ts";
import { startDispatcher, startReceiver } from "./running-dispatcher.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("truncate webhook_deliveries, webhook_attempts, webhook_recoveries"));

const countOf = async (where: string): Promise<number> => {
  const { rows } = await database.pool.query(
    `select count(*)::int as n from webhook_deliveries where ${where}`,
  );
  return rows[0].n;
};

describe("a stopped dispatcher", () => {
  it("releases 50 hanging attempts at once, uncounted, and a sibling makes them", async () => {
    await using receiver = await startReceiver();
    const addresses = Array.from({ length: 50 }, (_, n) => `127.0.1.${n + 1}`);
    for (const address of addresses) {
      receiver.hanging.add(address);
      await insertDeliveries(database.pool, {
        userId: await anAccount(database.pool),
        url: receiver.urlOn(address),
      });
    }
    await using first = await startDispatcher(database.url);
    await until(() => receiver.received.length === 50);
    await using _sibling = await startDispatcher(database.url);
    receiver.hanging.clear();
    await first.stop();
    expect(await countOf("attempts > 1 or (attempts = 1 and state = 'pending')")).toBe(0);
    await until(async () => (await countOf("state = 'delivered' and attempts = 1")) === 50);
    expect(receiver.received).toHaveLength(100);
    expect(new Set(receiver.received.map(({ deliveryId }) => deliveryId)).size).toBe(50);
  });
});

describe("ended deliveries", () => {
  const quick = { WEBHOOK_RETRY_SCHEDULE: "0s,10ms" };

  it("start a new run on redelivery, with the same id and attempts marked manual", async () => {
    await using receiver = await startReceiver();
    receiver.statusCode = 500;
    const userId = await anAccount(database.pool);
    const [deliveryId = ""] = await insertDeliveries(database.pool, {
      userId,
      url: receiver.urlOn("127.0.0.1"),
    });
    await using _dispatcher = await startDispatcher(database.url, quick);
    await until(async () => (await countOf("state = 'exhausted'")) === 1);
    const { rows: found } = await database.pool.query("select verification_id as id from webhook_deliveries");
    const verificationId = found[0].id;
    const someoneElse = { deliveryId, verificationId, userId: await anAccount(database.pool) };
    expect(await redeliver(database.pool, someoneElse)).toEqual({ kind: "not_found" });
    expect(await redeliver(database.pool, { deliveryId, verificationId, userId })).toEqual({
      kind: "queued",
      before: "exhausted",
    });
    await until(async () => (await countOf("state = 'exhausted' and attempts = 4")) === 1);
    const { rows } = await database.pool.query(
      "select attempt, trigger from webhook_attempts order by attempt",
    );
    expect(rows.map(({ attempt, trigger }) => [attempt, trigger])).toEqual([
      [1, "schedule"],
      [2, "schedule"],
      [3, "manual"],
      [4, "manual"],
    ]);
    expect(new Set(receiver.received.map((each) => each.deliveryId))).toEqual(new Set([deliveryId]));
  });

  /** A receiver was down for a day, its operator recovers everything, and a deploy interrupts the recovery. */
  it("are recovered in bulk, each with its id, although the dispatcher stops halfway", async () => {
    await using receiver = await startReceiver();
    const userId = await anAccount(database.pool);
    const url = receiver.urlOn("127.0.0.1");
    const ids = await insertDeliveries(database.pool, { userId, url, count: 5_000, state: "exhausted" });
    const other = receiver.urlOn("127.0.0.9");
    await insertDeliveries(database.pool, { userId, url: other, count: 3, state: "exhausted" });
    const recoveries = createRecoveryRepository(database.pool);
    const since = new Date(Date.now() - 3_600_000);
    const { id, matched } = await recoveries.create({ userId, since, host: "127.0.0.1" });
    expect(matched).toBe(5_000);
    await using first = await startDispatcher(database.url, quick);
    await until(async () => ((await recoveries.find(userId, id))?.delivered ?? 0) > 500);
    await first.stop();
    expect((await recoveries.find(userId, id))?.state).toBe("running");
    await using _second = await startDispatcher(database.url, quick);
    await until(async () => (await recoveries.find(userId, id))?.delivered === 5_000);
    const progress = { requeued: 5_000, failed: 0, pending: 0 };
    await until(async () => (await recoveries.find(userId, id))?.state === "finished");
    expect(await recoveries.find(userId, id)).toMatchObject(progress);
    expect(new Set(receiver.received.map(({ deliveryId }) => deliveryId))).toEqual(new Set(ids));
    expect(await recoveries.find(await anAccount(database.pool), id)).toBeUndefined();
  });

  it("are recovered by account in turn: many recoveries of one hold up none of another", async () => {
    const since = new Date(Date.now() - 3_600_000);
    const recoveries = createRecoveryRepository(database.pool);
    const startFor = async (hosts: readonly string[]) => {
      const userId = await anAccount(database.pool);
      for (const host of hosts) {
        const url = `https://${host}/`;
        await insertDeliveries(database.pool, { userId, url, count: 5, state: "exhausted" });
        await recoveries.create({ userId, since, host });
      }
      return userId;
    };
    await startFor(Array.from({ length: 20 }, (_, nth) => `many-${nth}.example.test`));
    const other = await startFor(["one.example.test"]);
    for (let turn = 0; turn < 4; turn += 1) await recoveries.advance(1);
    // Every second turn, after the first.
    expect(await countOf(`state = 'pending' and user_id = '${other}'`)).toBe(2);
  });

  /** The count runs under the account's lock: a million failures must not hold it for seconds, or time out. */
  it("are counted up to a limit, which is said, and recovered beyond it", async () => {
    const userId = await anAccount(database.pool);
    const url = "https://many.example.test/";
    const endpointId = await anEndpoint(database.pool, { userId, url });
    await insertDeliveries(database.pool, { userId, url, endpointId, count: 6, state: "exhausted" });
    const since = new Date(Date.now() - 3_600_000);
    for (const [maxCounted, of, counted] of [
      [6, { endpointId }, { matched: 6, matchedIsExact: true }],
      [5, {}, { matched: 5, matchedIsExact: false }],
      [5, { endpointId }, { matched: 5, matchedIsExact: false }],
    ] as const) {
      const recoveries = createRecoveryRepository(database.pool, { maxCounted });
      const created = await recoveries.create({ userId, since, ...of });
      expect(created).toMatchObject(counted);
      expect(await recoveries.find(userId, created.id)).toMatchObject(counted);
    }
    const recoveries = createRecoveryRepository(database.pool);
    while ((await recoveries.advance(4)).kind !== "none");
    expect(await countOf("state = 'pending'")).toBe(6);
  });

  /** One dead receiver among many: its breaker defers its deliveries for a day. */
  it("are recovered past those that a breaker deferred", async () => {
    const userId = await anAccount(database.pool);
    const exhausted = { userId, state: "exhausted" } as const;
    await insertDeliveries(database.pool, { ...exhausted, url: "https://dead.example.test/", count: 600 });
    await insertDeliveries(database.pool, { ...exhausted, url: "https://well.example.test/", count: 5 });
    await database.pool.query(
      "update webhook_deliveries set created_at = created_at - interval '1 minute' where user_id = $1 and host = 'dead.example.test'",
      [userId],
    );
    const recoveries = createRecoveryRepository(database.pool);
    await recoveries.create({ userId, since: new Date(Date.now() - 3_600_000) });
    await until(async () => {
      await recoveries.advance(500);
      await database.pool.query(
        "update webhook_deliveries set next_attempt_at = now() + interval '1 hour' where user_id = $1 and state = 'pending'",
        [userId],
      );
      const { rows } = await database.pool.query(
        "select count(*)::int as n from webhook_deliveries where user_id = $1 and state = 'pending' and host = 'well.example.test'",
        [userId],
      );
      return rows[0].n === 5;
    });
  });
});
