import { sandboxReceivers } from "@receipts/bank-sandbox";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";
import { insertBankPast } from "../bank-past.ts";
import { onePixelPng } from "../pictures.ts";
import { freshKey, makeCheckoutKey } from "../shop.ts";
import { type CallSignedIn, type Owner, signIn } from "../signed-in.ts";
import type { System, TestAccount } from "../system.ts";
import { aCashier, enrollDevice } from "../tills.ts";

type Params = Readonly<Record<string, string>>;

const LONG_NAME =
  "Point of sale at the Merkato branch, second floor, next to the stairs (replaces the old one)";

/** Gives the account keys, bank accounts, a logo, deposits, a ledger and an audit log, each longer than a page. */
export async function giveBelongings(
  system: System,
  account: TestAccount,
  options: { readonly rows: number; readonly webhookUrl: string },
): Promise<Params> {
  const person = await signIn(system, account);
  await givePlaces(system, account, person);
  await giveSettings(person);
  await giveRows(system, account, options.rows);
  await insertBankPast(system, {
    cbe: { now: [50, 0], days: quarter, incidents: 12 },
    boa: { now: [30, 10], days: quarter, incidents: 1 },
    dashen: { now: [0, 40], days: [[20, 80]] },
  });
  const webhooks = await giveWebhooks(system, person, options.webhookUrl);
  return {
    ...webhooks,
    depositId: await confirmedDeposit(system, account),
    reconciliationId: await giveStatement(person),
    batchId: await giveBatches(system, account, person),
  };
}

const quarter = Array.from({ length: 89 }, (_, index) => {
  if (index > 70) return null;
  if (index % 23 === 5) return [20, 80] as const;
  return index % 11 === 3 ? ([930, 70] as const) : ([1_000, index % 3] as const);
});

/** A statement with lines of several classes, and one whose columns are unknown. */
async function giveStatement(person: CallSignedIn): Promise<string> {
  const lines = [
    "Transaction No,Transaction Time,Amount,Fee,Status,Details",
    ...Array.from(
      { length: 60 },
      (_, nth) => `DJ57QK2M${10 + nth},2026-03-02 10:14:59,${nth}.50,0,Completed,${LONG_NAME}`,
    ),
    "DJ57QK2M99,2026-03-02 10:14:59,many,0,Completed,",
  ];
  const send = async (text: string) => {
    const query = new URLSearchParams({ bank: "telebirr", fileName: LONG_NAME });
    const { body } = await person("post", `/api/reconciliations?${query}`)
      .set("content-type", "text/csv")
      .send(text)
      .expect(202);
    return body.data.id as string;
  };
  await send("When,What\n1,2");
  const id = await send(lines.join("\n"));
  await until(async () => {
    const { body } = await person("get", "/api/reconciliations").expect(200);
    return body.data.every(({ status }: { status: string }) => status !== "pending");
  });
  return id;
}

/** Branches, tills and cashiers in every state. */
async function givePlaces(system: System, account: TestAccount, person: Owner): Promise<void> {
  const names = ["Bole", LONG_NAME, "Piassa"];
  const branchIds: string[] = [];
  for (const name of names)
    branchIds.push((await person("post", "/api/branches").send({ name }).expect(201)).body.data.id);
  const [branchId = "", long = "", archived = ""] = branchIds;
  const revoked = await enrollDevice(system, person, { name: "Counter 1", branchId: archived });
  await enrollDevice(system, person, { name: LONG_NAME, branchId: long });
  const old = await person("post", "/api/tills").send({ name: "Counter 3", branchId }).expect(201);
  await person("post", "/api/tills").send({ name: "Counter 4" }).expect(201);
  await person("delete", `/api/tills/${revoked.tillId}`).expect(204);
  await system.sql(
    "update tills set code_expires_at = now() - interval '1 min' where id = $1",
    old.body.data.till.id,
  );
  await aCashier(person, { name: "Hanna", branchId: archived });
  const locked = await aCashier(person, { name: LONG_NAME, branchId: long });
  await system.sql(
    "update members set pin_failures = 5 where id = $1 and user_id = $2",
    locked,
    account.userId,
  );
  await person("patch", `/api/branches/${archived}`).send({ archived: true }).expect(200);
}

