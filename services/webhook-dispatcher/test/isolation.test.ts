import { type AddressInfo, createServer, type Socket } from "node:net";
import { createTestDatabase, hostileReceivers, type TestDatabase, until } from "@receipts/testing";
import { startChild } from "../bench/bench-children.ts";
import { anAccount, anEndpoint, insertDeliveries, insertEvents } from "./delivery-rows.ts";
import { dispatcherEnv, type Receiver, startDispatcher, startReceiver } from "./running-dispatcher.ts";

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

const eventTypes = ["verification.completed", "deposit.confirmed", "credits.low"];
const EVENTS = 150;

interface StormEndpoint {
  readonly name: string;
  readonly types: readonly string[];
  readonly id: string;
}

/** Ten endpoints of one account: four healthy, and six that each fail in another way. */
async function tenEndpoints(receiver: Receiver, userId: string, hostOf: (nth: number) => string) {
  const drafts: Readonly<Record<string, readonly string[]>> = {
    "all-well": ["*"],
    "deposits-well": ["deposit.*"],
    "verdicts-well": ["verification.completed"],
    "rest-well": ["credits.low", "deposit.confirmed"],
    slow: ["*"],
    hangs: ["*"],
    "hangs-too": ["deposit.*", "verification.*"],
    fails: ["*"],
    gone: ["*"],
    refuses: ["verification.completed", "credits.low"],
  };
  receiver.hanging.add("/hangs").add("/hangs-too");
  receiver.responses.set("/slow", (response) => void setTimeout(() => response.writeHead(204).end(), 200));
  receiver.responses.set("/fails", (response) => response.writeHead(500).end());
  receiver.responses.set("/gone", (response) => response.writeHead(410).end());
  const endpoints: StormEndpoint[] = [];
  for (const [nth, [name, types]] of Object.entries(drafts).entries()) {
    const url =
      name === "refuses" ? `http://${hostOf(nth)}:1/refuses` : receiver.urlOn(hostOf(nth), `/${name}`);
    endpoints.push({ name, types, id: await anEndpoint(database.pool, { userId, url, types }) });
  }
  return endpoints;
}

const takes = ({ types }: StormEndpoint, type: string) =>
  types.includes("*") || types.includes(type) || types.includes(`${type.split(".")[0]}.*`);
const eventsOf = (endpoint: StormEndpoint) =>
  eventTypes.filter((type) => takes(endpoint, type)).length * (EVENTS / eventTypes.length);

async function aStorm(receiver: Receiver, hostOf: (nth: number) => string) {
  const userId = await anAccount(database.pool);
  const endpoints = await tenEndpoints(receiver, userId, hostOf);
  await insertEvents(database.pool, { userId, types: eventTypes, count: EVENTS });
  expect(await countOf("true")).toBe(endpoints.reduce((sum, endpoint) => sum + eventsOf(endpoint), 0));
  const isOf = (...names: string[]) => {
    const ids = endpoints.flatMap(({ name, id }) => (names.includes(name) ? [`'${id}'`] : []));
    return `endpoint_id in (${ids.join(", ")})`;
  };
  const healthy = isOf("all-well", "deposits-well", "verdicts-well", "rest-well", "slow");
  return { userId, isOf, unfinished: `${healthy} and state <> 'delivered'` };
}

describe.each([
  ["each on its own host", (nth: number) => `127.0.9.${nth + 1}`],
  ["all on one host", () => "127.0.10.1"],
])("ten endpoints of an account, %s", (_case, hostOf) => {
  /** Compares counts, not times: the healthy ones have everything while the hanging ones still hang. */
  it("get every event of their types, and do not wait for one another", async () => {
    await using receiver = await startReceiver();
    const { userId, isOf, unfinished } = await aStorm(receiver, hostOf);
    {
      await using _first = await startDispatcher(database.url);
      await using _second = await startDispatcher(database.url);
      await until(async () => (await countOf(unfinished)) === 0);
      expect(await countOf(`attempts > 0 and ${isOf("hangs", "hangs-too")}`)).toBe(0);
      await until(async () => (await countOf(`${isOf("gone")} and state <> 'given_up'`)) === 0);
    }
    const { rows } = await database.pool.query(
      "select url, disabled_reason as reason from webhook_endpoints where user_id = $1 and not enabled",
      [userId],
    );
    expect(rows).toEqual([{ url: expect.stringMatching(/\/gone$/), reason: "gone" }]);

    receiver.hanging.clear();
    receiver.responses.clear();
    await database.pool.query(
      "update webhook_endpoints set url = $1 where user_id = $2 and url like '%/refuses'",
      [receiver.urlOn("127.0.10.2", "/refuses"), userId],
    );
    await database.pool.query(
      "update webhook_deliveries set next_attempt_at = now() where state = 'pending'",
    );
    await using _third = await startDispatcher(database.url);
    await until(async () => (await countOf("state = 'pending'")) === 0);
    expect(await countOf(`state <> 'delivered' and not ${isOf("gone")}`)).toBe(0);
    await expectWholeAndStable(receiver);
  });

  it("lose nothing to kill -9 of a dispatcher", async () => {
    await using receiver = await startReceiver();
    const { unfinished } = await aStorm(receiver, hostOf);
    // Leases of the killed process last 10 s longer.
    const env = { WEBHOOK_TIMEOUT_MS: "1000" };
    {
      await using _killed = await startChild("dispatcher-main.ts", {
        ...dispatcherEnv(database.url),
        ...env,
      });
      await until(() => receiver.received.length > 50);
    }
    expect(await countOf("leased_until > now()")).toBeGreaterThan(0);
    await using _sibling = await startDispatcher(database.url, env);
    await until(async () => (await countOf(unfinished)) === 0);
    await expectWholeAndStable(receiver);
  });
});

/** Every delivered row was received, and every request has the bytes of its row. */
async function expectWholeAndStable(receiver: Receiver): Promise<void> {
  const { rows } = await database.pool.query<{ id: string; path: string; payload: string; state: string }>(
    "select id, substring(url from '/[a-z-]+$') as path, payload, state from webhook_deliveries",
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const { deliveryId, path, body } of receiver.received) {
    expect(known.get(deliveryId)).toMatchObject({ path, payload: body });
  }
  const received = new Set(receiver.received.map(({ deliveryId }) => deliveryId));
  expect(rows.filter(({ id, state }) => state === "delivered" && !received.has(id))).toEqual([]);
}

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
