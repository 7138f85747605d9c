import { allRoutes, type Role, roles } from "@receipts/contracts";
import type { Response } from "supertest";
import { openPlatform } from "../shop.ts";
import { aMember, type CallSignedIn, sessionCookie, signInAs } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";
import { rolesOfOperation } from "./role-table.ts";

let shop: TestAccount;
useSystem({ verifiers: ["telebirr"], env: { WEBHOOK_TIMEOUT_MS: "500" } });
beforeAll(async () => {
  await openPlatform(system);
  shop = await system.account({ credits: 1_000 });
});

const guarded = allRoutes.filter(({ access }) => access !== "public");
const unknownId = "0".repeat(26);

/** Calls with an unknown object and no body: what is allowed fails later than at the guard, or does no harm. */
function callOf(person: CallSignedIn, { method, path }: (typeof guarded)[number]): PromiseLike<Response> {
  const concrete = path.replaceAll(/\{\w+\}/g, `ver_${unknownId}`);
  const call = person(method, concrete);
  return method === "get" ? call : call.send({});
}

it("has a row of roles for every route that is not public", () => {
  expect(Object.keys(rolesOfOperation).sort()).toEqual(guarded.map(({ operationId }) => operationId).sort());
});

/** An owner trusts a role with what the table says. A route that forgets its roles must not open to a cashier. */
describe.each(roles)("a signed-in %s", (role: Role) => {
  let memberId = "";
  beforeAll(async () => {
    memberId = await aMember(system, shop, role);
  });
  /** A session for each call: some end theirs. */
  const signInAgain = async (): Promise<CallSignedIn> => {
    const cookie = await sessionCookie(system, shop, memberId);
    return (method, path) => system.call(method, path).set("cookie", cookie);
  };

  it.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "calls %s only where the table allows it",
    async (_name, route) => {
      const { status, body } = await callOf(await signInAgain(), route);
      const isRefused = status === 403 && body.error.code === "permission_denied";
      expect(isRefused).toBe(!rolesOfOperation[route.operationId]?.includes(role));
      if (isRefused) expect(body.message).toContain(`(${role})`);
    },
  );
});

it("signs a member out when the membership ends", async () => {
  const person = await signInAs(system, shop, "manager");
  await person("get", "/api/auth/session").expect(200);
  await system.sql(
    "update members set removed_at = now() where user_id = $1 and role = 'manager'",
    shop.userId,
  );
  await person("get", "/api/auth/session").expect(401);
});

it("records who acted in the audit log", async () => {
  const person = await signInAs(system, shop, "manager");
  const saved = await person("post", "/api/bank-accounts").send({
    bank: "cbe",
    accountNumber: "1000412271234",
    accountName: "Selam Coffee Trading",
  });
  expect(saved.status).toBe(201);
  const [row] = await system.sql<{ role: string }>(
    `select m.role from audit_log a join members m on m.id = a.member_id
      where a.user_id = $1 and a.action = 'bank_account.created'`,
    shop.userId,
  );
  expect(row?.role).toBe("manager");
});
