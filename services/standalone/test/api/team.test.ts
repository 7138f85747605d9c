import { newId } from "@receipts/contracts";
import { rememberSecret } from "@receipts/testing/suite-log";
import { anInvitation } from "../mail-links.ts";
import { mailbox, tokenIn, useMailbox } from "../mailbox.ts";
import { refusedAs } from "../refusals.ts";
import {
  aMember,
  anEmail,
  aPerson,
  aPersonWithPassword,
  type CallSignedIn,
  cookieOf,
  login,
  PASSWORD,
  sessionCookie,
  signIn,
  signInAs,
} from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";
import { enrollDevice } from "../tills.ts";

useMailbox();
useSystem(() => ({ verifiers: [], env: mailbox.env }));

const as = (cookie: string): CallSignedIn => {
  return (method, path) => system.call(method, path).set("cookie", cookie);
};
const join = (token: string, password = PASSWORD) =>
  system.call("post", "/api/auth/join").send({ token, name: "Hanna Bekele", password });
const invite = (person: CallSignedIn, email: string, role = "manager") =>
  person("post", "/api/invitations").send({ email, role });
const holderOf = ({ userId }: TestAccount) => `mem_${userId.slice(4)}`;

async function aHolder(): Promise<{ readonly account: TestAccount; readonly email: string }> {
  const account = await aPersonWithPassword(system);
  return { account, email: account.email };
}

/** An API key and a checkout key that the person makes, each with a call that it may make. */
async function madeKeys(person: CallSignedIn) {
  const name = "Shop server";
  const permissions = { verification: ["read"] };
  const api = await person("post", "/api/api-keys").send({ name, permissions }).expect(201);
  const scopes = ["deposits:read"];
  const checkout = await person("post", "/api/checkout-keys").send({ name, scopes }).expect(201);
  for (const { body } of [api, checkout]) rememberSecret(body.data.key);
  return [
    {
      id: api.body.data.apiKey.id as string,
      call: () => system.call("get", "/api/profile").set("x-api-key", api.body.data.key),
    },
    {
      id: checkout.body.data.checkoutKey.id as string,
      call: () => system.call("get", "/v1/deposits").set("authorization", `Bearer ${checkout.body.data.key}`),
    },
  ];
}

