import http from "node:http";
import { webhookListenerRoutes } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import { Webhook } from "standardwebhooks";
import { receiver, useReceiver } from "../receiver.ts";
import { refusedAs } from "../refusals.ts";
import { makeDeposit } from "../shop.ts";
import { aPerson, type CallSignedIn } from "../signed-in.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";
import { everything } from "./owned.ts";

useSystem({ verifiers: ["telebirr"] });
useReceiver();

interface StreamedWebhook {
  readonly id: string;
  readonly type: string;
  readonly attempt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface OpenListener {
  readonly webhooks: () => StreamedWebhook[];
  readonly ended: Promise<void>;
  readonly wasReset: () => boolean;
  close(): void;
}

interface Listener {
  readonly id: string;
  readonly secret: string;
}

let account: TestAccount;
let person: CallSignedIn;
const opened: OpenListener[] = [];
beforeEach(async () => {
  ({ account, person } = await aPerson(system, { permissions: everything }));
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

async function listen(body: object = {}, by = account): Promise<Listener> {
  const response = await system.call("post", "/api/webhook-listeners", by).send(body).expect(201);
  rememberSecret(response.body.data.secret);
  return response.body.data;
}

const pathOf = ({ id }: Pick<Listener, "id">) => `/api/webhook-listeners/${id}`;

async function open(listener: Listener, apiKey = account.apiKey, at = system.url): Promise<OpenListener> {
  const request = http.get(`${at}${pathOf(listener)}/stream`, { headers: { "x-api-key": apiKey } });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  expect(response.statusCode).toBe(200);
  let text = "";
  response.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  let wasReset = false;
  response.on("error", () => (wasReset = true));
  const stream = {
    webhooks: () =>
      Array.from(text.matchAll(/^event: webhook\ndata: (.*)\n\n/gm), ([, data = ""]) => JSON.parse(data)),
    ended: new Promise<void>((resolve) => response.once("close", resolve)),
    wasReset: () => wasReset,
    close: () => request.destroy(),
  };
  opened.push(stream);
  return stream;
}

const acknowledge = (listener: Listener, { id, attempt }: StreamedWebhook, statusCode: number | null = 200) =>
  system
    .call("post", `${pathOf(listener)}/deliveries/${id}/acknowledge`, account)
    .send({ attempt, statusCode, durationMs: 12 });

/** Makes an event of the account; returns its body's name. */
const renameTo = (name: string) => person("patch", "/api/profile").send({ name }).expect(200);
const deliveriesOf = (listener: Listener) =>
  system.sql(
    `select state, attempts, next_attempt_at = 'infinity' as "isNeverDue" from webhook_deliveries
      where endpoint_id = $1 order by created_at, id`,
    listener.id,
  );

describe("a listener", () => {
  it("has its own sealed secret and an end, and leaves audit entries", async () => {
    const listener = await listen({
      types: ["deposit.*", "deposit.*"],
      forwardTo: "http://localhost:3000/hook",
    });
    expect(listener).toEqual({
      id: expect.stringMatching(/^whe_/),
      secret: expect.stringMatching(/^whsec_/),
      expiresAt: expect.stringMatching(/^\d{4}-/),
    });
    const [row] = await system.sql(
      `select url, types, enabled, encode(ciphertext, 'escape') as sealed,
              listening_until between now() + interval '14 minutes' and now() + interval '15 minutes' as "endsSoon"
         from webhook_endpoints e join webhook_secrets on owner_id = e.id where e.id = $1`,
      listener.id,
    );
    expect(row).toMatchObject({
      url: "listener:http://localhost:3000/hook",
      types: ["deposit.*"],
      enabled: true,
      endsSoon: true,
    });
    expect(row.sealed).not.toContain(listener.secret.slice(6));
    await system.call("delete", pathOf(listener), account).expect(204);
    await system.call("delete", pathOf(listener), account).expect(refusedAs("not_found"));
    expect(await system.auditOf(account.userId, "action, subject, after")).toEqual([
      {
        action: "webhook_listener.created",
        subject: listener.id,
        after: { types: ["deposit.*", "deposit.*"], forwardTo: "http://localhost:3000/hook" },
      },
      { action: "webhook_listener.deleted", subject: listener.id, after: null },
    ]);
  });

  it("is one of at most five at a time, also if many are created at once", async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => system.call("post", "/api/webhook-listeners", account)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.error.code).toBe("invalid_state");
    await system.sql(
      "update webhook_endpoints set listening_until = now() where id = (select max(id) from webhook_endpoints where user_id = $1)",
      account.userId,
    );
    await listen();
  });

  it("gets its own copy of each event of its types, signed with its own secret", async () => {
    const [all, deposits] = [await listen(), await listen({ types: ["deposit.*"] })];
    const [ofAll, ofDeposits] = [await open(all), await open(deposits)];
    await system.saveBankAccount(account, "telebirr");
    const depositId = await makeDeposit(system, account);
    const { body } = await system.verify(account, aReceipt(), { waitMs: 10_000 }).expect(200);
    await until(() => ofAll.webhooks().length === 2 && ofDeposits.webhooks().length === 1);
    const { schema } = webhookListenerRoutes.streamWebhookListener.responses[200];
    const fields = Object.keys(ofAll.webhooks()[0] ?? {}).join(", ");
    expect(schema.meta()?.description).toContain(`{ ${fields} }`);
    const [created, completed] = ofAll.webhooks().map((webhook) => JSON.parse(webhook.body));
    expect(created).toMatchObject({ type: "deposit.created", depositId });
    expect(completed).toMatchObject({ type: "verification.completed", requestId: body.requestId });
    expect(JSON.parse(ofDeposits.webhooks()[0]?.body ?? "").id).toBe(created.id);
    expect(ofDeposits.webhooks()[0]?.id).not.toBe(ofAll.webhooks()[0]?.id);
    for (const [{ secret }, stream] of [
      [all, ofAll],
      [deposits, ofDeposits],
    ] as const) {
      for (const webhook of stream.webhooks()) {
        expect(new Webhook(secret).verify(webhook.body, webhook.headers)).toEqual(JSON.parse(webhook.body));
        expect(webhook.headers).toMatchObject({
          "content-type": "application/json",
          "user-agent": "receipt-verification-webhooks/1",
          "x-webhook-event": webhook.type,
          "x-webhook-delivery-id": webhook.id,
          "x-webhook-signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
          "x-request-id": expect.any(String),
        });
      }
    }
  });

  it("sends what waits in order, each once, and again on the next stream until it is acknowledged", async () => {
    const listener = await listen();
    for (const name of ["One", "Two", "Three"]) await renameTo(name);
    const first = await open(listener);
    await until(() => first.webhooks().length === 3);
    const ids = first.webhooks().map(({ id }) => id);
    const inOrder = await system.sql(
      "select id from webhook_deliveries where endpoint_id = $1 order by created_at, id",
      listener.id,
    );
    expect(ids).toEqual(inOrder.map(({ id }) => id));
    const [one, two] = first.webhooks() as [StreamedWebhook, StreamedWebhook];
    await acknowledge(listener, one).expect(204);
    await acknowledge(listener, one).expect(204);
    await acknowledge(listener, two, null).expect(204);
    // The next stream ends this one.
    const second = await open(listener);
    await first.ended;
    await renameTo("Four");
    await until(() => second.webhooks().length === 2);
    expect(second.webhooks()[0]?.id).toBe(ids[2]);
    expect(first.webhooks()).toHaveLength(3);
    expect(await deliveriesOf(listener)).toEqual([
      { state: "delivered", attempts: 1, isNeverDue: true },
      { state: "exhausted", attempts: 1, isNeverDue: true },
      { state: "pending", attempts: 0, isNeverDue: true },
      { state: "pending", attempts: 0, isNeverDue: true },
    ]);
    const attempts = await system.sql(
      `select attempt, trigger, status_code, error_class, total_ms from webhook_attempts
        where delivery_id = any($1) order by delivery_id = $2`,
      ids,
      two.id,
    );
    expect(attempts).toEqual([
      { attempt: 1, trigger: "schedule", status_code: 200, error_class: null, total_ms: 12 },
      { attempt: 1, trigger: "schedule", status_code: null, error_class: "connect", total_ms: 12 },
    ]);
  });

  it("has at most 100 webhooks on the way, and gets the others as it acknowledges them", async () => {
    const listener = await listen({ types: ["webhook.test"] });
    await system.sql(
      `insert into webhook_deliveries (id, user_id, event, endpoint_id, url, payload, http_request_id, next_attempt_at)
       select webhook_delivery_id('whd_' || new_ulid(), 0), $1, 'webhook.test', $2, 'listener:', '{}', 'r', 'infinity'
         from generate_series(1, 130)`,
      account.userId,
      listener.id,
    );
    const stream = await open(listener);
    await until(() => stream.webhooks().length === 100);
    for (const webhook of stream.webhooks().slice(0, 40)) await acknowledge(listener, webhook).expect(204);
    await until(() => stream.webhooks().length === 130);
    expect(new Set(stream.webhooks().map(({ id }) => id)).size).toBe(130);
  });

  it("has at most 256 KiB that it did not acknowledge, also of large webhooks", async () => {
    const listener = await listen({ types: ["webhook.test"] });
    const size = 60_000;
    await system.sql(
      `insert into webhook_deliveries (id, user_id, event, endpoint_id, url, payload, http_request_id, next_attempt_at)
       select webhook_delivery_id('whd_' || new_ulid(), 0), $1, 'webhook.test', $2, 'listener:',
              json_build_object('n', n, 'text', repeat('x', $3)), 'r', 'infinity'
         from generate_series(1, 7) n`,
      ...[account.userId, listener.id, size],
    );
    const stream = await open(listener);
    const most = Math.ceil((256 * 1024) / size);
    for (let acknowledged = 0; acknowledged < 7; acknowledged += 1) {
      const sent = Math.min(acknowledged + most, 7);
      await until(() => stream.webhooks().length >= sent);
      expect(stream.webhooks()).toHaveLength(sent);
      await acknowledge(listener, stream.webhooks()[acknowledged] as StreamedWebhook).expect(204);
    }
    expect(new Set(stream.webhooks().map(({ id }) => id)).size).toBe(7);
  });

  it("resets a stream that another one replaces, so that nothing unread is kept", async () => {
    const listener = await listen();
    await renameTo("Unread");
    const first = await open(listener);
    await until(() => first.webhooks().length === 1);
    await open(listener);
    await first.ended;
    expect(first.wasReset()).toBe(true);
  });

  it("is never requested by the dispatcher, not even after a redelivery", async () => {
    const listener = await listen();
    const stream = await open(listener);
    // As if a public URL stood there.
    await system.sql("update webhook_endpoints set url = $2 where id = $1", listener.id, receiver.url);
    const { body } = await system
      .verify(account, { ...aReceipt(), webhookUrl: `${receiver.url}/own` }, { waitMs: 10_000 })
      .expect(200);
    await until(() => stream.webhooks().length === 1);
    const [webhook] = stream.webhooks() as [StreamedWebhook];
    await acknowledge(listener, webhook, 500).expect(204);
    await system
      .call("post", `/api/verify/${body.requestId}/deliveries/${webhook.id}/redeliver`, account)
      .expect(202);
    await until(() => stream.webhooks().length === 2);
    expect(stream.webhooks()[1]).toMatchObject({ id: webhook.id, attempt: 2, body: webhook.body });
    // The late repetition of an acknowledgement does not count for the next attempt.
    await acknowledge(listener, webhook, 500).expect(204);
    expect(await deliveriesOf(listener)).toEqual([{ state: "pending", attempts: 1, isNeverDue: true }]);
    await acknowledge(listener, { ...webhook, attempt: 2 }).expect(204);
    expect(await deliveriesOf(listener)).toEqual([{ state: "delivered", attempts: 2, isNeverDue: true }]);
    // A later delivery arrives, so the dispatcher has looked.
    await system.verify(account, { ...aReceipt(), webhookUrl: `${receiver.url}/own` }).expect(202);
    await until(() => receiver.received.length === 2);
    expect(receiver.received.map(({ headers }) => headers["x-webhook-delivery-id"])).not.toContain(
      webhook.id,
    );
  });

  it("ends when it is deleted, and what waited for it is given up", async () => {
    const listener = await listen();
    await renameTo("Before");
    const stream = await open(listener);
    await until(() => stream.webhooks().length === 1);
    await system.call("delete", pathOf(listener), account).expect(204);
    await stream.ended;
    expect(stream.wasReset()).toBe(true);
    await system.call("get", `${pathOf(listener)}/stream`, account).expect(refusedAs("not_found"));
    await Promise.all([system.startGateway(), system.startGateway()]);
    await until(async () => (await deliveriesOf(listener))[0]?.state === "given_up");
  });

  it("expires without a stream, gets nothing afterwards, and is deleted", async () => {
    const listener = await listen();
    await renameTo("Before");
    await system.sql("update webhook_endpoints set listening_until = now() where id = $1", listener.id);
    await renameTo("After");
    await system.call("get", `${pathOf(listener)}/stream`, account).expect(refusedAs("not_found"));
    await system.startGateway();
    await until(async () => (await deliveriesOf(listener))[0]?.state === "given_up");
    expect(await deliveriesOf(listener)).toHaveLength(1);
    await until(
      async () => (await system.sql("select from webhook_endpoints where id = $1", listener.id)).length === 0,
    );
  });

  it("is kept by its open stream", async () => {
    const listener = await listen();
    await system.sql(
      "update webhook_endpoints set listening_until = now() + interval '1 minute' where id = $1",
      listener.id,
    );
    await open(listener);
    const [row] = await system.sql(
      "select listening_until > now() + interval '14 minutes' as extended from webhook_endpoints where id = $1",
      listener.id,
    );
    expect(row.extended).toBe(true);
  });

  it("loses its stream with the key, and with a draining gateway", async () => {
    const listener = await listen();
    const other = await system.keyOf(account, { permissions: everything });
    const stream = await open(listener, other.apiKey);
    await person("delete", `/api/api-keys/${other.id}`).expect(204);
    await stream.ended;
    const draining = await system.buildGateway();
    const drained = await open(listener, account.apiKey, `http://127.0.0.1:${draining.port}`);
    draining.startDraining?.();
    await drained.ended;
    await draining.close();
  });

  it("is not one of the account's endpoints", async () => {
    const listener = await listen();
    const { body } = await system.call("get", "/api/webhook-endpoints", account).expect(200);
    expect(JSON.stringify(body)).not.toContain(listener.id);
    await system.call("get", `/api/webhook-endpoints/${listener.id}`, account).expect(refusedAs("not_found"));
    await system
      .call("delete", `/api/webhook-endpoints/${listener.id}`, account)
      .expect(refusedAs("not_found"));
  });
});
