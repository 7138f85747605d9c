import { until } from "@receipts/testing";
import type { ReceivedWebhook } from "../receiver.ts";
import { type ChaosAccount, system, useChaosSystem } from "./chaos-system.ts";

const lost = 5_000;
/** Attempts in flight in one dispatcher; also the cap for one host. */
const slots = 64;

let account: ChaosAccount;
useChaosSystem({ env: { WEBHOOK_CONCURRENCY: String(slots) } });
beforeEach(async () => {
  account = await system.account();
});

/** Inserts the exhausted deliveries of a long receiver outage; returns their payloads by id. */
async function insertExhausted(): Promise<Map<string, string>> {
  const { rows } = await system.pool.query<{ id: string; payload: string }>(
    `insert into webhook_deliveries
       (id, user_id, verification_id, event, url, payload, http_request_id, next_attempt_at, state, attempts, run_attempts,
        finished_at, created_at)
     select 'whd_' || replace(gen_random_uuid()::text, '-', ''), $1, 'ver_' || gen_random_uuid(), 'verification.completed',
            $2, '{"n":' || n || '}', 'req_1', now(), 'exhausted', 5, 5, now(), now() - make_interval(secs => n * 0.1)
       from generate_series(1, $3::int) as n
     returning id, payload`,
    [account.userId, system.receiver.url, lost],
  );
  return new Map(rows.map(({ id, payload }) => [id, payload]));
}

interface Job {
  readonly id: string;
  readonly state: string;
  readonly matched: number;
  readonly requeued: number;
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
}

async function call(path: string, init: RequestInit = {}): Promise<{ status: number; job: Job }> {
  const response = await fetch(`${system.balancer.next()}/api/webhooks/recover${path}`, {
    ...init,
    headers: { "x-api-key": account.apiKey, "content-type": "application/json" },
  });
  return { status: response.status, job: JSON.parse(await response.text()).data };
}

const deliveryIdOf = ({ headers }: ReceivedWebhook) => String(headers["x-webhook-delivery-id"]);

describe("the bulk recovery of 5,000 exhausted deliveries", () => {
  it("survives kills of every dispatcher and delivers each webhook with its old id and bytes", async () => {
    const payloads = await insertExhausted();
    const { receiver, dispatchers } = system;
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const started = await call("", { method: "POST", body: JSON.stringify({ since }) });
    expect([started.status, started.job.matched]).toEqual([202, lost]);

    let kills = 0;
    for (const arrived of [lost / 10, lost / 2]) {
      await until(() => receiver.received.length >= arrived, {
        what: "recovered webhooks",
      });
      // Both at once: only the database still has the job.
      await Promise.all(dispatchers.map((each) => each.end("SIGKILL")));
      kills += dispatchers.length;
      const { job } = await call(`/${started.job.id}`);
      expect(job.state).toBe("running");
      expect(job.requeued).toBeGreaterThanOrEqual(arrived / 2);
      expect(job.requeued).toBeLessThan(lost);
      await Promise.all(dispatchers.map((each) => each.start()));
    }

    const ended = await until(
      async () => {
        const { job } = await call(`/${started.job.id}`);
        return job.state === "finished" && job.pending === 0 ? job : undefined;
      },
      { progress: () => receiver.received.length, what: "the end of the recovery" },
    );
    expect(ended).toMatchObject({ matched: lost, requeued: lost, delivered: lost, failed: 0 });
    const received = new Map(receiver.received.map((each) => [deliveryIdOf(each), each.body]));
    expect(received).toEqual(payloads);
    // A killed dispatcher's sent but unrecorded webhooks are sent again: at most its slots.
    expect(receiver.received.length - lost).toBeLessThanOrEqual(kills * slots);
    const { rows } = await system.pool.query(
      `select distinct d.state, d.attempts, d.run_attempts, a.attempt, a.trigger, a.status_code
         from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id`,
    );
    expect(rows).toEqual([
      { state: "delivered", attempts: 6, run_attempts: 1, attempt: 6, trigger: "manual", status_code: 200 },
    ]);
  });
});
