import { randomBytes } from "node:crypto";
import { until } from "@receipts/testing";
import { mailbox, tokenIn, useMailbox } from "../mailbox.ts";
import { anEmail, aPersonWithPassword, PASSWORD, signIn, login as signInAs } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

const NEXT = "another staple battery horse";

useMailbox();
useSystem(() => ({ verifiers: [], env: mailbox.env }));

const forgot = (email: string) => system.call("post", "/api/auth/forgot").send({ email });
const reset = (token: string, password = NEXT) =>
  system.call("post", "/api/auth/reset").send({ token, password });
const login = (email: string, password: string) => signInAs(system, email, { password });

async function resetToken(email: string): Promise<string> {
  const before = mailbox.of(email).length;
  await forgot(email).expect(202);
  return tokenIn(await mailbox.next(email, before + 1));
}

async function mailsOf(email: string): Promise<number> {
  return (await system.sql("select from mails where email = $1", email)).length;
}

describe("a forgotten password", () => {
  it("is replaced through the mailed link, which ends every session, notifies by mail and is audited", async () => {
    const person = await aPersonWithPassword(system);
    const call = await signIn(system, person);
    const token = await resetToken(person.email.toUpperCase().toLowerCase());
    expect((await mailbox.next(person.email)).subject).toBe("Choose a new password · አዲስ የይለፍ ቃል ይምረጡ");
    const response = await reset(token);
    expect([response.status, response.text]).toEqual([204, ""]);
    // It does not sign in: the cookie only separates a browser's attempts.
    expect(response.get("Set-Cookie")).toEqual([
      expect.stringMatching(/^svc_device=[^;]+; Path=\/api\/auth; .*HttpOnly; SameSite=Lax$/),
    ]);
    await call("get", "/api/auth/session").expect(401);
    expect((await login(person.email, PASSWORD)).status).toBe(401);
    expect((await login(person.email, NEXT)).status).toBe(200);
    const notice = await mailbox.next(person.email, 2);
    expect(notice.subject).toBe("Your password was changed · የይለፍ ቃልዎ ተቀይሯል");
    expect(notice.source).not.toContain("token=");
    const rows = await system.sql(
      `select a.actor_kind as kind, a.subject, d.after from audit_log a join audit_details d on d.audit_id = a.id
        where a.user_id = $1 and a.action = 'account.password_reset'`,
      person.userId,
    );
    expect(rows).toEqual([{ kind: "anonymous", subject: person.userId, after: { sessionsEnded: 1 } }]);
  });

  /** A mail is sent again with the same link if the server's reply is lost or the sender dies. */
  it("cannot be reset again by a mail that is resent after its link was used", async () => {
    const person = await aPersonWithPassword(system);
    await system.sql(`create table sent_mails (like mails);
       create function keep_mail() returns trigger language plpgsql security definer as
         $$ begin insert into sent_mails select new.*; return new; end $$;
       create trigger keep_mail before insert on mails for each row when (new.kind = 'reset_password')
         execute function keep_mail()`);
    const token = await resetToken(person.email);
    await reset(token).expect(204);
    await mailbox.next(person.email, 2);
    await system.sql("drop trigger keep_mail on mails; insert into mails select * from sent_mails");
    await until(async () => (await mailsOf(person.email)) === 0);
    expect(mailbox.of(person.email)).toHaveLength(2);
    expect((await reset(token, PASSWORD)).status).not.toBe(204);
    expect((await login(person.email, NEXT)).status).toBe(200);
  });

  it("cannot be reset again by a mail that is resent while its link is used", async () => {
    const person = await aPersonWithPassword(system);
    const { pool } = system.database;
    const token = await resetToken(person.email);
    const { source } = await mailbox.next(person.email);
    const mailId = /^message-id: <([^@]+)@/im.exec(source)?.[1];
    const waiting = async (count: number) => {
      const rows = await system.sql(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length >= count;
    };
    const holder = await pool.connect();
    // A reset writes to the audit log last, after it has set the password and ended the links.
    await holder.query("begin; lock table audit_log in exclusive mode");
    const resetting = reset(token).then(({ status }) => status);
    await until(() => waiting(1));
    await system.sql(
      `insert into mails (id, kind, email, created_at, expires_at)
       values ($1, 'reset_password', $2, now() - interval '1 minute', now() + interval '1 hour')`,
      mailId,
      person.email,
    );
    await until(() => waiting(2));
    await holder.query("commit");
    holder.release();
    expect(await resetting).toBe(204);
    await until(async () => (await mailsOf(person.email)) === 0);
    expect((await reset(token, "an intruder's password")).status).toBe(422);
    expect((await login(person.email, NEXT)).status).toBe(200);
  });

  /** Otherwise the response would reveal who is a customer. */
  it("gets the same response for every address, and a mail only for an active account", async () => {
    const person = await aPersonWithPassword(system);
    const disabled = await aPersonWithPassword(system);
    await system.sql("update users set disabled_at = now() where id = $1", disabled.userId);
    const withoutPassword = await system.account();
    const rows = await system.sql("select email from users where id = $1", withoutPassword.userId);
    const silent = [anEmail(), disabled.email, rows[0].email];
    const seen = [];
    for (const email of [person.email, ...silent]) {
      const response = await forgot(email);
      seen.push([
        response.status,
        JSON.stringify(response.body).replace(email, "…"),
        Object.keys(response.headers),
      ]);
    }
    for (const each of seen) expect(each).toEqual(seen[0]);
    await mailbox.next(person.email);
    for (const email of silent) {
      await until(async () => (await mailsOf(email)) === 0);
      expect(mailbox.of(email)).toEqual([]);
    }
  });

  it("is replaced once by all its links together, also under concurrent use", async () => {
    const person = await aPersonWithPassword(system);
    const [first, second] = [await resetToken(person.email), await resetToken(person.email)];
    const responses = await Promise.all(Array.from({ length: 5 }, () => reset(second)));
    // The hasher refuses more than four concurrent calls of one address.
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1);
    for (const { status } of responses) expect([204, 422, 429]).toContain(status);
    for (const token of [first, second]) {
      const again = await reset(token, "a third password, later");
      expect(again.body.error).toMatchObject({ code: "invalid_payload", details: [{ field: "token" }] });
    }
    expect((await login(person.email, NEXT)).status).toBe(200);
  });

  it.each([
    ["its 30 minutes are over", "update password_resets set expires_at = now() where user_id = $1"],
    ["the account is disabled", "update users set disabled_at = now() where id = $1"],
    ["the token is unknown", undefined],
  ])("stays if %s", async (_what, change) => {
    const person = await aPersonWithPassword(system);
    let token = await resetToken(person.email);
    if (change === undefined) token = randomBytes(32).toString("base64url");
    else await system.sql(change, person.userId);
    expect((await reset(token)).status).toBe(422);
    const rows = await system.sql("select password_hash as hash from users where id = $1", person.userId);
    expect(rows[0].hash).toBe(person.passwordHash);
  });

  it("has a link that is valid for 30 minutes and stored as a hash", async () => {
    const person = await aPersonWithPassword(system);
    const token = await resetToken(person.email);
    const rows = await system.sql(
      "select r::text, round(extract(epoch from expires_at - created_at))::int as seconds from password_resets r where user_id = $1",
      person.userId,
    );
    expect(rows).toEqual([{ r: expect.not.stringContaining(token), seconds: 1_800 }]);
  });

  /** An intruder in the mailbox must not be able to undo the owner's change. */
  it("has no valid link after its owner has changed the password", async () => {
    const person = await aPersonWithPassword(system);
    const token = await resetToken(person.email);
    const call = await signIn(system, person);
    await call("post", "/api/auth/password")
      .send({ currentPassword: PASSWORD, newPassword: NEXT })
      .expect(204);
    expect((await reset(token, "an intruder's password")).status).toBe(422);
    expect((await mailbox.next(person.email, 2)).subject).toContain("Your password was changed");
  });

  it("refuses a weak new password and keeps the link", async () => {
    const person = await aPersonWithPassword(system);
    const token = await resetToken(person.email);
    expect((await reset(token, "short")).body.error.details).toMatchObject([{ field: "password" }]);
    expect((await reset(token)).status).toBe(204);
  });
});
