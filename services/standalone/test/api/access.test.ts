import {
  allRoutes,
  newId,
  type Permissions,
  permissionResources,
  type RouteContract,
} from "@receipts/contracts";
import { createPasswordHasher, insertApiKey, newApiKey } from "@receipts/gateway";
import type { Test } from "supertest";
import { freshKey, makeCheckoutKey, openPlatform } from "../shop.ts";
import { signIn } from "../signed-in.ts";
import { openSystem, type System, type TestAccount } from "../system.ts";
import { type Owned, type RouteCase, routeCases } from "./access-table.ts";

const everything: Permissions = Object.fromEntries(
  permissionResources.map((resource) => [resource, ["read", "write"]]),
);

const PASSWORD = "correct horse battery";
const passwordHash = createPasswordHasher().hash(PASSWORD);

let system: System;
beforeAll(async () => {
  system = await openSystem({ verifiers: ["telebirr"], env: { WEBHOOK_TIMEOUT_MS: "500" } });
  await openPlatform(system);
});
afterAll(() => system.stop());

interface Prepared {
  readonly account: TestAccount;
  readonly owned: Owned;
  readonly person: Awaited<ReturnType<typeof signIn>>;
}

/** An account with one of each thing that a route may ask for. */
async function prepare(): Promise<Prepared> {
  const account = await system.account({ permissions: everything });
  const person = await signIn(system, account);
  const bankAccountId = await system.saveBankAccount(account, "telebirr");
  const apiKeyId = await keyOf(account, { permissions: everything }).then(({ id }) => id);
  const { body } = await system.verify(
    account,
    { bank: "telebirr", reference: "DJ57QK2M41", webhookUrl: "http://127.0.0.1:9/hook" },
    { waitMs: 10_000 },
  );
  const deliveries = await system.database.pool.query(
    "select id from webhook_deliveries where verification_id = $1",
    [body.requestId],
  );
  const recovery = await person("post", "/api/webhooks/recover").send({ since: "2026-01-01" });
  await person("put", "/api/profile/logo")
    .set("content-type", "image/png")
    .send(routeCases["putLogo"]?.bytes);
  await person("post", "/api/profile/webhook-secret").send({});
  await system.database.pool.query("update users set password_hash = $2 where id = $1", [
    account.userId,
    await passwordHash,
  ]);
  const owned = {
    verificationId: body.requestId,
    deliveryId: deliveries.rows[0]?.id,
    recoveryId: recovery.body.data.id,
    apiKeyId,
    checkoutKeyId: (await makeCheckoutKey(system, account)).id,
    bankAccountId,
    depositId: await depositOf(account),
    password: PASSWORD,
  };
  return { account, person, owned };
}

async function depositOf(account: TestAccount): Promise<string> {
  const { key } = await makeCheckoutKey(system, account);
  const { body } = await system
    .call("post", "/v1/deposits")
    .set("authorization", `Bearer ${key}`)
    .set("idempotency-key", freshKey())
    .send({ amount: "10.00", currency: "ETB", reference: "order-1" })
    .expect(201);
  return body.data.id;
}

async function keyOf(account: TestAccount, draft: { permissions: Permissions; expired?: boolean }) {
  const key = newApiKey("rvk_");
  const id = newId("apiKey");
  const { userId } = account;
  await insertApiKey(system.database.pool, { id, key, userId, name: "test", prefix: "rvk_", ...draft });
  if (draft.expired === true) {
    await system.database.pool.query(
      "update api_keys set expires_at = now() - interval '1 second' where id = $1",
      [id],
    );
  }
  return { id, key };
}

function send(test: Test, routeCase: RouteCase, owned: Owned): Test {
  if (routeCase.bytes !== undefined) return test.set("content-type", "image/png").send(routeCase.bytes);
  return routeCase.body === undefined ? test : test.send(routeCase.body(owned));
}

