import { type EventType, eventSchemas } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { Webhook } from "standardwebhooks";
import { mailbox, useMailbox } from "../mailbox.ts";
import { overtake } from "../overtake.ts";
import {
  type ReceivedWebhook,
  receiver,
  startReceiver,
  useReceiver,
  type WebhookReceiver,
} from "../receiver.ts";
import { openShop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { aReceipt, system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
let person: CallSignedIn;
const others: WebhookReceiver[] = [];
useMailbox();
useSystem(() => ({
  verifiers: ["telebirr"],
  env: { ...mailbox.env, WEBHOOK_RETRY_SCHEDULE: "0s,20ms,20ms,20ms,20ms" },
}));
useReceiver();
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
});
afterEach(async () => {
  await Promise.all(others.splice(0).map((other) => other.close()));
});

const path = "/api/webhook-endpoints";

interface Endpoint {
  readonly id: string;
  readonly secret: string;
  readonly receiver: WebhookReceiver;
}

async function anotherReceiver(): Promise<WebhookReceiver> {
  const started = await startReceiver();
  others.push(started);
  return started;
}

/** Creates an endpoint with a server of its own. */
async function endpoint(draft: object = {}, call = person): Promise<Endpoint> {
  const own = await anotherReceiver();
  const { body } = await call("post", path)
    .send({ url: own.url, ...draft })
    .expect(201);
  return { id: body.data.endpoint.id, secret: body.data.secret, receiver: own };
}

const change = (id: string, body: object) => person("patch", `${path}/${id}`).send(body).expect(200);
const setDefault = (defaultWebhookUrl: string | null) =>
  person("patch", "/api/profile").send({ defaultWebhookUrl }).expect(200);
const typesOf = ({ received }: WebhookReceiver) => received.map(({ body }) => JSON.parse(body).type);
const isTrusted = (secret: string, { headers, body }: ReceivedWebhook) => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

/** Waits until nothing of the account waits to be sent. */
async function allSent(userId = account.userId): Promise<void> {
  await until(async () => {
    const rows = await system.sql(
      "select from webhook_deliveries where user_id = $1 and state = 'pending' and next_attempt_at < 'infinity'",
      userId,
    );
    return rows.length === 0;
  });
}

async function verdict(body: object = {}): Promise<string> {
  const response = await system.verify(account, { ...aReceipt(), ...body }, { waitMs: 10_000 }).expect(200);
  await allSent();
  return response.body.requestId;
}

const verifyList = (items: readonly object[]) =>
  system.call("post", "/api/verify/batch", account).send({ items }).expect(202);

async function verifyTwice(receipt: object): Promise<void> {
  await system.verify(account, receipt, { waitMs: 10_000 }).expect(200);
  const { headers } = await system.verify(account, receipt, { waitMs: 10_000 }).expect(200);
  expect(headers["x-svc-cache"]).toBe("HIT");
}