describe("an invitation", () => {
  it("is mailed, and gives a new person a session in the inviting account alone", async () => {
    const { account, person } = await aPerson(system);
    const email = anEmail();
    await invite(person, email, "developer").expect(201);
    const mail = await mailbox.next(email);
    expect(mail.subject).toBe("You are invited to a team · ወደ ቡድን ተጋብዘዋል");
    const joined = await join(tokenIn(mail)).expect(200);
    expect(joined.body.data).toMatchObject({
      user: { id: account.userId, email, name: "Hanna Bekele" },
      member: { role: "developer", branchId: null },
      accounts: [{ id: account.userId, role: "developer" }],
    });
    // No account of one's own: no credits for a sign-up, and nothing to switch to.
    const [row] = await system.sql(
      `select u.is_member_only as only, c.balance from users u join credit_accounts c on c.user_id = u.id where email = $1`,
      email,
    );
    expect(row).toEqual({ only: true, balance: 0 });
    const later = await login(system, email).expect(200);
    expect(later.body.data.account.id).toBe(account.userId);
    expect((await person("get", "/api/invitations")).body.data).toEqual([]);
    await join(tokenIn(mail)).expect(refusedAs("invalid_payload", "token"));
  });

  it("is accepted by a person with a sign-in, who then switches", async () => {
    const { account, person } = await aPerson(system);
    const guest = await aPersonWithPassword(system);
    await invite(person, guest.email).expect(201);
    const token = tokenIn(await mailbox.next(guest.email));
    // A link does not replace the password of an address that has one.
    await join(token, "a stranger's password").expect(refusedAs("already_exists"));
    const session = as(cookieOf(await login(system, guest.email).expect(200)));
    const accepted = await session("post", "/api/invitations/accept").send({ token }).expect(200);
    expect(accepted.body.data).toEqual({ accountId: account.userId });
    const before = (await session("get", "/api/auth/session")).body.data;
    expect(before.accounts.map(({ id }: { id: string }) => id).sort()).toEqual(
      [account.userId, guest.userId].sort(),
    );
    const switched = await session("post", "/api/auth/switch-account")
      .send({ accountId: account.userId })
      .expect(200);
    expect(switched.body.data).toMatchObject({
      account: { id: account.userId },
      member: { role: "manager" },
    });
    // A session that could act for two accounts would confuse them; nor does a switch prolong it.
    await session("get", "/api/auth/session").expect(401);
    expect(switched.body.data.expiresAt).toBe(before.expiresAt);
    const again = await login(system, guest.email).expect(200);
    expect(again.body.data.account.id).toBe(account.userId);
  });

  it("is not accepted by another person than the invited one", async () => {
    const { token } = await anInvitation(system, await system.account(), anEmail(), "owner");
    const { person } = await aPerson(system);
    await person("post", "/api/invitations/accept").send({ token }).expect(refusedAs("permission_denied"));
  });

  it("is used once, by any number of calls at once", async () => {
    const account = await system.account();
    const { token } = await anInvitation(system, account, anEmail());
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => join(token)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422]);
  });

  it("ends with the membership of the manager who made it, when it expires, and when it is revoked", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    const memberId = await aMember(system, account, "manager");
    const manager = as(await sessionCookie(system, account, memberId));
    const emails = [anEmail(), anEmail(), anEmail()];
    const tokens: string[] = [];
    for (const email of emails) {
      await invite(manager, email, "manager").expect(201);
      tokens.push(tokenIn(await mailbox.next(email)));
    }
    const open = await owner("get", "/api/invitations");
    await owner("delete", `/api/invitations/${open.body.data[0].id}`).expect(204);
    await join(tokens[2] ?? "").expect(refusedAs("invalid_payload", "token"));
    await system.sql("update member_invitations set expires_at = now() where email = $1", emails[1]);
    await join(tokens[1] ?? "").expect(refusedAs("invalid_payload", "token"));
    await owner("delete", `/api/members/${memberId}`).expect(200);
    await join(tokens[0] ?? "").expect(refusedAs("invalid_payload", "token"));
  });

  it("tells the inviter nothing about the address", async () => {
    const { person } = await aPerson(system);
    const known = (await aPersonWithPassword(system)).email;
    const seen = [];
    for (const email of [known, anEmail()]) {
      const { status, body } = await invite(person, email);
      const { id: _id, email: _email, createdAt: _at, expiresAt: _until, ...rest } = body.data;
      seen.push({ status, rest });
    }
    expect(seen[1]).toEqual(seen[0]);
    const { body } = await person("get", "/api/invitations").expect(200);
    expect(new Set(body.data.map((row: object) => Object.keys(row).join()))).toHaveProperty("size", 1);
  });

  it("is limited to 50 open ones", async () => {
    const { account, person } = await aPerson(system);
    for (let nth = 0; nth < 50; nth += 1) await anInvitation(system, account, anEmail());
    await invite(person, anEmail()).expect(refusedAs("invalid_payload", "email"));
  });
});