const methodOf = (route: RouteContract) => route.method;
const pathOf = (route: RouteContract, routeCase: RouteCase, owned: Owned) =>
  routeCase.path?.(owned) ?? route.path;
const isKeyed = ({ access }: RouteContract) => access !== "public" && access !== "session";
const named = (routes: readonly RouteContract[]) =>
  routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const);
const caseOf = (route: RouteContract): RouteCase => routeCases[route.operationId] ?? { status: 0 };

describe("the table of routes", () => {
  it("knows every route that there is, and no other", () => {
    expect(Object.keys(routeCases).sort()).toEqual(allRoutes.map(({ operationId }) => operationId).sort());
  });
});

describe.each(named(allRoutes))("%s", (_name, route) => {
  const routeCase = caseOf(route);
  const call = (owned: Owned) => system.call(methodOf(route), pathOf(route, routeCase, owned));

  it("answers a good call as the contract says", async () => {
    const { person, account, owned } = await prepare();
    const good =
      route.access === "session"
        ? person(methodOf(route), pathOf(route, routeCase, owned))
        : route.access === "public"
          ? call(owned)
          : call(owned).set("x-api-key", account.apiKey);
    const { headers } = await send(good, routeCase, owned).expect(routeCase.status);
    // What is an account's is for no cache between; a picture may be kept by the browser that asks again.
    if (route.access !== "public") expect(headers["cache-control"]).toMatch(/no-store|^private, no-cache$/);
  });

  it("answers a method that it does not take with 405 and the ones that it does", async () => {
    const { owned } = await prepare();
    const path = pathOf(route, routeCase, owned);
    const taken = allRoutes.filter((other) => other.path === route.path).map(methodOf);
    const other = (["delete", "put", "patch", "post"] as const).find((method) => !taken.includes(method));
    if (other === undefined) throw new Error("the path takes every method");
    const answer = await system.call(other, path).expect(405);
    expect(answer.body.error.code).toBe("method_not_allowed");
    for (const method of taken) expect(answer.headers["allow"]).toContain(method.toUpperCase());
  });

  const { bad, unknown } = routeCase;
  if (bad !== undefined) {
    it(`refuses bad input with 422 and names ${bad.field}`, async () => {
      const { person, account, owned } = await prepare();
      const path = `${pathOf(route, routeCase, owned)}${bad.query === undefined ? "" : `?${bad.query}`}`;
      const test =
        route.access === "session"
          ? person(methodOf(route), path)
          : system.call(methodOf(route), path).set("x-api-key", account.apiKey);
      const answer = await (bad.body === undefined ? test : test.send(bad.body)).expect(422);
      expect(answer.body.error.code).toBe("invalid_payload");
      expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toContain(bad.field);
    });
  }

  if (route.body !== undefined) {
    it("refuses a body that is no JSON with 400, and one of another kind with 415", async () => {
      const { person, account, owned } = await prepare();
      const test = () =>
        route.access === "session"
          ? person(methodOf(route), pathOf(route, routeCase, owned))
          : call(owned).set("x-api-key", account.apiKey);
      const broken = await test().set("content-type", "application/json").send("{").expect(400);
      expect(broken.body.error.code).toBe("malformed_json");
      const other = await test().set("content-type", "text/plain").send("{}").expect(415);
      expect(other.body.error.code).toBe("unsupported_media_type");
    });
  }

  if (unknown !== undefined) {
    it("answers an id that nobody has, and one of another account, with the same 404", async () => {
      const mine = await prepare();
      const theirs = await prepare();
      const body = routeCase.body?.(mine.owned);
      const ask = async (path: string) => {
        const test =
          route.access === "session"
            ? mine.person(methodOf(route), path)
            : system.call(methodOf(route), path).set("x-api-key", mine.account.apiKey);
        return await (body === undefined ? test : test.send(body));
      };
      const nobodys = await ask(unknown);
      expect(nobodys.status).toBe(404);
      expect(nobodys.body.error.code).toBe("not_found");
      if (routeCase.path === undefined || !route.path.match(/\{(?:id|requestId)\}/)) return;
      const foreign = await ask(routeCase.path(theirs.owned));
      expect([foreign.status, foreign.body]).toEqual([404, nobodys.body]);
    });
  }
});

