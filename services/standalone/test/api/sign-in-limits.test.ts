import { allRoutes } from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import type { Response as ExpressResponse, Request } from "express";
import type { Response } from "supertest";
import { createKnownDevices } from "../../../gateway/src/sessions/known-device.ts";
import { type Mailbox, openMailbox, tokenIn } from "../mailbox.ts";
import { refusedAs } from "../refusals.ts";
import { anEmail, aPersonWithPassword, hashesOf, PASSWORD, signIn, login as signInAs } from "../signed-in.ts";
import { openSystem, type System } from "../system.ts";

/** The least that tells the limits apart: each attempt within them hashes a password. */
const PER_EMAIL = 1;
const PER_EMAIL_ANYWHERE = 2;
const PER_ADDRESS = 1;
const twoEach = { SIGN_IN_ATTEMPTS_PER_EMAIL: "2", SIGN_IN_ATTEMPTS_PER_ADDRESS: "2" };

/** Mostly for unknown emails: the limits count before the email is looked up. */
const guess = (on: System, email: string, headers?: Record<string, string>) =>
  signInAs(on, email, { password: "wrong", headers });

/** Returns the failures by reason, without zeros. */
async function failuresOf(on: System): Promise<Record<string, number>> {
  const counted = await on.metrics.registry.getSingleMetric("sign_in_failures_total")?.get();
  const failures = (counted?.values ?? []).filter(({ value }) => value > 0);
  return Object.fromEntries(failures.map(({ labels, value }) => [labels["reason"], value]));
}

async function withSystem(
  env: Record<string, string>,
  use: (system: System) => Promise<void>,
  options: { readonly log?: Log } = {},
) {
  await using system = await openSystem({
    ...options,
    verifiers: [],
    env: {
      SIGN_IN_ATTEMPTS_PER_EMAIL: String(PER_EMAIL),
      SIGN_IN_ATTEMPTS_PER_EMAIL_ANYWHERE: String(PER_EMAIL_ANYWHERE),
      SIGN_IN_ATTEMPTS_PER_ADDRESS: String(PER_ADDRESS),
      ...env,
    },
  });
  await use(system);
}

describe("guessing a password", () => {
  it("is refused without work after some attempts on one email in any spelling", () =>
    withSystem(twoEach, async (system) => {
      for (const email of ["owner@example.test", " OWNER@Example.test "])
        expect((await guess(system, email)).status).toBe(401);
      const refused = await guess(system, "owner@example.test").expect(refusedAs("rate_limited"));
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
      expect(await system.metric("password_hashes_total")).toBe(2);
      expect(await failuresOf(system)).toEqual({ credentials: 2, email_limit: 1 });
    }));

  it("is refused after some attempts from one address on any emails", () =>
    withSystem({}, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1) {
        const headers = { forwarded: `for=198.51.100.${attempt}`, "x-real-ip": `198.51.100.${attempt}` };
        expect((await guess(system, anEmail(), headers)).status).toBe(401);
      }
      expect((await guess(system, anEmail())).status).toBe(429);
    }));

  /**
   * The address may be a proxy's, so clients behind it count separately. At most five, because a caller can forge the
   * header.
   */
  it("is limited to the attempts of five clients with forged forwarding headers", () =>
    withSystem({}, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS * 5; attempt += 1) {
        const forged = { "x-forwarded-for": `198.51.100.${attempt}` };
        expect((await guess(system, anEmail(), forged)).status).toBe(401);
      }
      expect((await guess(system, anEmail(), { "x-forwarded-for": "203.0.113.99" })).status).toBe(429);
    }));

  /** A body that is held back takes a connection: without a limit, a few addresses hold them all. */
  it("and each other call without a sign-in, has a limit of its own for one address", () =>
    withSystem({}, async (system) => {
      // All cashiers behind one address sign in there, 600 times a minute.
      const calls = allRoutes.filter(
        ({ access, method, path }) =>
          access === "public" &&
          method !== "get" &&
          path !== "/api/auth/login" &&
          path !== "/api/till/sign-in",
      );
      expect(calls.length).toBeGreaterThan(5);
      for (const { method, path } of calls) {
        const statuses: number[] = [];
        for (let attempt = 0; attempt <= PER_ADDRESS; attempt += 1)
          statuses.push((await system.call(method, path).send({})).status);
        expect([path, statuses.indexOf(429)]).toEqual([path, PER_ADDRESS]);
      }
    }));

  it("is limited in the same way for the current password in an open session", () =>
    withSystem({}, async (system) => {
      const call = await signIn(system, await system.account());
      const attempt = () =>
        call("post", "/api/auth/password").send({
          currentPassword: "wrong",
          newPassword: "a long new password",
        });
      for (let tries = 1; tries <= PER_EMAIL; tries += 1) expect((await attempt()).status).toBe(422);
      expect((await attempt()).status).toBe(429);
    }));
});

