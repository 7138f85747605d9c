import { createHash, randomBytes } from "node:crypto";
import { newId } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { setDefaultWebhook } from "../default-webhook.ts";
import { mailbox, openMailbox, tokenIn, useMailbox } from "../mailbox.ts";
import { refusedAs } from "../refusals.ts";
import { anEmail, aPersonWithPassword, hashesOf, PASSWORD, login as signInAs } from "../signed-in.ts";
import { openSystem, type System, system, useSystem } from "../system.ts";

useMailbox();
useSystem(() => ({ verifiers: [], env: mailbox.env }));

const register = (body: object, on: System = system) =>
  on.call("post", "/api/auth/register").send({ password: PASSWORD, name: "A Merchant", ...body });
const confirm = (token: string, on: System = system) => on.call("post", "/api/auth/confirm").send({ token });
const login = (email: string, password = PASSWORD, on: System = system) => signInAs(on, email, { password });

/** Registers and reads the token of the mailed link. */
async function registered(email: string, body: object = {}): Promise<string> {
  const before = mailbox.of(email).length;
  await register({ email, ...body }).expect(202);
  return tokenIn(await mailbox.next(email, before + 1));
}

async function mailFor(email: string): Promise<void> {
  const before = mailbox.of(email).length;
  await register({ email }).expect(202);
  await mailbox.next(email, before + 1);
  await untilTaken(email);
}

/** Waits until the mail is deleted, which happens when the server has accepted it. */
const untilTaken = (email: string) => until(async () => (await countOf("mails", email)) === 0);

async function customer(): Promise<string> {
  const email = anEmail();
  await confirm(await registered(email)).expect(200);
  return email;
}

async function auditOf(email: string, on: System = system) {
  return await on.sql(
    `select a.action, a.actor_kind as kind, host(d.address) as address
       from audit_log a left join audit_details d on d.audit_id = a.id join users u on u.id = a.user_id where u.email = $1 order by a.id`,
    email,
  );
}

async function countOf(table: "users" | "pending_registrations" | "mails", email: string): Promise<number> {
  return (await system.sql(`select from ${table} where email = $1`, email)).length;
}

