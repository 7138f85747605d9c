import { createHmac } from "node:crypto";
import { request } from "node:http";
import { profileUpdatedSchema } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { onePixelPng } from "../pictures.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { type CallSignedIn, sessionCookie, signIn } from "../signed-in.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
let person: CallSignedIn;
useSystem({ verifiers: ["telebirr"] });
useReceiver();
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
});

const auditOf = () => system.auditOf(account.userId, "action, actor_kind, before, after");
const asKey = (method: "get" | "patch" | "post" | "put" | "delete", path: string) =>
  system.call(method, path, account);

describe("/api/profile", () => {
  it("is readable with any key", async () => {
    const reader = await system.account({ permissions: { uptime: ["read"] } });
    const { body } = await system.call("get", "/api/profile", reader).expect(200);
    expect(body.data).toEqual({
      name: "Test Merchant",
      email: expect.stringMatching(/@example\.test$/),
      businessName: null,
      defaultWebhookUrl: null,
      webhookSecretConfigured: false,
      webhookSecretRotationEndsAt: null,
      timeZone: "Africa/Addis_Ababa",
      calendar: "gregorian",
      clock: "international",
      oldPayments: "review_before_last_evening",
      summaryMailHour: null,
      oldPaymentsChosen: true,
      twoFactorRequired: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    });
  });

  it.each([null, "", " "])(
    "keeps its fields if they are sent as %j, except those that may be empty, which null clears",
    async (left) => {
      const full = {
        name: "Hana",
        businessName: "Hana Coffee",
        defaultWebhookUrl: "http://127.0.0.1:9/hook",
      };
      await person("patch", "/api/profile").send(full).expect(200);
      const none = { name: left, businessName: left, defaultWebhookUrl: left };
      const { body } = await person("patch", "/api/profile").send(none).expect(200);
      const cleared = { businessName: null, defaultWebhookUrl: null };
      expect(body.data).toMatchObject({ ...full, ...(left === null && cleared) });
    },
  );

  it("keeps its business while a saved account belongs to it, and says what to do", async () => {
    await person("patch", "/api/profile").send({ businessName: "Hana Coffee" }).expect(200);
    const saved = await person("post", "/api/bank-accounts")
      .send({ bank: "telebirr", accountNumber: "0911005678", accountName: "Hana", owner: "business" })
      .expect(201);
    const remove = () => person("patch", "/api/profile").send({ name: "Hana", businessName: null });
    const { body } = await remove().expect(refusedAs("invalid_payload", "businessName"));
    expect(body.error.details[0].message).toBe(
      "cannot be cleared while saved bank accounts have the owner business: set their owner to user, or delete them",
    );
    const kept = await person("get", "/api/profile").expect(200);
    expect(kept.body.data).toMatchObject({ name: "Test Merchant", businessName: "Hana Coffee" });
    await person("patch", `/api/bank-accounts/${saved.body.data.id}`).send({ owner: "user" }).expect(200);
    expect((await remove().expect(200)).body.data).toMatchObject({ name: "Hana", businessName: null });
    expect((await auditOf()).at(-1)).toMatchObject({
      ...{
        action: "profile.updated",
        before: { businessName: "Hana Coffee" },
        after: { businessName: null },
      },
    });
    await remove().expect(200);
  });

  it("has the time zone, the calendar and the clock of the account, which only it can change", async () => {
    const change = { timeZone: "Asia/Dubai", calendar: "ethiopian", clock: "ethiopian" };
    const { body } = await person("patch", "/api/profile").send(change).expect(200);
    expect(body.data).toMatchObject(change);
    await asKey("patch", "/api/profile").send({ timeZone: "UTC" }).expect(401);
    const zones = [{ timeZone: "+03:00" }, { timeZone: "Mars/Base" }];
    for (const wrong of [...zones, { calendar: "julian" }, { clock: "24" }]) {
      const [field] = Object.keys(wrong);
      const { body: refusal } = await person("patch", "/api/profile").send(wrong).expect(422);
      expect(refusal.error.details[0].field).toBe(field);
    }
    const back = { timeZone: "Africa/Addis_Ababa", calendar: "gregorian", clock: "international" };
    expect((await person("patch", "/api/profile").send(back).expect(200)).body.data).toMatchObject(back);
  });

  it("has the age from which payments are in review, as a rule or as hours", async () => {
    for (const oldPayments of ["off", 48, 8_760, "review_before_last_evening"]) {
      const { body } = await person("patch", "/api/profile").send({ oldPayments }).expect(200);
      expect(body.data.oldPayments).toBe(oldPayments);
    }
    for (const oldPayments of [0, 8_761, 1.5, "48", "never"])
      await person("patch", "/api/profile")
        .send({ oldPayments })
        .expect(refusedAs("invalid_payload", "oldPayments"));
  });

  it("says of an account of before the setting that no person has chosen it, until one does", async () => {
    await system.sql("update users set old_payments_chosen = false where id = $1", account.userId);
    const { body } = await person("get", "/api/profile").expect(200);
    const { oldPayments, oldPaymentsChosen } = body.data;
    expect(oldPaymentsChosen).toBe(false);
    const kept = await person("patch", "/api/profile").send({ oldPayments }).expect(200);
    expect(kept.body.data).toMatchObject({ oldPayments, oldPaymentsChosen: true });
  });

  it("is changed field by field with a session, and an empty change changes nothing", async () => {
    await person("patch", "/api/profile").send({ name: "Hana", businessName: "Hana Coffee" }).expect(200);
    await person("patch", "/api/profile").send({ businessName: "Hana Tea", unknown: 1 }).expect(200);
    const { body } = await person("patch", "/api/profile").send({}).expect(200);
    expect(body.data).toMatchObject({ name: "Hana", businessName: "Hana Tea", defaultWebhookUrl: null });
    expect(await system.sql("select id from businesses where user_id = $1", account.userId)).toEqual([
      { id: expect.stringMatching(/^biz_/) },
    ]);
    expect(await auditOf()).toEqual([
      {
        action: "profile.updated",
        actor_kind: "session",
        before: { name: "Test Merchant", businessName: null },
        after: { name: "Hana", businessName: "Hana Coffee" },
      },
      {
        action: "profile.updated",
        actor_kind: "session",
        before: { businessName: "Hana Coffee" },
        after: { businessName: "Hana Tea" },
      },
    ]);
  });

  /** The old receiver must notice if an attacker redirects the webhooks. */
  it("notifies the old default webhook of a change, and null removes it", async () => {
    await person("patch", "/api/profile")
      .send({ defaultWebhookUrl: `${receiver.url}?token=hidden` })
      .expect(200);
    const { body } = await person("patch", "/api/profile").send({ defaultWebhookUrl: null }).expect(200);
    expect(body.data.defaultWebhookUrl).toBeNull();
    await until(() => receiver.received.length === 1);
    expect(profileUpdatedSchema.parse(JSON.parse(receiver.received[0]?.body ?? "")).data).toEqual({
      changed: ["defaultWebhookUrl"],
    });
    const response = await system.verify(account, aReceipt()).expect(202);
    expect(response.body.links.webhookRegistered).toBe(false);
    expect(JSON.stringify(await auditOf())).not.toContain("hidden");
  });

  it.each([
    [{ name: 5 }, "name"],
    [{ name: "x".repeat(201) }, "name"],
    [{ businessName: "two\nlines" }, "businessName"],
    [{ defaultWebhookUrl: 5 }, "defaultWebhookUrl"],
  ])("refuses %j and names the field", async (change, field) => {
    await person("patch", "/api/profile").send(change).expect(refusedAs("invalid_payload", field));
    expect(await auditOf()).toEqual([]);
  });

  it.each([
    "not a url",
    "ftp://example.com/",
    "https://user:secret@example.com/",
    "https://nowhere.invalid/",
  ])("refuses the default webhook %s like a request's", async (defaultWebhookUrl) => {
    await person("patch", "/api/profile")
      .send({ defaultWebhookUrl })
      .expect(refusedAs("unsafe_webhook_url", "defaultWebhookUrl"));
  });

  it("loses none of several concurrent changes, and audits each once", async () => {
    const names = Array.from({ length: 10 }, (_, index) => `Name ${index}`);
    await Promise.all(names.map((name) => person("patch", "/api/profile").send({ name }).expect(200)));
    const rows = await auditOf();
    expect(rows.map(({ after }) => after.name).sort()).toEqual(names);
    expect(rows.slice(1).map(({ before }) => before.name)).toEqual(
      rows.slice(0, -1).map(({ after }) => after.name),
    );
  });
});

