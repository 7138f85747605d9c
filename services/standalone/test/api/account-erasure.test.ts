import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { newId } from "@receipts/contracts";
import { eraseAccount, operatorActor } from "@receipts/gateway";
import { childEnvironment, until } from "@receipts/testing";
import { adminCommand, runAdmin, runAdminProcess } from "../admin.ts";
import { setDefaultWebhook } from "../default-webhook.ts";
import { openLinks } from "../mail-links.ts";
import { onePixelPng } from "../pictures.ts";
import { startReceiver, type WebhookReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { makeCheckoutKey, makeDeposit, openPlatform, type Shop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

let receiver: WebhookReceiver;
let folder: string;
let platform: Shop;
useSystem({ verifiers: ["telebirr"] });
beforeAll(async () => {
  receiver = await startReceiver();
  platform = await openPlatform(system);
  await setDefaultWebhook(system.database.pool, platform.account.userId, receiver.url);
  folder = await mkdtemp(path.join(os.tmpdir(), "account-erasure-"));
});
afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true });
});

const admin = (...words: string[]) => runAdmin(system.environment, ...words);

/** Returns every value of every table, bytes in hexadecimal. */
async function dump(): Promise<string> {
  const tables = await system.sql<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const parts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await system.sql<{ text: string }>(`select to_jsonb(t)::text as text from ${name} t`);
      return rows.map(({ text }) => text).join("\n");
    }),
  );
  return parts.join("\n");
}

interface Lived {
  /** Part of every text that the account left behind. */
  readonly tag: string;
  readonly phone: string;
  readonly logo: Buffer;
  readonly account: TestAccount;
  readonly receipt: { readonly bank: string; readonly reference: string };
  readonly email: string;
}

const aKey = (name: string) => ({ name, permissions: { uptime: ["read"] } });

let lives = 0;

/** Creates an account with its names in every place that an account can fill. */
async function aLivedAccount(): Promise<Lived> {
  const account = await system.account();
  lives += 1;
  const tag = `Canary${lives}x`;
  const canary = (what: string) => `${tag} ${what}`;
  const phone = `09119870${10 + lives}`;
  const logo = Buffer.concat([onePixelPng, Buffer.from(tag)]);
  const email = `${tag}@example.test`;
  await system.sql(
    "update users set email = $2, name = $3, password_hash = 'secret-hash' where id = $1",
    account.userId,
    email,
    canary("owner"),
  );
  await system.sql(
    "update api_keys set name = $2, metadata = $3 where user_id = $1",
    account.userId,
    canary("key"),
    { shop: canary("metadata") },
  );
  await system.sql(
    `insert into invitations (id, email, token_hash, expires_at)
     values ($1, $2::text, sha256(convert_to($2::text, 'UTF8')), now() + interval '1 day')`,
    newId("invitation"),
    email,
  );
  await openLinks(system, account.userId);
  await system.sql(
    `insert into pending_registrations (email, mail_id, name, password_hash, request_id, expires_at)
     values (lower($1), $2, $3, 'secret-hash', $3, now() + interval '1 day')`,
    email,
    newId("mail"),
    canary("pending"),
  );
  await system.sql(
    `insert into mails (id, kind, email, next_attempt_at, expires_at)
     values ($1, 'password_changed', $2, now() + interval '1 day', now() + interval '2 days')`,
    newId("mail"),
    email,
  );
  await admin("credits", "grant", "--user", email, "--amount", "5", "--note", canary("note"));
  const person = await signIn(system, account);
  const change = { businessName: canary("business"), defaultWebhookUrl: `${receiver.url}/${tag}` };
  await person("patch", "/api/profile").set("x-request-id", `${tag}-change`).send(change).expect(200);
  await person("post", "/api/profile/webhook-secret").expect(201);
  await person("put", "/api/profile/logo").set("content-type", "image/png").send(logo).expect(200);
  const saved = {
    bank: "telebirr",
    accountNumber: phone,
    accountName: canary("holder"),
    otherNames: [canary("receiver")],
    label: canary("label"),
  };
  await person("post", "/api/bank-accounts").send(saved).expect(201);
  const paid = await system.pay({
    bank: "telebirr",
    amount: "250.00",
    receiverAccount: phone,
    receiverName: canary("receiver"),
    senderName: canary("sender"),
  });
  const receipt = { bank: "telebirr", reference: paid.referenceNumber };
  await system
    .verify(account, receipt, {
      waitMs: 15_000,
      idempotencyKey: `${tag}-once`,
      headers: { "x-request-id": `${tag}-request` },
    })
    .expect(200);
  await aLivedDeposit(account, phone, canary);
  await aDepositInReview(person, account, phone, canary);
  await aLivedPurchase(person, canary);
  await until(async () => {
    const rows = await system.sql(
      "select from webhook_deliveries where user_id = any($1) and state = 'pending'",
      [account.userId, platform.account.userId],
    );
    return rows.length === 0;
  });
  return { account, receipt, email, tag, phone, logo };
}

