import { eventTypes, newId } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { Test } from "supertest";
import { mailbox, useMailbox } from "../mailbox.ts";
import { refusedAs } from "../refusals.ts";
import { makeCheckoutKey } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { type Method, system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
let person: CallSignedIn;
useMailbox();
const sources = "203.0.113.0/28, 2001:db8::1";
useSystem(() => ({ verifiers: [], env: { ...mailbox.env, WEBHOOK_SOURCE_ADDRESSES: sources } }));
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
});

const path = "/api/webhook-endpoints";
/** Nothing listens here: these tests read what is queued. */
const url = "http://127.0.0.1:9/hook?token=in-the-query";

const create = (draft: object = {}, call: CallSignedIn = person): Test =>
  call("post", path).send({ url, ...draft });
async function endpointOf(draft: object = {}, call = person) {
  return (await create(draft, call).expect(201)).body.data.endpoint;
}
const change = (id: string, body: object): Test => person("patch", `${path}/${id}`).send(body);
const list = async () => (await person("get", path).expect(200)).body.data;
const setDefault = (defaultWebhookUrl: string | null) =>
  person("patch", "/api/profile").send({ defaultWebhookUrl }).expect(200);
const profile = async () => (await person("get", "/api/profile").expect(200)).body.data;
const messagesOf = ({ body }: { body: { error: { details: { field: string; message: string }[] } } }) =>
  body.error.details.map(({ field, message }) => `${field}: ${message}`);

/** Deliveries of the account, oldest first. */
const queued = (columns = "event, endpoint_id, url, state") =>
  system.sql(`select ${columns} from webhook_deliveries where user_id = $1 order by id`, account.userId);
/** A delivery that waits for a retry in an hour. */
async function waiting(endpointId: string | null, toUrl = url): Promise<string> {
  const id = newId("webhookDelivery");
  await system.sql(
    `insert into webhook_deliveries (id, user_id, event, endpoint_id, url, payload, http_request_id, next_attempt_at)
     values ($1, $2, 'credits.low', $3, $4, '{}', 'req', now() + interval '1 hour')`,
    id,
    account.userId,
    endpointId,
    toUrl,
  );
  return id;
}
const urlOf = async (deliveryId: string) =>
  (await system.sql("select url from webhook_deliveries where id = $1", deliveryId))[0]?.url;
const disable = (id: string, reason = "failing") =>
  system.sql(
    `update webhook_endpoints set enabled = false, failing_since = now() - interval '6 days',
            disabled_reason = $2, disabled_at = now() where id = $1`,
    id,
    reason,
  );

describe("an endpoint", () => {
  it("is created with all types by default, and its secret is shown this once", async () => {
    const { body, headers } = await create().expect(201);
    expect(headers["cache-control"]).toBe("no-store");
    const { endpoint, secret } = body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32,}=*$/);
    expect(endpoint).toMatchObject({
      ...{ default: false, url, description: null, types: ["*"], enabled: true, state: "healthy" },
      ...{ failingSince: null, disabledReason: null, disabledAt: null, headerNames: [], maxPerSecond: null },
      ...{ signed: true, secretRotationEndsAt: null },
    });
    const { body: read } = await person("get", `${path}/${endpoint.id}`).expect(200);
    expect(read.data).toEqual(endpoint);
    expect(await list()).toEqual([endpoint]);
  });

  it("is listed after the default one, oldest first, in pages", async () => {
    const ids = [(await endpointOf()).id, (await endpointOf()).id];
    await setDefault("http://127.0.0.1:9/default");
    const all = await list();
    expect(all.map(({ id }: { id: string }) => id).slice(1)).toEqual(ids);
    expect(all[0]).toMatchObject({ default: true, url: "http://127.0.0.1:9/default", signed: false });
    const { body } = await person("get", `${path}?limit=1&offset=1`).expect(200);
    expect(body).toMatchObject({ data: [{ id: ids[0] }], meta: { total: 3, limit: 1, offset: 1 } });
  });

  const groups = ["verification.*", "deposit.*", "bank_account.*", "profile.*", "account.*", "credits.*"];
  it.each(["*", ...groups, "webhook.*", ...eventTypes])("can choose %s", async (type) => {
    const { id, types } = await endpointOf({ types: [type, type] });
    expect(types).toEqual([type]);
    // The function that chooses the receivers of an event.
    const reached = await system.sql(
      "select type from unnest($2::text[]) as type where exists (select from webhook_targets($1, type, null) where endpoint_id = $3)",
      account.userId,
      eventTypes,
      id,
    );
    const wanted = eventTypes.filter(
      (each) => type === "*" || type === each || (type.endsWith(".*") && each.startsWith(type.slice(0, -1))),
    );
    expect(reached.map((row) => row["type"])).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(0);
  });

  it("changes field by field, and an empty change changes nothing", async () => {
    const made = await endpointOf({
      description: "Bookkeeping",
      headers: { "X-Shop": "a" },
      maxPerSecond: 5,
    });
    expect((await change(made.id, {}).expect(200)).body.data).toEqual({ ...made, droppedHeaders: [] });
    const { body } = await change(made.id, { types: ["deposit.*"], description: null }).expect(200);
    expect(body.data).toEqual({
      ...made,
      ...{ types: ["deposit.*"], description: null, updatedAt: expect.any(String), droppedHeaders: [] },
    });
    const cleared = await change(made.id, { headers: null, maxPerSecond: null }).expect(200);
    expect(cleared.body.data).toMatchObject({ headerNames: [], maxPerSecond: null, types: ["deposit.*"] });
  });

  it("keeps its deliveries in the log when it is deleted", async () => {
    const { id } = await endpointOf();
    const delivery = await waiting(id);
    await person("delete", `${path}/${id}`).expect(204);
    await person("get", `${path}/${id}`).expect(refusedAs("not_found"));
    expect(await urlOf(delivery)).toBe(url);
    expect(await list()).toEqual([]);
  });
});

