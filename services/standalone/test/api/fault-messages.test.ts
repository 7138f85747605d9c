import type { FieldFault } from "@receipts/contracts";
import type { Response } from "supertest";
import { refusedAs } from "../refusals.ts";
import { freshKey, openShop, type Shop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, useSystem } from "../system.ts";

/**
 * Every message names the field, what is wrong and what would be right. One response contains all errors of a request.
 */
let shop: Shop;
let owner: CallSignedIn;
useSystem({ verifiers: [] });
beforeAll(async () => {
  shop = await openShop(system);
  owner = await signIn(system, shop.account);
});

const receipt = { bank: "telebirr", reference: "DJ57QK2M41" };
const order = { amount: "10.00", currency: "ETB", reference: "order-1" };
const byKey = (method: "get" | "post", path: string) => system.call(method, path, shop.account);
const verify = (body: object, { query = "", headers = {} } = {}) =>
  byKey("post", `/api/verify${query}`).set(headers).send(body);
const deposit = (body: object) =>
  shop.call("post", "/v1/deposits").set("idempotency-key", freshKey()).send(body);

/** Reads the problem from a response of either API. */
function problemOf({ status, body }: Response) {
  const { code, message = body.message, details, fields = details } = body.error;
  const faults: readonly FieldFault[] = fields;
  return { status, code, message, faults };
}
const texts = (answer: Response) =>
  problemOf(answer).faults.map(({ field, message }) => `${field}: ${message}`);

const ftp = "ftp://example.com/hook";
const unresolvable = "https://no-such-host.invalid/";
describe("a refused webhook URL", () => {
  it.each<[string, string, (url: string) => PromiseLike<Response>]>([
    ["of a request", "webhookUrl", (webhookUrl) => verify({ ...receipt, webhookUrl })],
    [
      "of a request's header",
      "x-webhook-url",
      (url) => verify(receipt, { headers: { "X-Webhook-Url": url } }),
    ],
    [
      "of a sample",
      "webhookUrl",
      (webhookUrl) => byKey("post", "/api/verify/test-webhook").send({ webhookUrl }),
    ],
    [
      "of the profile",
      "defaultWebhookUrl",
      (url) => owner("patch", "/api/profile").send({ defaultWebhookUrl: url }),
    ],
    ["of a deposit", "webhookUrl", (webhookUrl) => deposit({ ...order, webhookUrl })],
  ])("%s is named in message and detail, with the fix", async (_whose, field, send) => {
    const byText = await send(ftp);
    expect(problemOf(byText)).toMatchObject({ status: 422, code: "unsafe_webhook_url" });
    expect(texts(byText)).toEqual([`${field}: must use https, such as https://example.com/hook`]);
    expect(problemOf(byText).message).toBe(texts(byText)[0]);
    const byDns = await send(unresolvable);
    expect(problemOf(byDns)).toMatchObject({ status: 422, code: "unsafe_webhook_url" });
    expect(texts(byDns)).toEqual([
      `${field}: must have a host that is found in DNS, with public internet addresses alone`,
    ]);
    expect(problemOf(byDns).message).toBe(texts(byDns)[0]);
  });
});

describe("a value that is not in the list", () => {
  it.each<[object, string]>([
    [{ payments: ["read"] }, "permissions.payments: must be one of verification, metrics, uptime, webhooks"],
    [{ verification: ["delete"] }, "permissions.verification.0: must be one of read, write, resolve"],
  ])("of permissions is named with the allowed ones: %j", async (permissions, text) => {
    const answer = await owner("post", "/api/api-keys").send({ name: "shop", permissions });
    expect([answer.status, texts(answer)]).toEqual([422, [text]]);
  });

  it("of scopes is named once per error", async () => {
    for (const scopes of ["deposits:read", "x", ""]) {
      const answer = await owner("post", "/api/checkout-keys").send({ name: "shop", scopes });
      expect([answer.status, texts(answer)]).toEqual([422, ["scopes: must be a list"]]);
    }
    const unknown = await owner("post", "/api/checkout-keys").send({
      name: "shop",
      scopes: ["deposits:refund"],
    });
    expect(texts(unknown)).toEqual([
      "scopes.0: must be one of deposits:write, deposits:read, deposits:resolve, events:read, webhooks:read, webhooks:write",
    ]);
  });
});

