import type { IncomingMessage } from "node:http";
import {
  acceptsCheckoutKeys,
  allRoutes,
  type CheckoutScope,
  checkoutScopes,
  type Operation,
  rolesOf,
} from "@receipts/contracts";
import { newApiKey } from "@receipts/gateway";
import pg from "pg";
import type { Test } from "supertest";

import { refusedAs } from "../refusals.ts";
import { makeCheckoutKey, openPlatform } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";
import { type Owned, type RouteCase, routeCases } from "./access-table.ts";
import { auditRowsOf } from "./audit-rows.ts";
import { foreignPaths, malformedPaths, unknownPaths } from "./other-paths.ts";
import { everything, type Prepared, prepare, prepareFor } from "./owned.ts";
import { sendForm } from "./send-form.ts";

/** For calls that change nothing: reads and refused calls. */
let mine: Prepared;
let theirs: Prepared;
let ended: Ended;
useSystem({ verifiers: ["telebirr"], env: { WEBHOOK_TIMEOUT_MS: "500" } });
beforeAll(async () => {
  await openPlatform(system);
  mine = await prepare();
  theirs = await prepare();
  ended = await endCredentials(mine.account);
});

/** Credentials that once opened every route of the account, and now open none. */
interface Ended {
  readonly keys: readonly string[];
  readonly people: readonly CallSignedIn[];
}

async function endCredentials(account: TestAccount): Promise<Ended> {
  const expired = await system.keyOf(account, { permissions: everything, expiresInDays: 1 });
  const revoked = await system.keyOf(account, { permissions: everything });
  await system.sql("update api_keys set expires_at = now() - interval '1 second' where id = $1", expired.id);
  await system.sql("update api_keys set revoked_at = now() where id = $1", revoked.id);
  const loggedOut = await signIn(system, account);
  await loggedOut("post", "/api/auth/logout").expect(204);
  const rows = await system.sql("select id from sessions where user_id = $1", account.userId);
  const outOfTime = await signIn(system, account);
  await system.sql(
    `update sessions set expires_at = now() - interval '1 second' where user_id = $1 and id <> all($2)`,
    account.userId,
    rows.map(({ id }) => id),
  );
  return { keys: [expired.apiKey, revoked.apiKey], people: [loggedOut, outOfTime] };
}

function send(test: Test, routeCase: RouteCase, owned: Owned): Test {
  if (routeCase.cookie !== undefined) test.set("cookie", routeCase.cookie(owned));
  if (routeCase.isEndless) test.buffer(true).parse(readBeginning);
  if (routeCase.bytes !== undefined) return test.set("content-type", "image/png").send(routeCase.bytes);
  if (routeCase.form !== undefined) return sendForm(test, routeCase.form);
  return routeCase.body === undefined ? test : test.send(routeCase.body(owned));
}

/** Reads a refusal, or the headers of a stream that does not end. */
function readBeginning(response: object, done: (error: Error | null, body: unknown) => void): void {
  const incoming = response as IncomingMessage;
  if (incoming.headers["content-type"]?.startsWith("text/event-stream")) {
    done(null, undefined);
    incoming.destroy();
    return;
  }
  let text = "";
  incoming.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  incoming.on("end", () => done(null, JSON.parse(text)));
}

const methodOf = (route: Operation) => route.method;
const pathOf = (route: Operation, routeCase: RouteCase, owned: Owned) =>
  routeCase.path?.(owned) ?? route.path;
