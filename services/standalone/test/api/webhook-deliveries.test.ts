import { newId } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { createSecretBox, newSigningSecret, secretContext } from "@receipts/webhooks";
import { receiver, startReceiver, useReceiver, type WebhookReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { makeCheckoutKey } from "../shop.ts";
import { signIn } from "../signed-in.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
useSystem({
  verifiers: ["telebirr"],
  env: { WEBHOOK_RETRY_SCHEDULE: "0s,20ms", WEBHOOK_TIMEOUT_MS: "5000" },
});
useReceiver();
beforeEach(async () => {
  account = await anAccount();
});

const anAccount = () =>
  system.account({ permissions: { verification: ["read", "write"], webhooks: ["read", "write"] } });
const get = (path: string, who = account) => system.call("get", path, who);
const post = (path: string, body: object = {}, who = account) => system.call("post", path, who).send(body);
const log = async (query = "", who = account) =>
  (await get(`/api/webhook-deliveries${query === "" ? "" : `?${query}`}`, who).expect(200)).body;
const detail = async (id: string) => (await get(`/api/webhook-deliveries/${id}`).expect(200)).body.data;
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);

async function verified(webhookUrl?: string): Promise<string> {
  const body = webhookUrl === undefined ? aReceipt() : { ...aReceipt(), webhookUrl };
  return (await system.verify(account, body, { waitMs: 10_000 }).expect(200)).body.requestId;
}

/** An endpoint as its routes store it. */
async function anEndpoint(
  draft: { url?: string; types?: string[]; enabled?: boolean; listening?: boolean } = {},
) {
  const id = newId("webhookEndpoint");
  const secretBox = createSecretBox(system.environment["SECRETS_ENCRYPTION_KEY"] ?? "");
  const secret = secretBox.seal(newSigningSecret(), secretContext(id));
  await system.sql(
    `with endpoint as (
       insert into webhook_endpoints (id, user_id, url, types, enabled, listening_until)
       values ($1, $2, $3, $4, $6, case when $7 then now() + interval '1 hour' end)
       returning id, user_id)
     insert into webhook_secrets (user_id, endpoint_id, ciphertext) select user_id, id, $5 from endpoint`,
    ...[id, account.userId, draft.url ?? receiver.url, draft.types ?? ["*"], secret],
    ...[draft.enabled ?? true, draft.listening ?? false],
  );
  return id;
}

interface StoredDraft {
  readonly count?: number;
  readonly state?: "pending" | "delivered" | "exhausted" | "given_up";
  readonly event?: string;
  readonly endpointId?: string | null;
  readonly subject?: string | null;
  readonly createdAt?: string;
  readonly url?: string;
  readonly userId?: string;
  readonly payload?: string;
}

/** Deliveries as earlier events left them, a second apart; none is due. Returns their ids. */
async function stored(draft: StoredDraft = {}): Promise<string[]> {
  const rows = await system.sql<{ id: string }>(
    `insert into webhook_deliveries
       (id, user_id, event, endpoint_id, subject, verification_id, url, payload, http_request_id, state, next_attempt_at,
        attempts, run_attempts, created_at, finished_at)
     select 'whd_' || new_ulid(), $1, $2, $3, $4, case when $2 like 'verification.%' then 'ver_' || new_ulid() end, $5, $6, 'req_1',
            $7::text, case when exists (select from webhook_endpoints where id = $3 and listening_until is not null)
                           then 'infinity' else now() + interval '1 hour' end, 2, 2, $8::timestamptz + make_interval(secs => n),
            case when $7 <> 'pending' then now() end
       from generate_series(1, $9::int) n
     returning id`,
    ...[draft.userId ?? account.userId, draft.event ?? "verification.completed", draft.endpointId ?? null],
    ...[draft.subject ?? null, draft.url ?? receiver.url, draft.payload ?? '{"type":"stored"}'],
    ...[draft.state ?? "delivered", draft.createdAt ?? "2026-03-02T10:00:00Z", draft.count ?? 1],
  );
  return rows.map(({ id }) => id);
}

const inState = (id: string, state: string) =>
  until(async () => {
    const delivery = await detail(id);
    return delivery.state === state ? delivery : undefined;
  });
const audit = () => system.auditOf(account.userId);

