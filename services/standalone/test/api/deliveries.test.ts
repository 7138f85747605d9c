import { until } from "@receipts/testing";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { signIn } from "../signed-in.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
useSystem({
  verifiers: ["telebirr"],
  env: { WEBHOOK_RETRY_SCHEDULE: "0s,20ms", WEBHOOK_TIMEOUT_MS: "5000" },
});
useReceiver();
beforeEach(async () => {
  account = await system.account();
});

const get = (path: string, who = account) => system.call("get", path, who);
const post = (path: string, who = account) => system.call("post", path, who);

async function verified(who = account): Promise<string> {
  const { body } = await system
    .verify(who, { ...aReceipt(), webhookUrl: receiver.url }, { waitMs: 10_000 })
    .expect(200);
  return body.requestId;
}

async function deliveryOf(requestId: string) {
  const { body } = await get(`/api/verify/${requestId}/deliveries`).expect(200);
  return body.data[0];
}

const inState = (requestId: string, state: string) =>
  until(async () => {
    const delivery = await deliveryOf(requestId);
    return delivery?.state === state ? delivery : undefined;
  });

/** Fails both attempts of the schedule. */
async function exhausted(): Promise<{ requestId: string; id: string }> {
  receiver.nextStatuses.push(500, 500);
  const requestId = await verified();
  const { id } = await inState(requestId, "exhausted");
  return { requestId, id };
}

const auditOf = () => system.auditOf(account.userId, "action, actor_kind, subject, before, after");
const redeliver = (requestId: string, id: string, who = account) =>
  post(`/api/verify/${requestId}/deliveries/${id}/redeliver`, who);

describe("GET /api/verify/:requestId/deliveries", () => {
  it("lists each delivery with its attempts and timings, without the receiver's response body", async () => {
    receiver.nextStatuses.push(503);
    const requestId = await verified();
    const delivery = await inState(requestId, "delivered");
    const attempt = {
      trigger: "schedule",
      errorClass: null,
      durations: expect.objectContaining({ totalMs: expect.any(Number) }),
      finishedAt: expect.stringMatching(/Z$/),
    };
    expect(delivery).toEqual({
      id: receiver.received[0]?.headers["x-webhook-delivery-id"],
      event: "verification.completed",
      url: receiver.url,
      state: "delivered",
      nextAttemptAt: null,
      createdAt: expect.stringMatching(/Z$/),
      finishedAt: expect.stringMatching(/Z$/),
      attemptCount: 2,
      attempts: [
        { ...attempt, attempt: 1, statusCode: 503 },
        { ...attempt, attempt: 2, statusCode: 200 },
      ],
    });
    const { body } = await get(`/api/verify/${requestId}/deliveries`).expect(200);
    expect(body.meta).toEqual({ total: 1, limit: 20, offset: 0, hasMore: false, nextCursor: null });
    const beyond = await get(`/api/verify/${requestId}/deliveries?offset=1`).expect(200);
    expect([beyond.body.data, beyond.body.meta.total]).toEqual([[], 1]);
  });

  /** A script redelivers every minute; its owner must still be able to open the page. */
  it("lists the last 50 attempts, oldest first, with their total", async () => {
    const requestId = await verified();
    const { id } = await inState(requestId, "delivered");
    await system.sql(
      `insert into webhook_attempts (delivery_id, attempt, trigger, status_code, total_ms, finished_at)
       select $1, n, 'manual', 200, 1, now() from generate_series(2, 5000) n`,
      id,
    );
    await system.sql("update webhook_deliveries set attempts = 5000 where id = $1", id);
    const { attempts, attemptCount } = await deliveryOf(requestId);
    expect(attemptCount).toBe(5_000);
    expect(attempts.map(({ attempt }: { attempt: number }) => attempt)).toEqual(
      Array.from({ length: 50 }, (_, index) => 4_951 + index),
    );
  });

  it("reports why there was no response, and when the next attempt is due", async () => {
    await receiver.close();
    const requestId = await verified();
    const delivery = await inState(requestId, "exhausted");
    expect(delivery.attempts.map(({ errorClass }: { errorClass: string }) => errorClass)).toEqual([
      "connect",
      "connect",
    ]);
    await system.sql(
      `update webhook_deliveries set state = 'pending', finished_at = null, next_attempt_at = now() + interval '1 hour'
        where id = $1`,
      delivery.id,
    );
    expect(await deliveryOf(requestId)).toMatchObject({
      state: "pending",
      nextAttemptAt: expect.stringMatching(/Z$/),
      finishedAt: null,
    });
  });

  it("is an empty list for a request without a webhook, and 404 for one of another account", async () => {
    const { body } = await system.verify(account, aReceipt(), { waitMs: 10_000 }).expect(200);
    expect((await get(`/api/verify/${body.requestId}/deliveries`).expect(200)).body.data).toEqual([]);
    const other = await system.account();
    const foreign = await get(`/api/verify/${body.requestId}/deliveries`, other).expect(404);
    const unknown = await get("/api/verify/ver_00000000000000000000000000/deliveries", other).expect(404);
    expect({ ...foreign.body, meta: unknown.body.meta }).toEqual(unknown.body);
  });
});

