import { until } from "@receipts/testing";
import type { Response } from "supertest";
import { openPage } from "../checkout-page-client.ts";
import {
  type AnswerRecorder,
  createAnswerRecorder,
  linesOf,
  readGoldenAnswers,
  withoutFields,
  writeGoldenAnswers,
} from "../golden-answers/answer-recorder.ts";
import { receiver, useReceiver } from "../receiver.ts";
import { makeCheckoutKey } from "../shop.ts";
import { signIn } from "../signed-in.ts";
import { system, useSystem, type VerifyOptions } from "../system.ts";

/**
 * An old client, which knows no newer fields, gets the same responses as before, byte for byte except `addedFields`
 * (golden-answers/answer-recorder.ts). Each chapter of the story has its responses in golden-answers/<chapter>.json.
 *
 * `UPDATE_GOLDEN=true` records them again, without the fields in that list. A changed fixture is a breaking change for
 * every integrator. Never renew one because of an added field: add the field to the list.
 */
useSystem({
  // Requests for siinqee stay queued.
  verifiers: ["telebirr", "cbe", "boa", "awash", "mpesa", "cbebirr", "dashen", "kaafiebirr"],
  env: { BANK_ATTEMPTS: "1" },
});
useReceiver();

const wait: VerifyOptions = { waitMs: 15_000 };
const unknownRequest = "/api/verify/ver_00000000000000000000000000";

/** A new account for a chapter. `record`, `verify` and `get` record the response. */
async function openClient(answers: AnswerRecorder) {
  const account = await system.account();
  const signedIn = await signIn(system, account);
  const record = async (name: string, call: PromiseLike<Response>) => {
    const response = await call;
    answers.answer(name, response);
    return response.body;
  };
  const asKey = (method: "get" | "post", path: string) => system.call(method, path, account);
  return {
    account,
    record,
    asKey,
    signedIn,
    verify: (name: string, body: object, options = wait) =>
      record(name, system.verify(account, body, options)),
    get: (name: string, path: string) => record(name, asKey("get", path)),
    /** Saves a bank account without recording the response. Returns the id. */
    save: async (bank: string, accountNumber: string, accountName = "Selam Demo Trading") => {
      const saved = await signedIn("post", "/api/bank-accounts").send({ bank, accountNumber, accountName });
      expect(saved.status).toBe(201);
      return saved.body.data.id as string;
    },
  };
}

/** The sandbox derives a receipt that was not ordered from its reference: it is the same in every run. */
const chapters: Readonly<Record<string, (answers: AnswerRecorder) => Promise<void>>> = {
  "receipts-of-each-bank": receiptsOfEachBank,
  "settlement-accounts": settlementAccounts,
  "other-verdicts": otherVerdicts,
  submissions,
  "status-and-history": statusAndHistory,
  webhooks,
  "bank-accounts": bankAccounts,
  deposits,
  "deposit-receipts": depositReceipts,
  errors,
  "checkout-errors": checkoutErrors,
};

describe("golden answers", () => {
  it.each(Object.entries(chapters))("gives an old client the recorded responses: %s", async (name, tell) => {
    const answers = createAnswerRecorder();
    await tell(answers);
    if (process.env["UPDATE_GOLDEN"] === "true") await writeGoldenAnswers(name, answers.recorded());
    expect(linesOf(answers.recorded())).toBe(linesOf(await readGoldenAnswers(name)));
  });
});

describe("the list of added fields", () => {
  it("removes exactly the listed fields, in each item of a list", () => {
    const json =
      '{"data": [{"a" : "x, \\"}", "n":1.50}, {"n": [ ], "a": {"b": 2}}], "a":null, "n": {"n": 1e3 }}\n';
    const without = (...fields: string[]) => withoutFields(json, fields);
    expect(without("data[].a", "a.b", "data.a", "n[].n", "b")).toBe(
      '{"data": [{"n":1.50}, {"n": [ ]}], "a":null, "n": {"n": 1e3 }}\n',
    );
    expect(without("data[].a.b", "data[].n", "a")).toBe(
      '{"data": [{"a" : "x, \\"}"}, {"a": {}}], "n": {"n": 1e3 }}\n',
    );
    expect(without("data", "n.n")).toBe('{"a":null, "n": { }}\n');
    expect(without()).toBe(json);
  });
});