describe("a manager", () => {
  it("neither makes nor changes nor removes owners", async () => {
    const account = await system.account();
    const manager = await signInAs(system, account, "manager");
    const other = await aMember(system, account, "developer");
    const { token } = await anInvitation(system, account, anEmail(), "owner");
    const owner = (await join(token).expect(200)).body.data.member.id;
    for (const call of [
      invite(manager, anEmail(), "owner"),
      manager("patch", `/api/members/${other}`).send({ role: "owner" }),
      manager("patch", `/api/members/${owner}`).send({ role: "developer" }),
      manager("delete", `/api/members/${owner}`),
      manager("delete", `/api/members/${holderOf(account)}`),
    ])
      await call.expect(refusedAs("permission_denied"));
  });

  it("changes no own role, and no member of another account", async () => {
    const account = await system.account();
    const memberId = await aMember(system, account, "manager");
    const manager = as(await sessionCookie(system, account, memberId));
    await manager("patch", `/api/members/${memberId}`)
      .send({ role: "developer" })
      .expect(refusedAs("permission_denied"));
    const stranger = await aMember(system, await system.account(), "developer");
    await manager("patch", `/api/members/${stranger}`)
      .send({ role: "manager" })
      .expect(refusedAs("not_found"));
    await manager("delete", `/api/members/${stranger}`).expect(refusedAs("not_found"));
  });

  /** The password of the account's holder opens everything. */
  it("cannot change the owner's password, name or sessions", async () => {
    const account = await aPersonWithPassword(system);
    const owner = await signIn(system, account);
    const manager = await signInAs(system, account, "manager");
    await manager("post", "/api/auth/password")
      .send({ currentPassword: PASSWORD, newPassword: "the manager's own choice" })
      .expect(refusedAs("invalid_payload", "currentPassword"));
    await manager("patch", "/api/profile").send({ name: "Renamed" }).expect(200);
    expect((await owner("get", "/api/profile")).body.data.name).not.toBe("Renamed");
    expect((await manager("get", "/api/profile")).body.data.name).toBe("Renamed");
    expect((await manager("get", "/api/profile")).body.data.email).not.toBe(account.email);
    const all = (await owner("get", "/api/sessions")).body.data;
    expect(all.map(({ person }: { person: { role: string } }) => person.role).sort()).toEqual([
      "manager",
      "owner",
    ]);
    const own = (await manager("get", "/api/sessions")).body.data;
    expect(own.map(({ person }: { person: { role: string } }) => person.role)).toEqual(["manager"]);
    const ownersSession = all.find(({ person }: { person: { role: string } }) => person.role === "owner");
    await manager("delete", `/api/sessions/${ownersSession.id}`).expect(refusedAs("not_found"));
    await manager("post", "/api/auth/logout-everywhere").expect(204);
    await owner("get", "/api/auth/session").expect(200);
    await manager("patch", "/api/profile").send({ twoFactorRequired: true }).expect(401);
  });
});