describe("behind a trusted proxy", () => {
  const env = { TRUSTED_PROXIES: "127.0.0.0/8,::1,10.0.0.0/8" };
  const from = (forwarded: string) => ({ "x-forwarded-for": forwarded });

  it("two clients are limited separately", () =>
    withSystem(env, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1)
        expect((await guess(system, anEmail(), from("203.0.113.7"))).status).toBe(401);
      expect((await guess(system, anEmail(), from("203.0.113.7"))).status).toBe(429);
      expect((await guess(system, anEmail(), from("203.0.113.8"))).status).toBe(401);
    }));

  /** The proxy appends the address that it saw to the right of the client's own entries. */
  it("forged entries, ports and names give no further attempts", () =>
    withSystem(env, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1) {
        const forged = `198.51.100.${attempt}, 10.0.0.${attempt}, 203.0.113.7, 10.1.1.1`;
        expect((await guess(system, anEmail(), from(forged))).status).toBe(401);
      }
      expect((await guess(system, anEmail(), from("192.0.2.200, 203.0.113.7"))).status).toBe(429);
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1)
        expect((await guess(system, anEmail(), from(`203.0.113.9:${attempt}`))).status).toBe(401);
      expect((await guess(system, anEmail(), from("a-name"))).status).toBe(429);
    }));

  /** Otherwise an attacker who knows an email could lock out its owner. */
  it("attempts of one client do not block another, up to a total limit", () =>
    withSystem({ ...env, SIGN_IN_ATTEMPTS_PER_ADDRESS: "2" }, async (system) => {
      const email = "owner@example.test";
      for (let attempt = 1; attempt <= PER_EMAIL; attempt += 1)
        expect((await guess(system, email, from("203.0.113.7"))).status).toBe(401);
      expect((await guess(system, email, from("203.0.113.7"))).status).toBe(429);
      for (let attempt = PER_EMAIL + 1; attempt <= PER_EMAIL_ANYWHERE; attempt += 1)
        expect((await guess(system, email, from(`203.0.114.${attempt}`))).status).toBe(401);
      expect((await guess(system, email, from("203.0.115.1"))).status).toBe(429);
      expect((await guess(system, anEmail(), from("203.0.115.1"))).status).toBe(401);
      expect(await failuresOf(system)).toMatchObject({ email_limit: 1, email_anywhere_limit: 1 });
    }));

  it("an IPv6 network counts as one client", () =>
    withSystem(env, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1)
        expect((await guess(system, anEmail(), from(`2001:db8:0:${attempt}::1`))).status).toBe(401);
      expect((await guess(system, anEmail(), from("2001:db8:0:ff::1"))).status).toBe(429);
      expect((await guess(system, anEmail(), from("2001:db8:0:100::1"))).status).toBe(401);
    }));
});

const login = (on: System, email: string, headers?: Record<string, string>) =>
  signInAs(on, email, { headers });

