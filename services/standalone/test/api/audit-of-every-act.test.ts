import {
  allCheckoutRoutes,
  allRoutes,
  type CheckoutOperation,
  type Operation,
  rolesOf,
} from "@receipts/contracts";
import type { Test } from "supertest";
import { freshKey, openPlatform, openShop } from "../shop.ts";
import { signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";
import { type Owned, type RouteCase, routeCases } from "./access-table.ts";
import { prepare } from "./owned.ts";
import { sendForm } from "./send-form.ts";

type Actor = "session" | "api_key" | "anonymous";
/** A row of the audit log, by this actor. */
type Row = readonly [action: string, by: Actor];
type Leaves = Row | { readonly both: readonly [Row, Row] } | { readonly nothing: string };

/** The audit rows that a valid call leaves, for every route that may change something. */
const leaves: Readonly<Record<string, Leaves>> = {
  submitVerification: { nothing: "the submit path: the history and the ledger have it" },
  verifyFromFile: { nothing: "the submit path: the history and the ledger have it" },
  readReceiptFile: { nothing: "it stores nothing" },
  createBatch: ["batch.created", "api_key"],
  cancelBatch: ["batch.canceled", "api_key"],
  testWebhook: { nothing: "it changes nothing" },
  redeliver: ["webhook_delivery.redelivered", "api_key"],
  recoverDeliveries: ["webhook_recovery.started", "api_key"],
  createWebhookEndpoint: ["webhook_endpoint.created", "api_key"],
  changeWebhookEndpoint: ["webhook_endpoint.updated", "api_key"],
  deleteWebhookEndpoint: ["webhook_endpoint.deleted", "api_key"],
  rotateWebhookEndpointSecret: ["webhook_endpoint.secret_replaced", "api_key"],
  testWebhookEndpoint: ["webhook_endpoint.tested", "api_key"],
  createWebhookListener: ["webhook_listener.created", "api_key"],
  acknowledgeWebhook: { nothing: "the log of deliveries has it" },
  deleteWebhookListener: ["webhook_listener.deleted", "api_key"],
  redeliverWebhook: ["webhook_delivery.redelivered", "api_key"],
  redeliverSubject: ["webhook_deliveries.redelivered", "api_key"],
  recoverWebhookEndpoint: ["webhook_recovery.started", "api_key"],
  createPaymentView: { nothing: "a saved filter changes no data of the account" },
  deletePaymentView: { nothing: "a saved filter changes no data of the account" },
  createReconciliation: ["reconciliation.created", "api_key"],
  deleteReconciliation: ["reconciliation.deleted", "api_key"],
  changeProfile: ["profile.updated", "session"],
  createWebhookSecret: ["webhook_secret.replaced", "session"],
  activateWebhookSecret: ["webhook_secret.activated", "session"],
  deleteWebhookSecret: ["webhook_secret.deleted", "session"],
  putLogo: ["logo.updated", "session"],
  deleteLogo: ["logo.deleted", "session"],
  createTelegramCode: { nothing: "there is no bot: telegram.test.ts has the row" },
  changeTelegramChat: ["telegram_chat.updated", "session"],
  deleteTelegramChat: ["telegram_chat.unlinked", "session"],
  createBranch: ["branch.created", "session"],
  changeBranch: ["branch.updated", "session"],
  createCashier: ["cashier.created", "session"],
  changeCashier: ["cashier.updated", "session"],
  removeCashier: ["cashier.removed", "session"],
  createTill: ["till.created", "session"],
  changeTill: ["till.updated", "session"],
  revokeTill: ["till.revoked", "session"],
  enrollTill: ["till.enrolled", "anonymous"],
  signInAtTill: ["session.opened", "session"],
  signOutAtTill: ["session.ended", "session"],
  verifyAtTill: { nothing: "the submit path: the history and the ledger have it" },
  readFileAtTill: { nothing: "it stores nothing" },
  createBankAccount: ["bank_account.created", "session"],
  changeBankAccount: ["bank_account.updated", "session"],
  deleteBankAccount: ["bank_account.deleted", "session"],
  register: { nothing: "there is no account yet" },
  confirm: {
    both: [
      ["account.registered", "anonymous"],
      ["session.opened", "session"],
    ],
  },
  forgotPassword: { nothing: "needs no credential, and changes nothing" },
  resetPassword: ["account.password_reset", "anonymous"],
  login: ["session.opened", "session"],
  logout: ["session.ended", "session"],
  endSession: ["session.ended", "session"],
  logoutEverywhere: ["session.all_ended", "session"],
  changePassword: ["account.password_changed", "session"],
  confirmPassword: ["session.confirmed", "session"],
  closeAccount: ["account.closed", "session"],
  switchAccount: {
    both: [
      ["session.ended", "session"],
      ["session.opened", "session"],
    ],
  },
  startTwoFactor: ["two_factor.started", "session"],
  confirmTwoFactor: { nothing: "it is not started: two-factor.test.ts switches it on" },
  endTwoFactor: { nothing: "it is off" },
  renewRecoveryCodes: { nothing: "it is off" },
  changeMember: ["member.changed", "session"],
  removeMember: ["member.removed", "session"],
  invite: ["invitation.created", "session"],
  revokeInvitation: ["invitation.revoked", "session"],
  acceptInvitation: ["member.joined", "session"],
  join: {
    both: [
      ["member.joined", "anonymous"],
      ["session.opened", "session"],
    ],
  },
  createApiKey: ["api_key.created", "session"],
  revokeApiKey: ["api_key.revoked", "session"],
  createCheckoutKey: ["checkout_key.created", "session"],
  revokeCheckoutKey: ["checkout_key.revoked", "session"],
  createCreditPurchase: ["credit_purchase.created", "session"],
  createDeposit: ["deposit.created", "api_key"],
  cancelDeposit: ["deposit.canceled", "api_key"],
  resolveDeposit: ["deposit.resolved", "api_key"],
  createAccountDeposit: ["deposit.created", "session"],
  cancelAccountDeposit: ["deposit.canceled", "session"],
  resolveAccountDeposit: ["deposit.resolved", "session"],
};

const changing = (routes: readonly (Operation | CheckoutOperation)[]) =>
  routes.filter(({ method }) => method !== "get");
useSystem({ verifiers: ["telebirr"], env: { WEBHOOK_TIMEOUT_MS: "500" } });
beforeAll(async () => {
  await openPlatform(system);
});

/** Returns the new audit rows of every account. */
async function entriesOf(act: () => Promise<unknown>) {
  const before = await system.sql<{ id: string }>("select id from audit_log");
  await act();
  return await system.sql<{
    action: string;
    kind: Actor;
    by: string | null;
    subject: string | null;
  }>(
    `select action, actor_kind as kind, actor_id as by, subject from audit_log where not id = any($1) order by id`,
    before.map(({ id }) => id),
  );
}

function caseOf(operationId: string): RouteCase {
  const found = routeCases[operationId];
  if (found === undefined) throw new Error(`access-table.ts does not know ${operationId}`);
  return found;
}

function rowsOf(expected: Leaves): readonly Row[] {
  if ("nothing" in expected) return [];
  return "both" in expected ? expected.both : [expected];
}

function fill(test: Test, { bytes, body, form, cookie }: RouteCase, owned: Owned): Test {
  if (cookie !== undefined) test.set("cookie", cookie(owned));
  // A picture that differs from the stored one.
  if (bytes !== undefined)
    return test.set("content-type", "image/png").send(Buffer.concat([bytes, Buffer.from("another")]));
  if (form !== undefined) return sendForm(test, form);
  return body === undefined ? test : test.send(body(owned));
}

describe("every route that changes something", () => {
  it("is listed with the audit rows that it leaves", () => {
    const operations = changing([...allRoutes, ...allCheckoutRoutes]).map(({ operationId }) => operationId);
    expect(Object.keys(leaves).sort()).toEqual(operations.sort());
  });

  it.each(changing(allRoutes).map((route) => [route.operationId, route as Operation] as const))(
    "leaves exactly the expected audit rows after %s",
    async (operationId, route) => {
      const { account, person, cashier, owned } = await prepare();
      const routeCase = caseOf(operationId);
      const path = routeCase.path?.(owned) ?? route.path;
      const call = () => {
        if (route.access === "session")
          return (rolesOf(route).includes("owner") ? person : cashier)(route.method, path);
        const test = system.call(route.method, path);
        return route.access === "public" ? test : test.set("x-api-key", account.apiKey);
      };
      const entries = await entriesOf(() => fill(call(), routeCase, owned).expect(routeCase.status));
      const expected = leaves[operationId] ?? { nothing: "" };
      // Rows of one millisecond have no order.
      expect(entries.map(({ action, kind }) => [action, kind]).toSorted()).toEqual(
        rowsOf(expected).toSorted(),
      );
    },
  );

  it("leaves one row by key for a created and a canceled deposit, and none for a replay", async () => {
    const shop = await openShop(system);
    const keys = await system.sql<{ id: string }>(
      "select id from checkout_keys where user_id = $1",
      shop.account.userId,
    );
    const [once, twice] = [freshKey(), freshKey()];
    let id = "";
    const create = async () => {
      id = (await shop.create({ customer: { name: "Sara" } }, once).expect(201)).body.data.id;
    };
    const cancel = () =>
      shop.call("post", `/v1/deposits/${id}/cancel`).set("idempotency-key", twice).send({}).expect(200);
    const row = ([action, kind]: readonly [string, Actor]) => ({
      action,
      kind,
      by: keys[0]?.id,
      subject: id,
    });
    const entries = { created: await entriesOf(create), again: await entriesOf(create) };
    expect(entries).toEqual({ created: [row(["deposit.created", "api_key"])], again: [] });
    expect(await entriesOf(cancel)).toEqual([row(["deposit.canceled", "api_key"])]);
    expect(await entriesOf(cancel)).toEqual([]);
    const person = await signIn(system, shop.account);
    const { body } = await person("get", "/api/audit").expect(200);
    expect(body.data).toMatchObject([
      { action: "deposit.canceled", before: { status: "awaiting_payment" }, after: { status: "canceled" } },
      { action: "deposit.created", before: null, after: { amount: "1250.00", currency: "ETB" } },
    ]);
    expect(JSON.stringify(body.data)).not.toContain("Sara");
  });
});
