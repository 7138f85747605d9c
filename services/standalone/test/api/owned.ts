import {
  newId,
  type Operation,
  type Permissions,
  permissionActions,
  permissionResources,
  rolesOf,
} from "@receipts/contracts";
import type { Response } from "supertest";
import { anInvitation, openLinks } from "../mail-links.ts";
import { onePixelPng } from "../pictures.ts";
import { makeCheckoutKey, makeDeposit } from "../shop.ts";
import {
  aMember,
  anEmail,
  aPersonWithPassword,
  type CallSignedIn,
  type Owner,
  PASSWORD,
  signIn,
} from "../signed-in.ts";
import { system, type TestAccount } from "../system.ts";
import { type Counter, openCounter } from "../tills.ts";
import { type Owned, type RouteCase, routeCases } from "./access-table.ts";

export const everything: Permissions = Object.fromEntries(
  permissionResources.map((resource) => [resource, [...permissionActions[resource]]]),
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

type Need = NonNullable<RouteCase["needs"]>[number] | "counter";
type Makers = { readonly [Name in Need]: () => Promise<Name extends keyof Owned ? Owned[Name] : unknown> };

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};
const idOf = (response: Response): string => response.body.data.id;

/** How to create each object of an account. */
function makersOf(account: Awaited<ReturnType<typeof aPersonWithPassword>>, person: Owner): Makers {
  const create = async (path: string, body: object) => await person("post", path).send(body).expect(201);
  const verified = once(async () => {
    const receipt = { bank: "telebirr", reference: "DJ57QK2M41", webhookUrl: "http://127.0.0.1:9/hook" };
    const { body } = await system.verify(account, receipt, { waitMs: 10_000 });
    const [delivery] = await system.sql<{ id: string }>(
      "select id from webhook_deliveries where verification_id = $1",
      body.requestId,
    );
    return { verificationId: String(body.requestId), deliveryId: delivery?.id ?? "" };
  });
  const bankAccountId = once(() => system.saveBankAccount(account, "telebirr"));
  const logo = once(async () => {
    await person("put", "/api/profile/logo").set("content-type", "image/png").send(onePixelPng).expect(200);
  });
  const listenerId = once(async () => {
    const sent = system.call("post", "/api/webhook-listeners", account).send({ types: ["profile.*"] });
    return idOf(await sent.expect(201));
  });
  const endpointId = once(async () => {
    const endpoint = { url: "http://127.0.0.1:9/events", types: ["credits.low"] };
    return (await create("/api/webhook-endpoints", endpoint)).body.data.endpoint.id as string;
  });
  const counter = once(() => openCounter(system, person));
  const till = once(async () => {
    const { body } = await create("/api/tills", { name: "Counter 2" });
    return { tillId: String(body.data.till.id), tillCode: String(body.data.code) };
  });
  const links = once(() => openLinks(system, account.userId));
  const since = { since: "2026-01-01" };
  return {
    logo,
    counter,
    secretRotation: async () => {
      for (let nth = 1; nth <= 2; nth += 1)
        await create("/api/profile/webhook-secret", { gracePeriodSeconds: 600 });
    },
    verificationId: async () => (await verified()).verificationId,
    reviewedId: async () => {
      const receipt = await system.pay({
        ...{ bank: "telebirr", amount: "10.00" },
        ...{ receiverAccount: "0911223344", receiverName: "Abel Girma" },
      });
      const reference = receipt.referenceNumber;
      const { body } = await system.verify(account, { bank: "telebirr", reference }, { waitMs: 10_000 });
      return String(body.requestId);
    },
    deliveryId: async () => (await verified()).deliveryId,
    eventId: async () => {
      await verified();
      return (await person("get", "/api/events").expect(200)).body.data[0].id;
    },
    batchId: () => openBatch(account),
    apiKeyId: async () => (await system.keyOf(account, { permissions: everything })).id,
    checkoutKeyId: async () => (await makeCheckoutKey(system, account)).id,
    bankAccountId,
    depositId: async () => {
      await bankAccountId();
      return await makeDeposit(system, account);
    },
    recoveryId: async () => {
      await verified();
      return idOf(await person("post", "/api/webhooks/recover").send(since).expect(202));
    },
    endpointId,
    endpointRecoveryId: async () => {
      const path = `/api/webhook-endpoints/${await endpointId()}/recover`;
      return idOf(await person("post", path).send(since).expect(202));
    },
    listenerId,
    listenedId: async () => {
      const id = await listenerId();
      const another = Buffer.concat([onePixelPng, Buffer.from("another")]);
      await person("put", "/api/profile/logo").set("content-type", "image/png").send(another).expect(200);
      const [listened] = await system.sql<{ id: string }>(
        "select id from webhook_deliveries where endpoint_id = $1",
        id,
      );
      return listened?.id ?? "";
    },
    sessionId: async () => {
      const [session] = await system.sql<{ id: string }>(
        "insert into sessions (id, user_id, expires_at) values ($1, $2, now() + interval '1 h') returning id",
        newId("session"),
        account.userId,
      );
      return session?.id ?? "";
    },
    telegramChatId: () => linkChat(account),
    paymentViewId: async () => idOf(await create("/api/payment-views", { name: "All", filter: {} })),
    reconciliationId: async () => {
      const statement = routeCases["createReconciliation"];
      const sent = person("post", statement?.path?.({} as Owned) ?? "").set("content-type", "text/csv");
      return idOf(await sent.send(statement?.bytes).expect(202));
    },
    userId: async () => account.userId,
    memberId: () => aMember(system, account, "manager"),
    invitationId: async () => (await anInvitation(system, account, anEmail())).id,
    acceptToken: async () => (await anInvitation(system, await system.account(), account.email)).token,
    joinToken: async () => (await anInvitation(system, account, anEmail())).token,
    branchId: async () => idOf(await create("/api/branches", { name: "Bole" })),
    cashierId: async () => (await counter()).cashierId,
    tillId: async () => (await till()).tillId,
    tillCode: async () => (await till()).tillCode,
    tillCookie: async () => (await counter()).tillCookie,
    shiftPaymentId: async () => {
      const receipt = { bank: "telebirr", reference: "DJ57QK2M41", amount: "10.00" };
      const { cashier } = await counter();
      return idOf(await cashier("post", "/api/till/verify?waitMs=10000").send(receipt).expect(200));
    },
    email: async () => account.email,
    password: async () => PASSWORD,
    confirmToken: async () => (await links()).confirmToken,
    resetToken: async () => (await links()).resetToken,
  };
}

