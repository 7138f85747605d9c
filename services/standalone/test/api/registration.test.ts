import { createHash, randomBytes } from "node:crypto";
import { newId } from "@receipts/contracts";
import { createPasswordHasher } from "@receipts/gateway";
import { openSystem, type System } from "../system.ts";

const PASSWORD = "correct horse battery staple";
const anEmail = () => `${randomBytes(8).toString("hex")}@example.test`;

let system: System;
beforeAll(async () => {
  system = await openSystem({ verifiers: [] });
});
afterAll(() => system.stop());

const register = (body: object, on: System = system) =>
  on.call("post", "/api/auth/register").send({ password: PASSWORD, name: "A Merchant", ...body });
const login = (email: string, password = PASSWORD, on: System = system) =>
  on.call("post", "/api/auth/login").send({ email, password });

async function hashesOf<T>(act: () => PromiseLike<T>): Promise<{ answer: T; hashes: number }> {
  const counted = async () =>
    (await system.metrics.registry.getSingleMetric("password_hashes_total")?.get())?.values[0]?.value ?? 0;
  const before = await counted();
  const answer = await act();
  return { answer, hashes: (await counted()) - before };
}

async function auditOf(email: string, on: System = system) {
  const { rows } = await on.database.pool.query(
    `select a.action, a.actor_kind as kind, host(d.address) as address
       from audit_log a left join audit_details d on d.audit_id = a.id join users u on u.id = a.user_id where u.email = $1 order by a.id`,
    [email],
  );
  return rows;
}

