import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import {
  acceptsCheckoutKeys,
  allCheckoutRoutes,
  allRoutes,
  type CheckoutOperation,
  type CheckoutScope,
  checkoutScopes,
} from "@receipts/contracts";
import { freshKey, makeCheckoutKey, openShop, type Shop } from "../shop.ts";
import { system, useSystem } from "../system.ts";

/** The scope that each route of the checkout API requires. A route that is missing here fails a test. */
const access: Readonly<Record<string, CheckoutScope | "public">> = {
  "POST /v1/deposits": "deposits:write",
  "GET /v1/deposits": "deposits:read",
  "GET /v1/deposits/{id}": "deposits:read",
  "POST /v1/deposits/{id}/cancel": "deposits:write",
  "POST /v1/deposits/{id}/resolve": "deposits:resolve",
  "GET /v1/deposits/{id}/events": "events:read",
  "GET /v1/events": "events:read",
  "GET /v1/openapi.json": "public",
};

let shop: Shop;
const keysByScopes = new Map<string, string>();
useSystem({ verifiers: [] });
beforeAll(async () => {
  shop = await openShop(system);
  for (const scope of checkoutScopes)
    for (const scopes of [[scope], checkoutScopes.filter((other) => other !== scope)])
      keysByScopes.set(scopes.join(" "), (await makeCheckoutKey(system, shop.account, scopes)).key);
});

const nameOf = ({ method, path }: CheckoutOperation) => `${method.toUpperCase()} ${path}`;
const bodies: Readonly<Record<string, object>> = {
  createDeposit: { amount: "1.00", currency: "ETB", reference: "order-1" },
  resolveDeposit: { decision: "reject" },
};
/** The deposits have no receipt that could be rejected. */
const statuses: Readonly<Record<string, number>> = { createDeposit: 201, resolveDeposit: 409 };

async function aCall(route: CheckoutOperation): Promise<{ path: string; body: object }> {
  const { id } = await shop.deposit();
  return {
    path: route.path.replace("{id}", id),
    body: bodies[route.operationId] ?? {},
  };
}

/** Counts the account's events: every creation or change adds one. */
async function eventCount(): Promise<unknown> {
  const rows = await system.sql(
    "select count(*) as n from deposit_events where user_id = $1",
    shop.account.userId,
  );
  return rows[0]?.n;
}

/** Expects the envelope, with the same request id in header and body. */
async function expectError(response: Response, status: number, code: string): Promise<void> {
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  const requestId = response.headers.get("x-request-id");
  expect([response.status, await response.json()]).toEqual([
    status,
    {
      data: null,
      error: expect.objectContaining({ code, message: expect.stringMatching(/\S/) }),
      meta: { requestId },
    },
  ]);
  expect(requestId).toMatch(/\S/);
  expect(response.headers.get("service-checkout-version")).toBe("2026-06-01");
}

const send = (method: string, path: string, init: RequestInit = {}) =>
  fetch(`${system.url}${path}`, {
    method,
    ...init,
    headers: { authorization: `Bearer ${shop.key}`, "idempotency-key": freshKey(), ...init.headers },
  });