describe("the limit of 20 endpoints", () => {
  it("holds for concurrent calls, and counts the default one", async () => {
    await setDefault("http://127.0.0.1:9/default");
    const responses = await Promise.all(Array.from({ length: 25 }, () => create()));
    const counts = Map.groupBy(responses, ({ status }) => status);
    expect([counts.get(201)?.length, counts.get(409)?.length]).toEqual([19, 6]);
    for (const response of counts.get(409) ?? []) refusedAs("invalid_state")(response);
    expect(await list()).toHaveLength(20);
    const [, second] = await list();
    await person("delete", `${path}/${second.id}`).expect(204);
    await create().expect(201);
  });

  it("holds for the profile too, which can still change and remove its default webhook", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => endpointOf()));
    const setUrl = (defaultWebhookUrl: string | null) =>
      person("patch", "/api/profile").send({ defaultWebhookUrl });
    await setUrl(url).expect(refusedAs("invalid_state"));
    expect(await list()).toHaveLength(20);
    expect(await profile()).toMatchObject({ defaultWebhookUrl: null });
    expect(await queued()).toEqual([]);
    await person("delete", `${path}/${made[0].id}`).expect(204);
    for (const next of [url, `${url}&changed`, null]) await setUrl(next).expect(200);
    expect(await list()).toHaveLength(19);
  });

  it("does not count listeners, which are invisible here", async () => {
    const { id } = await endpointOf();
    await system.sql(
      "update webhook_endpoints set listening_until = now() + interval '1 hour' where id = $1",
      id,
    );
    expect(await list()).toEqual([]);
    for (const call of [
      person("get", `${path}/${id}`),
      change(id, { enabled: false }),
      person("delete", `${path}/${id}`),
      person("post", `${path}/${id}/rotate-secret`).send({}),
      person("post", `${path}/${id}/test`).send({}),
    ])
      await call.expect(refusedAs("not_found"));
    await Promise.all(Array.from({ length: 20 }, () => create().expect(201)));
    await create().expect(refusedAs("invalid_state"));
  });
});