describe("an invalid identifier", () => {
  it.each<[object, readonly string[]]>([
    [{ bank: "telebirr", transactionNumber: "bad" }, ["transactionNumber"]],
    [{ bank: "cbebirr", receiptNumber: "bad" }, ["receiptNumber", "phone"]],
    [{ bank: "cbe", referenceNumber: "FT26278K3WQ8", accountSuffix: "12" }, ["accountSuffix"]],
    [{ bank: "cbebirr", receiptNumber: "DJ53HK9F8M", phoneNumber: "12" }, ["phoneNumber"]],
    [{ bank: "telebirr", referenceNumber: "DJ57QK2M41", reference: "DJ57QK2M42" }, ["reference"]],
    [{ bank: "telebirr", transactionNumber: "bad", reference: 5 }, ["reference", "transactionNumber"]],
  ])("is reported by the name that was sent: %j", async (body, fields) => {
    const answer = await verify(body);
    expect(answer.status).toBe(422);
    expect(problemOf(answer).faults.map(({ field }) => field)).toEqual(fields);
  });
});

describe("a missing field", () => {
  const publicCall = (path: string) => system.call("post", path).send({});
  it.each<[string, () => PromiseLike<Response>, readonly string[]]>([
    [
      "a deposit",
      () => deposit({}),
      [
        "amount: is required: an amount with two places, such as 1250.00",
        "currency: must be ETB",
        "reference: is required: text, such as order-1042",
      ],
    ],
    [
      "a registration",
      () => publicCall("/api/auth/register"),
      [
        "email: is required: an email address, such as name@example.com",
        "password: is required: text with at least 12 characters",
        "name: is required: text, such as Sara Tadesse",
      ],
    ],
    [
      "a confirmation",
      () => publicCall("/api/auth/confirm"),
      ["token: is required: the token of a mailed link: 43 characters"],
    ],
    [
      "an API key",
      () => owner("post", "/api/api-keys").send({}),
      [
        "name: is required: text, such as Shop server",
        'permissions: is required: an object, such as {"verification":["read","write"]}',
      ],
    ],
    [
      "a checkout key",
      () => owner("post", "/api/checkout-keys").send({ name: "shop" }),
      [
        "scopes: is required: a list, each one of deposits:write, deposits:read, deposits:resolve, events:read, webhooks:read, webhooks:write",
      ],
    ],
    [
      "a bank account",
      () => owner("post", "/api/bank-accounts").send({}),
      [
        "bank: is required: text, such as telebirr",
        "accountNumber: is required: text, such as 0911005678",
        "accountName: is required: text, such as Sara Coffee Trading",
      ],
    ],
    [
      "a sample",
      () => byKey("post", "/api/verify/test-webhook").send({}),
      ["webhookUrl: is required: text, such as https://shop.example.et/webhooks/receipts"],
    ],
  ])("of %s is named with the fix", async (_whose, send, expected) => {
    expect(texts(await send())).toEqual(expected);
  });
});

describe("a list in place of one text", () => {
  it.each<[object, readonly string[]]>([
    [{ bank: [] }, ["bank: must be text"]],
    [{ bank: "telebirr", reference: ["a"] }, ["reference: must be text"]],
  ])("is reported with the required type in a body: %j", async (body, expected) => {
    expect(texts(await verify(body))).toEqual(expected);
  });

  it.each<[string, (path: string) => PromiseLike<Response>, readonly string[]]>([
    ["/api/verify/history?bank=cbe&bank=boa", (path) => byKey("get", path), ["bank"]],
    ["/api/verify/history?limit=1&limit=2&sort=x&x=1&x=2", (path) => byKey("get", path), ["limit"]],
    ["/api/verify/history?limit=1&limit=2&offset=x", (path) => byKey("get", path), ["limit", "offset"]],
    ["/v1/deposits?status=expired&status=canceled", (path) => shop.call("get", path), ["status"]],
  ])("is reported as given more than once in a query: %s", async (path, send, fields) => {
    const { faults } = problemOf(await send(path));
    expect(faults.map(({ field }) => field)).toEqual(fields);
    expect(faults[0]?.message).toBe("must be given once");
  });
});

