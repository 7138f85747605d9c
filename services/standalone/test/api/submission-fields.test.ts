import { sampleReferences, sandboxReceivers } from "@receipts/bank-sandbox";
import type { BankCode } from "@receipts/contracts";
import type { Response } from "supertest";
import { unsettled } from "../expected-result.ts";
import { refusedAs } from "../refusals.ts";
import { aReceipt, aReference, openSystem, type System, type TestAccount } from "../system.ts";

let system: System;
/** Without verifiers: requests stay as admitted. */
let idle: System;
beforeAll(async () => {
  [system, idle] = await Promise.all([
    openSystem({ verifiers: ["telebirr", "cbe", "boa"] }),
    openSystem({ verifiers: [] }),
  ]);
});
afterAll(() => Promise.all([system.stop(), idle.stop()]));

const wait = { waitMs: 15_000 };
const maskedTelebirr = "2519****7436";

const item = ({ body }: Response) => body.data[0];
const match = (response: Response) => item(response).settlementAccountMatch;

const requestsOf = (account: TestAccount) =>
  system.sql("select from verification_requests where user_id = $1", account.userId);

/** Returns the result of a request of a new account. */
const resultOf = async (body: object) =>
  item(await system.verify(await system.account(), body, wait).expect(200));

describe("the fields of a submission", () => {
  const aliases = ["referenceNumber", "reference", "transactionNumber", "receiptNumber"];

  it.each(aliases)("accept the reference as %s", async (field) => {
    const reference = aReference();
    expect(await resultOf({ bank: "telebirr", [field]: reference })).toMatchObject({
      status: "success",
      referenceNumber: reference,
    });
  });

  it.each(["accountSuffix", "suffix"])("accept the suffix as %s", async (field) => {
    const { reference, suffix } = sampleReferences.boa.success;
    expect(await resultOf({ bank: "boa", reference, [field]: suffix })).toMatchObject({
      status: "success",
      accountSuffix: suffix,
    });
  });

  const { reference: cbeReference, suffix: cbeSuffix } = sampleReferences.cbe.success;
  it.each([
    [{ reference: "DJ57QK2M41", referenceNumber: "DJ57QK2M42" }, ["reference", "referenceNumber"]],
    [
      { transactionNumber: "DJ57QK2M41", receiptNumber: "DJ57QK2M42" },
      ["transactionNumber", "receiptNumber"],
    ],
    [
      { bank: "cbe", reference: cbeReference, suffix: cbeSuffix, accountSuffix: "11111111" },
      ["suffix", "accountSuffix"],
    ],
    [{ reference: "DJ57QK2M41", phone: "0911000001", phoneNumber: "0911000002" }, ["phone", "phoneNumber"]],
  ])("are refused by name if aliases differ: %j", async (fields, names) => {
    const account = await system.account();
    const response = await system
      .verify(account, { bank: "telebirr", ...fields })
      .expect(refusedAs("invalid_payload"));
    expect(names).toContain(response.body.error.details[0].field);
    expect(await requestsOf(account)).toHaveLength(0);
  });

  it("are refused if the webhook URL differs between body and header", async () => {
    await system
      .verify(
        await system.account(),
        { ...aReceipt(), webhookUrl: "http://127.0.0.1:9/a" },
        { headers: { "x-webhook-url": "http://127.0.0.1:9/b" } },
      )
      .expect(refusedAs("invalid_payload"));
  });

  it("accept equal aliases, empty ones and unknown fields", async () => {
    const reference = aReference();
    const body = {
      bank: "telebirr",
      reference,
      referenceNumber: ` ${reference} `,
      transactionNumber: reference,
      receiptNumber: "",
      suffix: "",
      phone: "",
      settlementAccount: "",
      webhookUrl: "",
      orderId: 7,
      extra: { deep: [null] },
    };
    expect(await resultOf(body)).toMatchObject({
      status: "success",
      referenceNumber: reference,
      settlementAccountMatch: { source: "account_registry" },
    });
  });

  it("accept aliases in different spellings of one receipt", async () => {
    const reference = aReference();
    const link = `https://transactioninfo.ethiotelecom.et/receipt/${reference}`;
    const spellings = {
      reference: link,
      referenceNumber: ` ${reference.toLowerCase()}.`,
      transactionNumber: reference,
    };
    for (const body of [{ bank: "telebirr", ...spellings }, spellings]) {
      const response = await system.verify(await system.account(), body, wait);
      expect([response.status, item(response)?.referenceNumber]).toEqual([200, reference]);
    }
    const cbe = { reference: cbeReference, suffix: ` ${cbeSuffix} `, accountSuffix: cbeSuffix };
    await system.verify(await system.account(), { bank: "cbe", ...cbe }, wait).expect(200);
    const other = { ...spellings, receiptNumber: aReference() };
    const refused = await system.verify(await system.account(), { bank: "telebirr", ...other }).expect(422);
    expect(refused.body.error.details[0].field).toBe("receiptNumber");
  });

  it("accept different spellings of one webhook URL", async () => {
    const body = { ...aReceipt(), webhookUrl: "http://127.0.0.1:1234" };
    const headers = { "x-webhook-url": " HTTP://127.0.0.1:1234/ " };
    await system.verify(await system.account(), body, { headers }).expect(202);
  });

  it("ignore null and blank text in optional fields", async () => {
    const absent = [
      ...["suffix", "accountSuffix", "phone", "phoneNumber", "settlementAccount", "webhookUrl", "bank"],
      ...["referenceNumber", "transactionNumber", "receiptNumber", "expect"],
    ];
    for (const nothing of [null, "", "  "]) {
      const fields = Object.fromEntries(absent.map((name) => [name, nothing]));
      const response = await system.verify(
        await system.account(),
        { ...fields, ...(nothing === null ? {} : { expect: null }), reference: aReference() },
        wait,
      );
      expect([nothing, response.status, item(response)?.bank]).toEqual([nothing, 200, "telebirr"]);
    }
  });

  it.each(["TELEBIRR", " Telebirr ", "\ttelebirr\n"])("accept the bank as %j", async (bank) => {
    const body = { ...aReceipt(), bank };
    expect(await resultOf(body)).toMatchObject({ bank: "telebirr", status: "success" });
  });

  it.each(["00000000000000000000", "99999999999999999999999999", "9".repeat(400)])(
    "accept waitMs=%s, up to the cap",
    async (waitMs) => {
      const response = await system
        .call("post", `/api/verify?waitMs=${waitMs}`, await system.account())
        .send(aReceipt());
      expect(response.status).toBe(/^0+$/.test(waitMs) ? 202 : 200);
    },
  );

  const { reference: boaReference, suffix: boaSuffix } = sampleReferences.boa.success;
  it.each([
    [{ bank: "telebirr", reference: "  dj57qk2m41 " }, "DJ57QK2M41"],
    [{ bank: "telebirr", reference: "Ref: DJ57QK2M41." }, "DJ57QK2M41"],
    [
      { bank: "telebirr", reference: "https://transactioninfo.ethiotelecom.et/receipt/DJ57QK2M41" },
      "DJ57QK2M41",
    ],
    [{ bank: "cbe", reference: `ref ${cbeReference.toLowerCase()}`, suffix: ` ${cbeSuffix}` }, cbeReference],
    [{ bank: "cbe", reference: `https://apps.cbe.com.et:100/?id=${cbeReference}${cbeSuffix}` }, cbeReference],
    [
      { bank: "boa", reference: `https://cs.bankofabyssinia.com/slip/?trx=${boaReference}${boaSuffix}` },
      boaReference,
    ],
    [{ bank: "boa", reference: `${boaReference}${boaSuffix}` }, boaReference],
  ])("ignore text around the identifier: %j", async (body, reference) => {
    expect(await resultOf(body)).toMatchObject({ status: "success", referenceNumber: reference });
  });

  /** A payer's message as forwarded to the shop. */
  it.each([
    ["telebirr", { receiverAccount: "0900127436" }],
    ["telebirr", { receiverAccount: "1000412270936", receiverBank: "Commercial Bank of Ethiopia" }],
    ["cbe", { receiverAccount: "1000412270936" }],
    ["boa", { receiverAccount: "104273658" }],
  ])("accept the SMS and the link of a %s payment %j, with and without the bank", async (bank, to) => {
    const made = await system.pay({ bank, amount: "75.50", receiverName: "Selam Demo Trading", ...to });
    const account = await system.account();
    const texts = [made.smsText, made.receiptUrl, ...(made.shareUrl === undefined ? [] : [made.shareUrl])];
    for (const reference of texts) {
      for (const body of [{ bank, reference }, { reference }]) {
        const response = await system.verify(account, body, wait);
        expect([response.status, item(response)]).toEqual([
          200,
          expect.objectContaining({
            bank,
            status: "success",
            amount: 75.5,
            referenceNumber: made.referenceNumber,
          }),
        ]);
      }
    }
  });

  it.each([
    [{ reference: "DJ57QK2M41" }, "telebirr"],
    [sampleReferences.cbe.success, "cbe"],
    [sampleReferences.boa.success, "boa"],
    [{ reference: "v2-hfHCqT7mWd2sLx9KbZ12" }, "cbe"],
  ])("determine the bank from %j", async (body, bank) => {
    expect(await resultOf(body)).toMatchObject({ bank, status: "success" });
  });
});

