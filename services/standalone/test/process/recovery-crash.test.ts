import { freePort, until } from "@receipts/testing";
import { createRecoveryRepository } from "@receipts/webhooks";
import { startReceiver, type WebhookReceiver } from "../receiver.ts";
import { makeStandaloneHome, type StandaloneHome, startStandalone } from "./standalone-process.ts";

const COUNT = 3_000;

let home: StandaloneHome;
let receiver: WebhookReceiver;
beforeEach(async () => {
  home = await makeStandaloneHome();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await home.remove();
});

/** An SRE repairs a receiver and recovers its endpoint; the process that does it is killed. */
it("the recovery of an endpoint continues after kill -9, and leaves nothing out", async () => {
  const env = { ...home.env, PORT: String(await freePort()), WEBHOOK_TIMEOUT_MS: "3000" };
  const { pool } = home.database;
  const first = await startStandalone(env);
  let current = first;
  try {
    const { rows: endpoints } = await pool.query<{ id: string; userId: string }>(
      `insert into webhook_endpoints (id, user_id, url, is_default)
       select 'whe_' || new_ulid(), id, $1, true from users where email = split_part($2, ' / ', 1)
       returning id, user_id as "userId"`,
      [receiver.url, first.printed("Dashboard")],
    );
    const [endpoint] = endpoints;
    if (endpoint === undefined) throw new Error("the demo has no user");
    const { id: endpointId, userId } = endpoint;
    const { rows: failed } = await pool.query<{ id: string }>(
      `insert into webhook_deliveries (id, user_id, event, endpoint_id, url, payload, http_request_id, state, finished_at)
       select 'whd_' || new_ulid(), $1, 'profile.updated', $2, 'https://gone.example.test/', '{}', 'req_1',
              (array['exhausted', 'given_up'])[1 + n % 2], now()
         from generate_series(1, ${COUNT}) n
       returning id`,
      [userId, endpointId],
    );
    const recoveries = createRecoveryRepository(pool);
    const since = new Date(Date.now() - 3_600_000);
    const { id } = await recoveries.create({ userId, since, endpointId });
    const delivered = async () => (await recoveries.find(userId, id))?.delivered ?? 0;
    await until(async () => (await delivered()) > 100, {
      what: "the first recovered ones",
    });
    await current.end("SIGKILL");
    expect((await recoveries.find(userId, id))?.state).toBe("running");
    current = await startStandalone(env);
    await until(async () => (await delivered()) === COUNT, { what: "all recovered ones" });
    await until(async () => (await recoveries.find(userId, id))?.state === "finished");
    expect(await recoveries.find(userId, id)).toMatchObject({
      matched: COUNT,
      requeued: COUNT,
      failed: 0,
      pending: 0,
    });
    const received = new Set(receiver.received.map(({ headers }) => headers["x-webhook-delivery-id"]));
    expect(failed.filter((each) => !received.has(each.id))).toEqual([]);
  } finally {
    await current.end("SIGKILL");
  }
});