/** Creates a deposit that two receipts confirm, with every personal field filled. */
async function aLivedDeposit(account: TestAccount, phone: string, canary: (what: string) => string) {
  const { key } = await makeCheckoutKey(system, account);
  const { body } = await system
    .call("post", "/v1/deposits")
    .set({ authorization: `Bearer ${key}`, "idempotency-key": canary("deposit").replace(" ", "-") })
    .send({
      amount: "10.00",
      currency: "ETB",
      reference: canary("order"),
      description: canary("description"),
      customer: { name: canary("customer"), phone },
      returnUrl: `https://shop.example/${canary("return").replace(" ", "-")}`,
      metadata: { note: canary("note") },
      allowPartial: true,
    })
    .expect(201);
  const depositId = body.data.id;
  const cause = { requestId: canary("page").replace(" ", "-"), traceparent: "" };
  for (const [nth, amount] of ["6.00", "4.00"].entries()) {
    const paid = await system.pay({
      ...{ bank: "telebirr", amount, receiverAccount: phone },
      ...{ receiverName: canary("receiver"), senderName: canary(`payer ${nth}`) },
    });
    await system.gateway.checkout.submitReceipt({ depositId, text: paid.smsText, cause });
    await until(async () => {
      const parts = await system.sql("select from deposit_parts where deposit_id = $1", depositId);
      return parts.length === nth + 1;
    });
  }
}

/** Creates a deposit of which one doubtful receipt was rejected with a note, and another is in review. */
async function aDepositInReview(
  person: CallSignedIn,
  account: TestAccount,
  phone: string,
  canary: (what: string) => string,
) {
  const depositId = await makeDeposit(system, account);
  const statusOf = async () => {
    const { body } = await person("get", `/api/deposits/${depositId}`).expect(200);
    return body.data.status;
  };
  for (let nth = 1; nth <= 2; nth += 1) {
    const { smsText } = await system.pay({
      ...{ bank: "telebirr", amount: "10.00", receiverAccount: phone },
      ...{ receiverName: canary("stranger"), senderName: canary("doubtful") },
    });
    const cause = { requestId: canary("review").replace(" ", "-"), traceparent: "" };
    await system.gateway.checkout.submitReceipt({ depositId, text: smsText, cause });
    await until(async () => (await statusOf()) === "review_required");
    if (nth === 2) return;
    const rejection = { decision: "reject", note: canary("why") };
    await person("post", `/api/deposits/${depositId}/resolve`).send(rejection).expect(200);
  }
}

/** Buys credits: another account's deposit and request then name the buyer. */
async function aLivedPurchase(person: CallSignedIn, canary: (what: string) => string) {
  const { body } = await person("post", "/api/credits/purchases").send({ packageId: "starter" }).expect(201);
  const text = await platform.pay({ amount: "500.00", senderName: canary("buyer") });
  expect((await platform.submitAndSettle(body.data.id, text)).status).toBe("confirmed");
}

/** Returns the actors of the account's entries with this action. */
const auditOf = (userId: string, action: string) =>
  system.sql("select actor_kind from audit_log where user_id = $1 and action = $2", userId, action);