describe("an owner", () => {
  it("ends the sessions of a removed person in every process", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    const memberId = await aMember(system, account, "developer");
    const member = as(await sessionCookie(system, account, memberId));
    await member("get", "/api/auth/session").expect(200);
    await owner("patch", `/api/members/${memberId}`).send({ role: "manager" }).expect(200);
    expect((await member("get", "/api/auth/session")).body.data.member.role).toBe("manager");
    await owner("delete", `/api/members/${memberId}`).expect(200);
    await member("get", "/api/auth/session").expect(401);
    await owner("delete", `/api/members/${memberId}`).expect(refusedAs("not_found"));
  });

  it("sees before what ends with a membership: keys, sessions, codes and invitations", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    const memberId = await aMember(system, account, "manager");
    const manager = as(await sessionCookie(system, account, memberId));
    const keys = await madeKeys(manager);
    const { body } = await manager("post", "/api/tills").send({ name: "Counter" }).expect(201);
    await invite(manager, anEmail()).expect(201);
    await owner("patch", "/api/profile").send({ name: "Sara" }).expect(200);
    const [{ madeBy }] = (await owner("get", "/api/api-keys").expect(200)).body.data;
    expect(madeBy).toEqual({ memberId, name: expect.any(String), role: "manager", hasLeft: false });
    const access = {
      keys: keys.map(({ id }) => ({ id, name: "Shop server", lastUsedAt: null })),
      // Not enrolled yet.
      tills: [],
      webhookEndpoints: [],
      ...{ sessions: 1, telegramChats: 0, codes: 1, invitations: 1 },
    };
    expect((await owner("get", `/api/members/${memberId}/access`).expect(200)).body.data).toEqual(access);
    await Promise.all(keys.map((key) => key.call().expect(200)));
    const removed = await owner("delete", `/api/members/${memberId}`).expect(200);
    const used = access.keys.map(({ id, name }) => ({ id, name }));
    expect(removed.body.data).toMatchObject({ ...access, keys: used });
    for (const key of keys) await key.call().expect(401);
    await system.call("post", "/api/till/enroll").send({ code: body.data.code }).expect(401);
    expect((await owner("get", "/api/invitations")).body.data).toEqual([]);
    const [key] = (await owner("get", "/api/api-keys").expect(200)).body.data;
    expect(key).toMatchObject({ enabled: false, madeBy: { hasLeft: true } });
    await owner("post", `/api/api-keys/${keys[0]?.id}/take-over`).send().expect(200);
    await owner("post", `/api/checkout-keys/${keys[1]?.id}/take-over`).send().expect(200);
    for (const taken of keys) await taken.call().expect(200);
    await owner("delete", `/api/api-keys/${keys[0]?.id}`).expect(204);
    await owner("post", `/api/api-keys/${keys[0]?.id}/take-over`).send().expect(refusedAs("not_found"));
  });

  it("takes over no more keys than an account may have", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    const memberId = await aMember(system, account, "manager");
    const keys = await madeKeys(as(await sessionCookie(system, account, memberId)));
    await owner("delete", `/api/members/${memberId}`).expect(200);
    const fill = (table: string, prefix: string, columns: string, values: string) =>
      system.sql(
        `insert into ${table} (id, user_id, name, key_hash, ${columns})
         select '${prefix}_' || new_ulid(), $1, 'filler', sha256(convert_to($1 || n, 'UTF8')), ${values}
           from generate_series(1, 50 - (select count(*) from ${table} where user_id = $1 and made_by is distinct from $2)) n`,
        account.userId,
        memberId,
      );
    await fill("api_keys", "key", "permissions", `'{"uptime":["read"]}'`);
    await fill("checkout_keys", "cky", "scopes, last4", "'{events:read}', '0000'");
    for (const [path, key] of [
      ["api-keys", keys[0]],
      ["checkout-keys", keys[1]],
    ] as const) {
      const takeOver = () => owner("post", `/api/${path}/${key?.id}/take-over`).send();
      expect((await takeOver().expect(refusedAs("invalid_state"))).body.message).toContain(
        "revoke one first",
      );
      await key?.call().expect(401);
      const others = (await owner("get", `/api/${path}?limit=100`).expect(200)).body.data;
      const filler = others.find(({ name }: { name: string }) => name === "filler");
      await owner("delete", `/api/${path}/${filler.id}`).expect(204);
      await takeOver().expect(200);
      await key?.call().expect(200);
    }
  });

  it("ends the tills that a removed person enrolled, if the call says so", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    for (const revokeTills of [false, true]) {
      const memberId = await aMember(system, account, "manager");
      const manager = as(await sessionCookie(system, account, memberId));
      const { tillId, tillCookie } = await enrollDevice(system, manager);
      const access = await owner("get", `/api/members/${memberId}/access`).expect(200);
      expect(access.body.data.tills).toMatchObject([{ id: tillId, name: "Counter 1" }]);
      await owner("delete", `/api/members/${memberId}`).send({ revokeTills }).expect(200);
      await system
        .call("get", "/api/till")
        .set("cookie", tillCookie)
        .expect(revokeTills ? 401 : 200);
    }
  });

  it("names the webhooks that a removed person or a key of the person set up, and disables them if the call says so", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    const endpoint = async (call: ReturnType<CallSignedIn>) =>
      (await call.send({ url: `http://127.0.0.1:9/${newId("event")}` }).expect(201)).body.data.endpoint;
    const others = await endpoint(owner("post", "/api/webhook-endpoints"));
    for (const disableEndpoints of [false, true]) {
      const memberId = await aMember(system, account, "developer");
      const developer = as(await sessionCookie(system, account, memberId));
      const { body } = await developer("post", "/api/api-keys")
        .send({ name: "server", permissions: { webhooks: ["read", "write"] } })
        .expect(201);
      const made = [
        await endpoint(developer("post", "/api/webhook-endpoints")),
        await endpoint(system.call("post", "/api/webhook-endpoints").set("x-api-key", body.data.key)),
      ].map(({ id, url }) => ({ id, url }));
      const access = await owner("get", `/api/members/${memberId}/access`).expect(200);
      expect(access.body.data.webhookEndpoints).toEqual(made);
      const removal = { disableEndpoints, takeOverKeys: true };
      const removed = await owner("delete", `/api/members/${memberId}`).send(removal).expect(200);
      expect(removed.body.data.webhookEndpoints).toEqual(made);
      const listed: { id: string; enabled: boolean }[] = (await owner("get", "/api/webhook-endpoints")).body
        .data;
      const states = new Map(listed.map(({ id, enabled }) => [id, enabled]));
      expect(made.map(({ id }) => states.get(id))).toEqual([!disableEndpoints, !disableEndpoints]);
      expect(states.get(others.id)).toBe(true);
    }
  });

  it("names the default webhook that a removed person set in the profile", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    const [setter, another] = [
      await aMember(system, account, "manager"),
      await aMember(system, account, "manager"),
    ];
    const by = async (memberId: string, change: object) =>
      await as(await sessionCookie(system, account, memberId))("patch", "/api/profile")
        .send(change)
        .expect(200);
    await by(setter, { defaultWebhookUrl: "http://127.0.0.1:9/default" });
    await by(another, { calendar: "ethiopian" });
    const namedFor = async (memberId: string) =>
      (await owner("get", `/api/members/${memberId}/access`).expect(200)).body.data.webhookEndpoints;
    expect(await namedFor(setter)).toMatchObject([{ url: "http://127.0.0.1:9/default" }]);
    expect(await namedFor(another)).toEqual([]);
  });

  it("takes the keys of a removed person over in the same call, so that none stops", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    const memberId = await aMember(system, account, "developer");
    const keys = await madeKeys(as(await sessionCookie(system, account, memberId)));
    const manager = await signInAs(system, account, "manager");
    await manager("delete", `/api/members/${memberId}`)
      .send({ takeOverKeys: true })
      .expect(refusedAs("permission_denied"));
    await owner("delete", `/api/members/${memberId}`).send({ takeOverKeys: true }).expect(200);
    for (const key of keys) await key.call().expect(200);
    // They have the owner's rights from then on.
    const [{ madeBy }] = (await owner("get", "/api/checkout-keys").expect(200)).body.data;
    expect(madeBy).toMatchObject({ memberId: holderOf(account), hasLeft: false });
  });

  it("ends the codes and invitations of a manager who becomes a developer", async () => {
    const account = await system.account();
    const owner = await signIn(system, account);
    const memberId = await aMember(system, account, "manager");
    const manager = as(await sessionCookie(system, account, memberId));
    const till = await manager("post", "/api/tills").send({ name: "Counter" }).expect(201);
    await invite(manager, anEmail()).expect(201);
    await owner("patch", `/api/members/${memberId}`).send({ role: "developer" }).expect(200);
    await system.call("post", "/api/till/enroll").send({ code: till.body.data.code }).expect(401);
    expect((await owner("get", "/api/invitations")).body.data).toEqual([]);
  });

  it("is told by mail when another owner invites an owner", async () => {
    const { account, email } = await aHolder();
    const { token } = await anInvitation(system, account, anEmail(), "owner");
    const other = as(cookieOf(await join(token).expect(200)));
    await invite(other, anEmail(), "manager").expect(201);
    await invite(other, anEmail(), "owner").expect(201);
    const mail = await mailbox.next(email);
    expect(mail.subject).toMatch(/^Your account gets a new owner/);
    expect(mail.text).toContain("/dashboard/team");
  });

  /** A new role adds an owner without an invitation. */
  it("tells the holder who became an owner", async () => {
    const { account, email } = await aHolder();
    const owner = await signIn(system, account);
    const memberId = await aMember(system, account, "manager");
    await owner("patch", `/api/members/${memberId}`).send({ role: "owner" }).expect(200);
    expect((await mailbox.next(email)).subject).toContain("new owner");
  });

  it("cannot remove or demote the holder", async () => {
    const account = await system.account();
    const { token } = await anInvitation(system, account, anEmail(), "owner");
    const owner = as(cookieOf(await join(token).expect(200)));
    await owner("delete", `/api/members/${holderOf(account)}`).expect(refusedAs("invalid_state"));
    await owner("patch", `/api/members/${holderOf(account)}`)
      .send({ role: "manager" })
      .expect(refusedAs("invalid_state"));
  });

  it("sees cashiers in the list, without an address", async () => {
    const account = await system.account();
    await aMember(system, account, "cashier");
    const owner = await signIn(system, account);
    const { body } = await owner("get", "/api/members").expect(200);
    expect(body.data.map(({ role, email }: { role: string; email: string | null }) => [role, email])).toEqual(
      [
        ["owner", expect.any(String)],
        ["cashier", null],
      ],
    );
  });
});

