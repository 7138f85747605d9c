import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { newId } from "@receipts/contracts";
import { createTestDatabase, type TestDatabase, until } from "@receipts/testing";
import { endpointHeadersContext, newSigningSecret, secretContext } from "@receipts/webhooks";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { createDeliveryRepository } from "../src/delivery-repository.ts";
import { ampleCapacity, anAccount, anEndpoint, insertDeliveries, secretBox } from "./delivery-rows.ts";
import { type Received, startDispatcher, startReceiver } from "./running-dispatcher.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query("truncate webhook_deliveries, webhook_attempts, webhook_recoveries"));

const env = { WEBHOOK_RETRY_SCHEDULE: "0s" };

const repository = () =>
  createDeliveryRepository({ database: database.pool, leaseMs: 60_000, firstDelayMs: 0 });

const countOf = async (where: string): Promise<number> => {
  const { rows } = await database.pool.query(
    `select count(*)::int as n from webhook_deliveries where ${where}`,
  );
  return rows[0].n;
};

const standardHeaders = ({ headers }: Received) => ({
  "webhook-id": String(headers["webhook-id"]),
  "webhook-timestamp": String(headers["webhook-timestamp"]),
  "webhook-signature": String(headers["webhook-signature"]),
});

/** Verifies as receivers do: with two libraries, and by hand. */
function verifies(secret: string, received: Received): boolean[] {
  const accepts = (verify: () => unknown) => {
    try {
      verify();
      return true;
    } catch {
      return false;
    }
  };
  const { body, headers } = received;
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const bytes = Buffer.from(secret.replace("whsec_", ""), "base64");
  const byHand = `v1,${createHmac("sha256", bytes).update(signed).digest("base64")}`;
  return [
    accepts(() => new StandardWebhook(secret).verify(body, standardHeaders(received))),
    accepts(() => new SvixWebhook(secret).verify(body, standardHeaders(received))),
    String(headers["webhook-signature"]).split(" ").includes(byHand),
  ];
}

const legacySignature = (secret: string, { headers, body }: Received) =>
  `sha256=${createHmac("sha256", secret).update(`${headers["x-webhook-timestamp"]}.${body}`).digest("hex")}`;

describe("the signature", () => {
  const [own, older, account] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];

  it("is the endpoint's own, and the account's for its default endpoint and own URLs", async () => {
    await using receiver = await startReceiver();
    const userId = await anAccount(database.pool);
    await database.pool.query("insert into webhook_secrets (user_id, ciphertext) values ($1, $2)", [
      userId,
      secretBox.seal(account, secretContext(userId)),
    ]);
    const url = (path: string) => receiver.urlOn("127.0.0.1", path);
    const endpointId = await anEndpoint(database.pool, { userId, url: url("/own"), secret: own });
    const { rows } = await database.pool.query(
      `insert into webhook_endpoints (id, user_id, url, is_default) values ('whe_default', $1, $2, true) returning id`,
      [userId, url("/default")],
    );
    await insertDeliveries(database.pool, { userId, url: url("/own"), endpointId });
    await insertDeliveries(database.pool, { userId, url: url("/default"), endpointId: rows[0].id });
    await insertDeliveries(database.pool, { userId, url: url("/request") });
    await using _dispatcher = await startDispatcher(database.url, env);
    await until(() => receiver.received.length === 3);
    for (const each of receiver.received) {
      const [used, other] = each.path === "/own" ? [own, account] : [account, own];
      expect(verifies(used, each)).toEqual([true, true, true]);
      expect(verifies(other, each)).toEqual([false, false, false]);
      expect(each.headers["x-webhook-signature"]).toBe(legacySignature(used, each));
    }
  });

  it.each([
    ["both of its secrets during a rotation", "1 hour", [true, true, true], older],
    ["only the new one after its grace period", "-1 second", [false, false, false], own],
  ])("verifies with %s", async (_case, graceLeft, withOlder, legacy) => {
    await using receiver = await startReceiver();
    const userId = await anAccount(database.pool);
    const url = receiver.urlOn("127.0.0.1");
    const endpointId = await anEndpoint(database.pool, { userId, url, secret: own });
    await database.pool.query(
      "update webhook_secrets set previous_ciphertext = $2, previous_until = now() + $3::interval where owner_id = $1",
      [endpointId, secretBox.seal(older, secretContext(endpointId)), graceLeft],
    );
    await insertDeliveries(database.pool, { userId, url, endpointId });
    await using _dispatcher = await startDispatcher(database.url, env);
    const received = await until(() => receiver.received[0]);
    expect(verifies(own, received)).toEqual([true, true, true]);
    expect(verifies(older, received)).toEqual(withOlder);
    expect(received.headers["x-webhook-signature"]).toBe(legacySignature(legacy, received));
  });
});

