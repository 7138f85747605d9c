import { type BankCode, type CheckoutScope, checkoutScopes, type Deposit, newId } from "@receipts/contracts";
import { insertCheckoutKey, newApiKey } from "@receipts/gateway";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { Test } from "supertest";
import { signIn } from "./signed-in.ts";
import { PLATFORM_EMAIL, type System, type TestAccount } from "./system.ts";

/** A merchant with deposits: an account with saved bank accounts and a checkout key. */
export interface Shop {
  readonly account: TestAccount;
  readonly key: string;
  /** Calls the checkout API with the shop's key. */
  call(method: "get" | "post", path: string): Test;
  create(draft?: object, idempotencyKey?: string): Test;
  /** Creates a deposit. */
  deposit(draft?: object): Promise<Deposit>;
  read(id: string): Promise<Deposit>;
  cancel(id: string, idempotencyKey?: string): Test;
  resolve(id: string, body: object, idempotencyKey?: string): Test;
  /** Accepts it without a receipt, as the signed-in owner. */
  confirmByHand(id: string, note: string): Promise<Deposit>;
  /** Moves the expiry of a deposit into the past. */
  expire(id: string, ago?: string): Promise<unknown>;
  /** Pays to the shop's account at this bank; returns the SMS text. */
  pay(
    order?: { readonly bank?: BankCode; readonly amount?: string } & Record<string, unknown>,
  ): Promise<string>;
  /** Submits a payer's pasted text as the hosted page does. */
  submit(id: string, text: string): ReturnType<System["gateway"]["checkout"]["submitReceipt"]>;
  /** As `submit`, and waits for the outcome. */
  submitAndSettle(id: string, text: string): Promise<Deposit>;
  eventTypes(id: string): Promise<string[]>;
}

let keys = 0;
export const freshKey = () => {
  keys += 1;
  return `key-${keys}`;
};

let accounts = 0;
/** A new telebirr number for each shop. */
function aPhone(): string {
  accounts += 1;
  return `09${(11_000_000 + accounts * 7_919).toString()}`;
}

export async function makeCheckoutKey(
  system: System,
  account: TestAccount,
  scopes: readonly CheckoutScope[] = checkoutScopes,
): Promise<{ id: string; key: string }> {
  const id = newId("checkoutKey");
  const key = newApiKey("sck_");
  rememberSecret(key);
  await insertCheckoutKey(system.database.pool, { id, key, userId: account.userId, name: "shop", scopes });
  return { id, key };
}

/** Creates a deposit for an account that has a saved bank account. */
export async function makeDeposit(system: System, account: TestAccount): Promise<string> {
  const { key } = await makeCheckoutKey(system, account);
  const { body } = await system
    .call("post", "/v1/deposits")
    .set("authorization", `Bearer ${key}`)
    .set("idempotency-key", freshKey())
    .send({ amount: "10.00", currency: "ETB", reference: "order-1" })
    .expect(201);
  return body.data.id;
}

export async function openShop(system: System, options: { readonly credits?: number } = {}): Promise<Shop> {
  const account = await system.account(options);
  const phone = aPhone();
  await system.saveBankAccount(account, "telebirr", phone);
  const { key } = await makeCheckoutKey(system, account);
  const call: Shop["call"] = (method, path) =>
    system.call(method, path).set("authorization", `Bearer ${key}`);
  const create: Shop["create"] = (draft = {}, idempotencyKey = freshKey()) =>
    call("post", "/v1/deposits")
      .set("idempotency-key", idempotencyKey)
      .send({ amount: "1250.00", currency: "ETB", reference: "order-1", ...draft });
  const act = (id: string, action: string, idempotencyKey = freshKey()) =>
    call("post", `/v1/deposits/${id}/${action}`).set("idempotency-key", idempotencyKey);
  const read: Shop["read"] = async (id) => (await call("get", `/v1/deposits/${id}`).expect(200)).body.data;
  const submit: Shop["submit"] = (depositId, text) =>
    system.gateway.checkout.submitReceipt({
      depositId,
      text,
      cause: { requestId: "page", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
    });
  return {
    account,
    key,
    call,
    create,
    read,
    submit,
    cancel: (id, idempotencyKey) => act(id, "cancel", idempotencyKey).send({}),
    resolve: (id, body, idempotencyKey) => act(id, "resolve", idempotencyKey).send(body),
    confirmByHand: async (id, note) => {
      const owner = await signIn(system, account);
      const { body } = await owner("post", `/api/deposits/${id}/resolve`)
        .send({ decision: "accept", note })
        .expect(200);
      return body.data;
    },
    expire: (id, ago = "0 s") =>
      system.sql("update deposits set expires_at = now_ms() - $2::interval where id = $1", id, ago),
    deposit: async (draft) => (await create(draft).expect(201)).body.data,
    pay: async (order = {}) => {
      const { smsText } = await system.pay({
        bank: "telebirr",
        amount: "1250.00",
        receiverAccount: phone,
        receiverName: "Test Merchant",
        ...order,
      });
      return smsText;
    },
    submitAndSettle: async (id, text) => {
      const submitted = await submit(id, text);
      if (submitted.kind !== "submitted") throw new Error(`not submitted: ${JSON.stringify(submitted)}`);
      await until(async () => {
        const rows = await system.sql(
          "select from deposit_submissions where verification_id = $1 and settled_at is not null",
          submitted.verificationId,
        );
        return rows.length === 1;
      });
      return await read(id);
    },
    eventTypes: async (id) => {
      const { body } = await call("get", `/v1/deposits/${id}/events?limit=100`).expect(200);
      return body.data.items.map(({ type }: { type: string }) => type);
    },
  };
}

/** Creates the account that receives payments for credits, with one saved bank account. */
export async function openPlatform(system: System): Promise<Shop> {
  const shop = await openShop(system);
  await system.sql("update users set email = $2 where id = $1", shop.account.userId, PLATFORM_EMAIL);
  return shop;
}