async function receiptsOfEachBank(answers: AnswerRecorder): Promise<void> {
  const { verify } = await openClient(answers);
  for (const [name, body] of [
    ["telebirr", { bank: "telebirr", reference: "DC27QK2M41" }],
    ["cbe by its PDF", { bank: "cbe", reference: "FT26061K3WQ8", suffix: "58471203" }],
    ["cbe by a share token", { bank: "cbe", reference: "v2-hfHCq8ZtLm3RkWd5XnB2" }],
    ["boa", { bank: "boa", reference: "FT26061QM4T1", suffix: "58203" }],
    ["boa from another bank", { bank: "boa", reference: "FT26061QM4T2", suffix: "10104" }],
    ["awash", { bank: "awash", reference: "2K9P56876H-5QT70R" }],
    ["awash from telebirr", { bank: "awash", reference: "2K9P4UHYKC-5QT71R" }],
    ["awash, a page without an account", { bank: "awash", reference: "A1B2C3D4E5F6-4Q7C3H" }],
    ["mpesa", { bank: "mpesa", reference: "UC27QK2M41" }],
    ["cbebirr", { bank: "cbebirr", reference: "DC271QK2M41", phone: "251912345678" }],
    ["dashen", { bank: "dashen", reference: "387WDTS260610A7B" }],
    ["kaafiebirr", { bank: "kaafiebirr", reference: "q7Tz-Wm2_sLx9KbZ41hRd8" }],
  ] as const) {
    await verify(name, body);
  }
  const toBank = await system.pay({
    bank: "telebirr",
    amount: "250.00",
    receiverAccount: "1000412270936",
    receiverName: "Selam Demo Trading",
    receiverBank: "Commercial Bank of Ethiopia",
    senderName: "Hanna Tadesse Molla",
    paidAt: "2026-03-02T12:05:42+03:00",
  });
  answers.hide("reference", toBank.referenceNumber);
  await verify("telebirr to an account at a bank, by SMS", { reference: toBank.smsText });
}

async function settlementAccounts(answers: AnswerRecorder): Promise<void> {
  const client = await openClient(answers);
  const { verify, save } = client;
  await save("telebirr", "0900127436");
  await save("cbe", "1000412270936");
  await save("boa", "104273658");
  await save("awash", "01320478129600");
  await verify("telebirr: a mask fits the saved account", { bank: "telebirr", reference: "DC37QK2M41" });
  const cbe = { bank: "cbe", reference: "FT26062K3WQ8", suffix: "58471203" };
  await verify("cbe: a mask fits the saved account", cbe);
  await verify("cbe: a share token's mask fits it", { bank: "cbe", reference: "v2-hfHCq8ZtLm3RkWd5XnB3" });
  await verify("boa: a short mask fits it with less confidence", {
    bank: "boa",
    reference: "FT26062QM4T1",
    suffix: "58203",
  });
  const awash = { bank: "awash", reference: "2K9P4OHHCR-5QT70R" };
  await verify("awash: a mask fits the saved account", awash);
  const toBank = { bank: "awash", reference: "2K9PLDVFI5-5QT70R" };
  await verify("awash: the whole number is the saved one", toBank);
  await verify("awash: the receipt names no account", { bank: "awash", reference: "2K9P56ACCA-4Q7C3H" });
  await verify("the request's account is the receiver's", { ...toBank, settlementAccount: "01320478129600" });
  await verify("the request's account is not the receiver's, a saved one is", {
    ...cbe,
    settlementAccount: "1000412271111",
  });
  await client.record("with debug", client.asKey("post", "/api/verify?waitMs=15000&debug=true").send(awash));
  await save("cbe", "1000999990936");
  await verify("two saved accounts fit", cbe);

  const other = await openClient(answers);
  await other.save("telebirr", "0911223344");
  await other.save("awash", "01320478129600", "Abel Import and Export");
  await other.verify("telebirr: another account was saved", { bank: "telebirr", reference: "DC37QK2M41" });
  await other.verify("awash: saved under another name than the receiver's", awash);
  await other.verify("cbe: none was saved", cbe);
}

