import { sampleReferences } from "@receipts/bank-sandbox";
import { type ApiErrorCode, apiErrorCodes, apiErrors } from "@receipts/contracts";
import type { Test } from "supertest";
import { openShop } from "../shop.ts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

let account: TestAccount;
let person: CallSignedIn;
useSystem({
  verifiers: [],
  // The one account that uses its share up is made for that.
  env: { QUEUE_CAPACITY: "12", QUEUE_SHARE: "0.5", RATE_LIMIT_PER_MINUTE: "40" },
});
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
});

const receipt = { bank: "telebirr", ...sampleReferences.telebirr.success };
const cheap = () => system.call("get", "/api/credits/balance", account);
const post = (body: string, type = "application/json") =>
  system.call("post", "/api/verify", account).set("content-type", type).send(body);
const verify = (body: object, idempotencyKey?: string) =>
  system.verify(account, body, idempotencyKey === undefined ? {} : { idempotencyKey });

/** How a caller comes by each code of the contract. */
const ways: Readonly<Record<ApiErrorCode, () => Promise<Test | Awaited<Test>>>> = {
  malformed_json: async () => post("{"),
  invalid_request: async () => post("[]"),
  invalid_api_key: async () => system.call("get", "/api/credits/balance"),
  unauthenticated: async () => system.call("get", "/api/api-keys", account),
  credits_exhausted: async () => {
    account = await system.account({ credits: 0 });
    return verify(receipt);
  },
  permission_denied: async () => {
    account = await system.account({ permissions: { uptime: ["read"] } });
    return verify(receipt);
  },
  origin_rejected: async () =>
    person("post", "/api/api-keys").set("origin", "https://evil.example").send({ name: "till" }),
  not_found: async () => system.call("get", "/api/verify/ver_00000000000000000000000000", account),
  method_not_allowed: async () => system.call("delete", "/api/verify"),
  idempotency_conflict: async () => {
    await verify(receipt, "key-1").expect(202);
    return verify({ ...receipt, settlementAccount: "0900000000" }, "key-1");
  },
  already_exists: async () => {
    const bankAccount = { bank: "cbe", accountNumber: "1000412270936", accountName: "Selam Trading" };
    await person("post", "/api/bank-accounts").send(bankAccount).expect(201);
    return person("post", "/api/bank-accounts").send(bankAccount);
  },
  invalid_state: async () => {
    const shop = await openShop(system);
    const { id } = await shop.deposit();
    const owner = await signIn(system, shop.account);
    return owner("post", `/api/deposits/${id}/resolve`).send({ decision: "reject" });
  },
  payload_too_large: async () => post(JSON.stringify({ ...receipt, note: "x".repeat(70_000) })),
  unsupported_media_type: async () => post("{}", "text/plain"),
  invalid_payload: async () => verify({ bank: "telebirr", reference: "?" }),
  unsupported_bank: async () => verify({ bank: "zemen", reference: "1234" }),
  bank_not_detected: async () => verify({ reference: "good morning" }),
  unsafe_webhook_url: async () => verify({ ...receipt, webhookUrl: "ftp://shop.example/hook" }),
  rate_limited: async () => {
    for (let call = 0; call < 40; call += 1) await cheap();
    return cheap();
  },
  queue_saturated: async () => {
    for (let call = 0; call < 6; call += 1) await verify(receipt);
    return verify(receipt);
  },
  internal_error: async () => {
    await system.sql("alter table credit_accounts rename to gone");
    const answer = await cheap();
    await system.sql("alter table gone rename to credit_accounts");
    return answer;
  },
  queue_unavailable: async () => {
    system.bus.setAvailable(false);
    const answer = await verify({ bank: "awash", ...sampleReferences.awash.success });
    system.bus.setAvailable(true);
    return answer;
  },
  service_unavailable: async () => {
    const client = await system.database.pool.connect();
    await client.query("begin; lock table credit_accounts in access exclusive mode");
    const answer = await cheap();
    await client.query("rollback");
    client.release();
    return answer;
  },
};

describe("every error code of the contract", () => {
  it.each(apiErrorCodes)("%s is what a caller gets", async (code) => {
    const answer = await ways[code]();
    expect([answer.status, answer.body.error?.code]).toEqual([apiErrors[code].status, code]);
    expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/\S/), data: null });
  });
});