describe("an attempt at an endpoint", () => {
  it("sends its own headers, which replace none of ours, and marks tests", async () => {
    await using receiver = await startReceiver();
    const userId = await anAccount(database.pool);
    const url = receiver.urlOn("127.0.0.1");
    const endpointId = await anEndpoint(database.pool, { userId, url });
    const ownHeaders = { "x-shop-token": "t0ken", "content-type": "text/plain", "webhook-id": "forged" };
    await database.pool.query("update webhook_endpoints set headers_ciphertext = $2 where id = $1", [
      endpointId,
      secretBox.seal(JSON.stringify(ownHeaders), endpointHeadersContext(endpointId)),
    ]);
    const [id, test] = await insertDeliveries(database.pool, { userId, url, endpointId, count: 2 });
    await database.pool.query(
      "update webhook_deliveries set is_test = true, verification_id = null where id = $1",
      [test],
    );
    await using _dispatcher = await startDispatcher(database.url, env);
    await until(() => receiver.received.length === 2);
    for (const { deliveryId, headers } of receiver.received) {
      const ours = { "content-type": "application/json", "webhook-id": deliveryId };
      expect(headers).toMatchObject({ "x-shop-token": "t0ken", ...ours });
      expect(headers["x-webhook-test"]).toBe(deliveryId === id ? undefined : "true");
    }
  });

  it("records the first KiB of the response, byte for byte", async () => {
    await using receiver = await startReceiver();
    const userId = await anAccount(database.pool);
    const body = Buffer.concat([Buffer.from([0, 255, 192]), Buffer.alloc(3_000, "አ")]);
    receiver.responses.set("/500", (response) => response.writeHead(500).end(body));
    receiver.responses.set("/204", (response) => response.writeHead(204).end());
    for (const path of ["/500", "/204"]) {
      await insertDeliveries(database.pool, { userId, url: receiver.urlOn("127.0.0.1", path) });
    }
    await using _dispatcher = await startDispatcher(database.url, env);
    await until(async () => (await countOf("state <> 'pending'")) === 2);
    const { rows } = await database.pool.query(
      "select status_code as status, response_excerpt as excerpt from webhook_attempts order by 1 desc",
    );
    expect(rows).toEqual([
      { status: 500, excerpt: body.subarray(0, 1_024) },
      { status: 204, excerpt: null },
    ]);
  });
});

/** Receivers may repeat what they got. */
it("does not record the response to a webhook that was erased meanwhile", async () => {
  await using receiver = await startReceiver();
  const requested = Promise.withResolvers<ServerResponse>();
  receiver.responses.set("/erased", requested.resolve);
  const userId = await anAccount(database.pool);
  await insertDeliveries(database.pool, { userId, url: receiver.urlOn("127.0.0.1", "/erased") });
  await using _dispatcher = await startDispatcher(database.url, env);
  const response = await requested.promise;
  await database.pool.query("update webhook_deliveries set erased_at = now(), payload = '{}'");
  response.writeHead(200).end("Thank you, Abebe");
  await until(async () => (await countOf("state = 'delivered'")) === 1);
  const { rows } = await database.pool.query(
    "select status_code as status, response_excerpt as excerpt from webhook_attempts",
  );
  expect(rows).toEqual([{ status: 200, excerpt: null }]);
});

