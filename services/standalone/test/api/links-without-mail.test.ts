import { rememberSecret } from "@receipts/testing/suite-log";
import { anInvitation } from "../mail-links.ts";
import { mailbox, tokenIn, useMailbox } from "../mailbox.ts";
import { refusedAs } from "../refusals.ts";
import { anEmail, aPerson, aPersonWithPassword, login, PASSWORD, sessionOf, signIn } from "../signed-in.ts";
import { openSystem, type System, system, useSystem } from "../system.ts";

useMailbox();
useSystem(() => ({ verifiers: [], env: mailbox.env }));

const joinWith = (on: System, token: string) =>
  on.call("post", "/api/auth/join").send({ token, name: "Hanna Bekele", password: PASSWORD });

describe("an installation without a mail server", () => {
  let without: System;
  beforeAll(async () => {
    without = await openSystem({ verifiers: [] });
  });
  afterAll(() => without.stop());

  async function invited(email: string) {
    const { account, person } = await aPerson(without);
    const { body } = await person("post", "/api/invitations").send({ email, role: "manager" }).expect(201);
    const [, token = ""] = /^https:\/\/api\.example\.test\/dashboard\/join#token=([\w-]{43})$/.exec(
      body.data.link,
    ) as RegExpExecArray;
    rememberSecret(token);
    return { account, person, token, message: body.message as string };
  }

  it("shows an invitation's link once, to the person who invites, and does not say that it was sent", async () => {
    const email = anEmail();
    const { account, person, token, message } = await invited(email);
    expect(message).toBe("Invitation created: send its link yourself");
    const listed = await person("get", "/api/invitations").expect(200);
    expect(listed.body.data).toMatchObject([{ email }]);
    const audit = await person("get", "/api/audit").expect(200);
    for (const { body } of [listed, audit]) expect(JSON.stringify(body)).not.toContain(token);
    expect(await without.sql("select from mails where email = $1", email)).toEqual([]);
    const joined = await joinWith(without, token).expect(200);
    expect(joined.body.data).toMatchObject({
      user: { id: account.userId, email, emailConfirmed: false },
      member: { role: "manager" },
    });
    const members = await person("get", "/api/members").expect(200);
    expect(members.body.data).toMatchObject([
      { isYou: true, emailConfirmed: true },
      { email, emailConfirmed: false },
    ]);
    await joinWith(without, token).expect(refusedAs("invalid_payload", "token"));
  });

  it("lets an address with a sign-in join only after signing in, and believes it as before", async () => {
    const guest = await aPersonWithPassword(without);
    const { account, token } = await invited(guest.email);
    await joinWith(without, token).expect(refusedAs("already_exists"));
    const session = sessionOf(without, await login(without, guest.email).expect(200));
    const accepted = await session("post", "/api/invitations/accept").send({ token }).expect(200);
    expect(accepted.body.data).toEqual({ accountId: account.userId });
    expect((await session("get", "/api/auth/session")).body.data.user.emailConfirmed).toBe(true);
  });
});

describe("a sign-in that was made with a link that no mail brought", () => {
  async function unconfirmed() {
    const { account } = await aPerson(system);
    const email = anEmail();
    const { id, token } = await anInvitation(system, account, email);
    await system.sql("update member_invitations set is_by_link = true where id = $1", id);
    const joined = await joinWith(system, token).expect(200);
    return { account, email, session: sessionOf(system, joined) };
  }

  it("gets no mails and no reset of its password, whatever the person does", async () => {
    const { email, session } = await unconfirmed();
    const confirmed = await aPersonWithPassword(system);
    for (const address of [email, confirmed.email])
      await system.call("post", "/api/auth/forgot").send({ email: address }).expect(202);
    const change = { currentPassword: PASSWORD, newPassword: "another long sentence" };
    await session("post", "/api/auth/password").send(change).expect(204);
    const other = await signIn(system, confirmed);
    await other("post", "/api/auth/password").send(change).expect(204);
    // Mails leave in order, so those of the first would be there.
    await mailbox.next(confirmed.email, 2);
    expect(mailbox.of(email)).toEqual([]);
    expect(
      await system.sql(
        "select from password_resets r join users u on u.id = r.user_id where u.email = $1",
        email,
      ),
    ).toEqual([]);
  });

  it("is confirmed by a mailed invitation that its person accepts", async () => {
    const { email, session } = await unconfirmed();
    const { person } = await aPerson(system);
    await person("post", "/api/invitations").send({ email, role: "developer" }).expect(201);
    const token = tokenIn(await mailbox.next(email));
    await session("post", "/api/invitations/accept").send({ token }).expect(200);
    expect((await session("get", "/api/auth/session")).body.data.user.emailConfirmed).toBe(true);
  });

  it("belongs to the reader of a mailed invitation, who joins with a new password", async () => {
    const { email, session } = await unconfirmed();
    const { account, person } = await aPerson(system);
    await person("post", "/api/invitations").send({ email, role: "developer" }).expect(201);
    const token = tokenIn(await mailbox.next(email));
    const body = { token, name: "Hanna Bekele", password: "what its reader chose" };
    const joined = await system.call("post", "/api/auth/join").send(body).expect(200);
    expect(joined.body.data).toMatchObject({
      user: { emailConfirmed: true },
      accounts: [{ id: account.userId, role: "developer" }],
    });
    await session("get", "/api/auth/session").expect(401);
  });

  it("belongs to the reader of the address's mail once that person registers: its password, sessions and memberships end", async () => {
    const { account, email, session } = await unconfirmed();
    const password = "what its reader chose";
    const draft = { email, password, name: "Hanna Bekele", businessName: "Hanna Coffee" };
    await system.call("post", "/api/auth/register").send(draft).expect(202);
    const token = tokenIn(await mailbox.next(email));
    await session("get", "/api/auth/session").expect(200);
    const confirmed = await system.call("post", "/api/auth/confirm").send({ token, password }).expect(200);
    expect(confirmed.body.data.user).toMatchObject({ email, emailConfirmed: true });
    expect(confirmed.body.data.accounts).toHaveLength(1);
    expect(confirmed.body.data.account.id).not.toBe(account.userId);
    const audited = await system.auditOf(account.userId, "action");
    expect(audited).toContainEqual({ action: "member.removed" });
    await session("get", "/api/auth/session").expect(401);
    await login(system, email, { password: PASSWORD }).expect(401);
    await login(system, email, { password }).expect(200);
  });
});