function deviceOf(response: Response): string {
  const found = (response.get("Set-Cookie") ?? []).find((cookie) => cookie.startsWith("svc_device="));
  return found?.split(";")[0] ?? "";
}

/** All clients behind an untrusted proxy share its address. */
describe("an address that has used up its attempts", () => {
  const useUp = async (system: System) => {
    for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1)
      expect((await guess(system, anEmail())).status).toBe(401);
    expect((await guess(system, anEmail())).status).toBe(429);
  };

  /** All at once: the hasher refuses most of them, but they count. */
  const useUpBeyond = async (system: System) => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => guess(system, anEmail())));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([429]));
  };

  it("still accepts correct passwords from an unknown browser", () =>
    withSystem({}, async (system) => {
      const people = [(await aPersonWithPassword(system)).email, (await aPersonWithPassword(system)).email];
      await useUp(system);
      for (const email of people) expect((await login(system, email)).status).toBe(200);
    }));

  it("refuses wrong passwords alike for known and unknown emails, after the same work", () =>
    withSystem({}, async (system) => {
      const email = (await aPersonWithPassword(system)).email;
      await useUp(system);
      const same = { "x-request-id": "same" };
      const { result: response, hashes } = await hashesOf(system, async () => ({
        known: await guess(system, email, same),
        unknown: await guess(system, anEmail(), same),
      }));
      const { known, unknown } = response;
      expect(hashes).toBe(2);
      expect([known.status, unknown.status]).toEqual([429, 429]);
      expect(known.body).toEqual(unknown.body);
      expect(known.headers["retry-after"]).toBe(unknown.headers["retry-after"]);
      expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
    }));

  /** A list of leaked passwords can thus be tested at no more than one per second, for all emails together. */
  it("tests at most 60 passwords a minute beyond its limit, without work for the rest", () =>
    withSystem({}, async (system) => {
      const email = (await aPersonWithPassword(system)).email;
      await useUp(system);
      await useUpBeyond(system);
      const { result: refused, hashes } = await hashesOf(system, () => login(system, email));
      expect(refused.status).toBe(429);
      expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
      expect(hashes).toBe(0);
    }));

  it("accepts a browser that signed in with the email before, despite a flood from its address", () =>
    withSystem({}, async (system) => {
      const email = (await aPersonWithPassword(system)).email;
      const cookie = deviceOf(await login(system, email));
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1) await guess(system, anEmail());
      await useUpBeyond(system);
      expect((await login(system, email)).status).toBe(429);
      expect((await login(system, email, { cookie })).status).toBe(200);
    }));
});

describe("a flood of passwords from the known browsers of one account", () => {
  /** Two are compared, and 64 places are for those who wait. */
  const PERSONS = 2 * (2 + 64);

  it("keeps no known browser of others out, at the same address either", () =>
    withSystem({}, async (system) => {
      const honest = await aKnownBrowser(system);
      const { userId: account } = await system.account();
      const theirs = [];
      while (theirs.length < PERSONS) theirs.push(await aKnownBrowser(system, account));
      const flood = theirs.map(async ({ email, cookie }) => (await guess(system, email, { cookie })).status);
      const { status } = await login(system, honest.email, { cookie: honest.cookie });
      const ofFlood = new Set(await Promise.all(flood));
      expect(status).toBe(200);
      expect(ofFlood).toEqual(new Set([401, 429]));
    }));

  /** A browser in which a person has signed in; to `memberOf`, if that is given. */
  async function aKnownBrowser(system: System, memberOf?: string) {
    const { email, userId } = await aPersonWithPassword(system);
    if (memberOf !== undefined) {
      await system.sql(
        "insert into members (id, user_id, role, person_id) values ('mem_' || new_ulid(), $1, 'manager', $2)",
        memberOf,
        userId,
      );
      await system.sql("update users set last_account_id = $1 where id = $2", memberOf, userId);
    }
    return { email, cookie: await deviceCookie(system, email) };
  }

  /** As after a sign-in, which would hash a password for each. */
  async function deviceCookie(system: System, email: string): Promise<string> {
    let cookie = "";
    const keep = {
      read: () => undefined,
      write: (_response: unknown, token: string) => {
        cookie = `svc_device=${token}`;
      },
    };
    const devices = createKnownDevices(keep, [system.environment["SECRETS_ENCRYPTION_KEY"] ?? "", []]);
    await devices.remember({} as Request, {} as ExpressResponse, email);
    return cookie;
  }
});

