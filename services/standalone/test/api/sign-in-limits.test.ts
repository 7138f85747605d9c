import { randomBytes } from "node:crypto";
import { signIn } from "../signed-in.ts";
import { openSystem, type System } from "../system.ts";

const PER_EMAIL = 2;
const PER_EMAIL_ANYWHERE = 5;
const PER_ADDRESS = 3;
/** Nobody's: the limits count before anything is known of an email, and a wrong password is all that is tried here. */
const anEmail = () => `${randomBytes(8).toString("hex")}@example.test`;

const guess = (on: System, email: string, headers: Record<string, string> = {}) =>
  on.call("post", "/api/auth/login").set(headers).send({ email, password: "wrong" });

/** By reason, as far as there were any. */
async function failuresOf(on: System): Promise<Record<string, number>> {
  const counted = await on.metrics.registry.getSingleMetric("sign_in_failures_total")?.get();
  const failures = (counted?.values ?? []).filter(({ value }) => value > 0);
  return Object.fromEntries(failures.map(({ labels, value }) => [labels["reason"], value]));
}

async function withSystem(env: Record<string, string>, use: (system: System) => Promise<void>) {
  const system = await openSystem({
    verifiers: [],
    env: {
      SIGN_IN_ATTEMPTS_PER_EMAIL: String(PER_EMAIL),
      SIGN_IN_ATTEMPTS_PER_EMAIL_ANYWHERE: String(PER_EMAIL_ANYWHERE),
      SIGN_IN_ATTEMPTS_PER_ADDRESS: String(PER_ADDRESS),
      ...env,
    },
  });
  try {
    await use(system);
  } finally {
    await system.stop();
  }
}

describe("guessing a password", () => {
  it("ends after some attempts on one email, however it is spelled, and costs no more work then", () =>
    withSystem({}, async (system) => {
      for (const email of ["owner@example.test", " OWNER@Example.test "])
        expect((await guess(system, email)).status).toBe(401);
      const refused = await guess(system, "owner@example.test");
      expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
      const hashed = await system.metrics.registry.getSingleMetric("password_hashes_total")?.get();
      expect(hashed?.values[0]?.value).toBe(PER_EMAIL);
      expect(await failuresOf(system)).toEqual({ credentials: PER_EMAIL, email_limit: 1 });
    }));

  it("ends after some attempts from one address, whatever emails it tries and whatever it says of itself", () =>
    withSystem({}, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1) {
        const headers = {
          "x-forwarded-for": `198.51.100.${attempt}`,
          forwarded: `for=198.51.100.${attempt}`,
        };
        expect((await guess(system, anEmail(), headers)).status).toBe(401);
      }
      const forged = { "x-forwarded-for": "203.0.113.99", "x-real-ip": "203.0.113.99" };
      expect((await guess(system, anEmail(), forged)).status).toBe(429);
      expect((await guess(system, anEmail())).status).toBe(429);
    }));

  it("goes on nowhere else: the password of a session that was found open has the same limit", () =>
    withSystem({}, async (system) => {
      const call = await signIn(system, await system.account());
      const attempt = () =>
        call("post", "/api/auth/password").send({
          currentPassword: "wrong",
          newPassword: "long enough for anybody",
        });
      for (let tries = 1; tries <= PER_EMAIL; tries += 1) expect((await attempt()).status).toBe(422);
      expect((await attempt()).status).toBe(429);
    }));
});

describe("behind a trusted proxy", () => {
  const env = { TRUSTED_PROXIES: "127.0.0.0/8,::1,10.0.0.0/8" };
  const from = (forwarded: string) => ({ "x-forwarded-for": forwarded });

  it("two clients are two clients", () =>
    withSystem(env, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1)
        expect((await guess(system, anEmail(), from("203.0.113.7"))).status).toBe(401);
      expect((await guess(system, anEmail(), from("203.0.113.7"))).status).toBe(429);
      expect((await guess(system, anEmail(), from("203.0.113.8"))).status).toBe(401);
    }));

  /** The proxy adds what it saw to the right of what the client said. */
  it("what a client says of itself buys no attempt, nor does another port or a name", () =>
    withSystem(env, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1) {
        const said = `198.51.100.${attempt}, 10.0.0.${attempt}, 203.0.113.7, 10.1.1.1`;
        expect((await guess(system, anEmail(), from(said))).status).toBe(401);
      }
      expect((await guess(system, anEmail(), from("192.0.2.200, 203.0.113.7"))).status).toBe(429);
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1)
        expect((await guess(system, anEmail(), from(`203.0.113.9:${attempt}`))).status).toBe(401);
      expect((await guess(system, anEmail(), from("somebody"))).status).toBe(429);
    }));

  /** Or anybody who knows an email could keep its owner out. */
  it("the attempts of one client do not stand in the way of another, until there are too many of all", () =>
    withSystem(env, async (system) => {
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

  it("a client's whole IPv6 network is one client", () =>
    withSystem(env, async (system) => {
      for (let attempt = 1; attempt <= PER_ADDRESS; attempt += 1)
        expect((await guess(system, anEmail(), from(`2001:db8:0:7:${attempt}::1`))).status).toBe(401);
      expect((await guess(system, anEmail(), from("2001:db8:0:7:ffff::1"))).status).toBe(429);
      expect((await guess(system, anEmail(), from("2001:db8:0:8::1"))).status).toBe(401);
    }));
});
