import { allCheckoutRoutes, allRoutes } from "@receipts/contracts";
import { freshKey, openPlatform, openShop } from "../shop.ts";
import { signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";
import { type AuditRow, auditRows } from "./audit-rows.ts";

useSystem({ verifiers: ["telebirr"] });
beforeAll(async () => {
  await openPlatform(system);
});

/** Returns the new audit rows of every account. */
async function entriesOf(act: () => Promise<unknown>) {
  const before = await system.sql<{ id: string }>("select id from audit_log");
  await act();
  return await system.sql(
    `select action, actor_kind as kind, actor_id as by, subject from audit_log where not id = any($1) order by id`,
    before.map(({ id }) => id),
  );
}

/** access.test.ts makes each call, and compares the rows that it leaves. */
describe("every route that changes something", () => {
  it("is listed with the audit rows that it leaves", () => {
    const changing = [...allRoutes, ...allCheckoutRoutes].filter(({ method }) => method !== "get");
    expect(Object.keys(auditRows).sort()).toEqual(changing.map(({ operationId }) => operationId).sort());
  });

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
    const row = ([action, kind]: AuditRow) => ({
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
