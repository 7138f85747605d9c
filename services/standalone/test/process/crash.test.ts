import { setTimeout as delay } from "node:timers/promises";
import { freePort, isFullRun, until, untilNone } from "@receipts/testing";
import { type ReceivedWebhook, startReceiver, type WebhookReceiver } from "../receiver.ts";
import {
  jsonOf,
  makeStandaloneHome,
  type StandaloneHome,
  type StandaloneProcess,
  startStandalone,
} from "./standalone-process.ts";

const KILLS = isFullRun ? 5 : 2;

let home: StandaloneHome;
let receiver: WebhookReceiver;
let env: Record<string, string>;
let current: StandaloneProcess | undefined;

beforeEach(async () => {
  home = await makeStandaloneHome();
  receiver = await startReceiver();
  env = {
    ...home.env,
    PORT: String(await freePort()),
    SANDBOX_LATENCY_MS: "50",
    RATE_LIMIT_PER_MINUTE: "1000000",
    // Short leases, so that a killed process's work is soon available again.
    CLAIM_LEASE_MS: "2000",
    WEBHOOK_TIMEOUT_MS: "3000",
    // A busy machine may spoil an attempt: retry at once, not after five minutes.
    WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,1s,1s,1s,1s,1s",
  };
});
afterEach(async () => {
  await current?.end("SIGKILL");
  current = undefined;
  await receiver.close();
  await home.remove();
});

interface Load {
  /** Accepted request ids, each with its receipt. */
  readonly accepted: Map<string, string>;
  stop(): Promise<void>;
}

/**
 * Callers that pause between calls: a queue that grows during a crash would only make the test wait. A call without a
 * connection is replaced by one for a new receipt.
 */
function startLoad(process: () => StandaloneProcess | undefined, callers: number): Load {
  const accepted = new Map<string, string>();
  let stopped = false;
  let next = 0;
  const caller = async () => {
    while (!stopped) {
      next += 1;
      const reference = `DJ5${next.toString(36).toUpperCase().padStart(6, "0")}1`;
      const { url, apiKey } = process() as StandaloneProcess;
      const result = await fetch(`${url}/api/verify`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify({ bank: "telebirr", reference, webhookUrl: receiver.url }),
      })
        .then(async (response) => ({ status: response.status, body: await jsonOf(response) }))
        .catch(() => undefined);
      if (result?.status === 202 || result?.status === 200) accepted.set(result.body.requestId, reference);
      await delay(20);
    }
  };
  const running = Array.from({ length: callers }, caller);
  return {
    accepted,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/** Expects every accepted request to have ended once with success, been charged once, and sent one webhook. */
async function expectNothingLost(load: Load): Promise<void> {
  const ids = [...load.accepted.keys()];
  expect(ids.length).toBeGreaterThan(80);
  await untilNone(unfinished, "the end of every request");
  const { rows } = await home.database.pool.query(
    `select v.id, v.status, (v.result -> 'confirmationHistory' ->> 'confirmationCount')::int as confirmations,
            (select count(*)::int from credit_transactions c where c.verification_id = v.id and c.type = 'debit') as debits,
            (select count(*)::int from credit_transactions c where c.verification_id = v.id and c.type = 'refund') as refunds
       from verification_requests v where v.id = any($1)`,
    [ids],
  );
  expect(rows).toHaveLength(ids.length);
  expect(
    rows.filter(
      (row) => row.status !== "success" || row.confirmations !== 1 || row.debits !== 1 || row.refunds !== 0,
    ),
  ).toEqual([]);
  const balance = await home.database.pool.query(
    `select (select sum(amount)::int from credit_transactions) as ledger, (select sum(balance)::int from credit_accounts) as balance`,
  );
  expect(balance.rows[0].ledger).toBe(balance.rows[0].balance);
  // The receiver runs in this process: parsing its webhooks repeatedly would keep it from responding.
  const deliveryIdsOf = new Map<string, Set<string>>();
  let read = 0;
  const isEveryoneNotified = () => {
    for (; read < receiver.received.length; read += 1) {
      const webhook = receiver.received[read] as ReceivedWebhook;
      const id = requestIdOf(webhook);
      const deliveryIds = deliveryIdsOf.get(id) ?? new Set();
      deliveryIdsOf.set(id, deliveryIds.add(String(webhook.headers["x-webhook-delivery-id"])));
    }
    return ids.every((id) => deliveryIdsOf.has(id));
  };
  await until(isEveryoneNotified, { progress: () => receiver.received.length, what: "every webhook" });
  expect([...deliveryIdsOf.values()].filter((deliveryIds) => deliveryIds.size > 1)).toEqual([]);
}

async function unfinished(): Promise<number> {
  const { rows } = await home.database.pool.query(
    "select count(*)::int as n from verification_requests where completed_at is null",
  );
  return rows[0].n;
}

const requestIdOf = (webhook: ReceivedWebhook): string => JSON.parse(webhook.body).requestId;

describe("during a load of submissions", () => {
  /** The merchant's request was accepted and charged; our crash must not lose it. */
  it(`loses no accepted request through ${KILLS} kills (kill -9), and ends each once`, async () => {
    current = await startStandalone(env);
    const load = startLoad(() => current, 4);
    for (let crash = 1; crash <= KILLS; crash += 1) {
      const before = load.accepted.size;
      await until(() => load.accepted.size > before + 40);
      await current.end("SIGKILL");
      current = await startStandalone(env);
    }
    await load.stop();
    await expectNothingLost(load);
    expect(await current.end("SIGTERM")).toBe(0);
  });

  it("exits with 0 on SIGTERM, and the next start finishes the remaining requests", async () => {
    current = await startStandalone(env);
    const load = startLoad(() => current, 4);
    await until(() => load.accepted.size > 100);
    const { url } = current;
    expect(await current.end("SIGTERM")).toBe(0);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
    current = await startStandalone(env);
    await load.stop();
    await expectNothingLost(load);
    await current.end("SIGTERM");
  });
});