describe("bad input", () => {
  it.each<[object, string]>([
    [{ types: [] }, "types: "],
    [{ types: ["order.paid"] }, "types.0: must be one of \\*, verification\\.\\*, "],
    [{ types: ["deposit"] }, "types.0: must be one of"],
    [{ types: ["*".repeat(51)] }, "types.0: must be one of"],
    [{ types: "deposit.*" }, "types: must be a list"],
    [{ maxPerSecond: 0 }, "maxPerSecond: "],
    [{ maxPerSecond: 101 }, "maxPerSecond: "],
    [{ maxPerSecond: 1.5 }, "maxPerSecond: "],
    [{ description: "x".repeat(201) }, "description: "],
    [{ description: "line\nbreak" }, "description: "],
    [{ headers: [] }, "headers: "],
    [{ headers: { "x-a": "b\r\nx-injected: 1" } }, "headers.x-a: must be 1 to 500 visible ASCII characters"],
    [{ headers: { "x-a": "b\u0000" } }, "headers.x-a: "],
    [{ headers: { "x-a": "ä" } }, "headers.x-a: "],
    [{ headers: { "x-a": "" } }, "headers.x-a: "],
    [{ headers: { "x-a": "x".repeat(501) } }, "headers.x-a: "],
    [{ headers: { "x-a": 5 } }, "headers.x-a: "],
    [{ headers: { "x a": "b" } }, "headers.x a: has a name that must be a header name"],
    [{ headers: { "x-a\r\nx-b": "b" } }, "headers.x-a"],
    [{ headers: { "x-a:": "b" } }, "headers.x-a:: has a name that must be a header name"],
    [
      { headers: { ...Object.fromEntries(Array.from({ length: 11 }, (_, nth) => [`x-${nth}`, "a"])) } },
      "headers: ",
    ],
    [{ enabled: "yes" }, "enabled: "],
  ])("is refused by name when a change has %j", async (body, text) => {
    const { id } = await endpointOf();
    const response = await change(id, body).expect(refusedAs("invalid_payload"));
    expect(messagesOf(response).join("\n")).toMatch(new RegExp(`^${text}`));
    expect((await queued()).length).toBe(0);
  });

  it.each([
    "Host",
    "content-length",
    "Content-Type",
    "Transfer-Encoding",
    "connection",
    "Cookie",
    "traceparent",
    "x-request-id",
    "Webhook-Signature",
    "X-Webhook-Signature",
    "X-Forwarded-For",
    "Proxy-Authorization",
    "User-Agent",
  ])("is refused when a header of the caller's is named %s", async (name) => {
    const body = `{"url":${JSON.stringify(url)},"headers":{${JSON.stringify(name)}:"a"}}`;
    const response = await person("post", path)
      .set("content-type", "application/json")
      .send(body)
      .expect(refusedAs("invalid_payload"));
    expect(messagesOf(response)[0]).toContain(`headers.${name}: has a name that must `);
  });

  it("refuses __proto__ by name, as every field of own names does", async () => {
    const send = (call: Test, body: string) =>
      call.set("content-type", "application/json").send(body).expect(refusedAs("invalid_payload"));
    const headers = '{"__proto__":"c"}';
    const endpoint = await send(person("post", path), `{"url":${JSON.stringify(url)},"headers":${headers}}`);
    expect(messagesOf(endpoint)).toEqual([
      "headers.__proto__: is a name that is not taken: choose another one",
    ]);
    const key = `{"name":"a","permissions":{"uptime":["read"]},"metadata":${headers}}`;
    expect(messagesOf(await send(person("post", "/api/api-keys"), key))[0]).toContain("metadata.__proto__: ");
  });

  it("takes constructor as a name like any other", async () => {
    const { headerNames } = await endpointOf({ headers: { Constructor: "a", "X-B": "b" } });
    expect(headerNames).toEqual(["constructor", "x-b"]);
  });

  it.each([
    ["http://user:secret@127.0.0.1/", "unsafe_webhook_url"],
    ["ftp://127.0.0.1/", "unsafe_webhook_url"],
    ["shop", "unsafe_webhook_url"],
    ["", "unsafe_webhook_url"],
    [`https://example.com/${"x".repeat(2_100)}`, "invalid_payload"],
  ] as const)("is refused as the URL %s, at its field", async (unsafe, code) => {
    await create({ url: unsafe }).expect(refusedAs(code, "url"));
    const { id } = await endpointOf();
    if (unsafe !== "") await change(id, { url: unsafe }).expect(refusedAs(code, "url"));
  });

  it("reports the faults of all fields together", async () => {
    const response = await create({ url: "ftp://127.0.0.1/", maxPerSecond: 0 }).expect(422);
    expect(response.body.error.details.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "maxPerSecond",
      "url",
    ]);
  });

  it("of private addresses is refused where they are not allowed, as for the default webhook", async () => {
    const strict = await system.buildGateway({ WEBHOOK_ALLOW_PRIVATE: "false" });
    const { apiKey } = await system.keyOf(account, { permissions: { webhooks: ["write"] } });
    for (const unsafe of [
      "http://example.com/",
      "https://127.0.0.1/",
      "https://localhost/",
      "https://[::1]/",
    ]) {
      const response = await fetch(`http://127.0.0.1:${strict.port}${path}`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify({ url: unsafe }),
      });
      const { error } = (await response.json()) as { error: { code: string; details: { field: string }[] } };
      expect([unsafe, response.status, error.code, error.details[0]?.field]).toEqual([
        ...[unsafe, 422, "unsafe_webhook_url", "url"],
      ]);
    }
    await strict.close();
  });
});