it("ends the sessions of a disabled person in every account", async () => {
  const account = await system.account();
  const email = anEmail();
  const { token } = await anInvitation(system, account, email);
  const member = as(cookieOf(await join(token).expect(200)));
  await system.sql("update users set disabled_at = now() where email = $1", email);
  await member("get", "/api/auth/session").expect(401);
  await login(system, email).expect(refusedAs("unauthenticated"));
});

it("tells a person without any account so, after the right password only", async () => {
  const account = await system.account();
  const email = anEmail();
  const { token } = await anInvitation(system, account, email);
  const { body } = await join(token).expect(200);
  const owner = await signIn(system, account);
  await owner("delete", `/api/members/${body.data.member.id}`).expect(200);
  await login(system, email).expect(refusedAs("permission_denied"));
  await login(system, email, { password: "wrong horse battery" }).expect(refusedAs("unauthenticated"));
});

it("does not switch to an account of others", async () => {
  const { person } = await aPerson(system);
  const { userId } = await system.account();
  await person("post", "/api/auth/switch-account").send({ accountId: userId }).expect(refusedAs("not_found"));
  await person("get", "/api/auth/session").expect(200);
});

it("changes bank accounts within 5 minutes of a proof of identity only", async () => {
  const account = await aPersonWithPassword(system);
  const owner = await signIn(system, account);
  const draft = { bank: "cbe", accountNumber: "1000412271234", accountName: "Selam Coffee Trading" };
  const age = () =>
    system.sql(
      "update sessions set created_at = now() - interval '6 min', confirmed_at = confirmed_at - interval '6 min' where user_id = $1",
      account.userId,
    );
  await age();
  const save = () => owner("post", "/api/bank-accounts").send(draft);
  await save().expect(refusedAs("fresh_sign_in_required"));
  // A switch is no proof of identity.
  const { token } = await anInvitation(system, await system.account(), account.email);
  await owner("post", "/api/invitations/accept").send({ token }).expect(refusedAs("fresh_sign_in_required"));
  await owner("post", "/api/auth/confirm-password")
    .send({ password: "wrong" })
    .expect(refusedAs("invalid_payload", "password"));
  await save().expect(refusedAs("fresh_sign_in_required"));
  const switched = as(
    cookieOf(await owner("post", "/api/auth/switch-account").send({ accountId: account.userId }).expect(200)),
  );
  await switched("post", "/api/bank-accounts").send(draft).expect(refusedAs("fresh_sign_in_required"));
  await switched("post", "/api/auth/confirm-password").send({ password: PASSWORD }).expect(204);
  await switched("post", "/api/bank-accounts").send(draft).expect(201);
});