/** The proxy appends the caller's address to what the caller wrote into the header. */
describe("one caller behind an untrusted proxy", () => {
  const from = (address: string) => ({ "x-forwarded-for": `198.51.100.99, ${address}` });
  const flood = async (system: System, address: string) => {
    for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1) await guess(system, anEmail(), from(address));
    const beyond = Array.from({ length: 61 }, () => guess(system, anEmail(), from(address)));
    const responses = await Promise.all(beyond);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([429]));
  };
  const register = (system: System, address: string) =>
    system
      .call("post", "/api/auth/register")
      .set(from(address))
      .send({ email: anEmail(), password: PASSWORD, name: "A" });
  const forgot = (system: System, email: string, address: string) =>
    system.call("post", "/api/auth/forgot").set(from(address)).send({ email });

  it("does not block new browsers of others", () =>
    withSystem({}, async (system) => {
      const email = (await aPersonWithPassword(system)).email;
      await flood(system, "198.51.100.7");
      expect((await login(system, email, from("198.51.100.7"))).status).toBe(429);
      expect((await login(system, email, from("198.51.100.8"))).status).toBe(200);
    }));

  it("does not block others' registrations and password resets", () =>
    withSystem({}, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1) {
        expect((await register(system, "198.51.100.7")).status).toBe(202);
        expect((await forgot(system, anEmail(), "198.51.100.7")).status).toBe(202);
      }
      expect((await register(system, "198.51.100.7")).status).toBe(429);
      expect((await forgot(system, anEmail(), "198.51.100.7")).status).toBe(429);
      expect((await register(system, "198.51.100.8")).status).toBe(202);
      expect((await forgot(system, anEmail(), "198.51.100.8")).status).toBe(202);
    }));

  it("does not block the owner of an email by trying that email", () =>
    withSystem({ SIGN_IN_ATTEMPTS_PER_ADDRESS: "1000" }, async (system) => {
      const email = (await aPersonWithPassword(system)).email;
      for (let attempt = 1; attempt <= PER_EMAIL; attempt += 1) {
        await guess(system, email, from("198.51.100.7"));
        await forgot(system, email, "198.51.100.7");
      }
      expect((await guess(system, email, from("198.51.100.7"))).status).toBe(429);
      expect((await login(system, email, from("198.51.100.8"))).status).toBe(200);
      expect((await forgot(system, email, "198.51.100.8")).status).toBe(202);
    }));

  /** Otherwise a forged header would allow testing leaked passwords at the speed of the hasher. */
  it("is limited to the rate of five callers with forged headers", () =>
    withSystem({}, async (system) => {
      const email = (await aPersonWithPassword(system)).email;
      await Promise.all([1, 2, 3, 4, 5].map((client) => flood(system, `198.51.100.${client}`)));
      expect((await login(system, email, from("203.0.113.9"))).status).toBe(429);
    }));
});

