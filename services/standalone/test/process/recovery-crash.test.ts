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
    const { rows: users } = await pool.query<{ id: string; endpointId: string }>(
      `with one as (select id from users where email = split_part($2, ' / ', 1))
       update users set default_webhook_url = $1 from one where users.id = one.id
       returning users.id`,
      [receiver.url, first.printed("Dashboard")],
    );
    const [user] = users;
    if (user === undefined) throw new Error("the demo has no user");
    const { rows: endpoints } = await pool.query<{ id: string }>(
      "select id from webhook_endpoints where user_id = $1 and is_default",
      [user.id],
    );
    const endpointId = endpoints[0]?.id ?? "";
    const { rows: failed } = await pool.query<{ id: string }>(
      `insert into webhook_deliveries (id, user_id, event, endpoint_id, url, payload, http_request_id, state, finished_at)
       select 'whd_' || new_ulid(), $1, 'profile.updated', $2, 'https://gone.example.test/', '{}', 'req_1',
              (array['exhausted', 'given_up'])[1 + n % 2], now()
         from generate_series(1, ${COUNT}) n
       returning id`,
      [user.id, endpointId],
    );
    const recoveries = createRecoveryRepository(pool);
    const since = new Date(Date.now() - 3_600_000);
    const { id } = await recoveries.create({ userId: user.id, since, endpointId });
    const delivered = async () => (await recoveries.find(user.id, id))?.delivered ?? 0;
    await until(async () => (await delivered()) > 100, {
      what: "the first recovered ones",
    });
    await current.end("SIGKILL");
    expect((await recoveries.find(user.id, id))?.state).toBe("running");
    current = await startStandalone(env);
    await until(async () => (await delivered()) === COUNT, { what: "all recovered ones" });
    await until(async () => (await recoveries.find(user.id, id))?.state === "finished");
    expect(await recoveries.find(user.id, id)).toMatchObject({
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
