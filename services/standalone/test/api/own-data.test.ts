import { until } from "@receipts/testing";
import { runAdmin } from "../admin.ts";
import { mailbox, useMailbox } from "../mailbox.ts";
import { refusedAs } from "../refusals.ts";
import {
  aMember,
  aPersonWithPassword,
  type CallSignedIn,
  login,
  PASSWORD,
  sessionCookie,
  signIn,
} from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

useMailbox();
useSystem(() => ({ verifiers: ["telebirr"], env: mailbox.env }));

const closing = (email: string, password = PASSWORD) => ({ email, password });
const admin = (...words: string[]) => runAdmin(system.environment, ...words);
const age = (account: TestAccount) =>
  system.sql("update sessions set created_at = now() - interval '1 hour' where user_id = $1", account.userId);

/** A second owner, with a session. */
async function aSecondOwner(account: TestAccount) {
  const memberId = await aMember(system, account, "manager");
  await system.sql("update members set role = 'owner' where id = $1", memberId);
  const cookie = await sessionCookie(system, account, memberId);
  return (method: "get" | "post", path: string) => system.call(method, path).set("cookie", cookie);
}

describe("the export of one's own account", () => {
  it("has everything of the account and no secret, and is in the audit log", async () => {
    const account = await aPersonWithPassword(system, { credits: 5 });
    const other = await aPersonWithPassword(system);
    await system
      .verify(account, { bank: "telebirr", reference: "CL37MDRBA3" }, { waitMs: 15_000 })
      .expect(200);
    const person = await signIn(system, account);
    const response = await person("get", "/api/account/export").expect(200);
    expect(response.get("content-disposition")).toMatch(
      /^attachment; filename=account_\d{4}-\d\d-\d\d\.json$/,
    );
    expect(response.body.users).toMatchObject([{ id: account.userId, email: account.email }]);
    expect(response.body.verification_requests).toMatchObject([{ bank: "telebirr" }]);
    for (const secret of [account.passwordHash, account.apiKey, "key_hash", other.email, other.userId])
      expect(response.text).not.toContain(secret);
    const { body } = await person("get", "/api/audit?action=account.exported").expect(200);
    expect(body.data).toHaveLength(1);
  });

  it("needs a proof of identity, and is its holder's alone", async () => {
    const account = await aPersonWithPassword(system);
    const owner = await aSecondOwner(account);
    await owner("get", "/api/account/export").expect(refusedAs("permission_denied"));
    const person = await signIn(system, account);
    await age(account);
    await person("get", "/api/account/export").expect(refusedAs("fresh_sign_in_required"));
    await person("post", "/api/auth/confirm-password").send({ password: PASSWORD }).expect(204);
    await person("get", "/api/account/export").expect(200);
  });

  it("is one of two at a time, so that slow readers cannot hold all connections", async () => {
    const exporter = async () => await signIn(system, await aPersonWithPassword(system));
    const [first, second, third] = [await exporter(), await exporter(), await exporter()];
    const exported = (person: CallSignedIn) => person("get", "/api/account/export");
    const holder = await system.database.pool.connect();
    await holder.query("begin; lock table logos in access exclusive mode");
    const running = Promise.all([exported(first), exported(second)]);
    const waiting = "select from pg_locks where relation = 'logos'::regclass and not granted";
    await until(async () => (await system.sql(waiting)).length === 2, { what: "two exports that wait" });
    const refused = await exported(third).expect(refusedAs("service_unavailable"));
    expect(refused.get("content-disposition")).toBeUndefined();
    await holder.query("commit");
    holder.release();
    expect((await running).map(({ status }) => status)).toEqual([200, 200]);
    // Each place is given back.
    await exported(third).expect(200);
  });
});

describe("closing an account", () => {
  it("ends all access at once, with a mail, and changes nothing by a wrong proof", async () => {
    const account = await aPersonWithPassword(system);
    const owner = await aSecondOwner(account);
    const person = await signIn(system, account);
    const close = (body: object) => person("post", "/api/account/close").send(body);
    await owner("post", "/api/account/close")
      .send(closing(account.email))
      .expect(refusedAs("permission_denied"));
    await close(closing("another@example.test")).expect(refusedAs("invalid_payload", "email"));
    await close(closing(account.email, "a wrong password")).expect(refusedAs("invalid_payload", "password"));
    await person("get", "/api/auth/session").expect(200);

    await close(closing(account.email.toUpperCase())).expect(204);
    expect((await mailbox.next(account.email)).subject).toMatch(/^Your account is closed/);
    await person("get", "/api/auth/session").expect(401);
    await owner("get", "/api/auth/session").expect(401);
    await login(system, account.email).expect(401);
    await system.verify(account, { bank: "telebirr", reference: "CL37MDRBA3" }).expect(401);
  });

  it("is done once by any number of calls at once", async () => {
    const account = await aPersonWithPassword(system);
    const cookie = await sessionCookie(system, account);
    const close = () =>
      system.call("post", "/api/account/close").set("cookie", cookie).send(closing(account.email));
    const answers = await Promise.all(Array.from({ length: 5 }, close));
    expect(answers.map(({ status }) => status).filter((status) => status === 204).length).toBeGreaterThan(0);
    const rows = await system.sql(
      "select from audit_log where user_id = $1 and action = 'account.closed'",
      account.userId,
    );
    expect(rows).toHaveLength(1);
  });

  it("is followed by the erasure after 30 days, not before, and not if an operator enables it again", async () => {
    const closed = async (days: number) => {
      const account = await aPersonWithPassword(system);
      const person = await signIn(system, account);
      await person("post", "/api/account/close").send(closing(account.email)).expect(204);
      // As time does: the trigger refuses to bring an erasure forward.
      await system.sql(`alter table users disable trigger close_user`);
      await system.sql(
        "update users set closed_at = closed_at - make_interval(days => $2) where id = $1",
        account.userId,
        days,
      );
      await system.sql(`alter table users enable trigger close_user`);
      return account;
    };
    const [old, young, reopened] = [await closed(31), await closed(29), await closed(31)];
    await admin("user", "enable", "--user", reopened.email);
    expect(await admin("account", "erase-closed")).toContain("Erased 1 of 1 accounts");
    const rows = await system.sql<{ id: string; erased: boolean }>(
      "select id, erased_at is not null as erased from users where id = any($1)",
      [old.userId, young.userId, reopened.userId],
    );
    expect(Object.fromEntries(rows.map(({ id, erased }) => [id, erased]))).toEqual({
      [old.userId]: true,
      [young.userId]: false,
      [reopened.userId]: false,
    });
    await login(system, reopened.email).expect(200);
  });
});