describe("an email that has used up its attempts", () => {
  const useUp = async (system: System, email: string) => {
    for (let attempt = 1; attempt <= PER_EMAIL; attempt += 1) await guess(system, email);
    expect((await guess(system, email)).status).toBe(429);
  };
  const env = { SIGN_IN_ATTEMPTS_PER_ADDRESS: "1000" };

  it("accepts its owner only with a browser that signed in with it before", () =>
    withSystem(env, async (system) => {
      const [email, other] = [
        (await aPersonWithPassword(system)).email,
        (await aPersonWithPassword(system)).email,
      ];
      const [mine, others] = [deviceOf(await login(system, email)), deviceOf(await login(system, other))];
      await useUp(system, other);
      await useUp(system, email);
      expect((await login(system, email)).status).toBe(429);
      expect((await login(system, email, { cookie: others })).status).toBe(429);
      const [forged, token] = [mine.replace(/.$/, (last) => (last === "A" ? "B" : "A")), mine.split("=")[1]];
      for (const cookie of [forged.replace(/\.[^.]*$/, "."), `${mine}; svc_device=${token}`, "svc_device=x"])
        expect((await login(system, email, { cookie })).status).toBe(429);
      expect((await login(system, email, { cookie: mine })).status).toBe(200);
    }));

  /** The cookie does not bypass the limits: it has its own. */
  it("has no more attempts with such a browser", () =>
    withSystem({ ...env, SIGN_IN_ATTEMPTS_PER_EMAIL: "2" }, async (system) => {
      const email = (await aPersonWithPassword(system)).email;
      const cookie = deviceOf(await login(system, email));
      const renewed = deviceOf(await login(system, email, { cookie }));
      expect((await guess(system, email, { cookie: renewed })).status).toBe(401);
      const refused = await guess(system, email, { cookie: renewed });
      expect(refused.status).toBe(429);
      expect((await login(system, email, { cookie })).status).toBe(429);
      expect(await failuresOf(system)).toMatchObject({ device_limit: 2 });
    }));

  it("is accepted after a password reset, in the browser that did it", async () => {
    const mailbox: Mailbox = await openMailbox();
    await withSystem({ ...env, ...mailbox.env }, async (system) => {
      const email = (await aPersonWithPassword(system)).email;
      await useUp(system, email);
      await system.call("post", "/api/auth/forgot").send({ email }).expect(202);
      const token = tokenIn(await mailbox.next(email));
      const reset = await system
        .call("post", "/api/auth/reset")
        .send({ token, password: PASSWORD })
        .expect(204);
      expect((await login(system, email)).status).toBe(429);
      expect((await login(system, email, { cookie: deviceOf(reset) })).status).toBe(200);
    });
    await mailbox.close();
  });

  it("is not opened by the cookie alone", () =>
    withSystem(env, async (system) => {
      const cookie = deviceOf(await login(system, (await aPersonWithPassword(system)).email));
      const asSession = cookie.replace("svc_device", "svc_session");
      for (const each of [cookie, asSession])
        await system.call("get", "/api/auth/session").set("cookie", each).expect(401);
    }));
});

describe("an untrusted proxy", () => {
  async function warningsOf(env: Record<string, string>, calls: readonly Record<string, string>[]) {
    const warnings: unknown[] = [];
    const quiet = () => undefined;
    const log: Log = {
      debug: quiet,
      info: quiet,
      warn: (event, fields) => event === "proxy.untrusted" && void warnings.push(fields),
      error: quiet,
      with: () => log,
    };
    await withSystem(
      env,
      async (system) => {
        for (const headers of calls) await system.call("get", "/health/live").set(headers);
      },
      { log },
    );
    return warnings;
  }
  const forwarded = { "x-forwarded-for": "198.51.100.7" };

  it("is logged once, with the setting that would trust it", async () => {
    expect(await warningsOf({}, [{}, forwarded, forwarded])).toEqual([
      { peer: expect.stringContaining("127.0.0.1"), todo: expect.stringContaining("TRUSTED_PROXIES") },
    ]);
  });

  it("is not logged if it is trusted or forwards nothing", async () => {
    expect(await warningsOf({ TRUSTED_PROXIES: "127.0.0.0/8" }, [forwarded])).toEqual([]);
    expect(await warningsOf({}, [{}, {}])).toEqual([]);
  });
});
