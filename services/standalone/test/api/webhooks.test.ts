import { createHmac } from "node:crypto";
import { verificationCompletedSchema } from "@receipts/contracts";
import { createPool } from "@receipts/database";
import { until } from "@receipts/testing";
import { createSecretBox, createSigningSecretStore } from "@receipts/webhooks";
import { Webhook } from "standardwebhooks";
import { setDefaultWebhook } from "../default-webhook.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { aReceipt, aReference, openSystem, system, type TestAccount, useSystem } from "../system.ts";

useSystem({ env: { WEBHOOK_RETRY_SCHEDULE: "0s,20ms,20ms,20ms,20ms" } });
useReceiver();

async function withSecret(account: TestAccount): Promise<string> {
  const pool = createPool({
    connectionString: system.database.url,
    applicationName: "test",
    maxConnections: 1,
  });
  const secretBox = createSecretBox(system.environment["SECRETS_ENCRYPTION_KEY"] ?? "");
  const { secret } = await createSigningSecretStore({ database: pool, secretBox }).renew(account.userId);
  await pool.end();
  return secret;
}

async function deliveryOf(requestId: string) {
  const rows = await system.sql("select * from webhook_deliveries where verification_id = $1", requestId);
  return rows[0];
}

describe("a webhook", () => {
  it("reports the verdict once, with every field of the contract", async () => {
    const account = await system.account();
    const reference = aReference();
    const response = await system.verify(account, { bank: "telebirr", reference, webhookUrl: receiver.url });
    expect(response.body.links.webhookRegistered).toBe(true);
    await until(() => receiver.received.length === 1);
    const [webhook] = receiver.received;
    const body = verificationCompletedSchema.parse(JSON.parse(webhook?.body ?? ""));
    expect(body).toMatchObject({
      event: "verification.completed",
      requestId: response.body.requestId,
      data: {
        status: "success",
        verified: true,
        bank: "telebirr",
        amount: expect.stringMatching(/^\d+\.\d\d$/),
        referenceNumber: reference,
      },
    });
    const status = await system.call("get", `/api/verify/${response.body.requestId}`, account);
    expect([body.timestamp, body.data.completedAt, body.data.durationMs]).toEqual([
      status.body.data.completedAt,
      status.body.data.completedAt,
      status.body.data.durationMs,
    ]);
    expect(webhook?.headers).toMatchObject({
      "content-type": "application/json",
      "x-webhook-event": "verification.completed",
      "x-webhook-delivery-id": expect.stringMatching(/^whd_/),
      "x-request-id": response.headers["x-request-id"],
    });
    expect(webhook?.headers["x-webhook-signature"]).toBeUndefined();
  });

  /** The receiver restarts during a deploy: the payment must still be reported, as the same delivery. */
  it("is retried with the same delivery id after failures, and its signatures verify with another library", async () => {
    const account = await system.account();
    const secret = await withSecret(account);
    receiver.nextStatuses.push(500, 302);
    const response = await system.verify(account, aReceipt(), { headers: { "x-webhook-url": receiver.url } });
    await until(async () => (await deliveryOf(response.body.requestId))?.state === "delivered");
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-webhook-delivery-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const { headers, body } of receiver.received) {
      const expected = `sha256=${createHmac("sha256", secret).update(`${headers["x-webhook-timestamp"]}.${body}`).digest("hex")}`;
      expect(headers["x-webhook-signature"]).toBe(expected);
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    }
    const rows = await system.sql(
      "select attempt, status_code from webhook_attempts where delivery_id = $1 order by attempt",
      (await deliveryOf(response.body.requestId)).id,
    );
    expect(rows).toEqual([
      { attempt: 1, status_code: 500 },
      { attempt: 2, status_code: 302 },
      { attempt: 3, status_code: 200 },
    ]);
  });

  /** An integrator changes the secret on one of two servers first: neither may lose a payment meanwhile. */
  it("verifies with the old and the new secret during a rotation", async () => {
    const account = await system.account();
    const [old, fresh] = [await withSecret(account), await withSecret(account)];
    await system.verify(account, { ...aReceipt(), webhookUrl: receiver.url });
    await until(() => receiver.received.length === 1);
    const { headers, body } = receiver.received[0] ?? { headers: {}, body: "" };
    for (const secret of [old, fresh]) {
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    }
    const timestamp = headers["x-webhook-timestamp"];
    const expected = createHmac("sha256", old).update(`${timestamp}.${body}`).digest("hex");
    expect(headers["x-webhook-signature"]).toBe(`sha256=${expected}`);
  });

  it("is exhausted after five attempts", async () => {
    const account = await system.account();
    receiver.nextStatuses.push(500, 500, 500, 500, 500);
    const response = await system.verify(account, { ...aReceipt(), webhookUrl: receiver.url });
    await until(async () => (await deliveryOf(response.body.requestId))?.state === "exhausted");
    expect(receiver.received).toHaveLength(5);
  });

  it("is given up if the receiver responds with 410", async () => {
    const account = await system.account();
    receiver.nextStatuses.push(410);
    const response = await system.verify(account, { ...aReceipt(), webhookUrl: receiver.url });
    await until(async () => (await deliveryOf(response.body.requestId))?.state === "given_up");
    expect(receiver.received).toHaveLength(1);
  });

  it("goes to the profile's default URL if the request names none", async () => {
    const account = await system.account();
    await setDefaultWebhook(system.database.pool, account.userId, receiver.url);
    const receipt = aReceipt();
    const response = await system.verify(account, receipt).expect(202);
    expect(response.body.links.webhookRegistered).toBe(true);
    await until(() => receiver.received.length === 1);
    const hit = await system.verify(account, receipt).expect(200);
    expect(hit.headers["x-svc-cache"]).toBe("HIT");
    await until(() => receiver.received.length === 2);
  });

  it("is sent for a cached verdict, and for a request without a verdict", async () => {
    const account = await system.account();
    const receipt = aReceipt();
    await system.verify(account, receipt, { waitMs: 10_000 }).expect(200);
    const hit = await system.verify(account, { ...receipt, webhookUrl: receiver.url });
    expect([hit.status, hit.headers["x-svc-cache"]]).toEqual([200, "HIT"]);
    await until(() => receiver.received.length === 1);
    await system.verify(account, { ...receipt, reference: "DJ57QK2MGB", webhookUrl: receiver.url });
    await until(() => receiver.received.length === 2);
    expect(JSON.parse(receiver.received[1]?.body ?? "").data).toMatchObject({
      processingStatus: "failed",
      status: "failed",
      verified: false,
      amount: null,
      senderName: null,
    });
  });

  it("is not sent for an idempotent replay", async () => {
    const account = await system.account();
    const options = { idempotencyKey: "once", waitMs: 10_000 };
    const body = { ...aReceipt(), webhookUrl: receiver.url };
    const first = await system.verify(account, body, options);
    await until(() => receiver.received.length === 1);
    const replay = await system.verify(account, body, options).expect("Idempotent-Replayed", "true");
    expect(replay.body.requestId).toBe(first.body.requestId);
    const rows = await system.sql(
      "select count(*)::int as n from webhook_deliveries where user_id = $1",
      account.userId,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe("without WEBHOOK_ALLOW_PRIVATE", () => {
  it.each([
    "http://example.com/",
    "https://127.0.0.1/",
    "https://localhost/",
    "https://10.0.0.8/",
    "https://[::1]/",
    "https://169.254.169.254/latest/meta-data",
    "https://0x7f.1/",
  ])("refuses %s before anything is stored", async (webhookUrl) => {
    const strict = await openSystem({ env: { WEBHOOK_ALLOW_PRIVATE: "false" }, verifiers: [] });
    const account = await strict.account();
    await strict.verify(account, { ...aReceipt(), webhookUrl }).expect(refusedAs("unsafe_webhook_url"));
    expect(await strict.sql("select count(*)::int as n from verification_requests")).toEqual([{ n: 0 }]);
    await strict.stop();
  });
});
