import type { Gateway } from "@receipts/gateway";
import { asService, until } from "@receipts/testing";
import { refusedAs } from "../refusals.ts";
import { aPerson, type CallSignedIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

const permissions = { verification: ["read"] };

/** Three gateways with their own connections, caches and counts, like three processes. */
let gateways: Gateway[];
useSystem({ verifiers: [] });
beforeAll(async () => {
  gateways = [system.gateway, await system.startGateway(), await system.startGateway()];
});

const create = (call: CallSignedIn, body: object = {}) =>
  call("post", "/api/api-keys").send({ name: "till 7", permissions, ...body });

const use = (key: string, gateway: Gateway = system.gateway) =>
  fetch(`http://127.0.0.1:${gateway.port}/api/credits/balance`, { headers: { "x-api-key": key } });

describe("POST /api/api-keys", () => {
  it("shows the secret once, and the key works within its permissions", async () => {
    const { account, person: call } = await aPerson(system);
    const metadata = { till: "7", shop: "Bole" };
    const response = await create(call, { expiresInDays: 30, metadata });
    expect([response.status, response.body.message]).toEqual([
      201,
      expect.stringContaining("shown this once"),
    ]);
    expect(response.headers["cache-control"]).toBe("no-store");
    const { key, apiKey } = response.body.data;
    expect(key).toMatch(/^rvk_[0-9A-Za-z]{49}$/);
    expect(apiKey).toMatchObject({
      name: "till 7",
      prefix: "rvk_",
      enabled: true,
      permissions,
      metadata,
      requestCount: 0,
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(Date.parse(apiKey.expiresAt) - Date.parse(apiKey.createdAt)).toBe(30 * 86_400_000);
    expect((await use(key)).status).toBe(200);
    const denied = await system.call("post", "/api/verify").set("x-api-key", key).send({});
    expect(denied.body.error.code).toBe("permission_denied");
    const listed = await call("get", "/api/api-keys?limit=1");
    expect(listed.body.data).toMatchObject([{ id: apiKey.id, name: "till 7" }]);
    expect(listed.body.meta).toMatchObject({ total: 2, limit: 1, offset: 0, hasMore: true });
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(4, 20));
    const audit = await system.auditOf(account.userId);
    expect(audit).toMatchObject([
      { action: "api_key.created", subject: apiKey.id, after: { name: "till 7" } },
    ]);
    expect(JSON.stringify(audit)).not.toContain(key.slice(4, 20));
  });

  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));
  it.each([
    ["no name", { name: undefined }, "name"],
    ["a name with a control character", { name: "till\u0000" }, "name"],
    ["no permissions", { permissions: undefined }, "permissions"],
    ["permissions for nothing", { permissions: {} }, "permissions"],
    ["a resource without actions", { permissions: { verification: [] } }, "permissions.verification"],
    ["an unknown resource", { permissions: { everything: ["read"] } }, "permissions.everything"],
    ["an unknown action", { permissions: { uptime: ["delete"] } }, "permissions.uptime.0"],
    ["no days", { expiresInDays: 0 }, "expiresInDays"],
    ["more than ten years", { expiresInDays: 3_651 }, "expiresInDays"],
    ["half a day", { expiresInDays: 0.5 }, "expiresInDays"],
    ["21 pairs of metadata", { metadata: pairs(21) }, "metadata"],
    ["metadata that is not text", { metadata: { a: 1 } }, "metadata.a"],
    ["metadata that no database stores", { metadata: { a: "\ud800" } }, "metadata.a"],
  ])("refuses %s", async (_what, fault, field) => {
    const { account, person: call } = await aPerson(system);
    const response = await create(call, fault).expect(refusedAs("invalid_payload"));
    expect(response.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
    expect(await system.auditOf(account.userId)).toEqual([]);
  });

  it("accepts 20 pairs of metadata and 3650 days", async () => {
    const { person: call } = await aPerson(system);
    expect((await create(call, { metadata: pairs(20), expiresInDays: 3_650 })).status).toBe(201);
  });

  it("requires a session, and refuses keys and pages of another origin", async () => {
    const { account, person: call } = await aPerson(system);
    const byKey = await system.call("post", "/api/api-keys", account).send({ name: "n", permissions });
    expect(byKey.body.error.code).toBe("unauthenticated");
    const byPage = await create(call).set("origin", "https://evil.example");
    expect(byPage.body.error.code).toBe("origin_rejected");
  });

  it("limits an account to 50 active keys under concurrent calls, without the revoked ones", async () => {
    const { account, person: call } = await aPerson(system);
    await system.sql(
      `insert into api_keys (id, user_id, name, key_hash, permissions)
       select 'key_' || md5($1 || n), $1, 'filler', sha256(convert_to($1 || n, 'UTF8')), '{"uptime":["read"]}'
         from generate_series(1, 45) n`,
      account.userId,
    );
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(call)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, ...Array(6).fill(422)]);
    const refused = responses.find(({ status }) => status === 422);
    expect(refused?.body.message).toBe("An account may have 50 active API keys: revoke one first");
    expect(refused?.body.error).toMatchObject({ code: "invalid_payload" });
    const made = responses.find(({ status }) => status === 201);
    expect((await call("delete", `/api/api-keys/${made?.body.data.apiKey.id}`)).status).toBe(204);
    expect((await create(call)).status).toBe(201);
    expect((await create(call)).status).toBe(422);
  });
});

