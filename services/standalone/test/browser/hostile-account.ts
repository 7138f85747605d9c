import { newId, supportedBankCodes } from "@receipts/contracts";
import { until } from "@receipts/testing";
import { setDefaultWebhook } from "../default-webhook.ts";
import { onePixelPng } from "../pictures.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import type { System, TestAccount } from "../system.ts";
import { PIN } from "../tills.ts";
import { type DashboardAccount, nameAccount } from "./dashboard-accounts.ts";
import { hostileTexts } from "./hostile-texts.ts";

export interface HostileAccount extends DashboardAccount {
  /** Texts in the header of every page with a session. */
  readonly header: readonly string[];
  /** Texts on each page, by the name of the page. */
  readonly shown: Readonly<Record<string, readonly string[]>>;
  /** The checkout page of one of its deposits. */
  readonly checkout: {
    readonly path: string;
    readonly shown: readonly string[];
    /** Its accounts, which the page shows one by one, with the parameters that choose them. */
    readonly accounts: readonly { readonly parameters: string; readonly accountName: string }[];
  };
}

const texts = Object.values(hostileTexts);
/** A different one for each of several texts side by side. */
const text = (at: number) => texts[at % texts.length] ?? "";
/** Shortened to the API's limit for names. */
const short = (value: string) => value.slice(0, 100).trim();
const urlOf = (value: string) => `https://example.test/${value}`;

/** Creates an account whose every stored text is hostile. */
export async function hostileAccount(system: System): Promise<HostileAccount> {
  const account = await system.account();
  const person = await signIn(system, account);
  const names = { name: hostileTexts.script, businessName: hostileTexts.attribute };
  const email = "<img/src=x/onerror=globalThis.ridden=1>'@example.test";
  const defaultUrl = urlOf(hostileTexts.handler);
  await nameAccount(system, account, names);
  await system.sql("update users set email = $2 where id = $1", account.userId, email);
  await setDefaultWebhook(system.database.pool, account.userId, defaultUrl);
  await person("put", "/api/profile/logo").set("content-type", "image/png").send(onePixelPng).expect(200);
  const request = await giveRequest(system, account);
  const deposits = await giveDeposits(system, account);
  const webhooks = await giveWebhooks(system, account);
  const batchId = await giveBatch(person);
  const statements = await giveStatements(person);
  const shown = {
    request: request.shown,
    payments: [hostileTexts.turned, hostileTexts.link],
    batches: [short(hostileTexts.script)],
    batch: [short(hostileTexts.script), ...texts.map(short)],
    deposits: deposits.references,
    deposit: deposits.shown,
    ...statements.shown,
    credits: await giveTransactions(system, account),
    "bank-accounts": await giveBankAccounts(person),
    ...(await givePlaces(person)),
    "api-keys": await giveApiKeys(person),
    "checkout-keys": await giveCheckoutKeys(person),
    webhooks: [defaultUrl, ...webhooks.descriptions, ...webhooks.urls],
    "webhook-endpoint": webhooks.ofEndpoint,
    "webhook-deliveries": [...webhooks.descriptions, ...webhooks.urls],
    "webhook-delivery": webhooks.ofDelivery,
    profile: [names.name, names.businessName, email],
    // Last: the steps above are audited too, and the first page of the log shows the newest entries.
    audit: await giveAuditLog(system, account),
  };
  return {
    account,
    params: {
      requestId: request.id,
      depositId: deposits.id,
      batchId,
      reconciliationId: statements.id,
      ...webhooks.params,
    },
    header: [names.businessName, names.name, email],
    shown,
    checkout: {
      path: deposits.checkoutPath,
      shown: [names.businessName, ...deposits.checkoutShown],
      accounts: deposits.checkoutAccounts,
    },
  };
}

/** A list whose name, items and invalid lines are hostile. */
async function giveBatch(person: CallSignedIn): Promise<string> {
  const items = texts.map((label, nth) => ({
    ...{ bank: "telebirr", reference: `DJ57QK2${100 + nth}`, label: short(label) },
  }));
  const invalid = texts.map((text) => ({ bank: "nobank", reference: text, label: short(text) }));
  const { body } = await person("post", "/api/verify/batch")
    .send({ label: short(hostileTexts.script), items: [...items, ...invalid], onInvalid: "skip" })
    .expect(202);
  return body.data.id;
}

/** Branches, with a till and a cashier of the next name in each. */
async function givePlaces(person: CallSignedIn) {
  const names = texts.map(short);
  for (const [at, name] of names.entries()) {
    const { body } = await person("post", "/api/branches").send({ name }).expect(201);
    const belonging = { name: short(text(at + 1)), branchId: body.data.id };
    await person("post", "/api/tills").send(belonging).expect(201);
    await person("post", "/api/cashiers")
      .send({ ...belonging, pin: PIN })
      .expect(201);
  }
  return { branches: names, tills: [...names, ...names], cashiers: [...names, ...names] };
}