describe("an event", () => {
  it("reaches the endpoints that chose it and the request's own URL, each once, and no others", async () => {
    const chosen = [
      await endpoint({ types: ["verification.completed"] }),
      await endpoint({ types: ["verification.*"] }),
    ];
    const all = await endpoint();
    const not = [await endpoint({ types: ["deposit.*", "credits.low"] }), await endpoint()];
    await change(not[1]?.id ?? "", { enabled: false });
    const ofDefault = await anotherReceiver();
    await setDefault(ofDefault.url);
    await allSent();
    all.receiver.received.length = 0;
    const requestId = await verdict({ webhookUrl: receiver.url });
    const reached = [receiver, all.receiver, ...chosen.map((each) => each.receiver)];
    for (const { received } of reached) {
      expect(received).toHaveLength(1);
      expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
        requestId,
        type: "verification.completed",
      });
    }
    for (const { received } of [ofDefault, ...not.map((each) => each.receiver)]) expect(received).toEqual([]);
    const all4 = reached.flatMap(({ received }) => received);
    expect(new Set(all4.map(({ body }) => body)).size).toBe(1);
    const ids = all4.map(({ headers }) => String(headers["x-webhook-delivery-id"]));
    expect([new Set(ids).size, new Set(ids.map((id) => id.slice(0, 28))).size]).toEqual([4, 1]);
  });

  it("without an own URL reaches the default endpoint, unless it did not choose the type", async () => {
    await setDefault(receiver.url);
    await verdict();
    expect(typesOf(receiver)).toEqual(["verification.completed"]);
    const [{ id }] = (await person("get", path).expect(200)).body.data;
    await change(id, { types: ["credits.low"] });
    const before = receiver.received.length;
    await verdict();
    expect(receiver.received).toHaveLength(before);
  });

  it("of a deposit reaches the endpoints of its account with the body of its schema", async () => {
    const shop = await openShop(system);
    const owner = await signIn(system, shop.account);
    const [deposits, rest] = [
      await endpoint({ types: ["deposit.*"] }, owner),
      await endpoint({ types: ["verification.*"] }, owner),
    ];
    const { id } = await shop.deposit({ webhookUrl: receiver.url });
    await shop.cancel(id).expect(200);
    await allSent(shop.account.userId);
    expect(typesOf(deposits.receiver).toSorted()).toEqual(["deposit.canceled", "deposit.created"]);
    expect(typesOf(receiver).toSorted()).toEqual(["deposit.canceled", "deposit.created"]);
    expect(rest.receiver.received).toEqual([]);
    for (const { body } of deposits.receiver.received) {
      const event = JSON.parse(body);
      eventSchemas[event.type as EventType].parse(event);
    }
  });

  /** A shop at the end of its credits, in the busiest minute. */
  it("of low credits is told again after a purchase, but not for each refund", async () => {
    account = await system.account({ credits: 51 });
    person = await signIn(system, account);
    const low = await endpoint({ types: ["credits.low"] });
    const setBalance = (balance: number) =>
      system.sql("update credit_accounts set balance = $2 where user_id = $1", account.userId, balance);
    const spend = () => system.verify(account, aReceipt()).expect(202);
    await spend();
    await spend();
    await setBalance(50);
    await spend();
    await allSent();
    expect(low.receiver.received).toHaveLength(1);
    await setBalance(101);
    await spend();
    await setBalance(50);
    await spend();
    await allSent();
    expect(low.receiver.received).toHaveLength(2);
  });

  it.each([
    ["a list", () => verifyList([aReceipt(), aReceipt()])],
    ["a receipt with a known verdict", () => verifyTwice(aReceipt())],
  ] as const)("of low credits is told after %s", async (_what, spend) => {
    account = await system.account({ credits: 51 });
    person = await signIn(system, account);
    const low = await endpoint({ types: ["credits.low"] });
    await spend();
    await until(() => low.receiver.received.length === 1);
    expect(JSON.parse(low.receiver.received[0]?.body ?? "").data).toEqual({ balance: 49, lowBalance: 50 });
  });

  it("of low credits is told once when 50 concurrent submissions cross the line", async () => {
    account = await system.account({ credits: 75 });
    person = await signIn(system, account);
    const low = await endpoint({ types: ["credits.low"] });
    const deaf = await endpoint({ types: ["deposit.*"] });
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => system.verify(account, aReceipt(), { waitMs: 10_000 })),
    );
    expect(responses.filter(({ status }) => status >= 300)).toEqual([]);
    expect(await system.balanceOf(account)).toBe(25);
    await allSent();
    expect(typesOf(low.receiver)).toEqual(["credits.low"]);
    const event = JSON.parse(low.receiver.received[0]?.body ?? "");
    expect(() => eventSchemas["credits.low"].parse(event)).not.toThrow();
    expect(event.data.lowBalance).toBe(50);
    // One statement may take the credits of several submissions.
    expect(event.data.balance).toBeLessThan(50);
    expect(event.data.balance).toBeGreaterThanOrEqual(25);
    expect(deaf.receiver.received).toEqual([]);
  });
});

