import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "@receipts/testing";
import type { ReceivedWebhook } from "../receiver.ts";
import { type ChaosSystem, chaosSeconds, loadPerSecond, openChaosSystem } from "./chaos-system.ts";
import { untilAccepted } from "./load-progress.ts";
import { expectNothingLost } from "./nothing-lost.ts";

/** Four minutes at 100 a second unless the suite is cut short. */
const stormSeconds = chaosSeconds * 8;
const kills = 20;
const perKill = Math.floor((stormSeconds * loadPerSecond) / kills);
const slots = 64;

let system: ChaosSystem;
beforeEach(async () => {
  system = await openChaosSystem({ env: { WEBHOOK_CONCURRENCY: String(slots) } });
});
afterEach(() => system.close());

const deliveryIdOf = ({ headers }: ReceivedWebhook) => String(headers["x-webhook-delivery-id"]);

describe("a storm of webhooks", () => {
  it("arrives whole while dispatchers are killed twenty times and each server goes away, with no more duplicates than were in flight", async () => {
    const load = system.startLoad(await system.account());
    for (let kill = 1; kill <= kills; kill += 1) {
      const victim = system.dispatchers[kill % system.dispatchers.length];
      await untilAccepted(load, perKill);
      await victim?.end("SIGKILL");
      if (kill === 5) await system.stack.kafka.stop();
      if (kill === 10) await system.stack.kafka.start();
      if (kill === 12) await flushRedis(system);
      if (kill === 15) {
        await system.stack.postgres.stop();
        await system.stack.postgres.start();
      }
      await victim?.start();
    }
    await load.stop();
    await expectNothingLost(system, [load]);
    const { received } = system.receiver;
    const distinct = new Set(received.map(deliveryIdOf)).size;
    expect(distinct).toBe(load.accepted.size);
    // What a killed dispatcher had sent and not yet written down is sent again: its slots at most.
    expect(received.length - distinct).toBeLessThanOrEqual((kills + 1) * slots);
  });
});

async function flushRedis({ stack }: ChaosSystem): Promise<void> {
  await stack.redis.kill();
  await stack.redis.start();
}

interface HangingReceiver {
  readonly url: string;
  readonly arrived: ReceivedWebhook[];
  readonly server: Server;
}

/** Takes every call and never answers. */
async function startHangingReceiver(): Promise<HangingReceiver> {
  const arrived: ReceivedWebhook[] = [];
  const server = createServer((request) => void arrived.push({ headers: request.headers, body: "" }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, arrived, server };
}

describe("a dispatcher that is told to go while its receivers hang", () => {
  it("exits with 0 in time, counts no attempt, and a sibling makes them at once", async () => {
    const hanging = await startHangingReceiver();
    const { pool, dispatchers } = system;
    await dispatchers[1]?.end("SIGTERM");
    const account = await system.account();
    for (let nth = 0; nth < 50; nth += 1) {
      const answer = await fetch(`${system.balancer.next()}/api/verify`, {
        method: "POST",
        headers: { "x-api-key": account.apiKey, "content-type": "application/json" },
        body: JSON.stringify({
          bank: "telebirr",
          reference: `DJ6${nth.toString(36).toUpperCase().padStart(6, "0")}1`,
          webhookUrl: hanging.url,
        }),
      });
      expect(answer.status).toBe(202);
    }
    await until(() => hanging.arrived.length > 0, { what: "the first attempts" });
    await dispatchers[1]?.start();
    expect(await dispatchers[0]?.end("SIGTERM")).toBe(0);
    const before = hanging.arrived.length;
    await until(() => hanging.arrived.length > before, { timeoutMs: 10_000, what: "the sibling's attempts" });
    const { rows } = await pool.query(
      "select count(*)::int as released from webhook_deliveries where state = 'pending' and attempts = 0",
    );
    expect(rows[0].released).toBeGreaterThan(0);
    await dispatchers[0]?.start();
    hanging.server.closeAllConnections();
    hanging.server.close();
  });
});