describe("secrets", () => {
  it("are in no response, audit entry, log line or export, and sealed in the database", async () => {
    const value = "s3cret-value-of-a-header";
    rememberSecret(value);
    const { body } = await create({ headers: { "X-Shop-Token": value } }).expect(201);
    const { endpoint, secret } = body.data;
    await change(endpoint.id, { headers: { "X-Shop-Token": `${value}2` } }).expect(200);
    const rotated = await person("post", `${path}/${endpoint.id}/rotate-secret`).send({}).expect(201);
    await person("post", `${path}/${endpoint.id}/test`).send({}).expect(202);
    const seen = JSON.stringify([
      await list(),
      (await person("get", `${path}/${endpoint.id}`)).body,
      await system.auditOf(account.userId),
      await system.sql("select to_jsonb(e) as row from webhook_endpoints e where id = $1", endpoint.id),
      await queued("to_jsonb(webhook_deliveries) as row"),
    ]);
    for (const hidden of [value, secret, secret.slice(6), rotated.body.data.secret])
      expect(seen.includes(hidden)).toBe(false);
    for (const entry of await system.auditOf(account.userId))
      expect(JSON.stringify(entry)).not.toContain("in-the-query");
    expect((await list())[0].headerNames).toEqual(["x-shop-token"]);
  });

  it("of an endpoint rotate with a grace of a day by default, a week at most, or none", async () => {
    const { id } = await endpointOf();
    const rotate = (body: object) => person("post", `${path}/${id}/rotate-secret`).send(body);
    const { body, headers } = await rotate({}).expect(201);
    expect(headers["cache-control"]).toBe("no-store");
    const endsInMs = Date.parse(body.data.rotationEndsAt) - Date.now();
    expect(endsInMs).toBeGreaterThan(86_300_000);
    expect(endsInMs).toBeLessThanOrEqual(86_400_000);
    expect((await list())[0].secretRotationEndsAt).toBe(body.data.rotationEndsAt);
    expect((await rotate({ gracePeriodSeconds: 0 }).expect(201)).body.data.rotationEndsAt).toBeNull();
    expect((await list())[0].secretRotationEndsAt).toBeNull();
    await rotate({ gracePeriodSeconds: 604_801 }).expect(refusedAs("invalid_payload", "gracePeriodSeconds"));
  });
});

describe("a secret of the owner's own", () => {
  const own = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

  it.each([
    ["without the prefix", own.slice("whsec_".length)],
    ["too short", `whsec_${Buffer.alloc(23).toString("base64")}`],
    ["too long", `whsec_${Buffer.alloc(65).toString("base64")}`],
    ["no base64", "whsec_not-base64-at-all-but-long-enough"],
    ["of half a group", `${own.slice(0, -4)}A`],
  ])("is refused %s, and nothing is created", async (_what, secret) => {
    await create({ secret }).expect(refusedAs("invalid_payload", "secret"));
    expect(await list()).toEqual([]);
  });
});

describe("an endpoint of another account", () => {
  it("cannot be read, changed, deleted, rotated or tested, by session or key", async () => {
    const stranger = await system.account({ permissions: { webhooks: ["read", "write"] } });
    const { id } = await endpointOf();
    const calls: readonly [Method, string, object][] = [
      ["get", "", {}],
      ["patch", "", { url: "http://127.0.0.1:9/theirs" }],
      ["delete", "", {}],
      ["post", "/rotate-secret", {}],
      ["post", "/test", {}],
    ];
    for (const [method, suffix, body] of calls) {
      const test = system.call(method, `${path}/${id}${suffix}`, stranger);
      await (method === "get" ? test : test.send(body)).expect(refusedAs("not_found"));
    }
    expect((await list())[0]).toMatchObject({ url, secretRotationEndsAt: null });
    expect(await queued()).toEqual([]);
  });
});