it("filters the audit log by person, action and day, and exports it", async () => {
  const account = await system.account();
  const owner = await signIn(system, account);
  const memberId = await aMember(system, account, "manager");
  const manager = as(await sessionCookie(system, account, memberId));
  await invite(owner, anEmail()).expect(201);
  await invite(manager, anEmail()).expect(201);
  const list = (query: string) => owner("get", `/api/audit?${query}`).expect(200);
  const { body } = await list(`member=${memberId}&action=invitation.created`);
  expect(body.data).toMatchObject([{ actor: { memberId, role: "manager" }, action: "invitation.created" }]);
  expect((await list("endDate=2026-01-01")).body.meta.total).toBe(0);
  const csv = await owner("get", `/api/audit/export?member=${memberId}`).expect(200);
  expect(csv.text.trim().split("\r\n")).toHaveLength(2);
  expect(csv.get("content-disposition")).toMatch(/audit_.*\.csv/);
});

it("what a person began ends with that person's sign-in: invitations and tills' codes", async () => {
  const { account, person } = await aPerson(system);
  const memberId = await aMember(system, account, "manager");
  const other = as(await sessionCookie(system, account, memberId));
  const { token } = await anInvitation(system, account, anEmail());
  await system.sql(
    "update member_invitations set invited_by = $2 where user_id = $1",
    account.userId,
    memberId,
  );
  const till = await other("post", "/api/tills").send({ name: "Counter 2" }).expect(201);
  await system.sql(
    "update users set disabled_at = now() where id = (select person_id from members where id = $1)",
    memberId,
  );
  await system
    .call("post", "/api/auth/join")
    .send({ token, name: "Hanna", password: PASSWORD })
    .expect(refusedAs("invalid_payload", "token"));
  const code = till.body.data.code;
  await system.call("post", "/api/till/enroll").send({ code }).expect(refusedAs("unauthenticated"));
  await person("get", "/api/members").expect(200);
});