describe("registering", () => {
  it("creates the account with its business and first credits only when the address is confirmed", async () => {
    const email = anEmail();
    const response = await register({ email: ` ${email.toUpperCase()} `, businessName: "A Shop" });
    expect([response.status, response.body.data]).toEqual([202, { email, name: "A Merchant" }]);
    expect(response.headers).not.toHaveProperty("set-cookie");
    expect((await login(email)).status).toBe(401);
    expect(await countOf("users", email)).toBe(0);

    const confirmed = await confirm(tokenIn(await mailbox.next(email)));
    expect([confirmed.status, confirmed.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(confirmed.body.data.user).toMatchObject({ email, name: "A Merchant", businessName: "A Shop" });
    const cookie = (confirmed.get("Set-Cookie") ?? []).map((each) => each.split(";")[0]).join("; ");
    const session = await system.call("get", "/api/auth/session").set("cookie", cookie);
    expect(session.body.data).toEqual(confirmed.body.data);
    const rows = await system.sql(
      `select b.name as business, c.balance, u.password_hash as hash from users u
         join businesses b on b.user_id = u.id join credit_accounts c on c.user_id = u.id where u.email = $1`,
      email,
    );
    expect(rows).toEqual([{ business: "A Shop", balance: 100, hash: expect.stringMatching(/^\$scrypt\$/) }]);
    expect((await auditOf(email)).map(({ action, kind }) => [action, kind])).toEqual([
      ["account.registered", "anonymous"],
      ["session.opened", "session"],
    ]);
    expect((await login(email)).status).toBe(200);
    expect([await countOf("pending_registrations", email), await countOf("mails", email)]).toEqual([0, 0]);
  });

  /** Otherwise the response would reveal who is a customer. */
  it("responds to a known address exactly as to a new one, after the same work, without a change", async () => {
    const email = await customer();
    const known = await hashesOf(system, () => register({ email, password: "another password!" }));
    const other = anEmail();
    const unknown = await hashesOf(system, () => register({ email: other, password: "another password!" }));
    expect([known.result.status, unknown.result.status]).toEqual([202, 202]);
    expect(JSON.stringify(known.result.body).replace(email, other)).toBe(JSON.stringify(unknown.result.body));
    expect(Object.keys(known.result.headers)).toEqual(Object.keys(unknown.result.headers));
    expect([known.hashes, unknown.hashes]).toEqual([1, 1]);
    await mailbox.next(email, 2);
    expect((await login(email, "another password!")).status).toBe(401);
    expect((await login(email)).status).toBe(200);
    // Signing in with an unconfirmed address looks like signing in with an unknown one.
    const [pending, stranger] = [
      await login(other, "another password!").set("x-request-id", "same"),
      await login(anEmail()).set("x-request-id", "same"),
    ];
    expect([pending.status, pending.body]).toEqual([401, stranger.body]);
  });

  it("notifies the owner of a known address by mail, audit log and default webhook", async () => {
    const email = await customer();
    const [holder] = await system.sql<{ id: string }>("select id from users where email = $1", email);
    await setDefaultWebhook(system.database.pool, holder?.id ?? "", "http://127.0.0.1:9/hook");
    const attempt = await register({ email });
    const mail = await mailbox.next(email, 2);
    expect(mail.subject).toMatch(/^You already have an account · መለያ አለዎት$/);
    expect(mail.text).toContain("https://api.example.test/dashboard/sign-in");
    expect(mail.source).not.toContain("token=");
    expect((await auditOf(email)).at(-1)).toEqual({
      action: "account.registration_attempted",
      kind: "anonymous",
      address: "127.0.0.1",
    });
    const rows = await system.sql(
      "select d.event, d.payload from webhook_deliveries d join users u on u.id = d.user_id where u.email = $1",
      email,
    );
    expect(rows.map(({ event, payload }) => [event, JSON.parse(payload).data])).toEqual([
      ["account.registration_attempted", { requestId: attempt.headers["x-request-id"] }],
    ]);
    expect(await countOf("pending_registrations", email)).toBe(0);
  });

  it("sends a mail in both languages, as text and HTML, with a fragment link and no remote content", async () => {
    const email = anEmail();
    const hostile = "Free money http://evil.example";
    const token = await registered(email, { name: hostile, businessName: hostile });
    const { from, subject, text, html, source } = await mailbox.next(email);
    expect(from).toBe("Receipts <no-reply@receipts.test>");
    expect(subject).toBe("Confirm your email address · የኢሜይል አድራሻዎን ያረጋግጡ");
    for (const part of [text, html]) {
      expect(part).toContain(`https://api.example.test/dashboard/confirm#token=${token}`);
      expect(part).toContain("The link works once, within 24 hours.");
      expect(part).toContain("አገናኙ ለ24 ሰዓታት");
    }
    expect(html).not.toMatch(/<(?:img|link|script|style|iframe)|src=|url\(/i);
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href?.split("#")[0])).toEqual(
      Array.from({ length: 2 }, () => "https://api.example.test/dashboard/confirm"),
    );
    // The mail must not carry a stranger's message to another mailbox.
    expect(source).not.toContain("evil");
  });

  it.each([
    ["no email", { email: undefined }, "email"],
    ["an email without a place", { email: "person" }, "email"],
    ["an email with a control character", { email: "a\u0000b@example.test" }, "email"],
    ["an email in brackets", { email: "<person@example.test>" }, "email"],
    ["two emails", { email: "person,other@example.test" }, "email"],
    ["a long email", { email: `${"a".repeat(320)}@example.test` }, "email"],
    ["a short password", { password: "eleven char" }, "password"],
    ["a long password", { password: "x".repeat(201) }, "password"],
    ["no name", { name: "  " }, "name"],
    ["half a surrogate pair as a name", { name: "\ud800" }, "name"],
  ])("refuses %s", async (_what, fault, field) => {
    const response = await register({ email: anEmail(), ...fault });
    expect(response.body.error).toMatchObject({ code: "invalid_payload" });
    expect(response.body.error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it.each(["register", "confirm", "forgot", "reset"])("refuses a foreign page: %s", async (route) => {
    await system
      .call("post", `/api/auth/${route}`)
      .set("origin", "https://evil.example")
      .send({ email: anEmail(), password: PASSWORD, name: "A", token: "t".repeat(43) })
      .expect(refusedAs("origin_rejected"));
  });
});

describe("a confirmation link", () => {
  it("creates one account with one grant of credits under concurrent use", async () => {
    const email = anEmail();
    const token = await registered(email);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
    const ended = responses.find(({ status }) => status === 422);
    expect(ended?.body.error).toMatchObject({ code: "invalid_payload", details: [{ field: "token" }] });
    const rows = await system.sql(
      `select count(distinct u.id)::int as accounts, sum(t.amount)::int as credits
         from users u join credit_transactions t on t.user_id = u.id where lower(u.email) = $1`,
      email,
    );
    expect(rows).toEqual([{ accounts: 1, credits: 100 }]);
    const actions = (await auditOf(email)).map(({ action }) => action);
    expect(actions).toEqual(["account.registered", "session.opened"]);
  });

  /** Otherwise the reader of several mails would have to guess the valid one. */
  it("is replaced by a later registration of the address, with its password", async () => {
    const email = anEmail();
    const first = await registered(email);
    const second = await registered(email, { password: "the second password" });
    expect((await confirm(first)).status).toBe(422);
    expect((await confirm(second)).status).toBe(200);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, "the second password")).status).toBe(200);
  });

  /** The owner of an address must not confirm a stranger's registration without its password. */
  it("accepts the password of its registration, or none, and survives a wrong one", async () => {
    const email = anEmail();
    const token = await registered(email);
    const withPassword = (password: string) =>
      system.call("post", "/api/auth/confirm").send({ token, password });
    const wrong = await withPassword("the owner's own password");
    expect(wrong.body.error).toMatchObject({ code: "invalid_payload", details: [{ field: "password" }] });
    expect(await countOf("users", email)).toBe(0);
    expect((await withPassword(PASSWORD)).status).toBe(200);
    expect((await withPassword(PASSWORD)).body.error.details).toMatchObject([{ field: "token" }]);
  });

  it("is not used up by a GET or HEAD, and its token is never sent in a URL", async () => {
    const email = anEmail();
    const token = await registered(email);
    for (const method of ["GET", "HEAD"]) {
      const page = await fetch(`${system.url}/dashboard/confirm#token=${token}`, { method });
      expect(page.status).toBe(200);
      const route = await fetch(`${system.url}/api/auth/confirm`, { method });
      expect(route.status).toBe(405);
    }
    expect((await confirm(token)).status).toBe(200);
  });

  it("ends after 24 hours", async () => {
    const email = anEmail();
    const token = await registered(email);
    const rows = await system.sql(
      "select extract(epoch from expires_at - created_at)::int as seconds from pending_registrations where email = $1",
      email,
    );
    expect(rows).toEqual([{ seconds: 86_400 }]);
    await system.sql("update pending_registrations set expires_at = now() where email = $1", email);
    expect((await confirm(token)).status).toBe(422);
    expect(await countOf("users", email)).toBe(0);
  });

  it("creates no second account if an operator has created one meanwhile", async () => {
    const email = anEmail();
    const token = await registered(email);
    const { userId } = await system.account();
    await system.sql("update users set email = $2 where id = $1", userId, email);
    expect((await confirm(token)).status).toBe(422);
    expect(await countOf("users", email)).toBe(1);
  });

  it.each([["t".repeat(42)], ["t".repeat(44)], [""], [`${"t".repeat(42)} `], [null], [7]])(
    "refuses %p as a token",
    async (token) => {
      const response = await system.call("post", "/api/auth/confirm").send({ token });
      expect(response.body.error).toMatchObject({ code: "invalid_payload", details: [{ field: "token" }] });
    },
  );

  it("is stored only as a hash", async () => {
    const email = anEmail();
    const token = await registered(email);
    const rows = await system.sql(
      "select p::text, p.token_hash as hash from pending_registrations p where email = $1",
      email,
    );
    expect(rows[0].p).not.toContain(token);
    expect(rows[0].p).not.toContain(PASSWORD);
    expect(rows[0].hash).toEqual(createHash("sha256").update(token).digest());
  });
});

describe("mails", () => {
  /** A stranger can enter any address into the form. */
  it("are limited to three an hour per address, with the same response beyond it", async () => {
    for (const email of [anEmail(), await customer()]) {
      while (mailbox.of(email).length < 3) await mailFor(email);
      const fourth = await register({ email }).expect(202);
      const first = await register({ email: anEmail() });
      expect(fourth.body).toEqual({ ...first.body, data: { email, name: "A Merchant" } });
      expect(Object.keys(fourth.headers)).toEqual(Object.keys(first.headers));
      // The mail is not even queued.
      expect(await countOf("mails", email)).toBe(0);
      expect(mailbox.of(email)).toHaveLength(3);
    }
  });

  /** Otherwise a stranger could block password mails by registering the address repeatedly. */
  it("of registrations do not count against those of a forgotten password", async () => {
    const email = await customer();
    while (mailbox.of(email).length < 3) await mailFor(email);
    await register({ email }).expect(202);
    for (let nth = 4; nth <= 6; nth += 1) {
      await system.call("post", "/api/auth/forgot").send({ email }).expect(202);
      expect((await mailbox.next(email, nth)).subject).toContain("Choose a new password");
      await untilTaken(email);
    }
    await system.call("post", "/api/auth/forgot").send({ email }).expect(202);
    expect(await countOf("mails", email)).toBe(0);
  });

  it("are limited per network, and to five an hour for all networks", async () => {
    await using proxied = await openSystem({
      verifiers: [],
      env: { ...mailbox.env, TRUSTED_PROXIES: "127.0.0.0/8,::1" },
    });
    const email = anEmail();
    const from = async (network: string) => {
      await register({ email }, proxied).set("x-forwarded-for", network).expect(202);
      await until(async () => {
        const rows = await proxied.sql("select from mails");
        return rows.length === 0;
      });
    };
    for (const network of Array.from({ length: 4 }, () => "203.0.113.7")) await from(network);
    expect(mailbox.of(email)).toHaveLength(3);
    for (const network of ["203.0.113.8", "203.0.113.9", "203.0.113.10"]) await from(network);
    expect(mailbox.of(email)).toHaveLength(5);
  });

  it("keep the old link valid if a new one cannot be mailed", async () => {
    const email = anEmail();
    for (let nth = 1; nth <= 2; nth += 1) await registered(email);
    const last = await registered(email);
    await register({ email, password: "an attacker's password" }).expect(202);
    await confirm(last).expect(200);
    expect((await login(email)).status).toBe(200);
  });

  it("wait during an outage of the mail server, without a change of the response", async () => {
    mailbox.refuse(451);
    const email = anEmail();
    const response = await register({ email });
    expect([response.status, response.body.data.email]).toEqual([202, email]);
    const due =
      "select attempts, next_attempt_at > now() + interval '3 s' as later from mails where email = $1";
    const mail = await until(async () => {
      const rows = await system.sql(due, email);
      return rows[0]?.attempts === 1 && rows[0].later === true ? rows[0] : undefined;
    });
    expect(mail).toEqual({ attempts: 1, later: true });
    mailbox.refuse(undefined);
    await system.sql("update mails set next_attempt_at = now() where email = $1", email);
    expect((await confirm(tokenIn(await mailbox.next(email)))).status).toBe(200);
  });

  it("are given up if the address is refused permanently", async () => {
    mailbox.refuse(550);
    const email = anEmail();
    await register({ email }).expect(202);
    await untilTaken(email);
    mailbox.refuse(undefined);
    expect(mailbox.of(email)).toEqual([]);
    await until(async () => ((await system.metric("mails_total", { outcome: "given_up" })) ?? 0) > 0);
  });
});

/** The gateway that took the call may end before the mail is sent, and the link may lead to any gateway. */
it("a registration is finished by another gateway, which sends the mail and serves the link", async () => {
  const unavailable = await openMailbox();
  unavailable.refuse(451);
  await using first = await openSystem({ verifiers: [], env: unavailable.env });
  const email = anEmail();
  await register({ email }, first).expect(202);
  await until(async () => {
    return (await first.sql("select attempts from mails where email = $1", email))[0]?.attempts === 1;
  });
  await first.startGateway(mailbox.env);
  // The first gateway polls too: make the mail due repeatedly until the other one has it.
  const due = "update mails set next_attempt_at = now() where email = $1 and next_attempt_at > now()";
  await until(async () => {
    await first.sql(due, email);
    return mailbox.of(email).length > 0;
  });
  const token = tokenIn(await mailbox.next(email));
  expect((await confirm(token, first)).status).toBe(200);
  await unavailable.close();
});

describe("REGISTRATION", () => {
  it("refuses every registration if closed, and limits the attempts", async () => {
    await using closed = await openSystem({
      verifiers: [],
      env: { REGISTRATION: "closed", SIGN_IN_ATTEMPTS_PER_ADDRESS: "2" },
    });
    const email = anEmail();
    for (const expected of [403, 403, 429]) {
      const response = await register({ email }, closed);
      expect(response.status).toBe(expected);
    }
    expect((await confirm("t".repeat(43), closed)).body.error.code).toBe("permission_denied");
    expect(await auditOf(email, closed)).toEqual([]);
  });

  it("is closed in production by default, and cookies there require https", async () => {
    await using production = await openSystem({
      verifiers: [],
      env: { NODE_ENV: "production", WEBHOOK_ALLOW_PRIVATE: "false", PLATFORM_ACCOUNT: "" },
    });
    expect((await register({ email: anEmail() }, production)).body.error).toMatchObject({
      code: "permission_denied",
    });
    const { email } = await aPersonWithPassword(production);
    const cookies = (await login(email, PASSWORD, production)).get("Set-Cookie") ?? [];
    expect(cookies[0]).toMatch(/^svc_session=[^;]+; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(cookies[1]).toMatch(/^svc_device=[^;]+; .*HttpOnly; Secure; SameSite=Lax$/);
    // Production without SMTP sends no mails, and no page shows them.
    await production.call("post", "/api/auth/forgot").send({ email }).expect(202);
    await production.call("get", "/dashboard/mail").expect(404);
  });

  it("accepts each invitation once, for its email, until it expires", async () => {
    await using invited = await openSystem({
      verifiers: [],
      env: { ...mailbox.env, REGISTRATION: "invite" },
    });
    const invite = async (email: string, days: number) => {
      const token = randomBytes(32).toString("base64url");
      await invited.sql(
        `insert into invitations (id, email, token_hash, expires_at)
         values ($1, $2, $3, now() + make_interval(days => $4))`,
        newId("invitation"),
        email,
        createHash("sha256").update(token).digest(),
        days,
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
    expect(await statusOf({ email, invitation: token })).toBe(202);
    // An unconfirmed registration does not use up the invitation: a mistyped one can be repeated.
    expect(await statusOf({ email, invitation: token })).toBe(202);
    expect((await confirm(tokenIn(await mailbox.next(email, 2)), invited)).status).toBe(200);
    expect(await statusOf({ email, invitation: token })).toBe(403);
    expect((await login(email, PASSWORD, invited)).status).toBe(200);
  });
});