describe("a checkout key", () => {
  it("manages endpoints within its scopes, is audited, counted and limited, and ends when revoked", async () => {
    const key = await makeCheckoutKey(system, account, ["webhooks:read", "webhooks:write"]);
    const call: CallSignedIn = (method, to) =>
      system.call(method, to).set("authorization", `Bearer ${key.key}`);
    const { id } = await endpointOf({}, call);
    const response = await call("get", path).expect(200);
    expect(response.headers["ratelimit-limit"]).toMatch(/^\d+$/);
    expect(await system.auditOf(account.userId, "action, actor_kind, actor_id, subject")).toEqual([
      { action: "webhook_endpoint.created", actor_kind: "api_key", actor_id: key.id, subject: id },
    ]);
    await until(async () => {
      const [row] = await system.sql("select request_count from checkout_keys where id = $1", key.id);
      return Number(row?.["request_count"]) === 2;
    });
    await person("delete", `/api/checkout-keys/${key.id}`).expect(204);
    await call("get", path).expect(refusedAs("invalid_api_key"));
  });
});

describe("stored headers", () => {
  const headers = { "X-Shop-Token": "s3cret", "X-Kind": "a" };
  const sealed = async (id: string) =>
    (await system.sql("select headers_ciphertext as sealed from webhook_endpoints where id = $1", id))[0]
      ?.sealed;

  it.each([
    ["another scheme", "https://127.0.0.1:9/hook"],
    ["another port", "http://127.0.0.1:10/hook"],
    ["another host", "http://127.0.0.2:9/hook"],
  ])("do not follow the endpoint to %s, and are named", async (_what, to) => {
    const made = await endpointOf({ headers });
    const { body } = await change(made.id, { url: to }).expect(200);
    expect(body.data).toMatchObject({ headerNames: [], droppedHeaders: ["x-kind", "x-shop-token"] });
    expect(await sealed(made.id)).toBeNull();
    const audits = await system.auditOf(account.userId, "action, after");
    expect(audits.filter(({ action }) => action === "webhook_endpoint.updated")).toEqual([
      {
        action: "webhook_endpoint.updated",
        after: expect.objectContaining({ droppedHeaders: ["x-kind", "x-shop-token"] }),
      },
    ]);
    expect(JSON.stringify(audits)).not.toContain("s3cret");
  });

  it("follow a change of path or query, and those of the same call go to the new receiver", async () => {
    const made = await endpointOf({ headers });
    const moved = await change(made.id, { url: "http://127.0.0.1:9/other?token=b" }).expect(200);
    expect(moved.body.data).toMatchObject({ headerNames: ["x-kind", "x-shop-token"], droppedHeaders: [] });
    const sent = await change(made.id, { url: "http://127.0.0.1:10/", headers: { "x-new": "b" } }).expect(
      200,
    );
    expect(sent.body.data).toMatchObject({ headerNames: ["x-new"], droppedHeaders: [] });
    // Sent again with the same value, as the answer advises.
    const again = { url: "http://127.0.0.1:11/", headers: { "x-new": "b" } };
    expect((await change(made.id, again).expect(200)).body.data).toMatchObject({
      ...{ headerNames: ["x-new"], droppedHeaders: [] },
    });
  });

  it("of the default endpoint stay too, whichever way its address changes", async () => {
    for (const move of [
      (_id: string, to: string) => setDefault(to),
      (id: string, to: string) => change(id, { url: to }).expect(200),
    ]) {
      await setDefault("http://127.0.0.1:9/default");
      const { id } = (await list())[0];
      await change(id, { headers }).expect(200);
      const { body } = await move(id, "http://127.0.0.1:10/default");
      expect(body.data.droppedHeaders).toEqual(["x-kind", "x-shop-token"]);
      expect(await sealed(id)).toBeNull();
      await setDefault(null);
    }
  });

  it("are dropped by the database itself", async () => {
    const made = await endpointOf({ headers });
    await system.sql("update webhook_endpoints set url = 'http://127.0.0.1:10/' where id = $1", made.id);
    expect(await sealed(made.id)).toBeNull();
  });
});