describe("DELETE /api/api-keys/:id", () => {
  it("makes every gateway refuse the key from its 204 on", async () => {
    const { person: call } = await aPerson(system);
    const { key, apiKey } = (await create(call)).body.data;
    // Every gateway has the key in its cache now.
    for (const gateway of gateways) expect((await use(key, gateway)).status).toBe(200);
    await call("delete", `/api/api-keys/${apiKey.id}`).expect(204);
    for (const gateway of gateways) expect((await use(key, gateway)).status).toBe(401);
  });

  it("keeps the key readable, alone and in the list, without its secret", async () => {
    const { person: call } = await aPerson(system);
    const { key, apiKey } = (await create(call)).body.data;
    const one = async () => (await call("get", `/api/api-keys/${apiKey.id}`).expect(200)).body.data;
    expect(await one()).toEqual(apiKey);
    await call("delete", `/api/api-keys/${apiKey.id}`).expect(204);
    const { body } = await call("get", "/api/api-keys").expect(200);
    expect(await one()).toEqual(body.data.find(({ id }: { id: string }) => id === apiKey.id));
    expect(await one()).toMatchObject({ enabled: false, revokedAt: expect.any(String) });
    expect(JSON.stringify(await one())).not.toContain(key);
  });

  it("revokes once, and responds with 404 to a repetition, an unknown key and another account's key", async () => {
    const [mine, theirs] = [await aPerson(system), await aPerson(system)];
    const { apiKey } = (await create(mine.person)).body.data;
    const remove = (call: CallSignedIn, id: string) =>
      call("delete", `/api/api-keys/${id}`).set("x-request-id", "one-for-all");
    const notMine = await remove(theirs.person, apiKey.id);
    const responses = await Promise.all([1, 2, 3].map(() => remove(mine.person, apiKey.id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    for (const id of [apiKey.id, "key_01arz3ndektsv4rrffq69g5fav", "x", "key_%00"]) {
      const response = await remove(mine.person, id);
      expect([response.status, response.body]).toEqual([404, notMine.body]);
    }
    const actions = (await system.auditOf(mine.account.userId)).map(({ action }) => action);
    expect(actions).toEqual(["api_key.created", "api_key.revoked"]);
    const [listed] = (await mine.person("get", "/api/api-keys")).body.data;
    expect(listed).toMatchObject({ id: apiKey.id, enabled: false, revokedAt: expect.any(String) });
  });

  it("is not needed for expired keys and disabled accounts, which are refused too", async () => {
    const { account, person: call } = await aPerson(system);
    const { key, apiKey } = (await create(call, { expiresInDays: 1 })).body.data;
    await system.sql("update api_keys set expires_at = now() - interval '1 second' where id = $1", apiKey.id);
    expect((await use(key)).status).toBe(401);
    expect((await call("get", "/api/api-keys")).body.data[0]).toMatchObject({
      enabled: false,
      revokedAt: null,
    });
    await system.sql("update users set disabled_at = now() where id = $1", account.userId);
    expect((await use(account.apiKey)).status).toBe(401);
  });
});

describe("requestCount", () => {
  it("sums the calls of every gateway, and is exact after they have stopped", async () => {
    const { account, person: call } = await aPerson(system);
    const { key, apiKey } = (await create(call)).body.data;
    const stopping = await system.startGateway();
    const calls = [...gateways, stopping].flatMap((gateway) => Array(25).fill(gateway));
    await Promise.all(calls.map((gateway) => use(key, gateway)));
    stopping.startDraining();
    await stopping.close();
    const count = async () => {
      const { data } = (await call("get", "/api/api-keys")).body;
      return data.find(({ id }: { id: string }) => id === apiKey.id);
    };
    const counted = await until(async () => {
      const row = await count();
      return row.requestCount >= calls.length ? row : undefined;
    });
    expect(counted).toMatchObject({ requestCount: calls.length, lastUsedAt: expect.any(String) });
    expect(await system.sql("select count(*) from audit_log where user_id = $1", account.userId)).toEqual([
      { count: 1 },
    ]);
  });
});

describe("a gateway that cannot write the counts while it stops", () => {
  it("stops anyway", async () => {
    const { account } = await aPerson(system);
    // Its workers do not run: it writes its counts when it stops, or never.
    const gateway = await system.buildGateway();
    expect((await use(account.apiKey, gateway)).status).toBe(200);
    await system.sql("alter table api_keys rename to api_keys_renamed");
    try {
      await expect(gateway.close()).resolves.toBeUndefined();
    } finally {
      await system.sql("alter table api_keys_renamed rename to api_keys");
    }
  });
});

describe("a mistyped key", () => {
  it("costs no query, for an error in any character", async () => {
    const { account } = await aPerson(system);
    // Its connections are recognizable by name; its workers do not run.
    const gateway = await system.buildGateway({
      DATABASE_URL: `${asService(system.database.url, "gateway")}?application_name=counted`,
    });
    const queries = () =>
      system.sql(
        `select pid, query, query_start from pg_stat_activity
          where application_name = 'counted' and datname = current_database()`,
      );
    // One connection checked the keys of the environment, at the start.
    const before = await queries();
    for (let place = 0; place < account.apiKey.length; place += 1) {
      const other = account.apiKey[place] === "a" ? "b" : "a";
      const mistyped = `${account.apiKey.slice(0, place)}${other}${account.apiKey.slice(place + 1)}`;
      expect((await use(mistyped, gateway)).status).toBe(401);
    }
    expect(await queries()).toEqual(before);
    expect((await use(account.apiKey, gateway)).status).toBe(200);
    expect(await queries()).not.toEqual(before);
    await gateway.close();
  });
});
