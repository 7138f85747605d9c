import { type AddressInfo, createServer, type Socket } from "node:net";
import { createTestDatabase, hostileReceivers, type TestDatabase, until } from "@receipts/testing";
import { anAccount, insertDeliveries } from "./delivery-rows.ts";
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

describe("isolation", () => {
  /** Compares counts, not times: all healthy deliveries arrive while all others still hang. */
  it("delivers to a healthy host while 50 hosts hang", async () => {
    await using receiver = await startReceiver();
    for (let n = 1; n <= 50; n += 1) {
      const address = `127.0.2.${n}`;
      receiver.hanging.add(address);
      const userId = await anAccount(database.pool);
      await insertDeliveries(database.pool, {
        userId,
        url: receiver.urlOn(address),
        count: 20,
        dueSecondsAgo: 60,
      });
    }
    const healthy = await anAccount(database.pool);
    await insertDeliveries(database.pool, { userId: healthy, url: receiver.urlOn("127.0.3.1"), count: 300 });
    await using dispatcher = await startDispatcher(database.url);
    await until(async () => (await countOf(`user_id = '${healthy}' and state = 'delivered'`)) === 300);
    expect(await countOf("attempts > 0 and state <> 'delivered'")).toBe(0);
    expect(receiver.received.filter(({ host }) => host.startsWith("127.0.2."))).toHaveLength(100);
    const metrics = await dispatcher.metrics();
    expect(metrics).toMatch(/webhook_slots_in_use 100\b/);
    expect(metrics).toMatch(/webhook_deferrals_total\{reason="host_cap"\} [1-9]/);
    expect(metrics).not.toMatch(/127\.0\.|usr_/);
  });

  it("defers deliveries to a dead server without using up their attempts", async () => {
    await using receiver = await startReceiver();
    const userId = await anAccount(database.pool);
    const url = receiver.urlOn("127.0.4.1");
    await receiver[Symbol.asyncDispose]();
    await insertDeliveries(database.pool, { userId, url, count: 100 });
    await using dispatcher = await startDispatcher(database.url);
    await until(async () => (await countOf("next_attempt_at > now() + interval '1 second'")) === 100);
    const { rows } = await database.pool.query("select count(*)::int as n from webhook_attempts");
    expect(rows[0].n).toBeLessThan(20);
    expect(await dispatcher.metrics()).toMatch(/webhook_deferrals_total\{reason="breaker"\} [1-9]/);
  });

  /** Their caps have grown: when they start to hang, they may hold at most half of the slots. */
  it("delivers to a healthy host while formerly healthy hosts hang", async () => {
    await using receiver = await startReceiver();
    const hosts = [1, 2, 3, 4].map((n) => `127.0.5.${n}`);
    const drafts = await Promise.all(
      hosts.map(async (host) => ({ userId: await anAccount(database.pool), url: receiver.urlOn(host) })),
    );
    await using dispatcher = await startDispatcher(database.url, { WEBHOOK_CONCURRENCY: "64" });
    for (const draft of drafts) await insertDeliveries(database.pool, { ...draft, count: 40 });
    await until(async () => (await countOf("state = 'delivered'")) === 160);
    for (const host of hosts) receiver.hanging.add(host);
    const later = { count: 64, dueSecondsAgo: -3_600 };
    for (const draft of drafts) await insertDeliveries(database.pool, { ...draft, ...later });
    await database.pool.query(
      "update webhook_deliveries set next_attempt_at = now() where state = 'pending'",
    );
    await until(() => receiver.received.length === 160 + 32, { what: "half of the slots in use" });
    const healthy = await anAccount(database.pool);
    await insertDeliveries(database.pool, { userId: healthy, url: receiver.urlOn("127.0.6.1"), count: 100 });
    await until(async () => (await countOf(`user_id = '${healthy}' and state = 'delivered'`)) === 100);
    expect(await countOf("leased_until is not null")).toBe(32);
    expect(await dispatcher.metrics()).toMatch(/webhook_slots_in_use 32\b/);
  });
});

interface HostileServer extends AsyncDisposable {
  readonly port: number;
  readonly posted: () => number;
}

async function startHostileServer(onRequest: (socket: Socket) => void): Promise<HostileServer> {
  const open = new Set<Socket>();
  let posted = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => {}); // the test cuts it
    socket.once("data", () => {
      posted += 1;
      onRequest(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    posted: () => posted,
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each(Object.entries(hostileReceivers))("a receiver that %s", (_name, onRequest) => {
  it("holds no slot after the deadline", async () => {
    await using server = await startHostileServer(onRequest);
    const userId = await anAccount(database.pool);
    const url = `http://127.0.7.{n}:${server.port}/hook`;
    await insertDeliveries(database.pool, { userId, url, count: 40 });
    await using dispatcher = await startDispatcher(database.url, {
      WEBHOOK_TIMEOUT_MS: "500",
      WEBHOOK_RETRY_SCHEDULE: "0s",
    });
    await until(async () => (await countOf("state <> 'pending'")) === 40);
    await until(async () => /^webhook_slots_in_use 0$/m.test(await dispatcher.metrics()));
    expect(server.posted()).toBeGreaterThan(0);
    expect(await countOf("attempts = 1 and leased_until is null")).toBe(40);
  });
});
