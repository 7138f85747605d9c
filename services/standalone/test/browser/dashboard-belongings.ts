import { sandboxReceivers } from "@receipts/bank-sandbox";
import { until } from "@receipts/testing";
import { insertBankPast } from "../bank-past.ts";
import { onePixelPng } from "../pictures.ts";
import { freshKey, makeCheckoutKey } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import type { System, TestAccount } from "../system.ts";

type Params = Readonly<Record<string, string>>;

const LONG_NAME =
  "Point of sale at the Merkato branch, second floor, next to the stairs (replaces the old one)";

/** Gives the account keys, bank accounts, a logo, deposits, a ledger and an audit log, each longer than a page. */
export async function giveBelongings(
  system: System,
  account: TestAccount,
  options: { readonly rows: number },
): Promise<Params> {
  const person = await signIn(system, account);
  await giveSettings(person);
  await giveRows(system, account, options.rows);
  await insertBankPast(system, {
    cbe: { now: [50, 0], days: quarter, incidents: 12 },
    boa: { now: [30, 10], days: quarter, incidents: 1 },
    dashen: { now: [0, 40], days: [[20, 80]] },
  });
  return { depositId: await confirmedDeposit(system, account) };
}

const quarter = Array.from({ length: 89 }, (_, index) => {
  if (index > 70) return null;
  if (index % 23 === 5) return [20, 80] as const;
  return index % 11 === 3 ? ([930, 70] as const) : ([1_000, index % 3] as const);
});

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

/** More rows in each list than anyone pages through. */
async function giveRows(system: System, { userId }: TestAccount, rows: number): Promise<void> {
  const insert = (text: string) => system.sql(text, userId, rows);
  await insert(
    `insert into deposits (id, user_id, token, amount, reference, payment_options, http_request_id, created_at, expires_at, status, canceled_at)
     select 'dep_' || lpad(n::text, 26, '0'), $1, lpad(n::text, 32, 'd'), 100 * n, 'order-' || n, '[]', 'req',
            now() - make_interval(hours => n), now() + make_interval(mins => n - 3),
            case when n % 3 = 0 then 'canceled' else 'awaiting_payment' end, case when n % 3 = 0 then now() end
       from generate_series(1, $2) n`,
  );
  await insert(
    `insert into credit_transactions (id, user_id, type, amount, balance_after, note)
     select 'ctx_' || lpad(n::text, 26, '0'), $1, 'grant', 1, 12345 + n, 'thanks for your patience, part ' || n
       from generate_series(1, $2) n`,
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