describe("the table of routes and scopes", () => {
  it("lists exactly the routes of the contract", () => {
    expect(Object.fromEntries(allCheckoutRoutes.map((route) => [nameOf(route), route.access]))).toEqual(
      access,
    );
  });

  it.each(allCheckoutRoutes.map((route) => [nameOf(route), route] as const))(
    "opens %s only to keys with its scope",
    async (name, route) => {
      const needed = access[name];
      for (const [scopes, key] of keysByScopes) {
        const { path, body } = await aCall(route);
        const response = await send(route.method.toUpperCase(), path, {
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          ...(route.method === "post" ? { body: JSON.stringify(body) } : {}),
        });
        if (needed === "public" || scopes.split(" ").includes(needed ?? "")) {
          expect([scopes, response.status]).toEqual([scopes, statuses[route.operationId] ?? 200]);
        } else {
          await expectError(response, 403, "insufficient_scope");
        }
      }
    },
  );

  it("leaves a deposit as it was when a key without the scope cancels it", async () => {
    const { id } = await shop.deposit();
    const key = keysByScopes.get("deposits:read");
    const response = await send("POST", `/v1/deposits/${id}/cancel`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await expectError(response, 403, "insufficient_scope");
    expect((await shop.read(id)).status).toBe("awaiting_payment");
  });

  it("refuses checkout keys at the verification API, in either header, but for routes about webhooks", async () => {
    for (const { method, path, access: who } of allRoutes) {
      if (who === "public") continue;
      const bearer = { authorization: `Bearer ${shop.key}` };
      for (const headers of [{ "x-api-key": shop.key }, ...(acceptsCheckoutKeys(who) ? [] : [bearer])]) {
        const response = await fetch(`${system.url}${path.replaceAll(/\{\w+\}/g, "x")}`, {
          method: method.toUpperCase(),
          headers,
        });
        expect([method, path, response.status]).toEqual([method, path, 401]);
      }
    }
  });
});

describe.each(allCheckoutRoutes.map((route) => [nameOf(route), route] as const))("%s", (_name, route) => {
  it("responds to other methods with 405, the allowed ones and the envelope", async () => {
    const { path } = await aCall(route);
    const taken = allCheckoutRoutes.filter((other) => other.path === route.path).map(({ method }) => method);
    for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "POST", "GET"]) {
      if (taken.some((own) => own.toUpperCase() === method)) continue;
      const response = await send(method, path);
      await expectError(response, 405, "method_not_allowed");
      for (const own of taken) expect(response.headers.get("allow")).toContain(own.toUpperCase());
    }
  });

  if (route.body !== undefined) {
    it("responds to an unreadable body with the envelope, and changes nothing", async () => {
      const { path } = await aCall(route);
      const before = await eventCount();
      const post = (body: RequestInit["body"], type = "application/json", more: object = {}) =>
        send("POST", path, { body: body ?? null, headers: { "content-type": type }, ...more });
      const large = JSON.stringify({ note: "x".repeat(70_000) });
      await expectError(await post("{"), 400, "malformed_json");
      await expectError(await post("{\u0000}"), 400, "malformed_json");
      await expectError(await post("[]"), 400, "invalid_request");
      await expectError(await post("null"), 400, "invalid_request");
      await expectError(await post("{}", "text/plain"), 415, "unsupported_media_type");
      await expectError(
        await post("a=b", "application/x-www-form-urlencoded"),
        415,
        "unsupported_media_type",
      );
      await expectError(
        await post("{}", "application/json; charset=nonsense"),
        415,
        "unsupported_media_type",
      );
      await expectError(await post(large), 413, "payload_too_large");
      const streamed = new Blob([large]).stream();
      await expectError(
        await post(streamed, "application/json", { duplex: "half" }),
        413,
        "payload_too_large",
      );
      const zipped = { "content-type": "application/json", "content-encoding": "gzip" };
      await expectError(
        await send("POST", path, { body: "no gzip", headers: zipped }),
        400,
        "malformed_json",
      );
      expect(await eventCount()).toBe(before);
    });
  }
});

describe("calls that the framework refuses", () => {
  it.each([
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v1/deposits/",
    "/v1/Deposits",
    "/v1//deposits",
    "/v1/deposits/%",
    "/v1/%E0%A4%A",
    "/v1/events/evt_1",
    "/v1/deposits/dep_x/refund",
    "/v1/deposits/%E0%A4%A/events",
    "/v1/deposits/%2e%2e%2fevents",
    "/v1/%64eposits/dep_1/refunds",
  ])("get the envelope for %s", async (path) => {
    await expectError(await send("GET", path), 404, "not_found");
  });

  it.each(["?limit=%", "?limit=%E0%A4%A", "?%00=1", "?limit[]=1", "?__proto__=1"])(
    "get the envelope for GET /v1/deposits%s",
    async (query) => {
      await expectError(await send("GET", `/v1/deposits${query}`), 400, "invalid_request");
    },
  );

  it("return the caller's request id in header and envelope", async () => {
    const response = await send("GET", "/v1/nothing", { headers: { "x-request-id": "order.815" } });
    expect(response.headers.get("x-request-id")).toBe("order.815");
    expect(await response.json()).toMatchObject({ meta: { requestId: "order.815" } });
  });

  it.each([
    ["malformed HTTP", "GET /v1/deposits HTTP/9.9\r\n\r\n", 400],
    ["a call without a host", "GET /v1/deposits HTTP/1.1\r\n\r\n", 400],
    ["headers of 20 KiB", `GET /v1/deposits HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431],
    [
      "two lengths",
      "POST /v1/deposits HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
      400,
    ],
  ])("get data, error and meta.requestId for %s", async (_what, bytes, status) => {
    const response = await responseTo(bytes);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({
      data: null,
      error: { code: expect.any(String), message: expect.any(String) },
      meta: { requestId: response.requestId },
    });
  });
});

/** Sends bytes that no HTTP client would send. */
async function responseTo(bytes: string) {
  const socket = connect(Number(new URL(system.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.end(bytes);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return {
    status: Number(head.split(" ")[1]),
    requestId: /^x-request-id: (.*)$/im.exec(head)?.[1],
    body: JSON.parse(body),
  };
}