describe.each(named(allRoutes.filter(isKeyed)))("%s, by key", (_name, route) => {
  const routeCase = caseOf(route);
  const refusal = async (key: string | undefined, owned: Owned) => {
    const test = system.call(methodOf(route), pathOf(route, routeCase, owned));
    const answer = await send(key === undefined ? test : test.set("x-api-key", key), routeCase, owned);
    return [answer.status, answer.body.error?.code];
  };

  it("refuses no key, a mistyped, an unknown, an expired and a revoked one with 401", async () => {
    const { account, owned } = await prepare();
    const typo = `${account.apiKey.slice(0, -1)}${account.apiKey.endsWith("0") ? "1" : "0"}`;
    const expired = await keyOf(account, { permissions: everything, expired: true });
    const revoked = await keyOf(account, { permissions: everything });
    await system.database.pool.query("update api_keys set revoked_at = now() where id = $1", [revoked.id]);
    for (const key of [undefined, typo, newApiKey("rvk_"), expired.key, revoked.key]) {
      expect(await refusal(key, owned)).toEqual([401, "invalid_api_key"]);
    }
  });

  if (route.access.includes(":")) {
    it("refuses a key that lacks the permission with 403, and names it", async () => {
      const { account, owned } = await prepare();
      const [resource = "", action = ""] = route.access.split(":");
      const lesser = Object.fromEntries(
        Object.entries(everything).map(([name, actions]) => [
          name,
          name === resource ? actions.filter((other) => other !== action) : actions,
        ]),
      );
      const { key } = await keyOf(account, { permissions: lesser });
      const test = system.call(methodOf(route), pathOf(route, routeCase, owned)).set("x-api-key", key);
      const answer = await send(test, routeCase, owned).expect(403);
      expect(answer.body).toMatchObject({ error: { code: "permission_denied" } });
      expect(answer.body.message).toContain(route.access);
    });
  }

  it("takes a person who has signed in as well", async () => {
    const { person, owned } = await prepare();
    await send(person(methodOf(route), pathOf(route, routeCase, owned)), routeCase, owned).expect(
      routeCase.status,
    );
  });
});

describe.each(named(allRoutes.filter(({ access }) => access === "session")))(
  "%s, by session",
  (_name, route) => {
    const routeCase = caseOf(route);

    it("refuses nobody, a key with every permission, and sessions that have ended with 401", async () => {
      const { account, person, owned } = await prepare();
      const path = pathOf(route, routeCase, owned);
      const expectRefused = async (test: Test) => {
        const answer = await send(test, routeCase, owned).expect(401);
        expect(answer.body.error.code).toBe("unauthenticated");
      };
      await expectRefused(system.call(methodOf(route), path));
      await expectRefused(system.call(methodOf(route), path).set("x-api-key", account.apiKey));
      const loggedOut = await signIn(system, account);
      await loggedOut("post", "/api/auth/logout").expect(204);
      await expectRefused(loggedOut(methodOf(route), path));
      await system.database.pool.query(
        "update sessions set expires_at = now() - interval '1 second' where user_id = $1",
        [account.userId],
      );
      await expectRefused(person(methodOf(route), path));
    });

    if (route.method !== "get") {
      it("refuses a call from another site with 403", async () => {
        const { person, owned } = await prepare();
        const test = person(methodOf(route), pathOf(route, routeCase, owned)).set(
          "origin",
          "https://evil.example",
        );
        const answer = await send(test, routeCase, owned).expect(403);
        expect(answer.body.error.code).toBe("origin_rejected");
      });
    }
  },
);
