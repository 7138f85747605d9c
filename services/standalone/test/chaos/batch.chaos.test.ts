import { type Batch, MAX_BATCH_ITEMS } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { setDefaultWebhook } from "../default-webhook.ts";
import { type ChaosAccount, chaosSeconds, system, useChaosSystem } from "./chaos-system.ts";
import { expectAllEndedWell } from "./nothing-lost.ts";

useChaosSystem();

/** With four items at the bank at a time, and the time of a restart: a kill about every five seconds. */
const BANK_MS = 500;
const total = chaosSeconds < 30 ? 80 : MAX_BATCH_ITEMS;
const itemsPerKill = 20;
const leastKills = total / 80;

async function call(path: string, { apiKey }: ChaosAccount, init: RequestInit = {}): Promise<Batch> {
  const headers = { "x-api-key": apiKey, "content-type": "application/json", ...init.headers };
  return await until(
    async () => {
      const response = await fetch(`${system.balancer.next()}${path}`, { ...init, headers }).catch(
        () => undefined,
      );
      // A killed gateway breaks off or drains; the balancer has another.
      if (response === undefined || response.status === 503) return false;
      if (!response.ok) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
      return (await response.json()).data;
    },
    { what: path },
  );
}

const endedOf = ({ counts }: Batch) => counts.success + counts.notFound + counts.failed;

describe("a batch whose processes are killed every few seconds", () => {
  it("verifies each item once, debits exactly, and sends one batch.completed", async () => {
    await system.control({ bank: "telebirr", latencyMs: BANK_MS });
    const account = await system.account();
    await setDefaultWebhook(system.pool, account.userId, system.receiver.url);
    const items = Array.from({ length: total }, (_, index) => ({
      bank: "telebirr",
      reference: `DJ7${index.toString(36).toUpperCase().padStart(6, "0")}1`,
    }));
    const { id } = await call("/api/verify/batch", account, {
      method: "POST",
      headers: { "idempotency-key": "evening" },
      body: JSON.stringify({ items }),
    });
    const current = () => call(`/api/batches/${id}`, account);
    const victims = [...system.gateways, ...system.verifiers, ...system.dispatchers];
    let kills = 0;
    for (let batch = await current(); batch.completedAt === null; batch = await current()) {
      const goal = Math.min(total, endedOf(batch) + itemsPerKill);
      await until(async () => endedOf(await current()) >= goal, {
        what: `${goal} ended items`,
      });
      if (goal === total) break;
      const victim = victims[kills % victims.length];
      kills += 1;
      await victim?.end("SIGKILL");
      await victim?.start();
    }
    expect(kills).toBeGreaterThanOrEqual(leastKills);

    expect(await expectAllEndedWell(system)).toHaveLength(total);
    await until(async () => (await current()).completedAt !== null);
    expect((await current()).counts).toMatchObject({ success: total, waiting: 0, running: 0, canceled: 0 });
    const { rows } = await system.pool.query("select balance from credit_accounts where user_id = $1", [
      account.userId,
    ]);
    expect(rows).toEqual([{ balance: 1_000_000 - total }]);
    const told = () =>
      system.receiver.received.map(({ headers, body }) => ({ headers, ...JSON.parse(body) }));
    const idsOf = (type: string) =>
      new Set(told().flatMap((each) => (each.type === type ? [each.headers["x-webhook-delivery-id"]] : [])));
    await until(() => idsOf("verification.completed").size === total && idsOf("batch.completed").size > 0, {
      what: "every webhook",
    });
    expect(idsOf("batch.completed").size).toBe(1);
    // The same list again, by a caller that got no response.
    const again = await call("/api/verify/batch", account, {
      method: "POST",
      headers: { "idempotency-key": "evening" },
      body: JSON.stringify({ items }),
    });
    expect(again.id).toBe(id);
  });
});