describe("/api/profile/webhook-secret", () => {
  it("is shown once, signs at once, is replaced without a grace period, and can be deleted", async () => {
    await person("patch", "/api/profile").send({ defaultWebhookUrl: receiver.url }).expect(200);
    const first = await person("post", "/api/profile/webhook-secret").expect(201);
    await until(() => receiver.received.length === 1);
    const second = await person("post", "/api/profile/webhook-secret")
      .send({ gracePeriodSeconds: 0 })
      .expect(201);
    expect(first.body.data.secret).toMatch(/^whsec_/);
    expect(second.body.data.secret).not.toBe(first.body.data.secret);
    await until(() => receiver.received.length === 2);
    for (const [index, { secret }] of [first.body.data, second.body.data].entries()) {
      const { headers, body } = receiver.received[index] ?? { headers: {}, body: "" };
      const text = `${headers["x-webhook-timestamp"]}.${body}`;
      const signature = `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
      expect(headers["x-webhook-signature"]).toBe(signature);
    }
    expect((await asKey("get", "/api/profile")).body.data.webhookSecretConfigured).toBe(true);
    await person("delete", "/api/profile/webhook-secret").expect(204);
    await person("delete", "/api/profile/webhook-secret").expect(204);
    expect((await asKey("get", "/api/profile")).body.data.webhookSecretConfigured).toBe(false);
    const audit = await auditOf();
    expect(audit.map(({ action }) => action)).toEqual([
      "profile.updated",
      "webhook_secret.created",
      "webhook_secret.replaced",
      "webhook_secret.deleted",
    ]);
    expect(JSON.stringify(audit)).not.toContain("whsec_");
  });

  it.each([-1, 604_801, 1.5, "60"])("refuses a grace period of %j", async (gracePeriodSeconds) => {
    const { body } = await person("post", "/api/profile/webhook-secret")
      .send({ gracePeriodSeconds })
      .expect(422);
    expect(body.error.details[0].field).toBe("gracePeriodSeconds");
  });
});

/** The smallest PNG, padded with bytes that no reader uses. */
function aPng(size = onePixelPng.length): Buffer {
  return Buffer.concat([onePixelPng, Buffer.alloc(Math.max(0, size - onePixelPng.length))]);
}

describe("/api/profile/logo", () => {
  const put = (bytes: Buffer, contentType = "image/png") =>
    person("put", "/api/profile/logo").set("content-type", contentType).send(bytes);

  it("returns the stored bytes with their detected type", async () => {
    await asKey("get", "/api/profile/logo").expect(404);
    const { body } = await put(aPng(), "text/html").expect(200);
    expect(body.data).toEqual({ contentType: "image/png", size: aPng().length, width: 1, height: 1 });
    const got = await asKey("get", "/api/profile/logo").expect(200);
    expect(Buffer.compare(got.body, aPng())).toBe(0);
    expect(got.headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    const again = await asKey("get", "/api/profile/logo").set("if-none-match", got.headers["etag"] ?? "");
    expect([again.status, again.text]).toEqual([304, ""]);
    await person("delete", "/api/profile/logo").expect(204);
    await asKey("get", "/api/profile/logo").expect(404);
  });

  it("accepts up to 512 KiB, with or without Content-Length", async () => {
    await put(aPng(512 * 1024)).expect(200);
    await put(aPng(512 * 1024 + 1)).expect(refusedAs("payload_too_large"));
    const chunked = await fetch(`${system.url}/api/profile/logo`, {
      method: "PUT",
      headers: { cookie: await sessionCookie(system, account) },
      body: new Blob([new Uint8Array(aPng(512 * 1024 + 1))]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  /** Each is in memory until it is stored. */
  it("accepts two of an account at a time: a third is refused until one has arrived", async () => {
    const headers = { cookie: await sessionCookie(system, account), "content-length": "1000" };
    const statuses: unknown[] = [];
    const slow = [1, 2, 3].map(() => {
      const call = request(`${system.url}/api/profile/logo`, { method: "PUT", headers });
      call.on("error", () => undefined);
      call.on("response", ({ statusCode }) => statuses.push(statusCode));
      call.write("half of");
      return call;
    });
    await until(() => statuses.length > 0);
    expect(statuses).toEqual([429]);
    await put(aPng()).expect(refusedAs("rate_limited"));
    for (const call of slow) call.destroy();
    await until(async () => (await put(aPng())).status === 200);
  });

  it.each([
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")],
    ["HTML with the type of a picture", Buffer.from("<html></html>")],
    ["the beginning of a PNG", aPng().subarray(0, 20)],
    ["nothing", Buffer.alloc(0)],
  ])("refuses %s", async (_what, bytes) => {
    await put(bytes).expect(refusedAs("unsupported_media_type"));
    expect(await auditOf()).toEqual([]);
  });

  it("refuses a picture that decompresses to too much memory", async () => {
    const bomb = aPng();
    bomb.writeUInt32BE(60_000, 16);
    await put(bomb).expect(refusedAs("invalid_payload"));
  });

  it("refuses a compressed body, which hides its size", async () => {
    await put(aPng()).set("content-encoding", "gzip").expect(415);
  });

  it("is in the audit log once for each change, but not for the same picture again", async () => {
    await put(aPng()).expect(200);
    await put(aPng()).expect(200);
    await put(aPng(100)).expect(200);
    await person("delete", "/api/profile/logo").expect(204);
    await person("delete", "/api/profile/logo").expect(204);
    expect((await auditOf()).map(({ action }) => action)).toEqual([
      "logo.updated",
      "logo.updated",
      "logo.deleted",
    ]);
  });
});

describe("a key with every permission", () => {
  it.each([
    ["patch", "/api/profile"],
    ["post", "/api/profile/webhook-secret"],
    ["delete", "/api/profile/webhook-secret"],
    ["put", "/api/profile/logo"],
    ["delete", "/api/profile/logo"],
  ] as const)("cannot %s %s", async (method, path) => {
    await asKey(method, path).send({ name: "Mallory" }).expect(refusedAs("unauthenticated"));
  });
});