describe("a time out of range", () => {
  it.each(["9999-12-31T23:59:59Z", "1999-12-31"])("is reported with the range: %s", async (paidAfter) => {
    expect(texts(await verify({ ...receipt, expect: { paidAfter } }))).toEqual([
      "expect.paidAfter: must be in the years 2000 to 2099",
    ]);
  });
});

describe("an amount above the maximum", () => {
  it.each<[string, (amount: string) => PromiseLike<Response>]>([
    ["amount", (amount) => deposit({ ...order, amount })],
    ["expect.amount", (amount) => verify({ ...receipt, expect: { amount } })],
    ["expect.amount", (amount) => verify({ ...receipt, expect: { amount: Number(amount) } })],
    ["expect.amountTolerance", (amountTolerance) => verify({ ...receipt, expect: { amountTolerance } })],
    ["amountMin", (amount) => byKey("get", `/api/verify/history?amountMin=${amount}`)],
    ["amountMax", (amount) => byKey("get", `/api/verify/history?amountMax=${amount}`)],
  ])("as %s is reported with the limit", async (field, send) => {
    expect(texts(await send("1000000000000.00"))).toEqual([`${field}: must be 999999999999.99 or less`]);
  });
});

describe("all errors of a request", () => {
  it.each<[object, readonly string[]]>([
    [{ bank: "boa" }, ["reference", "suffix"]],
    [{ bank: "cbe" }, ["reference", "suffix"]],
    [{ bank: "boa", reference: "hello" }, ["reference", "suffix"]],
    [{ bank: "cbe", reference: "FT26999K3WQ8" }, ["reference", "suffix"]],
    // A share token needs no suffix.
    [{ bank: "cbe", reference: "v2-short" }, ["reference"]],
    [{ bank: "boa", reference: 5 }, ["reference", "suffix"]],
    [{ bank: "cbebirr" }, ["reference", "phone"]],
  ])("include those of its receipt: %j", async (body, fields) => {
    const answer = await verify(body).expect(refusedAs("invalid_payload"));
    expect(problemOf(answer).faults.map(({ field }) => field)).toEqual(fields);
  });

  it("are in one response: query, headers, fields and rules", async () => {
    const body = {
      ...{ bank: "boa", reference: "FT26278QM4T1", settlementAccount: "no digits", webhookUrl: ftp },
      expect: { amount: "much", maxAgeMinutes: 0 },
    };
    const answer = await verify(body, { query: "?waitMs=x", headers: { "idempotency-key": "an order" } });
    expect(problemOf(answer)).toMatchObject({ status: 422, code: "invalid_payload" });
    expect(problemOf(answer).faults.map(({ field }) => field)).toEqual([
      ...["waitMs", "expect.amount", "expect.maxAgeMinutes"],
      ...["suffix", "settlementAccount", "webhookUrl", "idempotency-key"],
    ]);
  });

  it("are in one response if the bank is unsupported", async () => {
    const answer = await verify({ bank: "zemen", reference: "X", webhookUrl: ftp });
    expect(problemOf(answer)).toMatchObject({ status: 422, code: "unsupported_bank" });
    expect(problemOf(answer).faults.map(({ field }) => field)).toEqual(["bank", "webhookUrl"]);
  });

  it("are in one response for a deposit", async () => {
    const answer = await deposit({ amount: "10", returnUrl: "shop", cancelUrl: 5, webhookUrl: ftp, x: 1 });
    expect(problemOf(answer)).toMatchObject({ status: 400, code: "invalid_request" });
    expect(
      problemOf(answer)
        .faults.map(({ field }) => field)
        .sort(),
    ).toEqual(["amount", "cancelUrl", "currency", "reference", "returnUrl", "webhookUrl", "x"].sort());
    const addresses = await deposit({ ...order, returnUrl: "shop", webhookUrl: ftp });
    expect(problemOf(addresses)).toMatchObject({ status: 400, code: "invalid_request" });
    expect(problemOf(addresses).faults.map(({ field }) => field)).toEqual(["returnUrl", "webhookUrl"]);
  });

  it("are in one response for a profile", async () => {
    const profile = await owner("patch", "/api/profile").send({ name: 5, defaultWebhookUrl: ftp });
    expect(problemOf(profile)).toMatchObject({ status: 422, code: "invalid_payload" });
    expect(problemOf(profile).faults.map(({ field }) => field)).toEqual(["name", "defaultWebhookUrl"]);
  });
});