/** A statement whose texts are all hostile, in the file's name too. */
async function giveStatements(person: CallSignedIn) {
  const fileName = short(hostileTexts.script);
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
  const rows = texts.map((each, at) => `DJ57QK2M${10 + at},2026-03-02 10:14:59,5,Completed,${quoted(each)}`);
  const query = new URLSearchParams({ bank: "telebirr", fileName });
  const { body } = await person("post", `/api/reconciliations?${query}`)
    .set("content-type", "text/csv")
    .send(["Transaction No,Transaction Time,Amount,Status,Details", ...rows].join("\n"))
    .expect(202);
  const { id } = body.data;
  await until(async () => {
    const { body: found } = await person("get", `/api/reconciliations/${id}`).expect(200);
    return found.data.status === "completed";
  });
  return { id, shown: { reconciliations: [fileName], reconciliation: [fileName, ...texts] } };
}

async function giveApiKeys(person: CallSignedIn): Promise<readonly string[]> {
  const permissions = { verification: ["read"] };
  for (const name of texts)
    await person("post", "/api/api-keys")
      .send({ name: short(name), permissions })
      .expect(201);
  return texts.map(short);
}

async function giveCheckoutKeys(person: CallSignedIn): Promise<readonly string[]> {
  for (const name of texts)
    await person("post", "/api/checkout-keys")
      .send({ name: short(name), scopes: ["deposits:read"] })
      .expect(201);
  return texts.map(short);
}

async function giveBankAccounts(person: CallSignedIn): Promise<readonly string[]> {
  const saved = texts.map((accountName, at) => ({ accountName, label: short(text(at + 1)) }));
  for (const [at, names] of saved.entries())
    await person("post", "/api/bank-accounts")
      .send({ bank: "awash", accountNumber: `01320123456${10 + at}`, ...names })
      .expect(201);
  return saved.flatMap(({ accountName, label }) => [accountName, label]);
}

async function giveTransactions(system: System, { userId }: TestAccount): Promise<readonly string[]> {
  await system.sql(
    `insert into credit_transactions (id, user_id, type, amount, balance_after, note)
     select 'ctx_' || lpad(n::text, 26, 'h'), $1, 'grant', 5, 1000 + 5 * n, note
       from unnest($2::text[]) with ordinality as noted (note, n)`,
    userId,
    texts,
  );
  return texts;
}

async function giveAuditLog(system: System, { userId }: TestAccount): Promise<readonly string[]> {
  for (const [at, subject] of texts.entries()) {
    const id = newId("auditEntry");
    const actor = text(at + 1);
    await system.sql(
      `insert into audit_log (id, at, user_id, actor_kind, actor_id, action, subject)
       values ($1, now() + interval '1 minute', $2, 'session', $3, 'profile.updated', $4)`,
      id,
      userId,
      actor,
      subject,
    );
    await system.sql(
      "insert into audit_details (audit_id, before, after) values ($1, $2, $3)",
      id,
      { name: subject },
      { [subject]: actor },
    );
  }
  // The actor of an entry is shown by the person's name.
  return texts;
}

/** A genuine receipt with markup as a name, with deliveries to URLs of each kind. */
async function giveRequest(system: System, { userId }: TestAccount) {
  const id = newId("verification");
  const printed = {
    senderName: hostileTexts.turned,
    receiverName: hostileTexts.sms,
    receiverAccount: hostileTexts.handler,
    referenceNumber: hostileTexts.link,
  };
  await system.sql(
    `insert into verification_requests (id, user_id, bank, reference, receipt_key, cache_status, processing_status, status, verified,
       result, requeue_after, deadline_at, http_request_id, started_at, completed_at)
     values ($1, $2, 'cbe', $3, 'key', 'MISS', 'completed', 'success', true, $4, now(), now(), 'req', now_ms(), now_ms())`,
    id,
    userId,
    hostileTexts.sql,
    JSON.stringify(resultOf(printed)),
  );
  // Ended, so that they are not sent.
  await system.sql(
    `insert into webhook_deliveries (id, user_id, verification_id, event, url, payload, http_request_id, state, finished_at)
     select 'whd_' || lpad(n::text, 26, 'h'), $1, $2, 'verification.hostile_' || n, url, '{}', 'req', 'exhausted', now()
       from unnest($3::text[]) with ordinality as addressed (url, n)`,
    userId,
    id,
    texts.map(urlOf),
  );
  return { id, shown: [...Object.values(printed), ...texts.map(urlOf)] };
}