async function otherVerdicts(answers: AnswerRecorder): Promise<void> {
  const { verify, save } = await openClient(answers);
  await save("telebirr", "0900127436");
  for (const [name, body] of [
    ["telebirr: not found", { bank: "telebirr", reference: "DC47QK2MNF" }],
    ["cbe: not found", { bank: "cbe", reference: "FT26063K3WNF", suffix: "58471203" }],
    ["cbe: no such share token", { bank: "cbe", reference: "v2-hfHCq8ZtLm3RkWd5XnNF" }],
    ["boa: not found", { bank: "boa", reference: "FT26063QM4NF", suffix: "58203" }],
    ["awash: not found", { bank: "awash", reference: "2K9P56876H-5QT7NF" }],
    ["telebirr: reversed", { bank: "telebirr", reference: "DC47QK2MRV" }],
    ["cbe: a share token of a reversed payment", { bank: "cbe", reference: "v2-hfHCq8ZtLm3RkWd5XnRV" }],
    [
      "cbe: a share token with the suffix of neither account",
      { bank: "cbe", reference: "v2-hfHCq8ZtLm3RkWd5XnB4", suffix: "99999999" },
    ],
    ["telebirr: undecided, the bank is down", { bank: "telebirr", reference: "DC47QK2MDN" }],
    ["cbe: undecided, the page is unknown", { bank: "cbe", reference: "FT26063K3WGB", suffix: "58471203" }],
    ["boa: undecided, the bank is down", { bank: "boa", reference: "FT26063QM4DN", suffix: "58203" }],
    ["awash: undecided, the page is unknown", { bank: "awash", reference: "2K9P56876H-5QT7GB" }],
  ] as const) {
    await verify(name, body);
  }
}

async function submissions(answers: AnswerRecorder): Promise<void> {
  const { verify, save, get } = await openClient(answers);
  await save("telebirr", "0900127436");
  const receipt = { bank: "telebirr", reference: "DC57QK2M41" };
  await verify("first", receipt, { ...wait, idempotencyKey: "order-1" });
  await verify("the same again by its idempotency key", receipt, { idempotencyKey: "order-1" });
  await verify("a second request for the receipt, from the cache", receipt, {});
  await verify("past the cache", receipt, { ...wait, headers: { "cache-control": "no-cache" } });
  const unread = { bank: "siinqee", reference: "B41K7TR262260352" };
  await verify("accepted, without waiting", { bank: "telebirr", reference: "DC57QK2M42" }, {});
  await verify("accepted, the wait was too short", unread, { waitMs: 20, idempotencyKey: "order-2" });
  await verify("accepted, the same again", unread, { idempotencyKey: "order-2" });
  const { requestId } = await verify("accepted, with a webhook", { ...unread, webhookUrl: receiver.url }, {});
  await get("status of an accepted request", `/api/verify/${requestId}`);
}