describe("the default endpoint", () => {
  const defaultUrl = "http://127.0.0.1:9/default";
  const first = async () => (await list())[0];

  it("follows the profile, and the profile follows it", async () => {
    await setDefault(defaultUrl);
    const made = await first();
    await change(made.id, { url: "http://127.0.0.1:9/moved", types: ["credits.low", "profile.*"] }).expect(
      200,
    );
    expect((await profile()).defaultWebhookUrl).toBe("http://127.0.0.1:9/moved");
    await setDefault("http://127.0.0.1:9/again");
    expect(await first()).toMatchObject({
      ...{ id: made.id, url: "http://127.0.0.1:9/again", types: ["credits.low", "profile.*"] },
    });
    await person("delete", `${path}/${made.id}`).expect(204);
    expect((await profile()).defaultWebhookUrl).toBeNull();
    expect(await list()).toEqual([]);
    await setDefault(defaultUrl);
    expect(await first()).toMatchObject({ default: true, url: defaultUrl, types: ["*"] });
    await setDefault(null);
    expect(await list()).toEqual([]);
  });

  it("notifies its present receiver of its own change and end", async () => {
    await setDefault(defaultUrl);
    const { id } = await first();
    await change(id, { url: "http://127.0.0.1:9/moved" }).expect(200);
    await person("delete", `${path}/${id}`).expect(204);
    expect(await queued("event, endpoint_id, url, payload::json -> 'data' as data")).toEqual([
      {
        // To the URL alone: the endpoint has another, or is gone.
        ...{ event: "profile.updated", endpoint_id: null, url: defaultUrl },
        data: { changed: ["defaultWebhookUrl"] },
      },
      {
        ...{ event: "profile.updated", endpoint_id: null, url: "http://127.0.0.1:9/moved" },
        data: { changed: ["defaultWebhookUrl"] },
      },
    ]);
  });

  it("rotates the secret of the account, and is signed only if there is one", async () => {
    await setDefault(defaultUrl);
    const { id, signed } = await first();
    const rotate = () => person("post", `${path}/${id}/rotate-secret`).send({ gracePeriodSeconds: 600 });
    expect([signed, (await profile()).webhookSecretConfigured]).toEqual([false, false]);
    expect((await rotate().expect(201)).body.data.rotationEndsAt).toBeNull();
    expect([(await first()).signed, (await profile()).webhookSecretConfigured]).toEqual([true, true]);
    const { rotationEndsAt } = (await rotate().expect(201)).body.data;
    expect(rotationEndsAt).not.toBeNull();
    expect((await first()).secretRotationEndsAt).toBe(rotationEndsAt);
    expect((await profile()).webhookSecretRotationEndsAt).toBe(rotationEndsAt);
  });

  it("can be disabled and enabled without a change of the profile", async () => {
    await setDefault(defaultUrl);
    const { id } = await first();
    expect((await change(id, { enabled: false }).expect(200)).body.data.state).toBe("disabled");
    expect((await profile()).defaultWebhookUrl).toBe(defaultUrl);
    expect((await change(id, { enabled: true }).expect(200)).body.data.state).toBe("healthy");
  });
});

describe("a change of the URL", () => {
  it("clears the failures of an endpoint, and enables one that the service has disabled", async () => {
    const { id } = await endpointOf();
    await disable(id);
    const { body } = await change(id, { url: "http://127.0.0.1:9/new" }).expect(200);
    expect(body.data).toMatchObject({ state: "healthy", failingSince: null, disabledReason: null });
    await change(id, { enabled: false }).expect(200);
    const kept = await change(id, { url: "http://127.0.0.1:9/newer" }).expect(200);
    expect(kept.body.data).toMatchObject({ state: "disabled", disabledReason: null });
  });

  it("does so through the profile too, for the default endpoint", async () => {
    const byDefault = async () => (await list())[0];
    await setDefault("http://127.0.0.1:9/default");
    const { id } = await byDefault();
    await disable(id);
    await setDefault("http://127.0.0.1:9/new");
    expect(await byDefault()).toMatchObject({
      ...{ id, url: "http://127.0.0.1:9/new", state: "healthy", failingSince: null, disabledReason: null },
    });
    await change(id, { enabled: false }).expect(200);
    await setDefault("http://127.0.0.1:9/newer");
    expect(await byDefault()).toMatchObject({ id, state: "disabled", disabledReason: null });
  });

  it("leaves one default endpoint under any concurrency", async () => {
    await setDefault(null);
    await Promise.all(Array.from({ length: 10 }, (_, n) => setDefault(`http://127.0.0.1:9/${n}`)));
    const all = await list();
    expect(all.map(({ default: isDefault }: { default: boolean }) => isDefault)).toEqual([true]);
    expect((await profile()).defaultWebhookUrl).toBe(all[0].url);
  });
});

