import { readFile } from "node:fs/promises";
import { type CheckoutScope, newId, type Role } from "@receipts/contracts";
import { inTransaction } from "@receipts/database";
import { until } from "@receipts/testing";
import { makeCheckoutKey } from "../shop.ts";
import { aMember } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

const MIGRATION = new URL("../../../../packages/database/migrations/0097_fill_makers.sql", import.meta.url);

useSystem({ verifiers: [] });

let account: TestAccount;
beforeAll(async () => {
  account = await system.account();
});

/** A person of the account; `left`: removed before the upgrade. */
async function aMaker(role: Role, left = false): Promise<string> {
  const memberId = await aMember(system, account, role);
  if (left) await system.sql("update members set removed_at = now() where id = $1", memberId);
  return memberId;
}

async function audited(
  action: string,
  subject: string,
  by: { memberId?: string; keyId?: string },
  ago = "0 s",
) {
  await system.sql(
    `insert into audit_log (id, at, user_id, actor_kind, actor_id, action, subject, member_id)
     values ($1, now() - $7::interval, $2, $3, $4, $5, $6, $8)`,
    newId("auditEntry"),
    account.userId,
    by.keyId === undefined ? "session" : "api_key",
    by.keyId ?? null,
    action,
    subject,
    ago,
    by.memberId ?? null,
  );
}

async function anApiKey(maker?: string) {
  const { id, apiKey } = await system.keyOf(account, {
    permissions: { metrics: ["read"], verification: ["read"] },
  });
  if (maker !== undefined) await audited("api_key.created", id, { memberId: maker });
  return { id, apiKey };
}

/** `resolvedAgo`: when the key resolved a deposit. */
async function aCheckoutKey(maker: string | undefined, resolvedAgo?: string) {
  const scopes: CheckoutScope[] = ["deposits:read", "deposits:write"];
  const { id, key } = await makeCheckoutKey(system, account, scopes);
  if (maker !== undefined) await audited("checkout_key.created", id, { memberId: maker });
  if (resolvedAgo !== undefined)
    await audited("deposit.resolved", newId("deposit"), { keyId: id }, resolvedAgo);
  return { id, key };
}

/** As the database is when the upgrade begins. */
async function prepare() {
  const [owner, developer, hasLeft] = [
    await aMaker("owner"),
    await aMaker("developer"),
    await aMaker("manager", true),
  ];
  const api = {
    owners: await anApiKey(owner),
    developers: await anApiKey(developer),
    ofOneWhoLeft: await anApiKey(hasLeft),
    operators: await anApiKey(),
  };
  const checkout = {
    resolving: await aCheckoutKey(owner, "89 days"),
    resolvedLongAgo: await aCheckoutKey(owner, "91 days"),
    developers: await aCheckoutKey(developer, "1 day"),
    ofOneWhoLeft: await aCheckoutKey(hasLeft, "1 day"),
    operators: await aCheckoutKey(undefined, "1 day"),
  };
  await system.sql("update api_keys set made_by = null where user_id = $1", account.userId);
  return { owner, developer, hasLeft, api, checkout };
}

it("get the makers that the audit log names, while they are used, and no allowed call fails", async () => {
  const { owner, developer, hasLeft, api, checkout } = await prepare();
  const statuses = new Set<number>();
  const upgraded = new AbortController();
  const keys = [
    ...Object.values({ ...api, ofOneWhoLeft: api.operators }).map(
      ({ apiKey }) => ["/api/profile", "x-api-key", apiKey] as const,
    ),
    ...Object.values({ ...checkout, ofOneWhoLeft: checkout.operators }).map(
      ({ key }) => ["/v1/deposits", "authorization", `Bearer ${key}`] as const,
    ),
  ];
  const load = keys.map(async ([path, header, value]) => {
    while (!upgraded.signal.aborted) statuses.add((await system.call("get", path).set(header, value)).status);
  });
  const text = await readFile(MIGRATION, "utf8");
  await inTransaction(system.database.pool, async (client) => {
    await client.query(text);
    const used = system.call("get", "/api/profile").set("x-api-key", api.owners.apiKey);
    statuses.add((await used).status);
  });
  upgraded.abort();
  await Promise.all(load);
  expect([...statuses]).toEqual([200]);

  const rows = await system.sql<{ id: string; by: string | null; scopes: string[] | null }>(
    `select id, made_by as by, null as scopes from api_keys where user_id = $1
      union all select id, made_by, scopes from checkout_keys where user_id = $1`,
    account.userId,
  );
  const found = new Map(
    rows.map(({ id, by, scopes }) => [id, [by, scopes?.includes("deposits:resolve") ?? null]]),
  );
  expect({
    owners: found.get(api.owners.id),
    developers: found.get(api.developers.id),
    ofOneWhoLeft: found.get(api.ofOneWhoLeft.id),
    operators: found.get(api.operators.id),
  }).toEqual({
    owners: [owner, null],
    developers: [developer, null],
    ofOneWhoLeft: [hasLeft, null],
    operators: [null, null],
  });
  expect({
    resolving: found.get(checkout.resolving.id),
    resolvedLongAgo: found.get(checkout.resolvedLongAgo.id),
    developers: found.get(checkout.developers.id),
    ofOneWhoLeft: found.get(checkout.ofOneWhoLeft.id),
    operators: found.get(checkout.operators.id),
  }).toEqual({
    resolving: [owner, true],
    resolvedLongAgo: [owner, false],
    developers: [developer, false],
    ofOneWhoLeft: [hasLeft, false],
    operators: [null, true],
  });
  const mails = await system.sql(
    "select count(*)::int as n from mails where kind = 'keys_changed' and email = (select email from users where id = $1)",
    account.userId,
  );
  expect(mails).toEqual([{ n: 1 }]);
  // The developer's key can no longer do what he may not, once no process has the rights of before.
  const metrics = async () =>
    (await system.call("get", "/api/metrics").set("x-api-key", api.developers.apiKey)).status;
  await until(async () => (await metrics()) === 403);
  await system.call("get", "/api/metrics").set("x-api-key", api.operators.apiKey).expect(200);
  // As after a removal: the key has stopped, and an owner can take it over.
  await system.call("get", "/api/profile").set("x-api-key", api.ofOneWhoLeft.apiKey).expect(401);
});

it("made by a process of the release before have their maker too", async () => {
  const developer = await aMaker("developer");
  const { id } = await anApiKey();
  await audited("api_key.created", id, { memberId: developer });
  expect(await system.sql("select made_by as by from api_keys where id = $1", id)).toEqual([
    { by: developer },
  ]);
});