async function statusAndHistory(answers: AnswerRecorder): Promise<void> {
  const { verify, save, get } = await openClient(answers);
  await get("history of a new account", "/api/verify/history");
  await save("telebirr", "0900127436");
  const ids: Record<string, string> = {};
  for (const [outcome, body, options] of [
    ["success", { bank: "telebirr", reference: "DC67QK2M41" }, wait],
    ["cached", { bank: "telebirr", reference: "DC67QK2M41" }, {}],
    ["not found", { bank: "boa", reference: "FT26064QM4NF", suffix: "58203" }, wait],
    ["reversed", { bank: "cbe", reference: "v2-hfHCq8ZtLm3RkWd6XnRV" }, wait],
    ["undecided", { bank: "awash", reference: "2K9P56ACCA-5QT7DN" }, wait],
    ["queued", { bank: "siinqee", reference: "B41K7TR262260353" }, {}],
  ] as const) {
    ids[outcome] = (await verify(`${outcome}: submitted`, body, options)).requestId;
    await get(`${outcome}: status`, `/api/verify/${ids[outcome]}`);
  }
  await get("success: status with debug", `/api/verify/${ids["success"]}?debug=true`);
  for (const outcome of ["success", "cached", "undecided", "queued"])
    await get(`${outcome}: attempts`, `/api/verify/${ids[outcome]}/attempts`);
  for (const outcome of ["success", "not found", "reversed", "undecided"])
    await get(`${outcome}: stream`, `/api/verify/${ids[outcome]}/events`);
  await get("history", "/api/verify/history");
  await get("history, a page", "/api/verify/history?limit=2&offset=1");
  await get("history, filtered", "/api/verify/history?status=failed&processingStatus=failed&bank=awash");
}

async function webhooks(answers: AnswerRecorder): Promise<void> {
  const client = await openClient(answers);
  const { signedIn } = client;
  /** Waits for the next webhook. */
  const next = async (name: string) => {
    await until(() => receiver.received.length > 0, { what: name });
    answers.webhook(name, receiver.received.shift());
  };
  for (const [outcome, body] of [
    ["success", { bank: "telebirr", reference: "DC77QK2M41" }],
    ["success, from the cache", { bank: "telebirr", reference: "DC77QK2M41" }],
    ["success, with a suffix", { bank: "cbe", reference: "FT26065K3WQ8", suffix: "58471203" }],
    ["not found", { bank: "boa", reference: "FT26065QM4NF", suffix: "58203" }],
    ["reversed", { bank: "telebirr", reference: "DC77QK2MRV" }],
    ["undecided", { bank: "awash", reference: "2K9P4OHHCR-5QT7GB" }],
  ] as const) {
    await system.verify(client.account, { ...body, webhookUrl: receiver.url }, wait).expect(200);
    await next(`verification.completed: ${outcome}`);
  }
  for (const scenario of ["success", "failed", "not_found"]) {
    const sample = client.asKey("post", "/api/verify/test-webhook");
    await client.record(`sample of ${scenario}: answer`, sample.send({ webhookUrl: receiver.url, scenario }));
    await next(`sample of ${scenario}`);
  }
  await signedIn("patch", "/api/profile").send({ defaultWebhookUrl: receiver.url }).expect(200);
  const id = await client.save("cbe", "1000412270936");
  await next("bank_account.created");
  await signedIn("patch", `/api/bank-accounts/${id}`).send({ accountNumber: "1000412271111" }).expect(200);
  await next("bank_account.updated");
  await signedIn("delete", `/api/bank-accounts/${id}`).expect(204);
  await next("bank_account.deleted");
}

async function bankAccounts(answers: AnswerRecorder): Promise<void> {
  const { signedIn, record, get } = await openClient(answers);
  const draft = { bank: "cbe", accountNumber: "1000 4122 70936", accountName: "Selam Coffee Trading" };
  const save = (name: string, body: object) =>
    record(name, signedIn("post", "/api/bank-accounts").send(body));
  const { data } = await save("saved", draft);
  await save("saved again", draft);
  await save("saved with a label", {
    ...draft,
    bank: "telebirr",
    accountNumber: "0911223344",
    label: "Till",
  });
  await save("of the business, without one", { ...draft, owner: "business" });
  const change = (name: string, body: object, id = data.id) =>
    record(name, signedIn("patch", `/api/bank-accounts/${id}`).send(body));
  await change("changed", { accountNumber: "1000412271111", label: "Shop" });
  await change("changed back", { label: null });
  await change("changed to a masked number", { accountNumber: "1****0936" });
  await change("changed, unknown", { label: "Shop" }, "acc_00000000000000000000000000");
  await get("listed", "/api/bank-accounts");
  await get("listed, a page of one bank", "/api/bank-accounts?bank=cbe&limit=1");
  await record("forgotten", signedIn("delete", `/api/bank-accounts/${data.id}`));
  await record("forgotten again", signedIn("delete", `/api/bank-accounts/${data.id}`));
  await get("listed afterwards", "/api/bank-accounts");
}

