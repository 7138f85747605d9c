import type { ServerResponse } from "node:http";
import { startLocalServer, until } from "@receipts/testing";
import type { ChaosProcess } from "./chaos-process.ts";
import { system, useChaosSystem } from "./chaos-system.ts";

let receiver: SlowReceiver;
beforeEach(async () => {
  receiver = await startSlowReceiver();
});
afterEach(() => receiver.close());
// Longer than freezing takes: its attempts must not end before.
useChaosSystem({ env: { WEBHOOK_TIMEOUT_MS: "8000" } });

interface Arrived {
  readonly deliveryId: string;
  readonly response: ServerResponse;
}

interface SlowReceiver {
  readonly url: string;
  readonly arrived: Arrived[];
  /** Responds to every call at once from now on. */
  respondToAll(): void;
  close(): Promise<void>;
}

/** Starts a receiver that does not respond until `answerAll`. */
async function startSlowReceiver(): Promise<SlowReceiver> {
  const arrived: Arrived[] = [];
  let isSlow = true;
  const server = await startLocalServer((request, response) => {
    request.resume();
    arrived.push({ deliveryId: String(request.headers["x-webhook-delivery-id"]), response });
    if (!isSlow) response.end();
  });
  return {
    url: `${server.url}/hook`,
    arrived,
    respondToAll: () => {
      isSlow = false;
    },
    close: server.close,
  };
}

const requests = 6;
let submitted = 0;

async function submit(webhookUrl: string): Promise<void> {
  const account = await system.account();
  for (let nth = 0; nth < requests; nth += 1) {
    submitted += 1;
    await system.submit(account, `DJ7${String(submitted).padStart(6, "0")}1`, webhookUrl);
  }
}

async function deliveries() {
  const { rows } = await system.pool.query(
    `select d.id, d.state, d.attempts, d.finished_at,
            json_agg(json_build_array(a.attempt, a.status_code, a.error_class, a.finished_at) order by a.attempt) as made
       from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id
      group by d.id order by d.id`,
  );
  return rows;
}

/** Returns the deliveries with an attempt that the log reports as not recorded. */
function fencedIn(process: ChaosProcess): Set<unknown> {
  const lines = process.log().split("\n");
  const parsed = lines.filter((line) => line.includes('"fenced"')).map((line) => JSON.parse(line));
  return new Set(parsed.map(({ deliveryId }) => deliveryId));
}

describe("a dispatcher frozen past its lease (SIGSTOP), then thawed", () => {
  it("never overwrites the newer attempt and sends none of the deliveries it lost", async () => {
    const [frozen, sibling] = system.dispatchers as [ChaosProcess, ChaosProcess];
    await sibling.end("SIGTERM");
    await submit(receiver.url);
    // Two: the cap for a new host.
    await until(() => receiver.arrived.length === 2, { what: "attempts under way" });
    frozen.signal("SIGSTOP");
    const held = receiver.arrived.map(({ deliveryId }) => deliveryId);
    // One attempt gets its response while the dispatcher is frozen, one never: the late results are an error and a
    // timeout.
    receiver.arrived[0]?.response.writeHead(500).end();
    receiver.respondToAll();

    await sibling.start();
    await until(
      async () => (await deliveries()).filter(({ state }) => state === "delivered").length === requests,
      {
        what: "the deliveries by the sibling",
      },
    );
    const before = await deliveries();
    expect(before.map(({ attempts }) => attempts)).toEqual(Array(requests).fill(1));
    const arrivedBefore = receiver.arrived.length;

    frozen.signal("SIGCONT");
    await until(() => held.every((id) => fencedIn(frozen).has(id)), {
      what: "the late dispatcher's notice that it has lost its leases",
    });
    // The thawed dispatcher does a round of work alone, to show that it is up to date.
    await sibling.end("SIGTERM");
    await submit(receiver.url);
    await until(async () => (await deliveries()).length === 2 * requests);
    await until(async () => (await deliveries()).every(({ state }) => state === "delivered"));
    const after = await deliveries();
    expect(after.filter(({ id }) => before.some((row) => row.id === id))).toEqual(before);
    expect(receiver.arrived.length).toBe(arrivedBefore + requests);
    await sibling.start();
  });
});