describe("GET /api/webhook-deliveries", () => {
  it("lists the deliveries of every endpoint and own URL, newest first", async () => {
    const endpointId = await anEndpoint({ url: `${receiver.url}?endpoint` });
    const requestId = await verified(receiver.url);
    const { data, meta } = await until(async () => {
      const page = await log();
      return page.data.every(({ state }: { state: string }) => state === "delivered") ? page : undefined;
    });
    const own = {
      id: expect.stringMatching(/^whd_/),
      type: "verification.completed",
      eventId: expect.stringMatching(/^evt_/),
      subject: requestId,
      endpointId: null,
      url: receiver.url,
      test: false,
      state: "delivered",
      nextAttemptAt: null,
      createdAt: expect.stringMatching(/Z$/),
      finishedAt: expect.stringMatching(/Z$/),
      attemptCount: 1,
      lastStatusCode: 200,
      lastErrorClass: null,
    };
    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([own, { ...own, endpointId, url: `${receiver.url}?endpoint` }]),
    );
    expect(data[0].eventId).toBe(data[1].eventId);
    expect(data[0].id > data[1].id).toBe(true);
    expect(meta).toEqual({ limit: 20, hasMore: false, nextCursor: null });
  });

  it("shows rows of earlier releases, without endpoint, event or subject", async () => {
    const [verdict = ""] = await stored();
    const [change = ""] = await stored({ event: "profile.updated" });
    const { data } = await log();
    expect(data).toEqual(
      [
        expect.objectContaining({
          id: change,
          endpointId: null,
          eventId: null,
          subject: null,
          lastStatusCode: null,
        }),
        expect.objectContaining({
          id: verdict,
          endpointId: null,
          eventId: null,
          subject: expect.stringMatching(/^ver_/),
        }),
      ].sort((a, b) => (a.sample.id < b.sample.id ? 1 : -1)),
    );
    expect((await detail(verdict)).attempts).toEqual([]);
  });

  describe("filters", () => {
    const [first, second] = [newId("webhookEndpoint"), newId("webhookEndpoint")];
    const deposit = newId("deposit");
    let ids: Readonly<Record<string, string>>;
    beforeEach(async () => {
      const drafts: Readonly<Record<string, StoredDraft>> = {
        own: { createdAt: "2026-03-01T23:59:58Z" },
        ownFailed: { state: "exhausted", createdAt: "2026-03-02T10:00:00Z" },
        first: { endpointId: first, createdAt: "2026-03-02T23:59:58Z" },
        firstFailed: { endpointId: first, state: "exhausted", createdAt: "2026-03-03T00:00:00Z" },
        firstDeposit: {
          endpointId: first,
          event: "deposit.expired",
          subject: deposit,
          createdAt: "2026-03-04T00:00:00Z",
        },
        secondDeposit: {
          endpointId: second,
          event: "deposit.expired",
          subject: deposit,
          state: "given_up",
          createdAt: "2026-03-05T00:00:00Z",
        },
        secondLow: {
          endpointId: second,
          event: "credits.low",
          subject: account.userId,
          state: "pending",
          createdAt: "2026-03-06T00:00:00Z",
        },
      };
      const entries = Object.entries(drafts).map(async ([name, draft]) => [
        name,
        (await stored(draft))[0] ?? "",
      ]);
      ids = Object.fromEntries(await Promise.all(entries));
      const other = await anAccount();
      for (const draft of Object.values(drafts)) await stored({ ...draft, userId: other.userId });
    });
    const named = (page: { data: { id: string }[] }) =>
      idsOf(page).map((id) => Object.keys(ids).find((name) => ids[name] === id) ?? `foreign ${id}`);

    it.each<[string, string[]]>([
      ["", ["secondLow", "secondDeposit", "firstDeposit", "firstFailed", "first", "ownFailed", "own"]],
      [`endpoint=${first}`, ["firstDeposit", "firstFailed", "first"]],
      ["endpoint=none", ["ownFailed", "own"]],
      ["endpoint=none&state=exhausted", ["ownFailed"]],
      [`endpoint=${newId("webhookEndpoint")}`, []],
      ["type=deposit.expired", ["secondDeposit", "firstDeposit"]],
      ["type=webhook.test", []],
      ["type=deposit.*", ["secondDeposit", "firstDeposit"]],
      [
        "type=deposit.*,verification.completed",
        ["secondDeposit", "firstDeposit", "firstFailed", "first", "ownFailed", "own"],
      ],
      ["type=*&state=exhausted,pending", ["secondLow", "firstFailed", "ownFailed"]],
      [`endpoint=${first}&type=deposit.*,credits.low&state=delivered,given_up`, ["firstDeposit"]],
      ["state=exhausted", ["firstFailed", "ownFailed"]],
      ["state=pending", ["secondLow"]],
      [`subject=${deposit}`, ["secondDeposit", "firstDeposit"]],
      [`subject=${deposit}&endpoint=${first}`, ["firstDeposit"]],
      [`subject=${deposit}&state=given_up&type=deposit.expired`, ["secondDeposit"]],
      [`subject=${deposit}&endpoint=none`, []],
      [`endpoint=${first}&type=verification.completed&state=delivered`, ["first"]],
      ["from=2026-03-03", ["secondLow", "secondDeposit", "firstDeposit", "firstFailed"]],
      ["to=2026-03-02", ["first", "ownFailed", "own"]],
      ["to=2026-03-02T23:59:59Z", ["ownFailed", "own"]],
      ["from=2026-03-02T00:00:00%2B03:00&to=2026-03-01", ["own"]],
      ["from=2026-03-02&to=2026-03-02&state=delivered", ["first"]],
      ["type=verification.completed&from=2026-03-02&to=2026-03-02", ["first", "ownFailed"]],
    ])("%s", async (query, expected) => {
      expect(named(await log(query))).toEqual(expected);
      // The same, one by one.
      const walked: string[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page = await log(`${query}&limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
        walked.push(...named(page));
        cursor = page.meta.nextCursor;
      }
      expect(walked).toEqual(expected);
    });

    it("finds the webhooks of a request by its id", async () => {
      const { data } = await log("endpoint=none&state=delivered");
      expect(idsOf(await log(`subject=${data[0].subject}`))).toEqual([ids["own"]]);
    });
  });

  it("loses and repeats nothing while 1,000 deliveries come in, also of one moment", async () => {
    const before = [
      ...(await stored({ count: 130 })),
      // One statement's deliveries have one time.
      ...(
        await system.sql<{ id: string }>(
          `insert into webhook_deliveries (id, user_id, event, url, payload, http_request_id, state, finished_at, created_at)
         select 'whd_' || new_ulid(), $1, (array['profile.updated', 'credits.low'])[1 + n % 2], '', '{}', 'req_1',
                (array['delivered', 'exhausted'])[1 + n / 2 % 2], now(), '2026-03-02T10:00:30.123456Z'
           from generate_series(1, 70) n returning id`,
          account.userId,
        )
      ).map(({ id }) => id),
    ];
    for (const query of ["", "state=delivered"]) {
      const wanted = query === "" ? before : idsOf(await log("state=delivered&limit=100&to=2026-03-03"));
      const seen: string[] = [];
      const incoming: Promise<unknown>[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page = await log(`${query}&limit=17${cursor === "" ? "" : `&cursor=${cursor}`}`);
        seen.push(...idsOf(page));
        cursor = page.meta.nextCursor;
        if (incoming.length < 10) incoming.push(stored({ count: 100, createdAt: new Date().toISOString() }));
      }
      await Promise.all(incoming);
      expect(new Set(seen).size).toBe(seen.length);
      expect(wanted.filter((id) => !seen.includes(id))).toEqual([]);
    }
  });

  it.each([
    ["cursor", "cursor=x"],
    ["cursor", `cursor=${Buffer.from("1.whd_x' or true").toString("base64url")}`],
    ["cursor", `cursor=${Buffer.from("99999999999999999.whd_1").toString("base64url")}`],
    ["cursor", `cursor=${Buffer.from("-1.whd_1").toString("base64url")}`],
    ["cursor", `cursor=${Buffer.from("01.whd_1").toString("base64url")}`],
    ["cursor", "cursor=%00"],
    ["endpoint", "endpoint=whe_1"],
    ["type", "type=deposit."],
    ["type", "type=deposit.*,,verification.completed"],
    ["state", "state=failed"],
    ["state", "state=pending,failed"],
    ["subject", "subject=order-1"],
    ["from", "from=yesterday"],
    ["to", "from=2026-03-02&to=2026-03-01"],
    ["limit", "limit=101"],
  ])("refuses a wrong %s: %s", async (field, query) => {
    await get(`/api/webhook-deliveries?${query}`).expect(refusedAs("invalid_payload", field));
  });

  it("is open to a session, an API key and a checkout key with its permission, and shows only their account", async () => {
    const [id] = await stored();
    const person = await signIn(system, account);
    expect(idsOf((await person("get", "/api/webhook-deliveries").expect(200)).body)).toEqual([id]);
    const { key } = await makeCheckoutKey(system, account, ["webhooks:read"]);
    const response = await fetch(`${system.url}/api/webhook-deliveries`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(idsOf((await response.json()) as never)).toEqual([id]);
    const other = await anAccount();
    expect((await log("", other)).data).toEqual([]);
    const foreign = await get(`/api/webhook-deliveries/${id}`, other).expect(404);
    const unknown = await get(`/api/webhook-deliveries/${newId("webhookDelivery")}`, other).expect(404);
    expect({ ...foreign.body, meta: unknown.body.meta }).toEqual(unknown.body);
    await get("/api/webhook-deliveries/nonsense").expect(404);
  });
});

describe("GET /api/webhook-deliveries/:id", () => {
  it("has the payload byte for byte, and explains each attempt", async () => {
    receiver.nextStatuses.push(503);
    await verified(receiver.url);
    const [id = ""] = idsOf(await log());
    const delivery = await inState(id, "delivered");
    expect(delivery.payload).toBe(receiver.received[0]?.body);
    expect(delivery.payload).toBe(receiver.received[1]?.body);
    expect(delivery.attempts).toEqual([
      expect.objectContaining({ attempt: 1, statusCode: 503, explanation: expect.stringContaining("503") }),
      expect.objectContaining({
        attempt: 2,
        statusCode: 200,
        explanation: expect.stringContaining("accepted"),
      }),
    ]);
    expect(delivery).toMatchObject({ attemptCount: 2, lastStatusCode: 200 });
  });

  it("shows the response as harmless text", async () => {
    const [id = ""] = await stored();
    const excerpt = Buffer.from("<b>no</b>\u001b[2Jx\u202e");
    await system.sql(
      "insert into webhook_attempts (delivery_id, attempt, status_code, total_ms, response_excerpt) values ($1, 1, 500, 1, $2)",
      ...[id, Buffer.concat([excerpt, Buffer.from([0xff])])],
    );
    const { attempts } = await detail(id);
    expect(attempts[0].responseExcerpt).toBe("<b>no</b>\ufffd[2Jx\ufffd\ufffd");
  });

  it("lists the last 50 attempts; those older than 30 days are absent, and their total is not", async () => {
    const [id = ""] = await stored();
    await system.sql(
      "update webhook_deliveries set created_at = now() - interval '40 days', attempts = 80 where id = $1",
      id,
    );
    await system.sql(
      `insert into webhook_attempts (delivery_id, attempt, status_code, total_ms, finished_at)
       select $1, n, 500, 1, case when n > 20 then now() else now() - interval '35 days' end from generate_series(1, 80) n`,
      id,
    );
    const numbers = async () =>
      (await detail(id)).attempts.map(({ attempt }: { attempt: number }) => attempt);
    expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, n) => 31 + n));
    await system.sql("delete from webhook_attempts where delivery_id = $1 and attempt > 30", id);
    expect(await numbers()).toHaveLength(30);
    await system.sql("select drop_attempt_partitions(30)");
    expect(await numbers()).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    expect((await detail(id)).attemptCount).toBe(80);
  });

  it("has no payload once it was erased", async () => {
    const [id = ""] = await stored({ payload: '{"data":{"senderName":"Abebe"}}' });
    await system.sql("update webhook_deliveries set erased_at = now() where id = $1", id);
    expect((await detail(id)).payload).toBeNull();
  });

  it("has no next attempt for a listener's delivery", async () => {
    const endpointId = await anEndpoint({ listening: true });
    const requestId = await verified();
    const { data } = await log(`endpoint=${endpointId}`);
    expect(data).toEqual([
      expect.objectContaining({ subject: requestId, state: "pending", nextAttemptAt: null }),
    ]);
    expect((await detail(data[0].id)).nextAttemptAt).toBeNull();
    const listed = await get(`/api/verify/${requestId}/deliveries`).expect(200);
    expect(listed.body.data).toEqual([expect.objectContaining({ state: "pending", nextAttemptAt: null })]);
  });
});

describe("POST /api/webhook-deliveries/:id/redeliver", () => {
  const redeliver = (id: string, who = account) => post(`/api/webhook-deliveries/${id}/redeliver`, {}, who);
  let second: WebhookReceiver;
  beforeEach(async () => {
    second = await startReceiver();
  });
  afterEach(() => second.close());

  it("starts a new run under the same id, to the present URL of the endpoint", async () => {
    const endpointId = await anEndpoint({ url: second.url });
    const [id = ""] = await stored({ endpointId, state: "exhausted", url: receiver.url });
    const { body } = await redeliver(id).expect(202);
    expect(body.data).toMatchObject({ id, endpointId, url: second.url, state: "pending", finishedAt: null });
    expect(body.data).not.toHaveProperty("payload");
    await inState(id, "delivered");
    expect(second.received.map(({ headers }) => headers["x-webhook-delivery-id"])).toEqual([id]);
    expect(receiver.received).toEqual([]);
    expect(await audit()).toEqual([
      { action: "webhook_delivery.redelivered", subject: id, before: { state: "exhausted" }, after: null },
    ]);
  });

  it("sends one webhook for ten clicks at the same time", async () => {
    const [id = ""] = await stored({ state: "exhausted" });
    const responses = await Promise.all(Array.from({ length: 10 }, () => redeliver(id)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 202));
    const { attemptCount } = await inState(id, "delivered");
    expect(await audit()).toHaveLength(attemptCount - 2);
  });

  it("leaves a listener's delivery to the listener", async () => {
    const endpointId = await anEndpoint({ listening: true });
    const [id = ""] = await stored({ endpointId, state: "delivered" });
    for (const _ of [1, 2]) {
      const { body } = await redeliver(id).expect(202);
      expect(body.data).toMatchObject({ state: "pending", nextAttemptAt: null });
    }
    expect(
      await system.sql(
        "select next_attempt_at::text as due, run_attempts from webhook_deliveries where id = $1",
        id,
      ),
    ).toEqual([{ due: "infinity", run_attempts: 0 }]);
    expect(await audit()).toHaveLength(1);
  });

  it("refuses a disabled or deleted endpoint and an erased payload, and changes nothing", async () => {
    const disabled = await anEndpoint({ enabled: false });
    const ended = await anEndpoint({ listening: true });
    await system.sql("update webhook_endpoints set listening_until = now() where id = $1", ended);
    const ids = [
      ...(await stored({ endpointId: disabled, state: "exhausted" })),
      ...(await stored({ endpointId: newId("webhookEndpoint"), state: "exhausted" })),
      ...(await stored({ endpointId: ended, state: "exhausted" })),
      ...(await stored({ state: "exhausted" })),
    ];
    await system.sql("update webhook_deliveries set erased_at = now() where id = $1", ids.at(-1));
    for (const id of ids) {
      await redeliver(id).expect(refusedAs("invalid_state"));
      expect((await detail(id)).state).toBe("exhausted");
    }
    expect(await audit()).toEqual([]);
  });

  it("uses no endpoint of another account", async () => {
    const owner = account;
    const endpointId = await anEndpoint({ url: second.url });
    account = await anAccount();
    const [id = ""] = await stored({ endpointId, state: "exhausted" });
    await redeliver(id).expect(refusedAs("invalid_state"));
    const [foreign = ""] = await stored({ endpointId, state: "exhausted", userId: owner.userId });
    await redeliver(foreign).expect(404);
    expect(await audit()).toEqual([]);
  });

  it("is limited per account, together with redelivery by subject", async () => {
    const statuses = new Set<number>();
    for (let call = 0; call < 31; call += 1) {
      statuses.add((await redeliver(newId("webhookDelivery"))).status);
      statuses.add((await post("/api/webhook-deliveries/redeliver", { subject: newId("deposit") })).status);
    }
    expect([...statuses]).toEqual([404, 202, 429]);
  });
});

describe("POST /api/webhook-deliveries/redeliver", () => {
  const redeliver = (subject: unknown, who = account) =>
    post("/api/webhook-deliveries/redeliver", { subject }, who);

  it("sends everything about a deposit again, in any state, except what cannot be sent", async () => {
    const subject = newId("deposit");
    const open = await anEndpoint();
    const deposit = { event: "deposit.expired", subject } as const;
    const wanted = [
      ...(await stored({ ...deposit, state: "delivered" })),
      ...(await stored({ ...deposit, state: "pending", endpointId: open })),
      ...(await stored({ ...deposit, state: "given_up", event: "deposit.created" })),
    ];
    const other = await anAccount();
    const left = [
      ...(await stored({ ...deposit, state: "exhausted", endpointId: await anEndpoint({ enabled: false }) })),
      ...(await stored({ ...deposit, state: "exhausted", endpointId: newId("webhookEndpoint") })),
      ...(await stored({ ...deposit, state: "exhausted", subject: newId("deposit") })),
    ];
    const [foreign] = await stored({ ...deposit, userId: other.userId });
    expect((await redeliver(subject).expect(202)).body.data).toEqual({ redelivered: 3 });
    for (const id of wanted) await inState(id, "delivered");
    expect(receiver.received.map(({ headers }) => headers["x-webhook-delivery-id"]).sort()).toEqual(
      wanted.sort(),
    );
    for (const id of left) expect((await detail(id)).state).toBe("exhausted");
    expect(
      await system.sql("select state, run_trigger from webhook_deliveries where id = $1", foreign),
    ).toEqual([{ state: "delivered", run_trigger: "schedule" }]);
    expect(await audit()).toEqual([
      { action: "webhook_deliveries.redelivered", subject, before: null, after: { redelivered: 3 } },
    ]);
  });

  it("sends everything about a request again, to every endpoint", async () => {
    await anEndpoint();
    const requestId = await verified(receiver.url);
    const ids = idsOf(await log(`subject=${requestId}`));
    expect(ids).toHaveLength(2);
    for (const id of ids) await inState(id, "delivered");
    expect((await redeliver(requestId).expect(202)).body.data).toEqual({ redelivered: 2 });
    await until(() => receiver.received.length === 4);
  });

  it("does nothing for unknown objects and those of other accounts", async () => {
    const requestId = await verified(receiver.url);
    const other = await anAccount();
    expect((await redeliver(requestId, other).expect(202)).body.data).toEqual({ redelivered: 0 });
    expect((await redeliver(newId("verification")).expect(202)).body.data).toEqual({ redelivered: 0 });
    for (const wrong of [undefined, 5, account.userId, "dep_1", `${requestId}'`])
      await redeliver(wrong).expect(refusedAs("invalid_payload", "subject"));
    expect(await audit()).toEqual([]);
  });
});

describe("POST /api/webhook-endpoints/:id/recover", () => {
  const since = "2026-03-01";
  const recover = (endpointId: string, body: object = { since }, who = account) =>
    post(`/api/webhook-endpoints/${endpointId}/recover`, body, who);
  const finished = (id: string) =>
    until(async () => {
      const { data } = (await get(`/api/webhooks/recover/${id}`).expect(200)).body;
      return data.state === "finished" && data.pending === 0 ? data : undefined;
    });

  it("resends all failed deliveries of the endpoint, given-up ones too, to its present URL", async () => {
    const endpointId = await anEndpoint();
    const url = "https://gone.example.test/hook";
    const failed = [
      ...(await stored({ endpointId, state: "exhausted", count: 3, url })),
      ...(await stored({ endpointId, state: "given_up", event: "credits.low", url })),
    ];
    await stored({ endpointId, state: "delivered", url });
    await stored({ endpointId, state: "exhausted", createdAt: "2026-02-01", url });
    await stored({ state: "exhausted", url });
    await stored({ endpointId: await anEndpoint(), state: "exhausted", url });
    const { body } = await recover(endpointId).expect(202);
    expect(body.data).toMatchObject({
      endpointId,
      host: null,
      matched: 4,
      since: "2026-03-01T00:00:00.000Z",
    });
    expect(await finished(body.data.id)).toMatchObject({ endpointId, matched: 4, requeued: 4, delivered: 4 });
    expect(receiver.received.map(({ headers }) => headers["x-webhook-delivery-id"]).sort()).toEqual(
      failed.sort(),
    );
    expect(await audit()).toEqual([
      {
        action: "webhook_recovery.started",
        subject: body.data.id,
        before: null,
        after: { since: "2026-03-01T00:00:00.000Z", until: null, host: null, matched: 4, endpointId },
      },
    ]);
  });

  it("leaves a listener's deliveries to the listener", async () => {
    const endpointId = await anEndpoint({ listening: true });
    const [id] = await stored({ endpointId, state: "exhausted" });
    const { body } = await recover(endpointId).expect(202);
    await until(
      async () => (await get(`/api/webhooks/recover/${body.data.id}`)).body.data.state === "finished",
    );
    expect(
      await system.sql(
        "select state, next_attempt_at::text as due from webhook_deliveries where id = $1",
        id,
      ),
    ).toEqual([{ state: "pending", due: "infinity" }]);
  });

  /** Such keys may not read verifications. */
  it("is followed by keys that may manage webhooks alone", async () => {
    const permissions = { webhooks: ["read" as const, "write" as const] };
    account = await system.account({ permissions });
    const endpointId = await anEndpoint();
    await stored({ endpointId, state: "exhausted" });
    const { id } = (await recover(endpointId).expect(202)).body.data;
    const path = `/api/webhook-endpoints/${endpointId}/recover/${id}`;
    const job = await until(async () => {
      const { data } = (await get(path).expect(200)).body;
      return data.delivered === 1 ? data : undefined;
    });
    expect(job).toMatchObject({ id, endpointId, matched: 1, matchedIsExact: true });
    const { key } = await makeCheckoutKey(system, account, ["webhooks:read"]);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${system.url}${path}`, { headers })).status).toBe(200);
    const other = await system.account({ permissions });
    await get(path, other).expect(refusedAs("not_found"));
    await get(`/api/webhook-endpoints/${await anEndpoint()}/recover/${id}`).expect(refusedAs("not_found"));
    await get(`/api/webhook-endpoints/${endpointId}/recover/nonsense`).expect(refusedAs("not_found"));
  });

  it("refuses a disabled endpoint, unknown ones, those of others, and a wrong period", async () => {
    await recover(await anEndpoint({ enabled: false })).expect(refusedAs("invalid_state"));
    const mine = await anEndpoint();
    const other = await anAccount();
    const foreign = await recover(mine, { since }, other).expect(404);
    const unknown = await recover(newId("webhookEndpoint")).expect(404);
    expect({ ...foreign.body, meta: unknown.body.meta }).toEqual(unknown.body);
    await recover(mine, {}).expect(refusedAs("invalid_payload", "since"));
    await recover(mine, { since: "2999-01-01" }).expect(refusedAs("invalid_payload", "since"));
    await recover(mine, { since, until: since }).expect(refusedAs("invalid_payload", "until"));
    expect(await audit()).toEqual([]);
  });

  it("matches exhausted deliveries of all endpoints in /api/webhooks/recover, except where nothing can be sent", async () => {
    const wanted = [
      ...(await stored({ endpointId: await anEndpoint(), state: "exhausted" })),
      ...(await stored({ state: "exhausted", event: "profile.updated" })),
    ];
    await stored({ endpointId: await anEndpoint({ enabled: false }), state: "exhausted" });
    await stored({ endpointId: newId("webhookEndpoint"), state: "exhausted" });
    await stored({ state: "given_up" });
    const { body } = await post("/api/webhooks/recover", { since }).expect(202);
    expect(await finished(body.data.id)).toMatchObject({
      endpointId: null,
      matched: 2,
      requeued: 2,
      delivered: 2,
    });
    expect(receiver.received.map(({ headers }) => headers["x-webhook-delivery-id"]).sort()).toEqual(
      wanted.sort(),
    );
  });
});

it("lists a request's deliveries to several endpoints by the older route", async () => {
  const endpoints = [
    await anEndpoint(),
    await anEndpoint({ types: ["deposit.*"] }),
    await anEndpoint({ types: ["verification.*"] }),
  ];
  const requestId = await verified(receiver.url);
  const { body } = await get(`/api/verify/${requestId}/deliveries`).expect(200);
  expect(body.meta.total).toBe(3);
  const [, delivery] = body.data;
  await inState(delivery.id, "delivered");
  await post(`/api/verify/${requestId}/deliveries/${delivery.id}/redeliver`).expect(202);
  await inState(delivery.id, "delivered");
  await system.sql("update webhook_endpoints set enabled = false where id = any($1)", endpoints);
  const { data } = await log(`subject=${requestId}&endpoint=${endpoints[2]}`);
  await post(`/api/verify/${requestId}/deliveries/${data[0].id}/redeliver`).expect(
    refusedAs("invalid_state"),
  );
});