/** A client with a checkout key and two saved bank accounts. */
async function openMerchant(answers: AnswerRecorder) {
  const client = await openClient(answers);
  await client.save("telebirr", "0911223344", "Selam Coffee Trading");
  await client.save("cbe", "1000412270936", "Selam Coffee Trading");
  const { key } = await makeCheckoutKey(system, client.account);
  let keys = 0;
  const asShop = (method: "get" | "post", path: string) =>
    system.call(method, path).set("authorization", `Bearer ${key}`);
  const post = (path: string, body: object, idempotencyKey?: string) => {
    keys += 1;
    return asShop("post", path)
      .set("idempotency-key", idempotencyKey ?? `key-${keys}`)
      .send(body);
  };
  const read = async (id: string) => (await asShop("get", `/v1/deposits/${id}`).expect(200)).body.data;
  return {
    ...client,
    asShop,
    post,
    show: (name: string, path: string) => client.record(name, asShop("get", path)),
    read,
    deposit: async (draft: object = {}) =>
      (await post("/v1/deposits", { amount: "1250.00", currency: "ETB", reference: "order-1", ...draft }))
        .body.data,
    /** Makes a payment now. Returns the payer's SMS. */
    pay: async (order: object = {}) => {
      const paid = await system.pay({
        bank: "telebirr",
        amount: "1250.00",
        receiverAccount: "0911223344",
        receiverName: "Selam Coffee Trading",
        senderName: "Hana Girma",
        ...order,
      });
      answers.hide("reference", paid.referenceNumber);
      return paid.smsText;
    },
    /** Submits a receipt as the hosted page does, and waits for its outcome. */
    submit: async (id: string, receipt: string) => {
      const { status } = await openPage(system, await read(id)).send({ receipt, live: "yes" });
      expect(status).toBe(200);
      await until(async () => {
        const { status, lastError, lateReceipt } = await read(id);
        return status === "confirmed" || lastError !== null || lateReceipt !== null;
      });
    },
  };
}

async function deposits(answers: AnswerRecorder): Promise<void> {
  const { post, show, record, signedIn, deposit } = await openMerchant(answers);
  const draft = {
    amount: "1250.00",
    currency: "ETB",
    reference: "order-1",
    description: "Two chairs",
    customer: { name: "Hana", email: "hana@example.test", phone: "0911223344" },
    banks: ["cbe"],
    returnUrl: "https://shop.example/done?order=1",
    cancelUrl: "https://shop.example/cart",
    expiresInMinutes: 30,
    metadata: { order: "1", till: "2" },
  };
  const { data } = await record("made with every field", post("/v1/deposits", draft, "order-1"));
  await record("made again by its idempotency key", post("/v1/deposits", draft, "order-1"));
  const least = { amount: "0.50", currency: "ETB", reference: "order-2" };
  await record("made with the least", post("/v1/deposits", least));
  const { id } = await deposit({ reference: "order-3" });
  await record("canceled", post(`/v1/deposits/${id}/cancel`, {}, "cancel-3"));
  await record("canceled again by its idempotency key", post(`/v1/deposits/${id}/cancel`, {}, "cancel-3"));
  await record("canceled twice", post(`/v1/deposits/${id}/cancel`, {}));
  await show("one", `/v1/deposits/${data.id}`);
  await show("events of one that was canceled", `/v1/deposits/${id}/events`);
  const page = await show("first page", "/v1/deposits?limit=2");
  await show("last page", `/v1/deposits?limit=2&startingAfter=${page.data.nextCursor}`);
  await show("filtered", "/v1/deposits?status=canceled&reference=order-3&createdAfter=2026-01-01");
  const events = await show("first page of all events", "/v1/events?limit=3");
  await show("last page of all events", `/v1/events?limit=3&startingAfter=${events.data.nextCursor}`);
  await record("one, to its person", signedIn("get", `/api/deposits/${data.id}`));
  await record("all, to their person", signedIn("get", "/api/deposits?limit=2"));
  await record("events, to their person", signedIn("get", `/api/deposits/${id}/events`));
}