/** Endpoints and deliveries whose texts are all hostile. */
async function giveWebhooks(system: System, { userId }: TestAccount) {
  const urls = texts.map(urlOf);
  const endpointIds = texts.map(() => newId("webhookEndpoint"));
  const deliveryIds = texts.map(() => newId("webhookDelivery"));
  await system.sql(
    `with endpoint as (
       insert into webhook_endpoints (id, user_id, url, description)
       select id, $1, url, description from unnest($2::text[], $3::text[], $4::text[]) as made (id, url, description)
       returning id, user_id)
     insert into webhook_secrets (user_id, endpoint_id, ciphertext) select user_id, id, '' from endpoint`,
    userId,
    endpointIds,
    urls,
    texts,
  );
  const payload = JSON.stringify({
    type: "deposit.created",
    data: Object.fromEntries(texts.map((each) => [each, each])),
  });
  await system.sql(
    `insert into webhook_deliveries (id, user_id, event, endpoint_id, url, payload, http_request_id, state, attempts, finished_at)
     select id, $1, 'deposit.created', endpoint_id, url, $5, 'req', 'exhausted', 15, now()
       from unnest($2::text[], $3::text[], $4::text[]) as sent (id, endpoint_id, url)`,
    userId,
    deliveryIds,
    endpointIds,
    urls,
    payload,
  );
  const [endpointId = ""] = endpointIds;
  const [deliveryId = ""] = deliveryIds;
  await system.sql(
    `insert into webhook_attempts (delivery_id, attempt, status_code, total_ms, response_excerpt)
     select $1, place, 500, 1, convert_to(excerpt, 'utf8') from unnest($2::text[]) with ordinality as responded (excerpt, place)`,
    deliveryId,
    texts,
  );
  const visible = texts.filter((each) => !/\p{Cf}/u.test(each));
  return {
    urls,
    descriptions: texts,
    params: { endpointId, deliveryId },
    ofEndpoint: [text(0), urlOf(text(0))],
    // The API replaces invisible characters in responses, and the page escapes them in JSON.
    ofDelivery: [text(0), urlOf(text(0)), ...visible],
  };
}

function resultOf(printed: { readonly receiverAccount: string } & Readonly<Record<string, string>>) {
  const at = "2025-10-05T09:00:00.000Z";
  return {
    bank: "cbe",
    status: "success",
    verified: true,
    amount: 1_250.5,
    currency: "ETB",
    ...printed,
    accountSuffix: null,
    timestamp: at,
    confirmationHistory: {
      scope: "account",
      isFirstConfirmation: true,
      confirmedBefore: false,
      firstConfirmedAt: at,
      lastConfirmedAt: at,
      confirmationCount: 1,
    },
    settlementAccountMatch: {
      matched: false,
      matchType: "unmatched",
      matchConfidence: "none",
      source: "account_registry",
      bank: "cbe",
      receiverAccount: printed.receiverAccount,
      matchedUserBankAccountId: null,
      matchedBusinessBankAccountId: null,
      candidateCount: 1,
      ambiguous: false,
      reason: "candidate_account_mismatch",
    },
    failureReason: null,
  };
}

/**
 * One deposit for each kind of reference. The first has expired and was paid late; another awaits payment and has a
 * page.
 */
async function giveDeposits(system: System, { userId }: TestAccount) {
  const options = texts.map((accountName, at) => ({
    bank: supportedBankCodes[at % supportedBankCodes.length],
    accountNumber: `10001234567${10 + at}`,
    accountName,
  }));
  const customer = { name: hostileTexts.turned, email: hostileTexts.svg, phone: hostileTexts.sql };
  const metadata = Object.fromEntries(texts.map((name, at) => [name, text(at + 2)]));
  const ids = texts.map(() => newId("deposit"));
  const [late = ""] = ids;
  const open = ids[texts.indexOf(hostileTexts.turned)] ?? "";
  const references = Object.fromEntries(ids.map((id, at) => [id, text(at)]));
  const descriptions = { [late]: hostileTexts.marks, [open]: hostileTexts.sms };
  for (const id of ids) {
    await system.sql(
      `insert into deposits (id, user_id, token, amount, reference, description, customer, payment_options, metadata, return_url,
         cancel_url, http_request_id, expires_at)
       values ($1, $2, $3, 1250, $4, $5, $6, $7, $8, $9, $9, 'req', now() + interval '1 hour')`,
      id,
      userId,
      tokenOf(id),
      references[id],
      descriptions[id] ?? hostileTexts.braces,
      customer,
      JSON.stringify(options),
      metadata,
      hostileTexts.link,
    );
  }
  const paid = { referenceNumber: hostileTexts.dollar, senderName: hostileTexts.entity };
  await system.sql(
    `update deposits set status = 'expired', expires_at = now() - interval '1 hour', late_receipt = $2, receipt_hash = $3,
       event_count = 1 where id = $1`,
    late,
    {
      ...paid,
      bank: "cbe",
      timestamp: "2025-10-05T09:00:00.000Z",
      verificationRequestId: "ver_00000000000000000000000000",
      amount: "12.50",
      receivedAt: "2025-10-05T09:00:00.000Z",
    },
    Buffer.alloc(32, 7),
  );
  const said = (id: string) => [references[id] ?? "", descriptions[id] ?? ""];
  return {
    id: late,
    references: Object.values(references),
    shown: [
      ...said(late),
      ...Object.values(customer),
      ...texts,
      ...Object.entries(metadata).flat(),
      ...Object.values(paid),
    ],
    checkoutPath: `/checkout/${tokenOf(open)}`,
    checkoutShown: said(open),
    checkoutAccounts: options.map(({ bank, accountName }, at) => ({
      parameters: `from=${bank}&to=${Math.floor(at / supportedBankCodes.length) + 1}`,
      accountName,
    })),
  };
}

const tokenOf = (id: string) => id.slice(-26).padStart(32, "h");
