import { newId, type Permissions, permissionResources } from "@receipts/contracts";
import { anInvitation, openLinks } from "../mail-links.ts";
import { makeCheckoutKey, makeDeposit } from "../shop.ts";
import { aMember, anEmail, aPersonWithPassword, type CallSignedIn, PASSWORD, signIn } from "../signed-in.ts";
import { system, type TestAccount } from "../system.ts";
import { openCounter } from "../tills.ts";
import { type Owned, routeCases } from "./access-table.ts";

export const everything: Permissions = Object.fromEntries(
  permissionResources.map((resource) => [resource, ["read", "write"]]),
);

export interface Prepared {
  readonly account: TestAccount;
  readonly owned: Owned;
  readonly person: CallSignedIn;
  /** A cashier in a shift at the till. */
  readonly cashier: CallSignedIn;
}

/** A batch with an item of a bank that has no verifier. */
async function openBatch({ userId }: TestAccount): Promise<string> {
  const [batch] = await system.sql<{ id: string }>(
    `with batch as (
       insert into verification_batches (id, user_id, total, fingerprint, http_request_id, traceparent)
       values ($2, $1, 1, decode(repeat('00', 32), 'hex'), 'test', 'test') returning id, user_id)
     insert into verification_batch_items (verification_id, batch_id, user_id, position, bank, reference)
     select $3, id, user_id, 1, 'zemen', 'FT26061AB12C' from batch returning batch_id as id`,
    userId,
    newId("batch"),
    newId("verification"),
  );
  return batch?.id ?? "";
}

let chats = 0;

async function linkChat({ userId }: TestAccount): Promise<string> {
  chats += 1;
  const [chat] = await system.sql<{ id: string }>(
    `insert into telegram_chats (id, user_id, chat_id, name, language, topics, summarized_on)
     values ('tgc_' || new_ulid(), $1, $2, 'Sara', 'en', '{credits_low}', '2026-01-01') returning id`,
    userId,
    chats,
  );
  return chat?.id ?? "";
}

/** Creates an account with one object of each kind that routes read or change, and a session. */
export async function prepare(): Promise<Prepared> {
  const account = await aPersonWithPassword(system, { permissions: everything });
  const person = await signIn(system, account);
  const bankAccountId = await system.saveBankAccount(account, "telebirr");
  const { body } = await system.verify(
    account,
    { bank: "telebirr", reference: "DJ57QK2M41", webhookUrl: "http://127.0.0.1:9/hook" },
    { waitMs: 10_000 },
  );
  const [delivery] = await system.sql<{ id: string }>(
    "select id from webhook_deliveries where verification_id = $1",
    body.requestId,
  );
  const recovery = await person("post", "/api/webhooks/recover").send({ since: "2026-01-01" });
  const listener = await system
    .call("post", "/api/webhook-listeners", account)
    .send({ types: ["profile.*"] })
    .expect(201);
  const { bytes } = routeCases["putLogo"] ?? {};
  await person("put", "/api/profile/logo").set("content-type", "image/png").send(bytes).expect(200);
  // Two secrets: a rotation is in progress.
  for (let nth = 1; nth <= 2; nth += 1)
    await person("post", "/api/profile/webhook-secret").send({ gracePeriodSeconds: 600 }).expect(201);
  const endpoint = await person("post", "/api/webhook-endpoints")
    .send({ url: "http://127.0.0.1:9/events", types: ["credits.low"] })
    .expect(201);
  const endpointId = endpoint.body.data.endpoint.id;
  const endpointRecovery = await person("post", `/api/webhook-endpoints/${endpointId}/recover`)
    .send({ since: "2026-01-01" })
    .expect(202);
  const view = await person("post", "/api/payment-views").send({ name: "All", filter: {} }).expect(201);
  const statement = routeCases["createReconciliation"];
  const reconciliation = await person("post", statement?.path?.({} as Owned) ?? "")
    .set("content-type", "text/csv")
    .send(statement?.bytes)
    .expect(202);
  const [listened] = await system.sql<{ id: string }>(
    "select id from webhook_deliveries where endpoint_id = $1",
    listener.body.data.id,
  );
  const [otherSession] = await system.sql(
    "insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 h') returning id",
    newId("session"),
    account.userId,
  );
  const counter = await openCounter(system, person);
  const asked = await counter
    .cashier("post", "/api/till/verify?waitMs=10000")
    .send({ bank: "telebirr", reference: "DJ57QK2M41", amount: "10.00" })
    .expect(200);
  const waiting = await person("post", "/api/tills").send({ name: "Counter 2" }).expect(201);
  const owned = {
    branchId: (await person("post", "/api/branches").send({ name: "Bole" }).expect(201)).body.data.id,
    cashierId: counter.cashierId,
    tillId: waiting.body.data.till.id,
    tillCode: waiting.body.data.code,
    tillCookie: counter.tillCookie,
    shiftPaymentId: asked.body.data.id,
    sessionId: String(otherSession?.["id"]),
    batchId: await openBatch(account),
    verificationId: body.requestId,
    deliveryId: delivery?.id ?? "",
    recoveryId: recovery.body.data.id,
    endpointId,
    endpointRecoveryId: endpointRecovery.body.data.id,
    listenerId: listener.body.data.id,
    listenedId: listened?.id ?? "",
    apiKeyId: (await system.keyOf(account, { permissions: everything })).id,
    checkoutKeyId: (await makeCheckoutKey(system, account)).id,
    bankAccountId,
    telegramChatId: await linkChat(account),
    paymentViewId: view.body.data.id,
    reconciliationId: reconciliation.body.data.id,
    depositId: await makeDeposit(system, account),
    userId: account.userId,
    memberId: await aMember(system, account, "manager"),
    invitationId: (await anInvitation(system, account, anEmail())).id,
    acceptToken: (await anInvitation(system, await system.account(), account.email)).token,
    joinToken: (await anInvitation(system, account, anEmail())).token,
    email: account.email,
    password: PASSWORD,
    ...(await openLinks(system, account.userId)),
  };
  return { account, person, cashier: counter.cashier, owned };
}
