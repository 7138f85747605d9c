import { createHmac } from "node:crypto";
import type { Gateway } from "@receipts/gateway";
import { rememberSecret } from "@receipts/testing/suite-log";
import supertest, { type Response } from "supertest";
import { runAdmin } from "../admin.ts";
import { anInvitation } from "../mail-links.ts";
import { overtake } from "../overtake.ts";
import { refusedAs } from "../refusals.ts";
import { anEmail, aPersonWithPassword, type CallSignedIn, PASSWORD, signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

useSystem({
  verifiers: [],
  env: { SIGN_IN_ATTEMPTS_PER_EMAIL: "1000", SIGN_IN_ATTEMPTS_PER_ADDRESS: "1000" },
});

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 6238 written down again: the test must not trust the library that it checks. */
function codeAt(secret: string, step: number): string {
  let bits = "";
  for (const letter of secret) bits += letters.indexOf(letter).toString(2).padStart(5, "0");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
const stepNow = () => Math.floor(Date.now() / 30_000);

interface Enrolled {
  readonly email: string;
  readonly userId: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly owner: CallSignedIn;
}

async function enrolled(): Promise<Enrolled> {
  const account = await aPersonWithPassword(system);
  const owner = await signIn(system, account);
  const setup = await owner("post", "/api/auth/two-factor").send({ password: PASSWORD }).expect(200);
  const { secret } = setup.body.data;
  rememberSecret(secret);
  // The code of the step before: the present one stays unused.
  const code = codeAt(secret, stepNow() - 1);
  const confirmed = await owner("post", "/api/auth/two-factor/confirm").send({ code }).expect(200);
  const { recoveryCodes } = confirmed.body.data;
  for (const recoveryCode of recoveryCodes) rememberSecret(recoveryCode);
  return { email: account.email, userId: account.userId, secret, recoveryCodes, owner };
}

const signInWith = (email: string, code?: string, password = PASSWORD) =>
  system.call("post", "/api/auth/login").send({ email, password, ...(code === undefined ? {} : { code }) });

it("needs the code after the right password only, and takes each code once", async () => {
  const { email, secret } = await enrolled();
  await signInWith(email, undefined, "wrong horse battery").expect(refusedAs("unauthenticated"));
  await signInWith(email).expect(refusedAs("two_factor_required"));
  const code = codeAt(secret, stepNow());
  await signInWith(email, code, "wrong horse battery").expect(refusedAs("unauthenticated"));
  const signedIn = await signInWith(email, code).expect(200);
  expect(signedIn.body.data.twoFactor).toEqual({ enabled: true, enrollmentRequired: false });
  await signInWith(email, code).expect(refusedAs("unauthenticated"));
});

it("accepts no code that is older than the last one", async () => {
  const { email, secret } = await enrolled();
  const step = stepNow();
  await signInWith(email, codeAt(secret, step + 1)).expect(200);
  await signInWith(email, codeAt(secret, step)).expect(refusedAs("unauthenticated"));
});

it("is set up with a QR code that only the start shows, after the password", async () => {
  const account = await aPersonWithPassword(system);
  const owner = await signIn(system, account);
  await owner("post", "/api/auth/two-factor")
    .send({ password: "wrong" })
    .expect(refusedAs("invalid_payload", "password"));
  const { body } = await owner("post", "/api/auth/two-factor").send({ password: PASSWORD }).expect(200);
  expect(body.data.otpauthUrl).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
  expect(body.data.qrCode).toMatch(/^<svg/);
  rememberSecret(body.data.secret);
  const [row] = await system.sql<{ ciphertext: Buffer }>(
    "select ciphertext from two_factors where person_id = $1",
    account.userId,
  );
  expect(row?.ciphertext.includes(Buffer.from(body.data.secret))).toBe(false);
  // Not on until its first code: a person who stops here is not locked out.
  await signInWith(account.email).expect(200);
  await owner("post", "/api/auth/two-factor/confirm")
    .send({ code: codeAt(body.data.secret, stepNow() - 5) })
    .expect(refusedAs("invalid_payload", "code"));
});

describe("an attacker with the password", () => {
  it("gets five guesses, in any number of calls at once, and then waits", async () => {
    const { email, secret, userId } = await enrolled();
    const wrong = String((Number(codeAt(secret, stepNow())) + 7) % 1_000_000).padStart(6, "0");
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => signInWith(email, wrong)));
    const codes = outcomes.map(({ body }) => body.error.code);
    expect(codes.filter((code) => code === "unauthenticated")).toHaveLength(5);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(7);
    // Also the right code waits: otherwise a guesser would learn it.
    const locked = await signInWith(email, codeAt(secret, stepNow()));
    expect(locked.status).toBe(429);
    expect(Number(locked.get("retry-after"))).toBeGreaterThan(30);
    await system.sql("update two_factors set locked_until = now() where person_id = $1", userId);
    await signInWith(email, codeAt(secret, stepNow())).expect(200);
  });

  it("cannot replay a code in another process, or in the same moment", async () => {
    const { email, secret } = await enrolled();
    const other: Gateway = await system.buildGateway();
    try {
      const code = codeAt(secret, stepNow());
      const body = { email, password: PASSWORD, code };
      const there = supertest(`http://127.0.0.1:${other.port}`);
      const outcomes: Response[] = await Promise.all([
        signInWith(email, code),
        there.post("/api/auth/login").send(body),
        signInWith(email, code),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      expect((await there.post("/api/auth/login").send(body)).status).toBe(401);
    } finally {
      await other.close();
    }
  });

  it("does not get around the code by a new password", async () => {
    const { email, secret, owner } = await enrolled();
    const change = { currentPassword: PASSWORD, newPassword: "another horse battery" };
    const changeWith = (code?: string) =>
      owner("post", "/api/auth/password").send({ ...change, ...(code !== undefined && { code }) });
    await changeWith().expect(refusedAs("two_factor_required"));
    await changeWith("000000").expect(refusedAs("invalid_payload", "code"));
    await changeWith(codeAt(secret, stepNow())).expect(204);
    // Each code works once.
    await system.sql("update two_factors set last_step = 0");
    await signInWith(email, undefined, "another horse battery").expect(refusedAs("two_factor_required"));
    await signInWith(email, codeAt(secret, stepNow()), "another horse battery").expect(200);
  });

  it("cannot switch it off, or replace the secret, in an open session", async () => {
    const { owner } = await enrolled();
    await owner("post", "/api/auth/two-factor")
      .send({ password: PASSWORD })
      .expect(refusedAs("invalid_state"));
    await owner("delete", "/api/auth/two-factor")
      .send({ password: PASSWORD, code: "000000" })
      .expect(refusedAs("invalid_payload", "code"));
    await owner("post", "/api/auth/confirm-password")
      .send({ password: PASSWORD })
      .expect(refusedAs("two_factor_required"));
  });
});

it("ends the person's other sessions when it is switched on", async () => {
  const account = await aPersonWithPassword(system);
  const before = await signIn(system, account);
  const owner = await signIn(system, account);
  const { body } = await owner("post", "/api/auth/two-factor").send({ password: PASSWORD }).expect(200);
  rememberSecret(body.data.secret);
  const code = codeAt(body.data.secret, stepNow());
  const confirmed = await owner("post", "/api/auth/two-factor/confirm").send({ code }).expect(200);
  for (const one of confirmed.body.data.recoveryCodes) rememberSecret(one);
  await before("get", "/api/auth/session").expect(401);
  await owner("get", "/api/auth/session").expect(200);
});

it.each([undefined, "000000"])(
  "holds for a sign-in with code %s that checked the password just before it was switched on",
  async (code) => {
    const account = await aPersonWithPassword(system);
    const response = await overtake({
      lock: ["select from users where id = $1 for update", account.userId],
      act: () =>
        system.call("post", "/api/auth/login").send({ email: account.email, password: PASSWORD, code }),
      meanwhile: [
        "insert into two_factors (person_id, ciphertext, confirmed_at) values ($1, '', now())",
        account.userId,
      ],
    });
    expect(response.body.error).toMatchObject({ code: "two_factor_required" });
    expect(await system.sql("select from sessions where user_id = $1", account.userId)).toEqual([]);
  },
);

describe("a recovery code", () => {
  it("replaces the app once, however it is typed", async () => {
    const { email, recoveryCodes } = await enrolled();
    const [first = "", second = ""] = recoveryCodes;
    expect(new Set(recoveryCodes)).toHaveProperty("size", 10);
    const typed = ` ${first.toUpperCase().replaceAll("-", " ")} `;
    const outcomes = await Promise.all([signInWith(email, typed), signInWith(email, first)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 401]);
    await signInWith(email, second).expect(200);
  });

  it("ends when new ones are made", async () => {
    const { email, secret, recoveryCodes, owner } = await enrolled();
    const proof = { password: PASSWORD, code: codeAt(secret, stepNow()) };
    const { body } = await owner("post", "/api/auth/two-factor/recovery-codes").send(proof).expect(200);
    for (const code of body.data.recoveryCodes) rememberSecret(code);
    await signInWith(email, recoveryCodes[0]).expect(refusedAs("unauthenticated"));
    await signInWith(email, body.data.recoveryCodes[0]).expect(200);
  });
});

it("is switched off with password and code, or by an operator", async () => {
  const first = await enrolled();
  await first
    .owner("delete", "/api/auth/two-factor")
    .send({ password: PASSWORD, code: first.recoveryCodes[0] })
    .expect(204);
  await signInWith(first.email).expect(200);
  const second = await enrolled();
  await runAdmin(system.environment, "user", "end-two-factor", "--user", second.email);
  await signInWith(second.email).expect(200);
  await second.owner("get", "/api/auth/session").expect(401);
  const audit = await system.auditOf(second.userId, "action, actor_kind as kind");
  expect(audit).toContainEqual({ action: "two_factor.disabled", kind: "operator" });
});

it("is required of every person where the owner says so: nothing else is allowed before", async () => {
  const account = await aPersonWithPassword(system);
  const owner = await signIn(system, account);
  const email = anEmail();
  const { token } = await anInvitation(system, account, email);
  await owner("patch", "/api/profile").send({ twoFactorRequired: true }).expect(200);
  const joined = await system
    .call("post", "/api/auth/join")
    .send({ token, name: "Hanna", password: PASSWORD })
    .expect(200);
  expect(joined.body.data.twoFactor).toEqual({ enabled: false, enrollmentRequired: true });
  const cookie = (joined.get("Set-Cookie") ?? []).map((one) => one.split(";")[0]).join("; ");
  const member: CallSignedIn = (method, path) => system.call(method, path).set("cookie", cookie);
  for (const path of ["/api/profile", "/api/members", "/api/verify/history"])
    await member("get", path).expect(refusedAs("two_factor_enrollment_required"));
  const { body } = await member("post", "/api/auth/two-factor").send({ password: PASSWORD }).expect(200);
  rememberSecret(body.data.secret);
  const code = codeAt(body.data.secret, stepNow());
  const confirmed = await member("post", "/api/auth/two-factor/confirm").send({ code }).expect(200);
  for (const one of confirmed.body.data.recoveryCodes) rememberSecret(one);
  await member("get", "/api/members").expect(200);
});