describe("POST /api/auth/register", () => {
  it("makes an account with its business and its first credits, and signs nobody in", async () => {
    const email = anEmail();
    const answer = await register({ email: ` ${email.toUpperCase()} `, businessName: "A Shop" });
    expect([answer.status, answer.body.data]).toEqual([201, { email, name: "A Merchant" }]);
    expect(answer.headers).not.toHaveProperty("set-cookie");
    const { rows } = await system.database.pool.query(
      `select b.name as business, c.balance, u.password_hash as hash from users u
         join businesses b on b.user_id = u.id join credit_accounts c on c.user_id = u.id where u.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ business: "A Shop", balance: 100, hash: expect.stringMatching(/^\$scrypt\$/) }]);
    expect(await auditOf(email)).toEqual([
      { action: "account.registered", kind: "anonymous", address: "127.0.0.1" },
    ]);
    const signedIn = await login(email);
    expect(signedIn.body.data.user).toMatchObject({ email, name: "A Merchant", businessName: "A Shop" });
  });

  /** Otherwise anybody could ask who is a customer. */
  it("answers a known email exactly as a new one, after the same work, and changes nothing", async () => {
    const email = anEmail();
    const first = await hashesOf(() => register({ email }));
    const again = await hashesOf(() => register({ email, password: "another password!" }));
    expect(again.answer.status).toBe(first.answer.status);
    expect(again.answer.body).toEqual(first.answer.body);
    expect(Object.keys(again.answer.headers)).toEqual(Object.keys(first.answer.headers));
    expect([first.hashes, again.hashes]).toEqual([1, 1]);
    expect((await login(email)).status).toBe(200);
    expect((await login(email, "another password!")).status).toBe(401);
  });

  it("tells the owner of a known email instead: in the audit log and to the default webhook", async () => {
    const email = anEmail();
    await register({ email });
    await system.database.pool.query(
      "update users set default_webhook_url = 'http://127.0.0.1:9/hook' where email = $1",
      [email],
    );
    const attempt = await register({ email });
    expect(await auditOf(email)).toEqual([
      expect.objectContaining({ action: "account.registered" }),
      { action: "account.registration_attempted", kind: "anonymous", address: "127.0.0.1" },
    ]);
    const { rows } = await system.database.pool.query(
      "select d.event, d.payload from webhook_deliveries d join users u on u.id = d.user_id where u.email = $1",
      [email],
    );
    expect(rows.map(({ event, payload }) => [event, JSON.parse(payload).data])).toEqual([
      ["account.registration_attempted", { requestId: attempt.headers["x-request-id"] }],
    ]);
  });

  it("makes one account of five calls at the same moment, with one gift of credits", async () => {
    const email = anEmail();
    const answers = await Promise.all(Array.from({ length: 5 }, () => register({ email })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 201));
    const { rows } = await system.database.pool.query(
      `select count(distinct u.id)::int as accounts, sum(t.amount)::int as credits
         from users u join credit_transactions t on t.user_id = u.id where lower(u.email) = $1`,
      [email],
    );
    expect(rows).toEqual([{ accounts: 1, credits: 100 }]);
    const actions = (await auditOf(email)).map(({ action }) => action);
    expect(actions.filter((action) => action === "account.registered")).toHaveLength(1);
    expect(actions).toHaveLength(5);
  });

  it.each([
    ["no email", { email: undefined }, "email"],
    ["an email without a place", { email: "somebody" }, "email"],
    ["an email with a control character", { email: "a\u0000b@example.test" }, "email"],
    ["a long email", { email: `${"a".repeat(320)}@example.test` }, "email"],
    ["a short password", { password: "eleven char" }, "password"],
    ["a long password", { password: "x".repeat(201) }, "password"],
    ["no name", { name: "  " }, "name"],
    ["half a surrogate pair as a name", { name: "\ud800" }, "name"],
  ])("refuses %s", async (_what, fault, field) => {
    const answer = await register({ email: anEmail(), ...fault });
    expect(answer.body.error).toMatchObject({ code: "invalid_payload" });
    expect(answer.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it("refuses a foreign page", async () => {
    const answer = await register({ email: anEmail() }).set("origin", "https://evil.example");
    expect([answer.status, answer.body.error.code]).toEqual([403, "origin_rejected"]);
  });
});

describe("REGISTRATION", () => {
  it("closed lets nobody in, and asking is limited too", async () => {
    const closed = await openSystem({
      verifiers: [],
      env: { REGISTRATION: "closed", SIGN_IN_ATTEMPTS_PER_ADDRESS: "2" },
    });
    const email = anEmail();
    for (const expected of [403, 403, 429]) {
      const answer = await register({ email }, closed);
      expect(answer.status).toBe(expected);
    }
    expect(await auditOf(email, closed)).toEqual([]);
    await closed.stop();
  });

  it("is closed in production unless it is set, and the cookie there travels by https alone", async () => {
    const production = await openSystem({
      verifiers: [],
      env: { NODE_ENV: "production", WEBHOOK_ALLOW_PRIVATE: "false", PLATFORM_ACCOUNT: "" },
    });
    const email = anEmail();
    expect((await register({ email }, production)).body.error).toEqual({ code: "permission_denied" });
    const { userId } = await production.account();
    await production.database.pool.query("update users set email = $2, password_hash = $3 where id = $1", [
      userId,
      email,
      await createPasswordHasher().hash(PASSWORD),
    ]);
    const [cookie] = (await login(email, PASSWORD, production)).get("Set-Cookie") ?? [];
    expect(cookie).toMatch(/^svc_session=[^;]+; .*HttpOnly; Secure; SameSite=Lax$/);
    await production.stop();
  });

  it("invite lets in who was invited, once, with that email alone, and until it expires", async () => {
    const invited = await openSystem({ verifiers: [], env: { REGISTRATION: "invite" } });
    const invite = async (email: string, days: number) => {
      const token = randomBytes(32).toString("base64url");
      await invited.database.pool.query(
        `insert into invitations (id, email, token_hash, expires_at)
         values ($1, $2, $3, now() + make_interval(days => $4))`,
        [newId("invitation"), email, createHash("sha256").update(token).digest(), days],
      );
      return token;
    };
    const [email, other] = [anEmail(), anEmail()];
    const token = await invite(email, 7);
    const statusOf = async (body: object) => (await register(body, invited)).status;
    expect(await statusOf({ email })).toBe(403);
    expect(await statusOf({ email, invitation: "made up" })).toBe(403);
    expect(await statusOf({ email: other, invitation: token })).toBe(403);
    expect(await statusOf({ email: other, invitation: await invite(other, -1) })).toBe(403);
    expect(await statusOf({ email, invitation: token })).toBe(201);
    expect(await statusOf({ email, invitation: token })).toBe(403);
    expect((await login(email, PASSWORD, invited)).status).toBe(200);
    await invited.stop();
  });
});
