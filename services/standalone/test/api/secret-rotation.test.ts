import { createHmac, randomBytes } from "node:crypto";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
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

describe("the secret of an endpoint", () => {
  const path = "/api/webhook-endpoints";
  /** Waits for a sample to the endpoint. */
  async function sample(id: string): Promise<ReceivedWebhook> {
    receiver.received.length = 0;
    await person("post", `${path}/${id}/test`).send({}).expect(202);
    return await until(() => receiver.received[0]);
  }

  it.each([24, 32, 64])(
    "can be the owner's own, of %s bytes: the libraries of integrators verify it",
    async (bytes) => {
      const secret = `whsec_${randomBytes(bytes).toString("base64")}`;
      rememberSecret(secret);
      const { body } = await person("post", path).send({ url: receiver.url, secret }).expect(201);
      expect(body.data.secret).toBe(secret);
      expect(trustedBy(secret, await sample(body.data.endpoint.id))).toEqual(all);
    },
  );

  it("signs alone once its rotation is ended early, which is audited once", async () => {
    const { body: made } = await person("post", path).send({ url: receiver.url }).expect(201);
    const { id } = made.data.endpoint;
    const { body: rotated } = await person("post", `${path}/${id}/rotate-secret`).send({}).expect(201);
    const before = await sample(id);
    expect([trustedBy(made.data.secret, before), trustedBy(rotated.data.secret, before)]).toEqual([
      all,
      { ...all, ours: false },
    ]);
    await person("post", `${path}/${id}/activate-secret`).expect(204);
    await person("post", `${path}/${id}/activate-secret`).expect(204);
    const after = await sample(id);
    expect([trustedBy(made.data.secret, after), trustedBy(rotated.data.secret, after)]).toEqual([none, all]);
    const read = await person("get", `${path}/${id}`).expect(200);
    expect(read.body.data.secretRotationEndsAt).toBeNull();
    expect((await actions()).filter((action) => action.endsWith("secret_activated"))).toHaveLength(1);
  });

  it("of the default endpoint is the account's: its rotation ends the same way", async () => {
    await person("patch", "/api/profile").send({ defaultWebhookUrl: receiver.url }).expect(200);
    const [first, second] = [await renew(), await renew()];
    const [endpoint] = (await person("get", path).expect(200)).body.data;
    await person("post", `${path}/${endpoint.id}/activate-secret`).expect(204);
    expect(await rotationOf()).toBeNull();
    const after = await sample(endpoint.id);
    expect([trustedBy(first.secret, after), trustedBy(second.secret, after)]).toEqual([none, all]);
  });
});

describe("the statistics of an endpoint", () => {
  const path = "/api/webhook-endpoints";
  const statisticsOf = async (id: string) =>
    (await person("get", `${path}/${id}/statistics`).expect(200)).body.data;

  it("count its deliveries and attempts of a week, and show the last failure", async () => {
    const { body } = await person("post", path).send({ url: receiver.url }).expect(201);
    const { id } = body.data.endpoint;
    expect(await statisticsOf(id)).toMatchObject({
      ...{ deliveries: 0, attempts: 0, delivered: 0, successRate: null, p95Ms: null, lastFailure: null },
    });
    await system.sql(
      `with delivery as (
         insert into webhook_deliveries (id, user_id, event, endpoint_id, url, payload, http_request_id, state, finished_at, created_at)
         select 'whd_' || new_ulid(), $1, case when n % 2 = 0 then 'credits.low' else 'webhook.test' end, $2, '', '{}', 'req', 'delivered', now(),
                now() - make_interval(mins => n)
           from generate_series(1, 20) n returning id, created_at),
       numbered as (select id, created_at, row_number() over (order by created_at desc) as n from delivery)
       insert into webhook_attempts (delivery_id, attempt, status_code, error_class, total_ms, finished_at)
       select id, 1, case when n = 1 then 500 when n = 2 then null else 204 end, case when n = 2 then 'timeout' end, n, created_at
         from numbered`,
      account.userId,
      id,
    );
    // Of another endpoint, and older than a week: they do not count.
    await system.sql(
      `insert into webhook_deliveries (id, user_id, event, endpoint_id, url, payload, http_request_id, state, finished_at, created_at)
       select 'whd_' || new_ulid(), $1, 'credits.low', e, '', '{}', 'req', 'delivered', now(), at
         from (values ($2, now() - interval '8 days'), ('whe_01m84zfw3cj0n4fynhtqpfddb8', now())) other (e, at)`,
      account.userId,
      id,
    );
    expect(await statisticsOf(id)).toMatchObject({
      ...{ deliveries: 20, attempts: 20, delivered: 18, successRate: 0.9, p95Ms: 19 },
      lastFailure: { statusCode: 500, errorClass: null, deliveryId: expect.stringMatching(/^whd_/) },
    });
  });

  it("are of the account's own endpoints only", async () => {
    const other = await signIn(system, await system.account());
    const { body } = await other("post", path).send({ url: receiver.url }).expect(201);
    await person("get", `${path}/${body.data.endpoint.id}/statistics`).expect(404);
  });
});
