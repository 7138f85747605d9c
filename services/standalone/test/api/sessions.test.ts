import { createHmac, randomBytes } from "node:crypto";
import { createSessionTokens, openSession } from "@receipts/gateway";
import type { Response } from "supertest";
import { refusedAs } from "../refusals.ts";
import { aPersonWithPassword, hashesOf, PASSWORD, login as signInAs } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

useSystem({ verifiers: [] });

const login = (email: string, password?: string) => signInAs(system, email, { password });
/** Returns the cookies as a browser stores them. */
function cookieOf(response: Response): string {
  return (response.get("Set-Cookie") ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}

/** Opens a session without hashing a password. */
async function aSession(userId: string) {
  const session = await openSession(system.database.pool, userId);
  const token = await tokens().sign(session.id, session.expiresAt);
  return { ...session, token, cookie: `svc_session=${token}` };
}
const encryptionKey = () => system.environment["SECRETS_ENCRYPTION_KEY"] ?? "";
const tokens = () => createSessionTokens(encryptionKey());

const whoAmI = (cookie: string) => system.call("get", "/api/auth/session").set("cookie", cookie);

const auditOf = (userId: string) =>
  system.auditOf(userId, "action, actor_kind as kind, actor_id as id, subject");
describe("signing in", () => {
  it("opens a session of 12 hours in a cookie that no script can read", async () => {
    const { userId, email } = await aPersonWithPassword(system);
    const response = await login(email.toUpperCase());
    expect(response.body.data.user).toMatchObject({ id: userId, email, businessName: null });
    const hours = (new Date(response.body.data.expiresAt).getTime() - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(12);
    expect(response.get("Set-Cookie")).toEqual([
      expect.stringMatching(/^svc_session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^svc_device=[^;]+; Path=\/api\/auth; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    ]);
    expect(response.get("cache-control")).toBe("no-store");
    const cookie = cookieOf(response);
    expect((await whoAmI(cookie)).body.data).toEqual(response.body.data);
    expect((await system.call("get", "/api/credits/balance").set("cookie", cookie)).status).toBe(200);
    const [entry] = await auditOf(userId);
    expect(entry).toEqual({
      action: "session.opened",
      kind: "session",
      id: entry.subject,
      subject: expect.stringMatching(/^ses_/),
    });
  });

  /** A session id known in advance would be shared with the attacker who planted it. */
  it("opens a new session every time, despite any cookie", async () => {
    const { userId, email } = await aPersonWithPassword(system);
    const planted = await aSession((await aPersonWithPassword(system)).userId);
    const own = await aSession(userId);
    for (const cookie of [planted.cookie, own.cookie, "svc_session=chosen-by-attacker"]) {
      const signedIn = cookieOf(await login(email).set("cookie", cookie));
      expect(signedIn).not.toBe(cookie);
      expect((await whoAmI(signedIn)).body.data.user.id).toBe(userId);
    }
    expect((await whoAmI("svc_session=chosen-by-attacker")).status).toBe(401);
  });

  it("responds alike to unknown email, wrong password, no password and disabled account, after the same work", async () => {
    const { email } = await aPersonWithPassword(system);
    const disabled = await aPersonWithPassword(system);
    await system.sql("update users set disabled_at = now() where id = $1", disabled.userId);
    const { userId } = await system.account();
    const rows = await system.sql("select email from users where id = $1", userId);
    const seen = [];
    for (const attempt of [
      () => login("unknown@example.test"),
      () => login(email, "wrong horse battery staple"),
      () => login(rows[0].email),
      () => login(disabled.email),
    ]) {
      const { result: response, hashes } = await hashesOf(system, attempt);
      const names = Object.keys(response.headers).sort();
      seen.push({ status: response.status, body: { ...response.body, meta: undefined }, names, hashes });
    }
    expect(seen[0]).toMatchObject({ status: 401, body: { error: { code: "unauthenticated" } }, hashes: 1 });
    for (const other of seen) expect(other).toEqual(seen[0]);
  });

  it.each([
    ["a foreign origin", { origin: "https://evil.example" }],
    ["an origin without a name", { origin: "null" }],
    // The Host header behind a balancer: the public name.
    ["the same name by another scheme", { origin: "http://api.example.test", host: "api.example.test" }],
    ["another name of the same service", { origin: "https://pay.example.test", host: "pay.example.test" }],
    ["a foreign page that hides its origin", { "sec-fetch-site": "cross-site" }],
    ["a sister site", { "sec-fetch-site": "same-site" }],
  ])("is refused for %s", async (_what, headers) => {
    const { userId, email } = await aPersonWithPassword(system);
    await login(email).set(headers).expect(refusedAs("origin_rejected"));
    expect(await auditOf(userId)).toEqual([]);
    const { cookie } = await aSession(userId);
    await system
      .call("delete", "/api/profile/logo")
      .set({ cookie, ...headers })
      .expect(refusedAs("origin_rejected"));
  });

  it("is allowed for the service's own page", async () => {
    const { email } = await aPersonWithPassword(system);
    const response = await login(email).set({ origin: "https://api.example.test", host: "api.example.test" });
    expect(response.status).toBe(200);
  });
});

describe("a session is not opened by", () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = (id: string) => {
    const now = Math.floor(Date.now() / 1_000);
    return { iss: "receipt-verification", aud: "session", sub: id, iat: now, exp: now + 3_600 };
  };
  const signedWith = (key: Buffer, id: string) => {
    const text = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims(id))}`;
    return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
  };

  it.each<[string, (session: { id: string; token: string }) => string | Promise<string>]>([
    ["nothing", () => ""],
    ["its id alone", ({ id }) => id],
    ["an unsigned token", ({ id }) => `${encode({ alg: "none", typ: "JWT" })}.${encode(claims(id))}.`],
    ["an unsigned token, loudly", ({ id }) => `${encode({ alg: "NONE" })}.${encode(claims(id))}.`],
    ["a token without its signature", ({ token }) => token.replace(/[^.]*$/, "")],
    [
      "a signed token with alg none in its header",
      ({ token }) => token.replace(/^[^.]*/, encode({ alg: "none", typ: "JWT" })),
    ],
    [
      "a token about another session",
      ({ id, token }) => token.replace(/\.[^.]*\./, `.${encode({ ...claims(id), jti: "x" })}.`),
    ],
    ["another installation's key", ({ id }) => signedWith(randomBytes(32), id)],
    ["an empty key", ({ id }) => createSessionTokens("").sign(id, new Date(Date.now() + 3_600_000))],
    ["the encryption key itself", ({ id }) => signedWith(Buffer.from(encryptionKey(), "base64"), id)],
    ["a token past its time", ({ id }) => tokens().sign(id, new Date(Date.now() - 1_000))],
    ["a very long token", ({ token }) => `${token}${"x".repeat(5_000)}`],
    [
      "a valid token for an unknown session",
      () => tokens().sign("ses_none", new Date(Date.now() + 3_600_000)),
    ],
  ])("%s", async (_what, forge) => {
    const session = await aSession((await aPersonWithPassword(system)).userId);
    await whoAmI(`svc_session=${await forge(session)}`).expect(refusedAs("unauthenticated"));
    expect((await whoAmI(session.cookie)).status).toBe(200);
  });

  it("a token whose session has expired in the database", async () => {
    const { id, cookie } = await aSession((await aPersonWithPassword(system)).userId);
    await system.sql("update sessions set expires_at = now() - interval '1 second' where id = $1", id);
    expect((await whoAmI(cookie)).status).toBe(401);
  });

  /** A neighbour on a shared domain can add a cookie with this name; the browser then sends both. */
  it("two cookies of its name, in either order", async () => {
    const [mine, theirs] = [
      await aSession((await aPersonWithPassword(system)).userId),
      await aSession((await aPersonWithPassword(system)).userId),
    ];
    expect((await whoAmI(`${mine.cookie}; ${theirs.cookie}`)).status).toBe(401);
    expect((await whoAmI(`${theirs.cookie}; ${mine.cookie}`)).status).toBe(401);
    expect((await whoAmI(`other=1; ${mine.cookie}; x_svc_session=2`)).status).toBe(200);
  });

  it("an API key with any permission", async () => {
    const { apiKey } = await system.account();
    await system
      .call("get", "/api/auth/session")
      .set("x-api-key", apiKey)
      .expect(refusedAs("unauthenticated"));
  });
});

describe("signing out", () => {
  it("ends this session at once, once, and clears the cookie", async () => {
    const { userId } = await aPersonWithPassword(system);
    const [session, other] = [await aSession(userId), await aSession(userId)];
    const logout = () => system.call("post", "/api/auth/logout").set("cookie", session.cookie);
    const responses = await Promise.all([logout(), logout(), logout()]);
    expect(responses.map(({ status }) => status)).toContain(204);
    const done = responses.find(({ status }) => status === 204);
    expect(done?.get("Set-Cookie")).toEqual([
      expect.stringMatching(/^svc_session=; .*Expires=Thu, 01 Jan 1970/),
    ]);
    expect((await whoAmI(session.cookie)).status).toBe(401);
    expect((await whoAmI(other.cookie)).status).toBe(200);
    expect(await auditOf(userId)).toEqual([
      { action: "session.ended", kind: "session", id: session.id, subject: session.id },
    ]);
  });

  it("everywhere ends every session of the account, and no other", async () => {
    const { userId } = await aPersonWithPassword(system);
    const [one, two] = [await aSession(userId), await aSession(userId)];
    const stranger = await aSession((await aPersonWithPassword(system)).userId);
    const response = await system.call("post", "/api/auth/logout-everywhere").set("cookie", one.cookie);
    expect(response.status).toBe(204);
    expect((await whoAmI(one.cookie)).status).toBe(401);
    expect((await whoAmI(two.cookie)).status).toBe(401);
    expect((await whoAmI(stranger.cookie)).status).toBe(200);
    expect((await auditOf(userId)).map(({ action }) => action)).toEqual(["session.all_ended"]);
  });

  it("is refused for a foreign page", async () => {
    const { cookie } = await aSession((await aPersonWithPassword(system)).userId);
    for (const path of ["logout", "logout-everywhere"]) {
      await system
        .call("post", `/api/auth/${path}`)
        .set({ cookie, origin: "https://evil.example" })
        .expect(refusedAs("origin_rejected"));
    }
    expect((await whoAmI(cookie)).status).toBe(200);
  });
});

describe("the sessions of an account", () => {
  const open = async (cookie: string) =>
    (await system.call("get", "/api/sessions").set("cookie", cookie).expect(200)).body;

  it("are listed with the address that signed in, the own one marked; ended ones and strangers' are not", async () => {
    const { userId, email } = await aPersonWithPassword(system);
    await aSession((await aPersonWithPassword(system)).userId);
    const ended = await aSession(userId);
    await system.call("post", "/api/auth/logout").set("cookie", ended.cookie).expect(204);
    const old = await aSession(userId);
    await system.sql("update sessions set expires_at = now() where id = $1", old.id);
    const elsewhere = await aSession(userId);
    const here = cookieOf(await login(email));
    const { data, meta } = await open(here);
    expect(meta.total).toBe(2);
    expect(data).toEqual([
      expect.objectContaining({ current: true, address: "127.0.0.1" }),
      expect.objectContaining({ id: elsewhere.id, current: false, address: null }),
    ]);
  });

  it("end at once, each by its id and once", async () => {
    const { userId } = await aPersonWithPassword(system);
    const [here, elsewhere] = [await aSession(userId), await aSession(userId)];
    const end = () => system.call("delete", `/api/sessions/${elsewhere.id}`).set("cookie", here.cookie);
    const statuses = (await Promise.all([end(), end(), end()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([204, 404, 404]);
    expect((await whoAmI(elsewhere.cookie)).status).toBe(401);
    expect((await whoAmI(here.cookie)).status).toBe(200);
    expect(await auditOf(userId)).toEqual([
      { action: "session.ended", kind: "session", id: here.id, subject: elsewhere.id },
    ]);
  });

  it("cannot be ended by a stranger", async () => {
    const victim = await aSession((await aPersonWithPassword(system)).userId);
    const attacker = await aSession((await aPersonWithPassword(system)).userId);
    for (const id of [victim.id, "ses_unknown", "%00"]) {
      const { status } = await system.call("delete", `/api/sessions/${id}`).set("cookie", attacker.cookie);
      expect(status).toBe(404);
    }
    expect((await whoAmI(victim.cookie)).status).toBe(200);
  });
});

describe("changing the password", () => {
  const NEXT = "another staple battery horse";
  const change = (cookie: string, currentPassword: string, newPassword = NEXT) =>
    system.call("post", "/api/auth/password").set("cookie", cookie).send({ currentPassword, newPassword });

  it("requires the current one, ends every other session, and keeps this one", async () => {
    const { userId, email } = await aPersonWithPassword(system);
    const [here, elsewhere] = [await aSession(userId), await aSession(userId)];
    expect((await change(here.cookie, PASSWORD)).status).toBe(204);
    expect((await whoAmI(here.cookie)).status).toBe(200);
    expect((await whoAmI(elsewhere.cookie)).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, NEXT)).status).toBe(200);
    expect((await auditOf(userId))[0]).toMatchObject({ action: "account.password_changed", id: here.id });
  });

  it("is refused with a wrong current one or a weak new one, without a change", async () => {
    const { userId } = await aPersonWithPassword(system);
    const [here, elsewhere] = [await aSession(userId), await aSession(userId)];
    const wrong = await change(here.cookie, "not the password at all");
    expect(wrong.body.error).toMatchObject({
      code: "invalid_payload",
      details: [{ field: "currentPassword" }],
    });
    const weak = await change(here.cookie, PASSWORD, "short");
    expect(weak.body.error).toMatchObject({ code: "invalid_payload", details: [{ field: "newPassword" }] });
    expect((await whoAmI(elsewhere.cookie)).status).toBe(200);
    expect(await auditOf(userId)).toEqual([]);
  });

  /** An attacker who knows the old password and signs in during its change must not stay. */
  it("ends sessions that were opened with the old one meanwhile", async () => {
    const { userId, email } = await aPersonWithPassword(system);
    const here = await aSession(userId);
    const [changed, ...logins] = await Promise.all([
      change(here.cookie, PASSWORD),
      ...Array.from({ length: 4 }, () => login(email)),
    ]);
    expect(changed.status).toBe(204);
    for (const response of logins) expect((await whoAmI(cookieOf(response))).status).toBe(401);
    expect((await whoAmI(here.cookie)).status).toBe(200);
  });
});