describe("settlementAccountMatch", () => {
  const unmatched = { matched: false, matchType: "unmatched", matchConfidence: "none" };
  const telebirr = { bank: "telebirr", ...sampleReferences.telebirr.success };
  const cbe = { bank: "cbe", ...sampleReferences.cbe.success };
  const boa = { bank: "boa", ...sampleReferences.boa.success };
  const masked = { matchType: "masked_pattern", reason: "receiver_mask_matches_visible_digits" };

  it.each([
    [telebirr, "0900127436", { matchConfidence: "high", matchedSettlementAccount: "0900127436" }],
    [telebirr, "+251 900-127-436", { matchConfidence: "high", matchedSettlementAccount: "0900127436" }],
    [telebirr, "251900127436", { matchConfidence: "high", matchedSettlementAccount: "0900127436" }],
    [telebirr, "900127436", { matchConfidence: "high", matchedSettlementAccount: "0900127436" }],
    [
      cbe,
      "1000412270936",
      { matchConfidence: "high", matchedSettlementAccount: "1000412270936", proof: "opened" },
    ],
    [boa, "104273658", { matchConfidence: "medium", matchedSettlementAccount: "104273658" }],
  ])("matches a payment %j to %s", async (body, settlementAccount, expected) => {
    const response = await system.verify(await system.account(), { ...body, settlementAccount }, wait);
    expect(match(response)).toEqual({
      // An account that was only sent has no known name.
      ...unsettled(body.bank),
      matched: true,
      source: "request",
      receiverAccount: item(response).receiverAccount,
      candidateCount: 1,
      proof: "mask_only",
      ...masked,
      ...expected,
    });
  });

  it.each([
    [telebirr, "0900127437"],
    [cbe, "1000412270937"],
    [boa, "204273658"],
  ])("does not match %j with %s, despite saved accounts", async (body, settlementAccount) => {
    const account = await system.account();
    await system.saveBankAccount(account, body.bank as BankCode);
    const response = await system.verify(account, { ...body, settlementAccount }, wait);
    expect(match(response)).toEqual({
      ...unsettled(body.bank),
      source: "request",
      receiverAccount: item(response).receiverAccount,
      candidateCount: 1,
      reason: "candidate_account_mismatch",
    });
  });

  it("matches a saved account, and includes the id of a sent one that is also saved", async () => {
    const account = await system.account();
    const saved = await system.saveBankAccount(account, "cbe");
    await system.saveBankAccount(account, "cbe", "1000555555555");
    const bySaved = await system.verify(account, cbe, wait);
    expect(match(bySaved)).toMatchObject({
      ...masked,
      matched: true,
      source: "account_registry",
      matchedSettlementAccount: sandboxReceivers.cbe.accountNumber,
      matchedUserBankAccountId: saved,
      candidateCount: 2,
    });
    const sent = await system.verify(account, { ...cbe, settlementAccount: "1000-4122-70936" }, wait);
    expect(match(sent)).toMatchObject({
      matched: true,
      source: "request",
      candidateCount: 1,
      matchedUserBankAccountId: saved,
    });
  });

  /** Two branches of a shop have similar numbers behind the mask: the service must not choose one silently. */
  it("is ambiguous if two saved accounts match the mask", async () => {
    const account = await system.account();
    await system.saveBankAccount(account, "cbe");
    await system.saveBankAccount(account, "cbe", "1000999990936");
    const response = await system.verify(account, cbe, wait);
    expect(match(response)).toEqual({
      ...unsettled("cbe"),
      source: "account_registry",
      receiverAccount: "1****0936",
      candidateCount: 2,
      ambiguous: true,
      reason: "ambiguous_registered_accounts",
    });
  });

  it("ignores saved numbers of other merchants and banks", async () => {
    const [account, stranger] = [await system.account(), await system.account()];
    await system.saveBankAccount(stranger, "telebirr");
    await system.saveBankAccount(account, "cbe", "0900127436");
    const response = await system.verify(account, telebirr, wait);
    expect(match(response)).toMatchObject({ ...unmatched, reason: "no_registered_accounts" });
  });

  it("includes debug only with ?debug=true, on both routes", async () => {
    const account = await system.account();
    const key = { "x-api-key": account.apiKey };
    const saved = await system.saveBankAccount(account, "telebirr");
    const response = await system
      .call("post", "/api/verify?waitMs=15000&debug=true")
      .set(key)
      .send(telebirr)
      .expect(200);
    const debug = {
      receiverAccount: maskedTelebirr,
      candidateCount: 1,
      matchType: "masked_pattern",
      visiblePrefix: "09",
      visibleSuffix: "7436",
      visibleCharacterCount: 6,
      matchedUserBankAccountId: saved,
      matchedBusinessBankAccountId: null,
    };
    expect(match(response).debug).toEqual(debug);
    const path = `/api/verify/${response.body.requestId}`;
    const read = async (query: string) =>
      (await system.call("get", `${path}${query}`).set(key).expect(200)).body.data.result
        .settlementAccountMatch;
    expect((await read("?debug=true")).debug).toEqual(debug);
    expect(await read("")).not.toHaveProperty("debug");
    expect(await read("?debug=false")).not.toHaveProperty("debug");
    expect(match(await system.verify(account, telebirr, wait))).not.toHaveProperty("debug");
    await system.call("get", `${path}?debug=yes`).set(key).expect(422);
  });
});

describe("x-request-id", () => {
  it.each(["a", "Order_7.retry-1", "x".repeat(128)])("is kept if it is valid: %s", async (id) => {
    const headers = { "x-request-id": id };
    const response = await idle.verify(await idle.account(), aReceipt(), { headers });
    expect(response.headers["x-request-id"]).toBe(id);
    const [row] = await idle.sql(
      "select http_request_id from verification_requests where id = $1",
      response.body.requestId,
    );
    expect(row).toEqual({ http_request_id: id });
  });

  it.each(["", "two words", "x".repeat(129), "<script>", "a,b", "\u00e9"])(
    "is replaced if it is invalid: %j",
    async (id) => {
      const response = await idle.call("get", "/nowhere").set("x-request-id", id).expect(404);
      expect(response.headers["x-request-id"]).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
      expect(response.headers["x-request-id"]).not.toBe(id);
    },
  );
});