async function depositReceipts(answers: AnswerRecorder): Promise<void> {
  const { deposit, pay, submit, show, read, verify, get, record, signedIn } = await openMerchant(answers);
  const { id } = await deposit({ webhookUrl: receiver.url });
  const sms = await pay();
  await submit(id, sms);
  const confirmed = await show("confirmed", `/v1/deposits/${id}`);
  await show("confirmed: events", `/v1/deposits/${id}/events`);
  await record("confirmed: to its person", signedIn("get", `/api/deposits/${id}`));
  await until(() => receiver.received.length === 3, { what: "three webhooks" });
  const sequenceOf = ({ body }: { readonly body: string }): number => JSON.parse(body).sequence;
  for (const sent of receiver.received.toSorted((a, b) => sequenceOf(a) - sequenceOf(b)))
    answers.webhook(`confirmed: webhook ${sequenceOf(sent)}`, sent);
  const { verificationRequestId } = confirmed.data.receipt;
  await get("confirmed: its verification", `/api/verify/${verificationRequestId}`);
  await verify("confirmed: its receipt is verified once more", { reference: sms });

  const more = await deposit({ reference: "order-2" });
  await submit(more.id, await pay({ amount: "1300.50" }));
  await show("confirmed, by more than was asked for", `/v1/deposits/${more.id}`);

  const rejected = await deposit({ reference: "order-3", webhookUrl: receiver.url });
  for (const [reason, receipt] of [
    ["receipt_not_found", "DC87QK2MNF"],
    ["receipt_already_used", sms],
    ["wrong_receiver", "DC87QK2M41"],
    ["amount_too_low", await pay({ amount: "1249.99" })],
    ["paid_before_created", await pay({ paidAt: "2026-03-08T12:00:00Z" })],
    ["bank_unavailable", "DC87QK2MDN"],
  ] as const) {
    await submit(rejected.id, receipt);
    await show(`rejected: ${reason}`, `/v1/deposits/${rejected.id}`);
  }
  await show("rejected: events", `/v1/deposits/${rejected.id}/events`);
  await until(() => receiver.received.length === 16, { what: "thirteen webhooks more" });
  const last = receiver.received.slice(3).find((sent) => sequenceOf(sent) === 3);
  answers.webhook("rejected: webhook 3", last);

  const late = await deposit({ reference: "order-4" });
  await system.sql("update deposits set expires_at = now_ms() - interval '1 minute' where id = $1", late.id);
  await until(async () => (await read(late.id)).status === "expired");
  await show("expired", `/v1/deposits/${late.id}`);
  await submit(late.id, await pay());
  await show("expired, and paid late", `/v1/deposits/${late.id}`);
  await show("expired, and paid late: events", `/v1/deposits/${late.id}/events`);
}