describe("admin -- account export", () => {
  it("writes everything stored about the account without secrets, and records it in the audit log", async () => {
    const { account, receipt, email, tag, phone, logo } = await aLivedAccount();
    const canary = (what: string) => `${tag} ${what}`;
    const file = path.join(folder, "export.json");
    await admin("account", "export", "--user", email, "--out", file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const exported = JSON.parse(await readFile(file, "utf8"));
    expect(exported).toMatchObject({
      users: [{ id: account.userId, email, name: canary("owner") }],
      businesses: [{ name: canary("business") }],
      bank_accounts: [{ account_number: phone, account_name: canary("holder") }],
      api_keys: [{ metadata: { shop: canary("metadata") } }],
      verification_requests: expect.arrayContaining([
        expect.objectContaining({
          reference: receipt.reference,
          result: expect.objectContaining({ senderName: canary("sender") }),
        }),
      ]),
      deposits: expect.arrayContaining([
        expect.objectContaining({ customer: { name: canary("customer"), phone } }),
        expect.objectContaining({ review: expect.objectContaining({ receiverName: canary("stranger") }) }),
      ]),
      deposit_parts: [0, 1].map((nth) =>
        expect.objectContaining({ receipt: expect.objectContaining({ senderName: canary(`payer ${nth}`) }) }),
      ),
      logos: [{ bytes: `\\x${logo.toString("hex")}` }],
    });
    expect(exported.audit_details.length).toBeGreaterThan(3);
    expect(exported.audit_details).toContainEqual(
      expect.objectContaining({ request_id: `${tag}-change`, address: "127.0.0.1" }),
    );
    const actors = (kind: string) =>
      exported.audit_log.filter((entry: { actor_kind: string }) => entry.actor_kind === kind);
    expect(actors("operator")).toMatchObject([{ actor_id: null }, { actor_id: null }]);
    expect(actors("session")[0]).toMatchObject({ actor_id: expect.stringMatching(/^ses_/) });
    const text = JSON.stringify(exported);
    for (const secret of ["secret-hash", "password_hash", "key_hash", "ciphertext", "receipt_hash", "whsec_"])
      expect(text).not.toContain(secret);
    await expect(admin("account", "export", "--user", email, "--out", file)).rejects.toThrow(/EEXIST/);
    expect(await auditOf(account.userId, "account.exported")).toEqual([{ actor_kind: "operator" }]);
    expect(JSON.parse(await admin("account", "export", "--user", account.userId)).users).toEqual(
      exported.users,
    );
  });

  it("is in the audit log even if the reader of its output has quit", async () => {
    const { userId } = await system.account();
    const words = adminCommand("account", "export", "--user", userId);
    const env = childEnvironment(system.environment);
    const child = spawn(process.execPath, words, { env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect([code, said]).toEqual([1, ""]);
    expect(await auditOf(userId, "account.exported")).toEqual([{ actor_kind: "operator" }]);
  });

  it("contains nothing of another account", async () => {
    const { account } = await aLivedAccount();
    const other = await system.account();
    const text = await admin("account", "export", "--user", other.userId);
    expect(text).not.toContain(account.userId);
    expect(text).not.toContain("Canary");
  });
});

describe("the command line, with the role of a service", () => {
  it("names the role whose DATABASE_URL it needs", async () => {
    const { userId } = await system.account();
    const asGateway = system.environmentOf("gateway");
    await expect(runAdminProcess(asGateway, "user", "disable", "--user", userId)).rejects.toMatchObject({
      stderr: "permission denied for table users: use the DATABASE_URL of the schema's owner\n",
    });
  });
});

describe("admin -- account erase", () => {
  it("requires --yes, and only disables the account while a request is unfinished", async () => {
    const account = await system.account();
    const erase = ["account", "erase", "--user", account.userId];
    await expect(admin(...erase)).rejects.toThrow(/--yes/);
    const { body } = await system.verify(account, {
      bank: "cbe",
      reference: "FT26278K3WQ8",
      suffix: "41227093",
    });
    for (let tries = 1; tries <= 2; tries += 1)
      await expect(admin(...erase, "--yes")).rejects.toThrow(
        /1 unfinished requests .* The account is now disabled/,
      );
    await until(async () => (await system.verify(account, aReceipt())).status === 401);
    expect(await auditOf(account.userId, "account.erased")).toEqual([]);
    expect(await auditOf(account.userId, "account.disabled")).toEqual([{ actor_kind: "operator" }]);
    await admin("user", "enable", "--user", account.userId);
    await until(
      async () => (await system.call("get", `/api/verify/${body.requestId}`, account)).status === 200,
    );
  });

  /** An erased person must not be identifiable in a copy of the database. */
  it("leaves no names in a dump of the database, and keeps the ledger", async () => {
    const { account, receipt, email, tag, phone } = await aLivedAccount();
    const ledger = () =>
      system.sql(
        "select id, type, amount, balance_after from credit_transactions where user_id = $1 order by id",
        account.userId,
      );
    const names = [
      tag,
      Buffer.from(tag).toString("hex"),
      phone,
      `*${phone.slice(-4)}`,
      receipt.reference,
      email,
    ];
    const found = (text: string) => names.filter((name) => text.toLowerCase().includes(name.toLowerCase()));
    await system.sql(
      `insert into verification_requests
       select (jsonb_populate_record(v, jsonb_build_object('id', 'ver_copy' || n))).*
         from verification_requests v, generate_series(1, 1200) n where v.user_id = $1 and v.source = 'api'`,
      account.userId,
    );
    const before = await ledger();
    expect(before).not.toHaveLength(0);
    expect(found(await dump())).toEqual(names);
    const [purchase] = (await platform.call("get", "/v1/deposits?limit=1").expect(200)).body.data.items;
    expect(purchase.receipt.senderName).toBe(`${tag} buyer`);
    names.push(purchase.receipt.referenceNumber);
    await admin("account", "erase", "--user", email, "--yes");

    expect(found(await dump())).toEqual([]);
    expect(await ledger()).toEqual(before);
    // The sale and its payment remain, without a name; the same receipt still pays for nothing else.
    expect(await platform.read(purchase.id)).toMatchObject({ status: "confirmed", amountReceived: "500.00" });
    const confirmations = await system.sql(
      "select from receipt_confirmations where user_id = $1 and receipt_hash = (select receipt_hash from deposits where id = $2)",
      platform.account.userId,
      purchase.id,
    );
    expect(confirmations).toHaveLength(1);
    expect(await auditOf(account.userId, "account.erased")).toEqual([{ actor_kind: "operator" }]);
    await expect(admin("account", "erase", "--user", email, "--yes")).rejects.toThrow(/Account not found/);
    await admin("account", "erase", "--user", account.userId, "--yes");
    expect(await auditOf(account.userId, "account.erased")).toHaveLength(1);
  });

  it("ends all access, and its receipts still do not count as first confirmations", async () => {
    const { account, receipt } = await aLivedAccount();
    const person = await signIn(system, account);
    await admin("account", "erase", "--user", account.userId, "--yes");
    await person("get", "/api/profile").expect(401);
    await until(async () => (await system.call("get", "/api/profile", account)).status === 401);
    // Restore the account by hand: the record of the receipt is still there.
    const again = await system.keyOf(account);
    await system.sql("alter table users disable trigger users_stay_erased");
    await system.sql("update users set erased_at = null where id = $1", account.userId);
    await system.sql("alter table users enable trigger users_stay_erased");
    await system.verify(again, receipt).expect(refusedAs("credits_exhausted"));
    await system.sql("update credit_accounts set closed_at = null where user_id = $1", account.userId);
    const { body } = await system.verify(again, receipt, { waitMs: 15_000 }).expect(200);
    expect(body.data[0].confirmationHistory).toMatchObject({
      isFirstConfirmation: false,
      confirmedBefore: true,
      confirmationCount: 2,
    });
  });

  /** A request admitted during an erasure would be recorded with names after it. */
  it("admits no request after it: concurrent ones either come first and stop it, or are refused", async () => {
    const account = await system.account();
    const racing = Array.from({ length: 20 }, () => system.verify(account, aReceipt(), { waitMs: 10_000 }));
    const erased = admin("account", "erase", "--user", account.userId, "--yes").then(
      () => true,
      () => false,
    );
    const answers = await Promise.all(racing);
    const isErased = await erased;
    for (const { status } of answers) expect([200, 202, 401, 402]).toContain(status);
    if (!isErased)
      await until(() =>
        admin("account", "erase", "--user", account.userId, "--yes").then(
          () => true,
          () => false,
        ),
      );
    const rows = await system.sql(
      "select count(*)::int as n from verification_requests where user_id = $1 and erased_at is null",
      account.userId,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  /** A name written during an erasure would stay. */
  it("accepts no key after it, and does not fail concurrent revocations and logouts", async () => {
    for (let round = 1; round <= 3; round += 1) {
      const account = await system.account();
      const people = await Promise.all(Array.from({ length: 6 }, () => signIn(system, account)));
      const keys = await Promise.all(
        people.map((call) => call("post", "/api/api-keys").send(aKey("Canary before")).expect(201)),
      );
      const answers = await Promise.all([
        eraseAccount(system.database.pool, account.userId, { actor: operatorActor("root") }),
        ...people.map((call) => call("post", "/api/api-keys").send(aKey("Canary behind"))),
        ...people.map((call, n) => call("delete", `/api/api-keys/${keys[n]?.body.data.apiKey.id}`)),
        ...people.map((call) => call("post", "/api/auth/logout")),
      ]);
      for (const { status = 200 } of answers as { status?: number }[])
        expect([200, 201, 204, 401, 404]).toContain(status);
      const rows = await system.sql(
        `select name from api_keys where user_id = $1 and name <> ''
         union all select request_id from audit_details join audit_log on id = audit_id where user_id = $1`,
        account.userId,
      );
      expect(rows).toEqual([]);
    }
  });

  it.each([
    ["key", "create", "--name", "till"],
    ["credits", "grant", "--amount", "5"],
    ["webhook-secret", "create"],
  ])("stops operator commands too: %s %s", async (...words) => {
    const { userId } = await system.account();
    await admin("account", "erase", "--user", userId, "--yes");
    await expect(admin(...words, "--user", userId)).rejects.toThrow(`Account ${userId} has been erased`);
  });

  /** Erasure and export must handle every new table, or they become silently incomplete. */
  it("handles every table that belongs to an account", async () => {
    const exported = Object.keys(
      JSON.parse(await admin("account", "export", "--user", (await system.account()).userId)),
    );
    const rows = await system.sql<{
      name: string;
    }>(`select distinct table_name as name from information_schema.columns c join pg_class r on r.relname = c.table_name
        where table_schema = 'public' and column_name in ('user_id', 'delivery_id', 'audit_id', 'email', 'verification_id')
          and not r.relispartition`);
    expect(rows.map(({ name }) => name).filter((name) => !exported.includes(name))).toEqual([]);
  });
});