const isOwned = (name: Need): name is keyof Owned =>
  name !== "logo" && name !== "secretRotation" && name !== "counter";

/** Creates an account with these objects, and a session. */
async function prepareWith(needs: (names: readonly Need[]) => readonly Need[]): Promise<Prepared> {
  const account = await aPersonWithPassword(system, { permissions: everything });
  const person = await signIn(system, account);
  const makers = makersOf(account, person);
  const owned: Partial<Record<keyof Owned, string>> = {};
  let cashier: CallSignedIn = () => {
    throw new Error("this call needs no cashier");
  };
  for (const name of needs(Object.keys(makers) as Need[])) {
    const made = await makers[name]();
    if (name === "counter") cashier = (made as Counter).cashier;
    else if (isOwned(name)) owned[name] = String(made);
  }
  return { account, person, cashier, owned: owned as Owned };
}

/** With one object of each kind that routes read or change. */
export const prepare = (): Promise<Prepared> => prepareWith((all) => all);

/** With what a valid call of this route needs. */
export const prepareFor = (route: Operation, routeCase: RouteCase): Promise<Prepared> =>
  prepareWith(() => needsOf(route, routeCase));

function needsOf(route: Operation, { path, body, cookie, needs = [] }: RouteCase): readonly Need[] {
  const named = new Set<Need>(needs);
  if (route.access === "session" && !rolesOf(route).includes("owner")) named.add("counter");
  const recorder = new Proxy({} as Owned, {
    get: (_owned, name) => {
      named.add(name as keyof Owned);
      return "";
    },
  });
  for (const use of [path, body, cookie]) use?.(recorder);
  return [...named];
}
