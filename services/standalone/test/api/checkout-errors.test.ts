import {
  allCheckoutRoutes,
  type CheckoutErrorCode,
  checkoutErrorCodes,
  checkoutErrors,
} from "@receipts/contracts";
import type { Response } from "supertest";
import { freshKey, makeCheckoutKey, openShop, type Shop } from "../shop.ts";
import { sessionCookie } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

let shop: Shop;
useSystem({ verifiers: [], env: { RATE_LIMIT_PER_MINUTE: "30" } });
beforeEach(async () => {
  shop = await openShop(system);
});

const deposit = { amount: "1.00", currency: "ETB", reference: "order-1" };
const post = (body: string, type = "application/json") =>
  shop.call("post", "/v1/deposits").set("idempotency-key", freshKey()).set("content-type", type).send(body);
const withKey = (key: string) => system.call("get", "/v1/deposits").set("authorization", `Bearer ${key}`);

/** A call that leads to each code of the contract. */
const ways: Readonly<Record<CheckoutErrorCode, () => Promise<Response>>> = {
  unauthorized: async () => await system.call("get", "/v1/deposits"),
  insufficient_scope: async () =>
    await withKey((await makeCheckoutKey(system, shop.account, ["deposits:write"])).key),
  invalid_request: async () => await post("[]"),
  malformed_json: async () => await post("{"),
  unsupported_version: async () =>
    await shop.call("get", "/v1/deposits").set("service-checkout-version", "2020-01-01"),
  idempotency_key_required: async () => await shop.call("post", "/v1/deposits").send(deposit),
  not_found: async () => await shop.call("get", "/v1/refunds"),
  method_not_allowed: async () => await system.call("delete", "/v1/deposits"),
  invalid_state: async () => {
    const { id } = await shop.deposit();
    const cancel = () => shop.call("post", `/v1/deposits/${id}/cancel`).set("idempotency-key", freshKey());
    await cancel().expect(200);
    return await cancel();
  },
  idempotency_conflict: async () => {
    await shop.create({}, "once").expect(201);
    return await shop.create({ amount: "2.00" }, "once");
  },
  idempotency_in_progress: async () => {
    const client = await system.database.pool.connect();
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
      `checkout ${shop.account.userId} busy`,
    ]);
    const response = await shop.create({}, "busy");
    await client.query("rollback");
    client.release();
    return response;
  },
  payload_too_large: async () => await post(JSON.stringify({ ...deposit, note: "x".repeat(70_000) })),
  unsupported_media_type: async () => await post("{}", "text/plain"),
  no_settlement_accounts: async () => {
    await system.sql("delete from bank_accounts where user_id = $1", shop.account.userId);
    return await shop.create();
  },
  unsafe_webhook_url: async () => await shop.create({ webhookUrl: "ftp://shop.example/hook" }),
  rate_limited: async () => {
    for (let call = 0; call < 30; call += 1) await shop.call("get", "/v1/deposits").expect(200);
    return await shop.call("get", "/v1/deposits");
  },
  internal_error: async () => {
    await system.sql("alter table deposits rename to gone");
    const response = await shop.call("get", "/v1/deposits");
    await system.sql("alter table gone rename to deposits");
    return response;
  },
  service_unavailable: async () => {
    const client = await system.database.pool.connect();
    await client.query("begin; lock table deposits in access exclusive mode");
    const response = await shop.call("get", "/v1/deposits");
    await client.query("rollback");
    client.release();
    return response;
  },
};

function expectEnvelope(response: Response): void {
  expect(response.body).toEqual({
    data: null,
    error: expect.objectContaining({ code: expect.any(String), message: expect.stringMatching(/\S/) }),
    meta: { requestId: response.headers["x-request-id"] },
  });
  expect(response.headers["service-checkout-version"]).toBe("2026-06-01");
}

describe("every error code of the checkout API", () => {
  it.each(checkoutErrorCodes)("returns %s", async (code) => {
    const response = await ways[code]();
    expect([response.status, response.body.error?.code]).toEqual([checkoutErrors[code].status, code]);
    expectEnvelope(response);
  });
});

describe("a call with several faults", () => {
  it("is refused for its credential first, then scope, version, idempotency key and body", async () => {
    const { key } = await makeCheckoutKey(system, shop.account, ["events:read"]);
    const bad = () =>
      system
        .call("post", "/v1/deposits")
        .set({ "service-checkout-version": "1999-01-01", "content-type": "application/json" })
        .send("{");
    const codeOf = async (test: ReturnType<typeof bad>) => (await test).body.error.code;
    expect(await codeOf(bad())).toBe("unauthorized");
    expect(await codeOf(bad().set("authorization", `Bearer ${key}`))).toBe("insufficient_scope");
    const bearer = { authorization: `Bearer ${shop.key}` };
    expect(await codeOf(bad().set(bearer))).toBe("unsupported_version");
    const known = { ...bearer, "service-checkout-version": "2026-06-01" };
    expect(await codeOf(bad().set(known))).toBe("idempotency_key_required");
    expect(await codeOf(bad().set(known).set("idempotency-key", freshKey()))).toBe("malformed_json");
  });
});

const keyed = allCheckoutRoutes.filter(({ access }) => access !== "public");
describe.each(keyed.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const))(
  "%s",
  (_name, route) => {
    const call = async (headers: Record<string, string>) => {
      const path = route.path.replace("{id}", "dep_00000000000000000000000000");
      return await system.call(route.method, path).set({ "idempotency-key": freshKey(), ...headers });
    };

    it("refuses anything but a valid checkout key with 401", async () => {
      const { id, key: revoked } = await makeCheckoutKey(system, shop.account);
      await system.sql("update checkout_keys set revoked_at = now() where id = $1", id);
      const made = await makeCheckoutKey(system, shop.account);
      await system.sql("update checkout_keys set expires_at = now() where id = $1", made.id);
      const typo = `${shop.key.slice(0, -1)}${shop.key.endsWith("0") ? "1" : "0"}`;
      const credentials = [revoked, made.key, typo, shop.account.apiKey].map((key) => ({
        authorization: `Bearer ${key}`,
      }));
      const cookie = await sessionCookie(system, shop.account);
      for (const headers of [
        ...credentials,
        { authorization: shop.key },
        { authorization: `Basic ${shop.key}` },
        { "x-api-key": shop.account.apiKey },
        { "x-api-key": shop.key },
        { cookie },
      ] as Record<string, string>[]) {
        const response = await call(headers);
        expect([response.status, response.body.error?.code]).toEqual([401, "unauthorized"]);
        expect(response.headers["www-authenticate"]).toMatch(/^Bearer/);
      }
      const { status } = await call({ authorization: `bearer ${shop.key}` });
      expect([200, 201, 400, 404]).toContain(status);
    });
  },
);