describe("POST …/redeliver", () => {
  it("starts a new run with the same id and bytes", async () => {
    const { requestId, id } = await exhausted();
    receiver.nextStatuses.push(500);
    const { body } = await redeliver(requestId, id).expect(202);
    expect(body.data).toMatchObject({ id, state: "pending", finishedAt: null });
    const delivery = await inState(requestId, "delivered");
    expect(
      delivery.attempts.map(({ attempt, trigger, statusCode }: Record<string, unknown>) => [
        attempt,
        trigger,
        statusCode,
      ]),
    ).toEqual([
      [1, "schedule", 500],
      [2, "schedule", 500],
      [3, "manual", 500],
      [4, "manual", 200],
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-webhook-delivery-id"]))).toEqual(
      new Set([id]),
    );
    expect(new Set(receiver.received.map(({ body: bytes }) => bytes)).size).toBe(1);
    expect(await auditOf()).toEqual([
      {
        action: "webhook_delivery.redelivered",
        actor_kind: "api_key",
        subject: id,
        before: { state: "exhausted" },
        after: null,
      },
    ]);
  });

  it("resends delivered and given-up webhooks too", async () => {
    receiver.nextStatuses.push(410);
    const requestId = await verified();
    const { id } = await inState(requestId, "given_up");
    await redeliver(requestId, id).expect(202);
    await inState(requestId, "delivered");
    await redeliver(requestId, id).expect(202);
    await until(() => receiver.received.length === 3);
    await inState(requestId, "delivered");
    expect(await auditOf()).toHaveLength(2);
  });

  it("makes a waiting delivery due at once", async () => {
    const { requestId, id } = await exhausted();
    await system.sql(
      `update webhook_deliveries set state = 'pending', finished_at = null, next_attempt_at = now() + interval '1 hour'
        where id = $1`,
      id,
    );
    await redeliver(requestId, id).expect(202);
    expect((await inState(requestId, "delivered")).attempts).toHaveLength(3);
  });

  /** An impatient user clicks ten times; the receiver must not get ten webhooks. */
  it("leaves one audit row for each run that ten concurrent calls start", async () => {
    const { requestId, id } = await exhausted();
    const responses = await Promise.all(Array.from({ length: 10 }, () => redeliver(requestId, id)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    await inState(requestId, "delivered");
    const runs = (await auditOf()).length;
    const { attempts } = await deliveryOf(requestId);
    expect(attempts).toHaveLength(2 + runs);
  });

  it("leaves an attempt in progress alone", async () => {
    const { requestId, id } = await exhausted();
    const rows = await system.sql(
      `update webhook_deliveries
          set state = 'pending', finished_at = null, next_attempt_at = now(), run_trigger = 'manual', run_attempts = 0,
              lease_token = gen_random_uuid(), leased_until = now() + interval '1 hour'
        where id = $1 returning lease_token`,
      id,
    );
    await redeliver(requestId, id).expect(202);
    expect(await system.sql("select lease_token from webhook_deliveries where id = $1", id)).toEqual(rows);
    expect(await auditOf()).toEqual([]);
  });

  it("is 404 for a delivery of another account or request, or with an erased payload", async () => {
    const { requestId, id } = await exhausted();
    const otherRequest = await verified();
    const other = await system.account();
    const unknown = await redeliver(requestId, "whd_00000000000000000000000000").expect(404);
    for (const response of [
      await redeliver(requestId, id, other),
      await redeliver(otherRequest, id),
      await redeliver(requestId, "nonsense"),
    ]) {
      expect([response.status, { ...response.body, meta: unknown.body.meta }]).toEqual([404, unknown.body]);
    }
    await system.sql("update webhook_deliveries set erased_at = now() where id = $1", id);
    await redeliver(requestId, id).expect(404);
    expect(await auditOf()).toEqual([]);
  });

  it("is rate limited per account", async () => {
    const statuses = new Set<number>();
    for (let call = 0; call < 61; call += 1) {
      const response = await redeliver("ver_00000000000000000000000000", "whd_00000000000000000000000000");
      statuses.add(response.status);
      if (response.status === 429) expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    }
    expect([...statuses]).toEqual([404, 429]);
  });
});

describe("recoveries that run", () => {
  it("are at most five of an account", async () => {
    const client = await system.database.pool.connect();
    // The dispatcher waits for it, and ends none of them.
    await client.query("begin; lock table webhook_deliveries in access exclusive mode");
    try {
      await system.sql(
        `insert into webhook_recoveries (id, user_id, since, until, matched)
         select 'whr_' || new_ulid(), $1, now() - interval '1 hour', now(), 0 from generate_series(1, 5)`,
        account.userId,
      );
      const refused = await post("/api/webhooks/recover", account).send({ since: "2026-01-01T00:00:00Z" });
      refusedAs("rate_limited")(refused);
      expect(refused.body.message).toContain("5 recoveries of the account are running");
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});

describe("/api/webhooks/recover", () => {
  const since = () => new Date(Date.now() - 60_000).toISOString();
  const recover = (body: object, who = account) => post("/api/webhooks/recover", who).send(body);
  const finished = (id: string) =>
    until(async () => {
      const { data } = (await get(`/api/webhooks/recover/${id}`).expect(200)).body;
      return data.state === "finished" && data.pending === 0 ? data : undefined;
    });

  it("resends the period's exhausted deliveries with their old ids, and reports its progress", async () => {
    const lost = [await exhausted(), await exhausted(), await exhausted()];
    receiver.nextStatuses.push(410);
    const givenUp = await verified();
    await inState(givenUp, "given_up");
    receiver.received.length = 0;
    const from = since();
    const { body } = await recover({ since: from }).expect(202);
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^whr_/),
      since: from,
      host: null,
      matched: 3,
    });
    const job = await finished(body.data.id);
    expect(job).toMatchObject({ matched: 3, requeued: 3, delivered: 3, failed: 0, pending: 0 });
    expect(receiver.received.map(({ headers }) => headers["x-webhook-delivery-id"]).sort()).toEqual(
      lost.map(({ id }) => id).sort(),
    );
    expect((await deliveryOf(lost[0]?.requestId ?? "")).attempts.at(-1).trigger).toBe("manual");
    expect(await auditOf()).toEqual([
      {
        action: "webhook_recovery.started",
        actor_kind: "api_key",
        subject: body.data.id,
        before: null,
        after: { since: from, until: null, host: null, matched: 3 },
      },
    ]);
  });

  it("can be restricted to one host in any spelling, and to a past period", async () => {
    await exhausted();
    const other = await recover({ since: since(), host: "hooks.example.com" }).expect(202);
    const before = await recover({ since: "2026-01-01", until: "2026-01-02T00:00:00Z" }).expect(202);
    expect([other.body.data.matched, before.body.data.matched]).toEqual([0, 0]);
    const { body } = await recover({ since: since(), host: "127.0.0.1" }).expect(202);
    expect(await finished(body.data.id)).toMatchObject({ host: "127.0.0.1", matched: 1, delivered: 1 });
    const idn = await recover({ since: since(), host: "BÜCHER.example." }).expect(202);
    expect(idn.body.data.host).toBe("xn--bcher-kva.example");
  });

  it("resends nothing of another account, which cannot see the job either", async () => {
    const { requestId } = await exhausted();
    const other = await system.account();
    const { body } = await recover({ since: since() }, other).expect(202);
    expect(body.data.matched).toBe(0);
    const foreign = await get(`/api/webhooks/recover/${body.data.id}`).expect(404);
    const unknown = await get("/api/webhooks/recover/whr_00000000000000000000000000").expect(404);
    expect({ ...foreign.body, meta: unknown.body.meta }).toEqual(unknown.body);
    await get(`/api/webhooks/recover/${body.data.id}`, other).expect(200);
    expect((await deliveryOf(requestId)).state).toBe("exhausted");
  });

  it("accepts a session too", async () => {
    const person = await signIn(system, account);
    const { body } = await person("post", "/api/webhooks/recover").send({ since: since() }).expect(202);
    await person("get", `/api/webhooks/recover/${body.data.id}`).expect(200);
    expect((await auditOf()).map(({ actor_kind }) => actor_kind)).toEqual(["session"]);
  });

  it.each<[object, string]>([
    [{}, "since"],
    [{ since: "yesterday" }, "since"],
    [{ since: "2999-01-01" }, "since"],
    [{ since: "2026-01-02", until: "2026-01-02" }, "until"],
    [{ since: "2026-01-02", until: 5 }, "until"],
    ...["a b", "a/b", "user@a", "a:443", "[::1", "a?b", "%"].map((host): [object, string] => [
      { since: "2026-01-02", host },
      "host",
    ]),
  ])("refuses %j, names the field and starts nothing", async (body, field) => {
    await recover(body).expect(refusedAs("invalid_payload", field));
    expect(await auditOf()).toEqual([]);
  });
});