describe("an endpoint's own secret and headers", () => {
  it("sign and go with each webhook, and the secret of the account does not sign", async () => {
    const ofAccount = await person("post", "/api/profile/webhook-secret").send({}).expect(201);
    const own = await endpoint({ types: ["verification.*"], headers: { Authorization: "Basic c2hvcA==" } });
    await verdict();
    const [webhook] = own.receiver.received;
    expect(webhook?.headers.authorization).toBe("Basic c2hvcA==");
    expect(
      [own.secret, ofAccount.body.data.secret].map((secret) => webhook && isTrusted(secret, webhook)),
    ).toEqual([...[true, false]]);
  });

  it("rotate with a grace in which both secrets sign, and end with it", async () => {
    const own = await endpoint({ types: ["verification.*"] });
    const rotated = await person("post", `${path}/${own.id}/rotate-secret`)
      .send({ gracePeriodSeconds: 600 })
      .expect(201);
    await verdict();
    const secrets = [own.secret, rotated.body.data.secret];
    const [during] = own.receiver.received;
    expect(secrets.map((secret) => during && isTrusted(secret, during))).toEqual([true, true]);
    await system.sql(
      "update webhook_secrets set previous_until = now() - interval '1 millisecond' where owner_id = $1",
      own.id,
    );
    await verdict();
    const after = own.receiver.received[1];
    expect(secrets.map((secret) => after && isTrusted(secret, after))).toEqual([false, true]);
  });
});

describe("a sample", () => {
  it("arrives signed and marked, once, at an endpoint that did not choose its type", async () => {
    const own = await endpoint({ types: ["credits.low"] });
    await person("post", `${path}/${own.id}/test`).send({ type: "deposit.confirmed" }).expect(202);
    await allSent();
    const [sample, ...more] = own.receiver.received;
    expect(more).toEqual([]);
    expect(sample?.headers).toMatchObject({
      "x-webhook-test": "true",
      "x-webhook-event": "deposit.confirmed",
    });
    expect(JSON.parse(sample?.body ?? "")).toMatchObject({ type: "deposit.confirmed", test: true });
    expect(sample && isTrusted(own.secret, sample)).toBe(true);
  });
});