async function errors(answers: AnswerRecorder): Promise<void> {
  const { account, verify, get, record, asKey } = await openClient(answers);
  await verify("no reference", { bank: "telebirr" });
  await verify("a bad reference", { bank: "telebirr", reference: "?" });
  await verify("no suffix", { bank: "cbe", reference: "FT26066K3WQ8" });
  await verify("a field of another type", { bank: "telebirr", reference: 7 });
  await verify("two aliases that differ", { reference: "DC97QK2M41", transactionNumber: "DC97QK2M42" });
  await verify("a settlement account without digits", {
    bank: "telebirr",
    reference: "DC97QK2M41",
    settlementAccount: "Selam",
  });
  await verify("no bank in sight", { reference: "good morning" });
  await verify("a bad webhook URL", {
    bank: "telebirr",
    reference: "DC97QK2M41",
    webhookUrl: "ftp://shop.example/hook",
  });
  const pending = { bank: "siinqee", reference: "B41K7TR262260354" };
  await system.verify(account, pending, { idempotencyKey: "order-1" }).expect(202);
  const other = { bank: "siinqee", reference: "B41K7TR262260355" };
  await verify("an idempotency key of another request", other, { idempotencyKey: "order-1" });
  await record("a bad waitMs", asKey("post", "/api/verify?waitMs=soon").send(pending));
  await record("no key", system.call("post", "/api/verify").send(pending));
  await record(
    "a wrong key",
    system.call("get", "/api/verify/history").set("x-api-key", `rvk_${"0".repeat(49)}`),
  );
  const reader = await system.account({ permissions: { verification: ["read"] } });
  await record("a key that may only read", system.verify(reader, pending));
  await record("no credits", system.verify(await system.account({ credits: 0 }), pending));
  await record("a key where a person is needed", asKey("post", "/api/bank-accounts").send({}));
  await get("an unknown request", unknownRequest);
  await get("the stream of an unknown request", `${unknownRequest}/events`);
  await get("the attempts of an unknown request", `${unknownRequest}/attempts`);
  await get("an unknown path", "/api/verify-all");
  await get("a bad filter of the history", "/api/verify/history?limit=0&startDate=yesterday");
  await record("a wrong method", system.call("delete", "/api/verify"));
  const sample = { webhookUrl: "not a url" };
  await record("a sample webhook to no URL", asKey("post", "/api/verify/test-webhook").send(sample));
}

async function checkoutErrors(answers: AnswerRecorder): Promise<void> {
  const { account, asShop, post, show, record, deposit } = await openMerchant(answers);
  const draft = { amount: "1250.00", currency: "ETB", reference: "order-1" };
  const unknown = "/v1/deposits/dep_00000000000000000000000000";
  await record("a bad amount", post("/v1/deposits", { ...draft, amount: "1250" }));
  await record("an unknown field", post("/v1/deposits", { ...draft, colour: "red" }));
  await record("many faults", post("/v1/deposits", { currency: "USD", customer: { age: "7" } }));
  await record("a bank without a saved account", post("/v1/deposits", { ...draft, banks: ["boa"] }));
  await record("a bad return URL", post("/v1/deposits", { ...draft, returnUrl: "http://shop.example/" }));
  await record("a bad webhook URL", post("/v1/deposits", { ...draft, webhookUrl: "ftp://shop.example/" }));
  await record("no idempotency key", asShop("post", "/v1/deposits").send(draft));
  await deposit();
  await post("/v1/deposits", draft, "order-1").expect(201);
  await record(
    "an idempotency key of another call",
    post("/v1/deposits", { ...draft, amount: "2.00" }, "order-1"),
  );
  await record("no key", system.call("get", "/v1/deposits"));
  await record("a key of the other surface", asKeyOf(account.apiKey));
  const { key } = await makeCheckoutKey(system, account, ["deposits:write"]);
  await record("a key without the scope", asKeyOf(key));
  await record(
    "an unsupported version",
    asShop("get", "/v1/deposits").set("service-checkout-version", "2020-01-01"),
  );
  await show("an unknown deposit", unknown);
  await show("events of an unknown deposit", `${unknown}/events`);
  await record("an unknown deposit canceled", post(`${unknown}/cancel`, {}));
  await show("an unknown path", "/v1/refunds");
  await show("a bad filter", "/v1/deposits?limit=0");
  await record("a wrong method", system.call("delete", "/v1/deposits"));
  const bare = await system.account();
  const bareKey = (await makeCheckoutKey(system, bare)).key;
  await record(
    "an account without bank accounts",
    system
      .call("post", "/v1/deposits")
      .set({ authorization: `Bearer ${bareKey}`, "idempotency-key": "order-1" })
      .send(draft),
  );
}

const asKeyOf = (key: string) => system.call("get", "/v1/deposits").set("authorization", `Bearer ${key}`);
