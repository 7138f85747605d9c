import { createHmac } from "node:crypto";
import { until } from "@receipts/testing";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { type ReceivedWebhook, receiver, useReceiver } from "../receiver.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
let person: CallSignedIn;
useSystem({ verifiers: ["telebirr"] });
useReceiver();
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
});

/** The libraries that integrators use. */
const libraries = [
  ["standardwebhooks", StandardWebhook],
  ["svix", SvixWebhook],
] as const;

async function renew(body: object = {}): Promise<{ secret: string; rotationEndsAt: string | null }> {
  return (await person("post", "/api/profile/webhook-secret").send(body).expect(201)).body.data;
}

/** Waits for a real delivery by the dispatcher. */
async function delivered(): Promise<ReceivedWebhook> {
  receiver.received.length = 0;
  const body = { bank: "telebirr", reference: "DJ57QK2M41", webhookUrl: receiver.url };
  await system.verify(account, body, { waitMs: 10_000 });
  return await until(() => receiver.received[0]);
}

function trustedBy(secret: string, { headers, body }: ReceivedWebhook) {
  const text = `${headers["x-webhook-timestamp"]}.${body}`;
  const ours = `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
  const byLibrary = libraries.map(([name, Webhook]) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return [name, true];
    } catch {
      return [name, false];
    }
  });
  return { ours: headers["x-webhook-signature"] === ours, ...Object.fromEntries(byLibrary) };
}

const none = { ours: false, standardwebhooks: false, svix: false };
const all = { ours: true, standardwebhooks: true, svix: true };

const rotationOf = async () =>
  (await person("get", "/api/profile").expect(200)).body.data.webhookSecretRotationEndsAt;

async function actions(): Promise<string[]> {
  const rows = await system.sql(
    "select action from audit_log where user_id = $1 order by id",
    account.userId,
  );
  return rows.map(({ action }) => action);
}

describe("a rotation of the signing secret", () => {
  /** The receiver's deploy takes an hour: every webhook meanwhile must verify. */
  it("signs every webhook for receivers with the old secret and with the new one", async () => {
    const older = await renew();
    expect(older.rotationEndsAt).toBeNull();
    expect(trustedBy(older.secret, await delivered())).toEqual(all);
    const newer = await renew({ gracePeriodSeconds: 3_600 });
    expect(newer.rotationEndsAt).toBe(await rotationOf());
    const during = await delivered();
    expect(String(during.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    expect(trustedBy(older.secret, during)).toEqual(all);
    expect(trustedBy(newer.secret, during)).toEqual({ ...all, ours: false });
    expect(trustedBy((await renew()).secret, during)).toEqual(none);
  });

  it("ends after its period", async () => {
    const older = await renew();
    const newer = await renew({ gracePeriodSeconds: 60 });
    await system.sql(
      "update webhook_secrets set previous_until = now() - interval '1 millisecond' where user_id = $1",
      account.userId,
    );
    expect(await rotationOf()).toBeNull();
    const after = await delivered();
    expect(trustedBy(older.secret, after)).toEqual(none);
    expect(trustedBy(newer.secret, after)).toEqual(all);
    await person("post", "/api/profile/webhook-secret/activate").expect(204);
    expect(await actions()).toEqual(["webhook_secret.created", "webhook_secret.replaced"]);
  });

  it("ends at once when the new secret is activated, which is idempotent", async () => {
    const older = await renew();
    const newer = await renew();
    await person("post", "/api/profile/webhook-secret/activate").expect(204);
    await person("post", "/api/profile/webhook-secret/activate").expect(204);
    expect(await rotationOf()).toBeNull();
    const after = await delivered();
    expect(trustedBy(older.secret, after)).toEqual(none);
    expect(trustedBy(newer.secret, after)).toEqual(all);
    expect(await actions()).toEqual([
      "webhook_secret.created",
      "webhook_secret.replaced",
      "webhook_secret.activated",
    ]);
  });

  it("lasts a day by default, a week at most, and not at all with 0", async () => {
    await renew();
    const seconds = async () => {
      const rows = await system.sql(
        `select extract(epoch from previous_until - created_at)::int as seconds from webhook_secrets where user_id = $1`,
        account.userId,
      );
      return rows[0]?.seconds;
    };
    await renew();
    expect(await seconds()).toBe(86_400);
    await renew({ gracePeriodSeconds: 604_800 });
    expect(await seconds()).toBe(604_800);
    expect((await renew({ gracePeriodSeconds: 0 })).rotationEndsAt).toBeNull();
    expect(await seconds()).toBeNull();
    await person("post", "/api/profile/webhook-secret").send({ gracePeriodSeconds: 604_801 }).expect(422);
  });

  it("leaves the newest two secrets when repeated, and a deletion leaves none", async () => {
    const [first, second, third] = [await renew(), await renew(), await renew()];
    const during = await delivered();
    expect(trustedBy(first.secret, during)).toEqual(none);
    expect(trustedBy(second.secret, during)).toEqual(all);
    expect(trustedBy(third.secret, during)).toEqual({ ...all, ours: false });
    await person("delete", "/api/profile/webhook-secret").expect(204);
    expect(await rotationOf()).toBeNull();
    expect((await delivered()).headers["webhook-signature"]).toBeUndefined();
    await person("post", "/api/profile/webhook-secret/activate").expect(204);
    expect((await actions()).at(-1)).toBe("webhook_secret.deleted");
  });

  it("applies to test webhooks too", async () => {
    const older = await renew();
    const newer = await renew();
    await system
      .call("post", "/api/verify/test-webhook", account)
      .send({ webhookUrl: receiver.url })
      .expect(200);
    const sample = receiver.received[0] ?? { headers: {}, body: "" };
    expect(trustedBy(older.secret, sample)).toEqual(all);
    expect(trustedBy(newer.secret, sample)).toEqual({ ...all, ours: false });
  });
});