async function giveSettings(person: CallSignedIn): Promise<void> {
  const name = LONG_NAME;
  const permissions = { verification: ["read", "write"], metrics: ["read"], uptime: ["read"] };
  const { body } = await person("post", "/api/api-keys")
    .send({ name, permissions, expiresInDays: 90 })
    .expect(201);
  await person("post", "/api/api-keys").send({ name, permissions }).expect(201);
  await person("delete", `/api/api-keys/${body.data.apiKey.id}`).expect(204);
  const scopes = ["deposits:write", "deposits:read", "events:read"];
  await person("post", "/api/checkout-keys").send({ name, scopes }).expect(201);
  for (const owner of ["user", "business"]) {
    await person("post", "/api/bank-accounts")
      .send({ bank: "awash", accountNumber: "0132012345678", accountName: name, label: name, owner })
      .expect(201);
  }
  await person("put", "/api/profile/logo").set("content-type", "image/png").send(onePixelPng).expect(200);
  await person("post", "/api/profile/webhook-secret").send({}).expect(201);
  await person("post", "/api/profile/webhook-secret").send({}).expect(201);
}

/** Endpoints in every state, and a delivery that failed and then arrived. */
async function giveWebhooks(system: System, person: CallSignedIn, url: string): Promise<Params> {
  const endpointIds: string[] = [];
  for (const types of [["verification.completed", "deposit.*"], ["profile.*"], ["bank_account.*"], ["*"]]) {
    const headers = { "X-Shop-Token": "s3cret" };
    const { body } = await person("post", "/api/webhook-endpoints")
      .send({ url, types, description: LONG_NAME, headers, maxPerSecond: 10 })
      .expect(201);
    rememberSecret(body.data.secret);
    endpointIds.push(body.data.endpoint.id);
  }
  const [healthy = "", failing, gone, failed] = endpointIds;
  await system.sql("update webhook_endpoints set failing_since = now() where id = $1", failing);
  await system.sql(
    `update webhook_endpoints set enabled = false, disabled_at = now(), failing_since = now() - interval '6 days',
            disabled_reason = case id when $1 then 'gone' else 'failing' end where id in ($1, $2)`,
    gone,
    failed,
  );
  const { body } = await person("post", `/api/webhook-endpoints/${healthy}/test`)
    .send({ type: "deposit.confirmed" })
    .expect(202);
  const deliveryId: string = body.data.id;
  await until(async () => {
    const [row] = await system.sql("select state from webhook_deliveries where id = $1", deliveryId);
    return row?.state === "delivered";
  });
  await system.sql(
    `insert into webhook_attempts (delivery_id, attempt, trigger, error_class, dns_ms, total_ms, response_excerpt)
     values ($1, 2, 'manual', 'timeout', 2.5, 15000, null)`,
    deliveryId,
  );
  await system.sql(
    `insert into webhook_attempts (delivery_id, attempt, trigger, status_code, dns_ms, connect_ms, first_byte_ms, total_ms, response_excerpt)
     values ($1, 3, 'manual', 500, 2.5, 40, 80, 90, $2)`,
    deliveryId,
    Buffer.from(
      "Fatal error: Allowed memory size exhausted in /srv/shop/webhooks.php on line 42\n".repeat(8),
    ),
  );
  return { endpointId: healthy, deliveryId };
}

/** Lists in every state; the one that is returned has items of every outcome. */
async function giveBatches(system: System, account: TestAccount, person: CallSignedIn): Promise<string> {
  const items = [
    { reference: "DJ57QK2M42", label: LONG_NAME },
    { reference: "DJ57QK2MNF", bank: "telebirr" },
    { reference: "DJ57QK2MDN", bank: "telebirr", label: "order-1042" },
    { reference: "DJ57QK2M42", label: "repeated" },
    { reference: "DJ57QK2M42", expect: { amount: "99.00" } },
    { reference: `A message that no bank of ours sends, ${LONG_NAME}`, label: LONG_NAME },
    { reference: "x".repeat(300) },
  ];
  const { body } = await person("post", "/api/verify/batch")
    .send({ label: LONG_NAME, items, onInvalid: "skip" })
    .expect(202);
  await system.sql(
    `with batch as (
       insert into verification_batches (id, user_id, label, total, fingerprint, http_request_id, traceparent, canceled_at)
       select 'bat_' || lpad(n::text, 26, '0'), $1, 'list ' || n, 1, decode(repeat('00', 32), 'hex'), 'test', 'test',
              case when n % 2 = 0 then now() end
         from generate_series(1, 40) n
       returning id, user_id, canceled_at)
     insert into verification_batch_items (verification_id, batch_id, user_id, position, bank, reference, state)
     select 'ver_' || right(id, 26), id, user_id, 1, 'zemen', 'FT26061AB12C',
            case when canceled_at is null then 'waiting' else 'canceled' end
       from batch`,
    account.userId,
  );
  return body.data.id;
}