describe("a sample", () => {
  it.each(eventTypes)("of %s is a delivery with new ids, the present time and a mark", async (type) => {
    const { id } = await endpointOf({ types: ["credits.low"] });
    const { body } = await person("post", `${path}/${id}/test`).send({ type }).expect(202);
    expect(body.data).toMatchObject({
      type,
      endpointId: id,
      url,
      test: true,
      state: "pending",
      attemptCount: 0,
    });
    const [row] = await queued("id, event, event_id, is_test, verification_id, subject, payload");
    expect(row).toMatchObject({ id: body.data.id, event: type, event_id: body.data.eventId, is_test: true });
    const sample = JSON.parse(row?.["payload"]);
    expect(sample).toMatchObject({ id: body.data.eventId, type, test: true });
    expect(Math.abs(Date.parse(sample.createdAt) - Date.now())).toBeLessThan(60_000);
    expect(JSON.stringify(sample)).not.toMatch(/01k9zb3a4b5c6d7e8f9g0h1j2k/);
  });

  it("is refused by a disabled endpoint, and limited for each account", async () => {
    const { id } = await endpointOf({});
    const test = () => person("post", `${path}/${id}/test`);
    await change(id, { enabled: false }).expect(200);
    await test().expect(refusedAs("invalid_state"));
    await change(id, { enabled: true }).expect(200);
    const responses = await Promise.all(Array.from({ length: 12 }, () => test()));
    const limited = responses.filter(({ status }) => status === 429);
    expect([responses.filter(({ status }) => status === 202).length, limited.length]).toEqual([9, 3]);
    expect(limited[0]?.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  });
});

describe("an endpoint that the service has disabled", () => {
  const emailOf = async () =>
    (await system.sql("select email from users where id = $1", account.userId))[0]?.["email"] as string;

  it("is shown with its reason, gets nothing, and is told to its owner by one mail and one audit entry", async () => {
    await system.startGateway();
    const { id } = await endpointOf();
    const email = await emailOf();
    await disable(id, "gone");
    const mail = await mailbox.next(email);
    expect(mail.subject).toContain("A webhook endpoint was disabled");
    expect(mail.text).toContain("https://api.example.test/dashboard/webhooks");
    expect(mail.text).toMatch(/[\u1200-\u137f]/);
    expect(mail.text).not.toContain("127.0.0.1");
    expect((await list())[0]).toMatchObject({ state: "disabled", enabled: false, disabledReason: "gone" });
    const entries = await system.auditOf(account.userId, "action, actor_kind, subject, after");
    expect(entries.filter(({ action }) => action === "webhook_endpoint.disabled")).toEqual([
      {
        ...{ action: "webhook_endpoint.disabled", actor_kind: "system", subject: id },
        after: { reason: "gone", url: "http://127.0.0.1:9" },
      },
    ]);
    const { body } = await change(id, { enabled: true }).expect(200);
    expect(body.data).toMatchObject({
      state: "healthy",
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
    });
    await disable(id);
    await mailbox.next(email, 2);
    expect(mailbox.of(email)).toHaveLength(2);
  });

  it("is told once by many gateways at the same time, in one mail while that waits", async () => {
    const gateways = await Promise.all([1, 2, 3].map(() => system.startGateway()));
    expect(gateways).toHaveLength(3);
    const endpoints = await Promise.all(Array.from({ length: 15 }, () => endpointOf()));
    const email = await emailOf();
    const release = mailbox.stall(email);
    for (const { id } of endpoints) await disable(id);
    const untold = () =>
      system.sql("select from webhook_endpoints where user_id = $1 and notified_at is null", account.userId);
    await until(async () => (await untold()).length === 0);
    release();
    await mailbox.next(email);
    await until(async () => (await system.sql("select from mails where email = $1", email)).length === 0);
    expect(mailbox.of(email)).toHaveLength(1);
    const told = (await system.auditOf(account.userId, "action, subject")).filter(
      ({ action }) => action === "webhook_endpoint.disabled",
    );
    expect(new Set(told.map(({ subject }) => subject)).size).toBe(15);
    expect(told).toHaveLength(15);
  });
});

it("tell the addresses that webhooks come from, as the operator has set them", async () => {
  const { body } = await person("get", "/api/webhook-sources").expect(200);
  expect(body.data).toEqual({ addresses: ["203.0.113.0/28", "2001:db8::1"] });
});