describe("deliveries that no attempt may be made for", () => {
  it("are given up when their endpoint is disabled or deleted, however many", async () => {
    await using receiver = await startReceiver();
    const userId = await anAccount(database.pool);
    const url = receiver.urlOn("127.0.0.1");
    const [disabled, deleted, enabled] = [
      await anEndpoint(database.pool, { userId, url }),
      newId("webhookEndpoint"),
      await anEndpoint(database.pool, { userId, url }),
    ];
    await database.pool.query("update webhook_endpoints set enabled = false where id = $1", [disabled]);
    const many = { userId, url, dueSecondsAgo: 60 };
    await insertDeliveries(database.pool, { ...many, endpointId: disabled, count: 1_000 });
    await insertDeliveries(database.pool, { ...many, endpointId: deleted, count: 20 });
    const [later = ""] = await insertDeliveries(database.pool, {
      ...{ userId, url, endpointId: disabled, dueSecondsAgo: -3_600 },
    });
    const [id] = await insertDeliveries(database.pool, { userId, url, endpointId: enabled });
    await using dispatcher = await startDispatcher(database.url, env);
    const givenUp = "state = 'given_up' and attempts = 0 and finished_at is not null and lease_token is null";
    await until(async () => (await countOf(givenUp)) === 1_020);
    await until(async () => (await countOf(`state = 'delivered' and id = '${id}'`)) === 1);
    expect(receiver.received.map(({ deliveryId }) => deliveryId)).toEqual([id]);
    expect(await countOf(`state = 'pending' and id = '${later}'`)).toBe(1); // not due yet
    const metrics = await dispatcher.metrics();
    expect(metrics).toMatch(/webhook_deferrals_total\{reason="disabled"\} 1020\b/);
    expect(metrics).toMatch(/webhook_deliveries_total\{final="given_up"\} 1020\b/);
  });

  it("are left to a listener's stream, and count as not pending", async () => {
    const userId = await anAccount(database.pool);
    const endpointId = await anEndpoint(database.pool, { userId, url: "https://listener.test/" });
    await database.pool.query(
      "update webhook_endpoints set listening_until = now() + interval '1 hour' where id = $1",
      [endpointId],
    );
    const draft = { userId, url: "https://listener.test/", endpointId };
    await insertDeliveries(database.pool, { ...draft, count: 400 });
    await database.pool.query("update webhook_deliveries set next_attempt_at = 'infinity'");
    const deliveries = repository();
    const first = await deliveries.leaseDue(ampleCapacity());
    expect(first).toMatchObject({ deliveries: [], headIsFull: false });
    expect(await deliveries.nextDueInMs(first.polledAt)).toBeUndefined();
    await insertDeliveries(database.pool, draft); // due by mistake
    expect((await deliveries.leaseDue(ampleCapacity())).deliveries).toEqual([]);
    expect(await countOf("state = 'pending' and next_attempt_at = 'infinity'")).toBe(401);
    await using dispatcher = await startDispatcher(database.url, env);
    await until(async () => /^webhook_pending_deliveries 0$/m.test(await dispatcher.metrics()));
  });
});

describe("the rate of an endpoint", () => {
  async function aLimitedBacklog(url: string, { perSecond = 20, count = 60 } = {}) {
    const userId = await anAccount(database.pool);
    const endpointId = await anEndpoint(database.pool, { userId, url, maxPerSecond: perSecond });
    await insertDeliveries(database.pool, { userId, url, endpointId, count, dueSecondsAgo: 60 });
    return { userId, endpointId };
  }

  /** By the database's time of each lease, so that no clock or scheduling of the test matters. */
  it.each([
    { perSecond: 1, count: 3 },
    { perSecond: 20, count: 60 },
    { perSecond: 100, count: 250 },
  ])("of $perSecond is exceeded by four dispatchers in no second, and used", async (limit) => {
    const { perSecond, count } = limit;
    await aLimitedBacklog("https://limited.test/", limit);
    const times: number[] = [];
    const dispatch = async () => {
      const deliveries = repository();
      while (times.length < count) {
        const { deliveries: leased, deferrals, rateWaitMs } = await deliveries.leaseDue(ampleCapacity());
        times.push(...leased.map(({ leasedAt }) => leasedAt.getTime()));
        // A second; a little more after a lease whose transaction began later than this one.
        if (deferrals.rate > 0) expect(rateWaitMs).toBeLessThan(2_000);
      }
    };
    await Promise.all([dispatch(), dispatch(), dispatch(), dispatch()]);
    times.sort((a, b) => a - b);
    expect(times).toHaveLength(count);
    // Times have whole milliseconds.
    const inSecondFrom = (start: number) =>
      times.filter((time) => time >= start && time < start + 999).length;
    expect(Math.max(...times.map(inSecondFrom))).toBeLessThanOrEqual(perSecond);
    expect(Math.max(...times.map(inSecondFrom))).toBeGreaterThan(perSecond / 2);
  });

  it("delays no other target of the account or host, and defers nothing", async () => {
    await using receiver = await startReceiver();
    const url = receiver.urlOn("127.0.0.1", "/limited");
    const { userId, endpointId } = await aLimitedBacklog(url);
    await insertDeliveries(database.pool, { userId, url, endpointId, count: 2_000, dueSecondsAgo: 60 });
    const others = { userId, url: receiver.urlOn("127.0.0.1", "/other"), count: 100 };
    const other = await anEndpoint(database.pool, others);
    await insertDeliveries(database.pool, { ...others, endpointId: other });
    await using first = await startDispatcher(database.url, env);
    await using _second = await startDispatcher(database.url, env);
    await until(async () => (await countOf(`endpoint_id = '${other}' and state = 'delivered'`)) === 100);
    const limited = `endpoint_id = '${endpointId}'`;
    await until(async () => (await countOf(`${limited} and attempts > 0`)) > 20);
    expect(
      await countOf(`${limited} and next_attempt_at > now() - interval '30 seconds' and attempts = 0`),
    ).toBe(0);
    expect(await first.metrics()).toMatch(/webhook_deferrals_total\{reason="rate"\} [1-9]/);
  });
});