/** More rows in each list than anyone pages through. None of the open deposits expires while a slow host looks at it. */
async function giveRows(system: System, { userId }: TestAccount, rows: number): Promise<void> {
  const insert = (text: string) => system.sql(text, userId, rows);
  await insert(
    `insert into deposits (id, user_id, token, amount, reference, payment_options, http_request_id, created_at, expires_at, status, canceled_at)
     select 'dep_' || lpad(n::text, 26, '0'), $1, lpad(n::text, 32, 'd'), 100 * n, 'order-' || n, '[]', 'req',
            now() - make_interval(hours => n), now() + make_interval(hours => n - 3),
            case when n % 3 = 0 then 'canceled' else 'awaiting_payment' end, case when n % 3 = 0 then now() end
       from generate_series(1, $2) n`,
  );
  await insert(
    `insert into credit_transactions (id, user_id, type, amount, balance_after, note)
     select 'ctx_' || lpad(n::text, 26, '0'), $1, 'grant', 1, 12345 + n, 'thanks for your patience, part ' || n
       from generate_series(1, $2) n`,
  );
  await insert(
    `insert into webhook_deliveries (id, user_id, event, subject, url, payload, http_request_id, state, created_at, finished_at)
     select 'whd_' || lpad(n::text, 26, '0'), $1, 'deposit.created', 'dep_' || lpad(n::text, 26, '0'),
            'https://shop.example.et/hooks/' || n, '{}', 'req', (array['delivered', 'exhausted', 'given_up'])[1 + n % 3],
            now() - make_interval(mins => n), now() from generate_series(1, $2) n`,
  );
  await insert(
    `insert into audit_log (id, at, user_id, actor_kind, actor_id, action, subject)
     select 'aud_' || lpad(n::text, 26, '0'), now() - make_interval(mins => n), $1, 'operator', null, 'credits.granted', $1
       from generate_series(1, $2) n`,
  );
}

/** A deposit with a rejected receipt first, and a confirming one after. */
async function confirmedDeposit(system: System, account: TestAccount): Promise<string> {
  const { key } = await makeCheckoutKey(system, account);
  const { body } = await system
    .call("post", "/v1/deposits")
    .set("authorization", `Bearer ${key}`)
    .set("idempotency-key", freshKey())
    .send({
      amount: "1250.00",
      currency: "ETB",
      reference: "order-1042",
      description: "Two chairs, a table and a lamp for the new office on the second floor",
      customer: {
        name: "Tirunesh Gebremariam Wolde-Yohannes",
        email: "tirunesh@example.test",
        phone: "0911223344",
      },
      banks: ["telebirr"],
      metadata: { cart: "8f2c", channel: "የሱቅ መተግበሪያ" },
    })
    .expect(201);
  const { id } = body.data;
  for (const amount of ["1.00", "1250.00"]) {
    const receiverAccount = sandboxReceivers.telebirr.accountNumber;
    const { smsText } = await system.pay({
      bank: "telebirr",
      amount,
      receiverAccount,
      receiverName: "Test Merchant",
    });
    await system.gateway.checkout.submitReceipt({
      depositId: id,
      text: smsText,
      cause: { requestId: "page", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
    });
    await until(async () => {
      const rows = await system.sql(
        "select count(*)::int as open from deposit_submissions where deposit_id = $1 and settled_at is null",
        id,
      );
      return rows[0]?.open === 0;
    });
  }
  return id;
}