const isKeyed = ({ access }: Operation) => access !== "public" && access !== "session";
const isForOwner = (route: Operation) => rolesOf(route).includes("owner");
const changes = ({ method }: Operation) => method !== "get";
const named = (routes: readonly Operation[]) =>
  routes.map((route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const);
const caseOf = (route: Operation): RouteCase => routeCases[route.operationId] ?? { status: 0 };

/** Calls with a key if the route accepts one, else with a session, or the cookie of a device. */
function callAs({ account, person, cashier, owned }: Prepared, route: Operation, path: string): Test {
  if (route.access === "session") return (isForOwner(route) ? person : cashier)(methodOf(route), path);
  const test = system.call(methodOf(route), path);
  if (route.access !== "public") return test.set("x-api-key", account.apiKey);
  const { cookie } = caseOf(route);
  return cookie === undefined ? test : test.set("cookie", cookie(owned));
}

/** A change sends one of these in its transaction, so that a caller who has lost access meanwhile changes nothing. */
const checksOfCaller = [
  "find_open_sessions",
  "find_active_api_keys_by_ids",
  "find_active_checkout_keys_by_ids",
];

/** Routes whose audited change needs no such check, with the reason. */
const withoutCheck: Readonly<Record<string, string>> = {
  switchAccount: "it ends its own session, or refuses when that has ended",
};

const changesAsCaller = (route: Operation) =>
  route.access !== "public" &&
  auditRowsOf(route.operationId).length > 0 &&
  !Object.hasOwn(withoutCheck, route.operationId);

/** Records what the services send to PostgreSQL. */
function recordStatements() {
  const query = jest.spyOn(pg.Client.prototype, "query");
  return {
    namesSoFar: (): readonly string[] => {
      const names = query.mock.calls.map(([statement]: readonly unknown[]) => Object(statement).name);
      query.mockRestore();
      return names;
    },
  };
}

const auditIds = async (): Promise<readonly string[]> =>
  (await system.sql<{ id: string }>("select id from audit_log")).map(({ id }) => id);

/** The new audit rows of every account, sorted: rows of one millisecond have no order. */
const auditRowsSince = async (before: readonly string[]) =>
  (
    await system.sql<{ action: string; kind: string }>(
      "select action, actor_kind as kind from audit_log where not id = any($1)",
      before,
    )
  )
    .map(({ action, kind }) => [action, kind])
    .toSorted();

describe("the table of routes", () => {
  it("lists exactly the routes of the contract", () => {
    expect(Object.keys(routeCases).sort()).toEqual(allRoutes.map(({ operationId }) => operationId).sort());
  });

  it("has a path for each route with parameters, so that other accounts' ids are tested", () => {
    const isAsInContract = (route: Operation) =>
      pathOf(route, caseOf(route), mine.owned).split("?")[0] === route.path;
    const wrong = allRoutes.filter((route) => isAsInContract(route) === route.path.includes("{"));
    expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
    const ids = allRoutes.filter((route) => {
      const path = pathOf(route, caseOf(route), mine.owned);
      return foreignPaths(route.path, path, pathOf(route, caseOf(route), theirs.owned)).length > 0;
    });
    const withoutIds = allRoutes.filter((route) => route.path.includes("{") && !ids.includes(route));
    expect(withoutIds.map(({ path }) => path)).toEqual(["/api/reports/banks/{bank}"]);
  });

  it("has an invalid call for every route with input", () => {
    const untried = allRoutes.filter((route) => {
      const { bad, badBytes } = caseOf(route);
      const takes = [route.query, route.body, route.formBody].some((input) => input !== undefined);
      return (takes && bad === undefined) || (route.bodyContentTypes !== undefined && badBytes === undefined);
    });
    expect(untried.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe.each(named(allRoutes))("%s", (_name, route) => {
  const routeCase = caseOf(route);

  it("responds to a valid call as in the contract, leaves exactly the expected audit rows, and checks its caller again", async () => {
    const caller = changes(route) ? await prepareFor(route, routeCase) : mine;
    const before = await auditIds();
    const good = callAs(caller, route, pathOf(route, routeCase, caller.owned));
    const statements = recordStatements();
    const { headers } = await send(good, routeCase, caller.owned).expect(routeCase.status);
    const isChecked = statements.namesSoFar().some((name) => checksOfCaller.includes(name));
    if (changes(route))
      expect(await auditRowsSince(before)).toEqual(auditRowsOf(route.operationId).toSorted());
    if (changesAsCaller(route)) expect(isChecked).toBe(true);
    // Shared caches must not store an account's data; the browser may store a picture that it revalidates.
    if (route.access !== "public") expect(headers["cache-control"]).toMatch(/no-store|^private, no-cache$/);
  });

  it("responds to another method with 405 and the allowed ones", async () => {
    const path = pathOf(route, routeCase, mine.owned);
    const taken = allRoutes.filter((other) => other.path === route.path).map(methodOf);
    const other = (["delete", "put", "patch", "post"] as const).find((method) => !taken.includes(method));
    if (other === undefined) throw new Error("the path takes every method");
    const response = await system.call(other, path).expect(refusedAs("method_not_allowed"));
    for (const method of taken) expect(response.headers["allow"]).toContain(method.toUpperCase());
  });

  const { bad, badBytes } = routeCase;
  if (bad !== undefined) {
    it(`refuses invalid input with 422 and names ${bad.field}`, async () => {
      const path = `${pathOf(route, routeCase, mine.owned)}${bad.query === undefined ? "" : `?${bad.query}`}`;
      const test = callAs(mine, route, path);
      if (bad.form !== undefined) sendForm(test, bad.form);
      else if (bad.body !== undefined) test.send(bad.body);
      const response = await test.expect(refusedAs("invalid_payload"));
      expect(response.body.error.details.map(({ field }: { field: string }) => field)).toContain(bad.field);
    });
  }

  if (route.formBody !== undefined) {
    it("refuses a damaged form with 400, and another content type with 415", async () => {
      const test = () => callAs(mine, route, route.path);
      const damaged = test().set("content-type", "multipart/form-data; boundary=x").send("--x\r\n");
      await damaged.expect(refusedAs("invalid_request"));
      await test().send({}).expect(refusedAs("unsupported_media_type"));
    });
  }

  if (badBytes !== undefined) {
    it(`refuses unusable bytes with ${badBytes.status}`, async () => {
      const test = callAs(mine, route, pathOf(route, routeCase, mine.owned)).set("content-type", "image/png");
      const response = await test.send(badBytes.bytes).expect(badBytes.status);
      expect(response.body.error.code).toBe(badBytes.code);
    });
  }

  if (route.body !== undefined) {
    it("refuses malformed JSON with 400, and another content type with 415", async () => {
      const test = () => callAs(mine, route, pathOf(route, routeCase, mine.owned));
      await test().set("content-type", "application/json").send("{").expect(refusedAs("malformed_json"));
      await test().set("content-type", "text/plain").send("{}").expect(refusedAs("unsupported_media_type"));
    });
  }

  if (route.path.includes("{")) {
    const callWith = async (path: string) => {
      const { status, body } = await send(
        callAs(mine, route, path).set("x-request-id", "one-for-all"),
        routeCase,
        mine.owned,
      );
      return [status, body];
    };
    const pathOfMine = () => pathOf(route, routeCase, mine.owned);

    it("responds to unknown ids and other accounts' ids with the same 404", async () => {
      const unknown = await Promise.all(unknownPaths(route.path, pathOfMine()).map(callWith));
      expect(unknown.length).toBeGreaterThan(0);
      for (const [status, body] of unknown) {
        expect([status, body.error.code]).toEqual([404, "not_found"]);
      }
      const foreign = foreignPaths(route.path, pathOfMine(), pathOf(route, routeCase, theirs.owned));
      const responses = await Promise.all(foreign.map(callWith));
      expect(responses).toEqual(unknown.slice(0, responses.length));
    });

    it("responds to malformed ids with 404", async () => {
      for (const path of malformedPaths(route.path, pathOfMine())) {
        const [status, body] = await callWith(path);
        expect([path, status, body.error.code]).toEqual([path, 404, "not_found"]);
      }
    });
  }

  if (changes(route)) {
    it("refuses a call from a page of another site or scheme with 403", async () => {
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "http://api.example.test", host: "api.example.test" },
        { "sec-fetch-site": "cross-site" },
      ]) {
        const path = pathOf(route, routeCase, mine.owned);
        const cookie =
          route.access === "public" ? system.call : isForOwner(route) ? mine.person : mine.cashier;
        const response = await send(cookie(methodOf(route), path).set(headers), routeCase, mine.owned);
        expect([headers, response.status, response.body.error?.code]).toEqual([
          headers,
          403,
          "origin_rejected",
        ]);
      }
    });
  }
});

describe.each(named(allRoutes.filter(isKeyed)))("%s, by key", (_name, route) => {
  const routeCase = caseOf(route);
  const refusalOf = async (test: Test) => {
    const response = await send(test, routeCase, mine.owned);
    return [response.status, response.body.error?.code];
  };
  const call = () => system.call(methodOf(route), pathOf(route, routeCase, mine.owned));

  it("refuses a missing, mistyped, unknown, expired or revoked key with 401", async () => {
    const { apiKey } = mine.account;
    const typo = `${apiKey.slice(0, -1)}${apiKey.endsWith("0") ? "1" : "0"}`;
    expect(await refusalOf(call())).toEqual([401, "invalid_api_key"]);
    for (const key of [typo, newApiKey("rvk_"), ...ended.keys]) {
      expect(await refusalOf(call().set("x-api-key", key))).toEqual([401, "invalid_api_key"]);
    }
  });

  it("refuses an ended or expired session with 401", async () => {
    for (const person of ended.people) {
      const test = person(methodOf(route), pathOf(route, routeCase, mine.owned));
      expect(await refusalOf(test)).toEqual([401, "unauthenticated"]);
    }
  });

  if (route.access.includes(":")) {
    it("refuses a key without the permission with 403, and names it", async () => {
      const [resource = "", action = ""] = route.access.split(":");
      const lesser = Object.fromEntries(
        Object.entries(everything).map(([name, actions]) => [
          name,
          name === resource ? actions.filter((other) => other !== action) : actions,
        ]),
      );
      const { apiKey } = await system.keyOf(mine.account, { permissions: lesser });
      const response = await send(call().set("x-api-key", apiKey), routeCase, mine.owned).expect(403);
      expect(response.body).toMatchObject({ error: { code: "permission_denied" } });
      expect(response.body.message).toContain(route.access);
    });
  }

  it("accepts a session as well", async () => {
    const { person, owned } = changes(route) ? await prepareFor(route, routeCase) : mine;
    await send(person(methodOf(route), pathOf(route, routeCase, owned)), routeCase, owned).expect(
      routeCase.status,
    );
  });
});

describe.each(named(allRoutes.filter(({ access }) => acceptsCheckoutKeys(access))))(
  "%s, by checkout key",
  (_name, route) => {
    const routeCase = caseOf(route);
    const callWith = async (key: string, { owned }: Prepared) => {
      const test = system.call(methodOf(route), pathOf(route, routeCase, owned));
      const { status, body } = await send(test.set("authorization", `Bearer ${key}`), routeCase, owned);
      return { status, code: body.error?.code, message: body.message };
    };
    const scope = route.access as CheckoutScope;

    it("accepts one with the scope", async () => {
      const caller = changes(route) ? await prepareFor(route, routeCase) : mine;
      const { key } = await makeCheckoutKey(system, caller.account, [scope]);
      expect(await callWith(key, caller)).toMatchObject({ status: routeCase.status });
    });

    it("refuses one without the scope with 403 and names it, and an unknown or revoked one with 401", async () => {
      const others = checkoutScopes.filter((other) => other !== scope);
      const lesser = await makeCheckoutKey(system, mine.account, others);
      expect(await callWith(lesser.key, mine)).toMatchObject({
        status: 403,
        code: "permission_denied",
        message: expect.stringContaining(scope),
      });
      const revoked = await makeCheckoutKey(system, mine.account, [scope]);
      await system.sql("update checkout_keys set revoked_at = now() where id = $1", revoked.id);
      for (const key of [revoked.key, newApiKey("sck_"), mine.account.apiKey])
        expect(await callWith(key, mine)).toMatchObject({ status: 401, code: "invalid_api_key" });
    });
  },
);

describe.each(named(allRoutes.filter(({ access }) => access === "session")))(
  "%s, by session",
  (_name, route) => {
    const routeCase = caseOf(route);

    it("refuses missing credentials, any API key and ended sessions with 401", async () => {
      const path = pathOf(route, routeCase, mine.owned);
      for (const test of [
        system.call(methodOf(route), path),
        system.call(methodOf(route), path, mine.account),
        ...ended.people.map((person) => person(methodOf(route), path)),
      ]) {
        await send(test, routeCase, mine.owned).expect(refusedAs("unauthenticated"));
      }
    });
  },
);
