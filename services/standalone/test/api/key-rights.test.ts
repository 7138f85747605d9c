import {
  acceptsCheckoutKeys,
  allCheckoutRoutes,
  allRoutes,
  checkoutScopes,
  newId,
  type Role,
  rolesThatGive,
} from "@receipts/contracts";
import { insertApiKey, newApiKey } from "@receipts/gateway";
import { rememberSecret } from "@receipts/testing/suite-log";
import type { Response } from "supertest";
import { makeCheckoutKey, openPlatform, openShop, type Shop } from "../shop.ts";
import { aMember, sessionCookie, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";
import { everything } from "./owned.ts";
import { rolesOfOperation } from "./role-table.ts";

useSystem({ verifiers: ["telebirr"] });
let account: TestAccount;
let shop: Shop;
beforeAll(async () => {
  await openPlatform(system);
  account = await system.account({ credits: 1_000 });
  shop = await openShop(system);
});

/** A person can hold these roles and make keys. */
const makers = ["owner", "manager", "developer"] as const satisfies readonly Role[];
const unknownId = "0".repeat(26);

/** Permissions and scopes that no developer gives, by the contract. */
const ofManagement = new Set<string>(["metrics:read", "metrics:write", "deposits:resolve"]);
const mayUse = (access: string, role: Role, sessions: readonly Role[]) =>
  sessions.includes(role) && !(role === "developer" && ofManagement.has(access));

async function keyOfMember(userId: string, memberId: string): Promise<string> {
  const key = newApiKey("rvk_");
  rememberSecret(key);
  const draft = { id: newId("apiKey"), key, userId, name: "k", permissions: everything, prefix: "rvk_" };
  await insertApiKey(system.database.pool, { ...draft, madeBy: memberId });
  return key;
}

async function checkoutKeyOfMember(owner: TestAccount, memberId: string): Promise<string> {
  const { id, key } = await makeCheckoutKey(system, owner);
  await system.sql("update checkout_keys set made_by = $2 where id = $1", id, memberId);
  return key;
}

const isRefused = ({ status, body }: Response): boolean =>
  status === 403 && ["permission_denied", "insufficient_scope"].includes(body.error?.code);

/** The call is for an unknown object and has no body: what is allowed fails later, or does no harm. */
const send = (method: (typeof allRoutes)[number]["method"], path: string) => {
  const call = system.call(method, path.replaceAll(/\{\w+\}/g, `ver_${unknownId}`));
  return method === "get" ? call : call.send({});
};

describe.each(makers)("a key with every permission that a %s made", (role) => {
  let apiKey = "";
  let checkoutKey = "";
  beforeAll(async () => {
    const memberId = await aMember(system, account, role);
    apiKey = await keyOfMember(account.userId, memberId);
    checkoutKey = await checkoutKeyOfMember(account, memberId);
  });

  it.each(
    allRoutes
      .filter(({ access }) => access !== "public" && access !== "session")
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )("calls %s only where its maker may", async (_name, route) => {
    const { access, method, path, operationId } = route;
    const sessions = rolesOfOperation[operationId] ?? [];
    const response = await send(method, path).set("x-api-key", apiKey);
    expect(isRefused(response)).toBe(!mayUse(access, role, sessions));
    if (acceptsCheckoutKeys(access)) {
      const asCheckout = await send(method, path).set("authorization", `Bearer ${checkoutKey}`);
      expect(isRefused(asCheckout)).toBe(!mayUse(access, role, sessions));
    }
  });

  it.each(
    allCheckoutRoutes
      .filter(({ access }) => access !== "public")
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )("calls %s of the checkout only where its maker may", async (_name, { access, method, path }) => {
    const response = await send(method, path)
      .set("authorization", `Bearer ${checkoutKey}`)
      .set("idempotency-key", crypto.randomUUID());
    expect(isRefused(response)).toBe(!mayUse(access, role, makers));
  });

  it("is created only with permissions that the role gives, and the refusal names the others", async () => {
    const cookie = await sessionCookie(system, account, await aMember(system, account, role));
    const make = (path: string, body: object) => system.call("post", path).set("cookie", cookie).send(body);
    for (const [grant, roles] of Object.entries(rolesThatGive)) {
      const [resource = "", action = ""] = grant.split(":");
      const response = checkoutScopes.some((scope) => scope === grant)
        ? await make("/api/checkout-keys", { name: "k", scopes: [grant] })
        : await make("/api/api-keys", { name: "k", permissions: { [resource]: [action] } });
      expect([grant, response.status]).toEqual([grant, roles.includes(role) ? 201 : 403]);
      if (!roles.includes(role)) expect(response.body.message).toContain(grant);
    }
  });
});

describe("a key", () => {
  it("shrinks with the role of its maker, and grows with it again", async () => {
    const memberId = await aMember(system, account, "manager");
    const key = await keyOfMember(account.userId, memberId);
    const person = await signIn(system, account);
    const credits = () => system.call("get", "/api/credits/balance").set("x-api-key", key);
    await credits().expect(200);
    await person("patch", `/api/members/${memberId}`).send({ role: "developer" }).expect(200);
    const { body } = await credits().expect(403);
    expect(body.message).toMatch(/made this key \(developer\)/);
    await person("patch", `/api/members/${memberId}`).send({ role: "manager" }).expect(200);
    await credits().expect(200);
  });

  it("of the operator may do what the holder may", async () => {
    const { apiKey } = await system.keyOf(account, { permissions: everything });
    await system.call("get", "/api/reports/payments").set("x-api-key", apiKey).expect(200);
  });

  it("stops with its maker's disabled sign-in", async () => {
    const memberId = await aMember(system, account, "manager");
    const key = await keyOfMember(account.userId, memberId);
    await system.sql(
      "update users set disabled_at = now() where id = (select person_id from members where id = $1)",
      memberId,
    );
    await system.call("get", "/api/profile").set("x-api-key", key).expect(401);
  });
});

describe("a checkout key with deposits:resolve", () => {
  it("accepts no deposit without a receipt", async () => {
    const deposit = await shop.deposit();
    const { body } = await shop.resolve(deposit.id, { decision: "accept", note: "Cash" }).expect(403);
    expect(body.error.code).toBe("insufficient_scope");
    expect(body.error.message ?? body.message).toMatch(/without a receipt/);
    expect((await shop.read(deposit.id)).status).toBe("awaiting_payment");
  });
});