describe("an endpoint that changes", () => {
  it("gets the webhooks that wait for it at its new URL", async () => {
    const own = await endpoint({ types: ["verification.*"] });
    await system.sql(
      `create function defer_retries() returns trigger language plpgsql as $$
       begin if new.attempts = 1 then new.next_attempt_at := now() + interval '1 hour'; end if; return new; end $$;
       create trigger defer_retries before update of attempts on webhook_deliveries for each row execute function defer_retries()`,
    );
    own.receiver.nextStatuses.push(500);
    await system.verify(account, aReceipt(), { waitMs: 10_000 }).expect(200);
    await until(async () => {
      const rows = await system.sql(
        "select from webhook_deliveries where endpoint_id = $1 and attempts = 1",
        own.id,
      );
      return rows.length === 1;
    });
    await system.sql("drop function defer_retries cascade");
    await change(own.id, { url: receiver.url });
    await system.sql("update webhook_deliveries set next_attempt_at = now() where endpoint_id = $1", own.id);
    await allSent();
    expect([own.receiver.received.length, typesOf(receiver)]).toEqual([1, ["verification.completed"]]);
  });

  /** A request may wait for its bank for minutes. */
  it("or ends as the default one gets no verdict at its earlier URL", async () => {
    const verdictAfter = async (act: () => Promise<unknown>) => {
      await setDefault(receiver.url);
      await system.control({ bank: "telebirr", down: true });
      const { body } = await system.verify(account, aReceipt()).expect(202);
      await act();
      await system.control({ bank: "telebirr", down: false });
      await until(async () => {
        const [row] = await system.sql(
          "select status from verification_requests where id = $1",
          body.requestId,
        );
        return row?.["status"] !== "pending";
      });
      await allSent();
      return [receiver, target].map(({ received }) => received.splice(0).map((each) => eventOf(each)));
    };
    const eventOf = ({ body }: ReceivedWebhook) => JSON.parse(body).type;
    const target = await anotherReceiver();
    expect(await verdictAfter(() => setDefault(target.url))).toEqual([
      ["profile.updated"],
      ["verification.completed"],
    ]);
    expect(await verdictAfter(() => setDefault(null))).toEqual([["profile.updated"], ["profile.updated"]]);
    const disabled = await verdictAfter(async () => {
      const [{ id }] = (await person("get", path).expect(200)).body.data;
      await change(id, { enabled: false });
    });
    expect(disabled).toEqual([[], []]);
  });

  it("a hundred times while its webhooks are sent fails no call and loses none", async () => {
    const own = await endpoint({ types: ["verification.*"] });
    own.receiver.nextStatuses.push(...Array.from({ length: 40 }, (_, nth) => (nth % 2 === 0 ? 500 : 200)));
    const target = await anotherReceiver();
    const changing = async () => {
      for (let nth = 0; nth < 50; nth += 1) {
        await change(own.id, { url: target.url });
        await change(own.id, { url: own.receiver.url, maxPerSecond: 50 + (nth % 2) });
      }
    };
    const requests = Promise.all(
      Array.from({ length: 30 }, () => system.verify(account, aReceipt(), { waitMs: 10_000 })),
    );
    await Promise.all([changing(), requests]);
    expect((await requests).filter(({ status }) => status >= 300)).toEqual([]);
    await allSent();
    const reached = [...own.receiver.received, ...target.received].map(
      ({ body }) => JSON.parse(body).requestId,
    );
    expect(new Set(reached).size).toBe(30);
  });

  it("by the end of the default one is told to its receiver, and nothing more", async () => {
    await setDefault(receiver.url);
    const [{ id }] = (await person("get", path).expect(200)).body.data;
    await person("delete", `${path}/${id}`).expect(204);
    await verdict();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data)).toEqual([
      { changed: ["defaultWebhookUrl"] },
    ]);
  });

  it("by a response 410 gets nothing more, and its owner one mail", async () => {
    const own = await endpoint({ types: ["verification.*"] });
    own.receiver.nextStatuses.push(410);
    await system.verify(account, aReceipt(), { waitMs: 10_000 }).expect(200);
    const [row] = await system.sql("select email from users where id = $1", account.userId);
    await mailbox.next(row?.["email"]);
    const { body } = await person("get", `${path}/${own.id}`).expect(200);
    expect(body.data).toMatchObject({ state: "disabled", disabledReason: "gone", enabled: false });
    await verdict();
    expect(own.receiver.received).toHaveLength(1);
    await change(own.id, { enabled: true });
    await verdict();
    expect(own.receiver.received).toHaveLength(2);
    expect(mailbox.of(row?.["email"])).toHaveLength(1);
  });
});

it("the headers of an address do not reach the next one, though it changes while a delivery is leased", async () => {
  await system.sql(`create function held() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(41); return new; end $$`);
  // Fires before the delivery is aimed.
  await system.sql(
    "create trigger aaa_held before update of lease_token on webhook_deliveries for each row execute function held()",
  );
  const { id } = await endpoint({ headers: { "x-shop-token": "of the first" } });
  const next = await anotherReceiver();
  await overtake({
    lock: ["select pg_advisory_xact_lock(41)"],
    act: () => person("post", `${path}/${id}/test`).send({}).expect(202),
    meanwhile: () => change(id, { url: next.url }),
  });
  await until(async () => next.received.length > 0);
  expect(next.received[0]?.headers).not.toHaveProperty("x-shop-token");
  await system.sql("drop trigger aaa_held on webhook_deliveries");
});
