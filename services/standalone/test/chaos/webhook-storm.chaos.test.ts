import { startLocalServer, until } from "@receipts/testing";
import type { ReceivedWebhook } from "../receiver.ts";
import { flushRedis } from "./chaos-stack.ts";
import { type ChaosSystem, chaosSeconds, loadPerSecond, openChaosSystem } from "./chaos-system.ts";
import { untilAccepted } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";

/**
 * Four minutes at 100 a second, or half a minute below the default `CHAOS_SECONDS`. Events are given by the number of the kill:
 * Kafka is stopped for five of them.
 */
const wholeStorm = {
  ...{ secondsPerKill: 12, kills: 20 },
  ...{ kafkaStops: 5, kafkaStarts: 10, redisIsFlushed: 12, postgresRestarts: 15 },
};
const cutStorm = {
  ...{ secondsPerKill: 3, kills: 4 },
  ...{ kafkaStops: 1, kafkaStarts: 2, redisIsFlushed: 3, postgresRestarts: 4 },
};
const storm = chaosSeconds < 30 ? cutStorm : wholeStorm;
const perHost = 16;

let system: ChaosSystem;
const openWith = async (ofDispatchers: Readonly<Record<string, string>>) => {
  const dispatcher = { env: ofDispatchers };
  system = await openChaosSystem({ apart: { "dispatcher-1": dispatcher, "dispatcher-2": dispatcher } });
};
afterEach(() => system.close());

const deliveryIdOf = ({ headers }: ReceivedWebhook) => String(headers["x-webhook-delivery-id"]);

describe("a storm of webhooks", () => {
  it("arrives whole through dispatcher kills and server outages, with no more duplicates than were in flight", async () => {
    // No attempt may time out: every duplicate then comes from a kill.
    await openWith({ WEBHOOK_CONCURRENCY_PER_HOST: String(perHost), WEBHOOK_TIMEOUT_MS: "10000" });
    const load = system.startLoad(await system.account());
    for (let kill = 1; kill <= storm.kills; kill += 1) {
      const victim = system.dispatchers[kill % system.dispatchers.length];
      await untilAccepted(load, storm.secondsPerKill * loadPerSecond);
      await victim?.end("SIGKILL");
      if (kill === storm.kafkaStops) await system.stack.kafka.stop();
      if (kill === storm.kafkaStarts) await system.stack.kafka.start();
      if (kill === storm.redisIsFlushed) await flushRedis();
      if (kill === storm.postgresRestarts) {
        await system.stack.postgres.stop();
        await system.stack.postgres.start();
      }
      await victim?.start();
    }
    await load.stop();
    expect(load.accepted.size).toBeGreaterThanOrEqual(storm.kills * storm.secondsPerKill * loadPerSecond);
    await expectNothingLost(system, [load]);
    expectFewDuplicates(load.accepted.size);
  });
});

/** Attempts in flight at a kill: the receiver is one host, which a dispatcher calls at most `perHost` times at once. */
function expectFewDuplicates(accepted: number): void {
  const { received } = system.receiver;
  const duplicates = received.length - accepted;
  expect(new Set(received.map(deliveryIdOf)).size).toBe(accepted);
  expect(new Set(received.map((each) => JSON.parse(each.body).requestId)).size).toBe(accepted);
  expect(duplicates).toBeLessThanOrEqual(storm.kills * perHost);
}

interface HangingReceiver extends AsyncDisposable {
  /** Listens on all of 127.0.0.0/8, which gives any number of hosts. */
  readonly urlOn: (address: string) => string;
  readonly arrived: ReceivedWebhook[];
}

/** Starts a receiver that accepts every call and never responds. */
async function startHangingReceiver(): Promise<HangingReceiver> {
  const arrived: ReceivedWebhook[] = [];
  const server = await startLocalServer(({ headers }) => void arrived.push({ headers, body: "" }), "0.0.0.0");
  return { ...server, urlOn: (address) => `http://${address}:${server.port}/hook`, arrived };
}

const hanging = 50;

async function submitForHanging(urlOn: HangingReceiver["urlOn"]): Promise<void> {
  const account = await system.account();
  for (let nth = 0; nth < hanging; nth += 1) {
    const reference = `DJ6${nth.toString(36).toUpperCase().padStart(6, "0")}1`;
    await system.submit(account, reference, urlOn(`127.0.8.${nth + 1}`));
  }
}

interface HeldRow {
  readonly id: string;
  readonly lease: string;
  readonly attempts: number;
}

/** Returns the leased deliveries. */
async function heldRows(): Promise<HeldRow[]> {
  const { rows } = await system.pool.query<HeldRow>(
    `select id, lease_token as lease, attempts from webhook_deliveries
      where state = 'pending' and lease_token is not null and leased_until > now() order by id`,
  );
  return rows;
}

const sorted = (ids: readonly string[]) => ids.toSorted();

describe("a dispatcher that gets SIGTERM while 50 receivers hang", () => {
  it("exits with 0 in time, releases every lease, counts no attempt, and a sibling makes exactly these", async () => {
    // Longer than the shutdown timeout, so that no attempt ends by itself. An unreleased lease would last 70 s.
    await openWith({ WEBHOOK_TIMEOUT_MS: "60000", SHUTDOWN_TIMEOUT_MS: "5000" });
    await using receiver = await startHangingReceiver();
    const [first, sibling] = system.dispatchers;
    await sibling?.end("SIGTERM");
    await submitForHanging(receiver.urlOn);
    await until(() => receiver.arrived.length === hanging, { what: "50 attempts that hang" });
    const before = await heldRows();
    const ids = before.map(({ id }) => id);
    expect(sorted(receiver.arrived.map(deliveryIdOf))).toEqual(sorted(ids));
    await sibling?.start();

    expect(await first?.end("SIGTERM")).toBe(0);
    // It drained, and was not cut off by the shutdown timeout.
    expect(first?.log()).toMatch(/"service.stopped".*"drained":true|"drained":true.*"service.stopped"/);
    const leases = new Set(before.map(({ lease }) => lease));
    expect((await heldRows()).filter(({ lease }) => leases.has(lease))).toEqual([]);
    await until(() => receiver.arrived.length === 2 * hanging, { what: "the sibling's attempts" });
    const again = receiver.arrived.slice(hanging).map(deliveryIdOf);
    expect(sorted(again)).toEqual(sorted(ids));
    expect((await heldRows()).map(({ id, attempts }) => ({ id, attempts }))).toEqual(
      ids.map((id) => ({ id, attempts: 0 })),
    );
    const { rows } = await system.pool.query("select count(*)::int as n from webhook_attempts");
    expect(rows).toEqual([{ n: 0 }]);
  });
});
