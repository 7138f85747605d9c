import type { BankCode } from "@receipts/contracts";
import { type CallSignedIn, signIn } from "../signed-in.ts";
import { system, type TestAccount, useSystem } from "../system.ts";

/**
 * A merchant ships goods when the money reached the merchant's account. Each rule is tested end to end: accounts saved
 * through the API, a payment at the bank, and the result of POST /api/verify.
 */
let account: TestAccount;
let person: CallSignedIn;
useSystem({ verifiers: ["cbe", "boa", "telebirr", "mpesa", "cbebirr", "dashen", "awash"] });
beforeEach(async () => {
  account = await system.account();
  person = await signIn(system, account);
  await person("patch", "/api/profile").send({ businessName: "Selam PLC" }).expect(200);
});

async function save(bank: BankCode, accountNumber: string, owner = "user"): Promise<string> {
  const body = { bank, accountNumber, owner, accountName: "Selam Coffee Trading" };
  const saved = await person("post", "/api/bank-accounts").send(body).expect(201);
  return saved.body.data.id;
}

/** Pays as ordered and verifies the receipt. Returns the settlement account match. */
async function matchOf(
  order: { bank: BankCode; receiverAccount: string; receiverBank?: string },
  settlementAccount?: string,
) {
  const paid = await system.pay({ amount: "250.00", receiverName: "Selam Coffee Trading", ...order });
  const { bank } = order;
  const { referenceNumber: reference, suffix, phone } = paid;
  const body = { bank, reference, suffix, phone, settlementAccount };
  const response = await system.verify(account, body, { waitMs: 15_000 }).expect(200);
  expect(response.body.data[0]).toMatchObject({ status: "success" });
  return response.body.data[0].settlementAccountMatch;
}

const nothingMatched = {
  matched: false,
  matchType: "unmatched",
  matchConfidence: "none",
  matchedUserBankAccountId: null,
  matchedBusinessBankAccountId: null,
};

describe("with saved accounts", () => {
  it("a full number matches exactly among several", async () => {
    await save("cbebirr", "251911000001");
    const id = await save("cbebirr", "251911223344");
    expect(await matchOf({ bank: "cbebirr", receiverAccount: "0911223344" })).toEqual({
      matched: true,
      matchType: "exact",
      matchConfidence: "high",
      source: "account_registry",
      bank: "cbebirr",
      receiverAccount: "251911223344",
      matchedSettlementAccount: "0911223344",
      matchedUserBankAccountId: id,
      matchedBusinessBankAccountId: null,
      candidateCount: 2,
      ambiguous: false,
      reason: "receiver_account_exact_match",
      proof: "account",
      nameMatch: "agrees",
    });
  });

  it.each<[BankCode, string, string, string]>([
    ["cbe", "1000412270936", "high", "1000412270936"],
    ["boa", "104273658", "medium", "104273658"],
    ["telebirr", "0911223344", "high", "+251 911 22 33 44"],
    ["mpesa", "0711223344", "high", "251711223344"],
  ])(
    "a mask of %s matches %s with %s confidence",
    async (bank, receiverAccount, matchConfidence, spelling) => {
      const id = await save(bank, spelling);
      expect(await matchOf({ bank, receiverAccount })).toMatchObject({
        matched: true,
        matchType: "masked_pattern",
        matchConfidence,
        matchedSettlementAccount: receiverAccount,
        matchedUserBankAccountId: id,
        candidateCount: 1,
        ambiguous: false,
        reason: "receiver_mask_matches_visible_digits",
      });
    },
  );

  it("the end of a number matches with medium confidence", async () => {
    const id = await save("dashen", "5047318296011");
    const order = { bank: "dashen", receiverAccount: "18296011", receiverBank: "Awash Bank" } as const;
    expect(await matchOf(order)).toMatchObject({
      matched: true,
      matchType: "suffix",
      matchConfidence: "medium",
      receiverAccount: "18296011",
      matchedSettlementAccount: "5047318296011",
      matchedUserBankAccountId: id,
      reason: "receiver_suffix_matches",
    });
  });

  it("a mask that matches two of them is ambiguous", async () => {
    await save("cbe", "1000412270936");
    await save("cbe", "1000999990936");
    await save("cbe", "1000412271111");
    const match = await matchOf({ bank: "cbe", receiverAccount: "1000412270936" });
    expect(match).toMatchObject({
      ...nothingMatched,
      candidateCount: 3,
      ambiguous: true,
      reason: "ambiguous_registered_accounts",
    });
    expect(match).not.toHaveProperty("matchedSettlementAccount");
  });

  it("an account saved as personal and as business is one candidate with both ids", async () => {
    const own = await save("cbe", "1000412270936");
    const business = await save("cbe", "1000-4122-70936", "business");
    expect(await matchOf({ bank: "cbe", receiverAccount: "1000412270936" })).toMatchObject({
      matched: true,
      matchedUserBankAccountId: own,
      matchedBusinessBankAccountId: business,
      candidateCount: 1,
      ambiguous: false,
    });
  });

  it("an account saved only as business has the business's id", async () => {
    const id = await save("cbe", "1000412270936", "business");
    expect(await matchOf({ bank: "cbe", receiverAccount: "1000412270936" })).toMatchObject({
      matched: true,
      matchedUserBankAccountId: null,
      matchedBusinessBankAccountId: id,
    });
  });

  it("a payment to another number matches none", async () => {
    await save("cbe", "1000412270936");
    expect(await matchOf({ bank: "cbe", receiverAccount: "1000412279999" })).toMatchObject({
      ...nothingMatched,
      receiverAccount: expect.stringMatching(/9999$/),
      candidateCount: 1,
      ambiguous: false,
      reason: "candidate_account_mismatch",
    });
  });

  it("a receipt without an account matches none", async () => {
    await save("awash", "01320478129600");
    const order = { bank: "awash", type: "older-page", receiverAccount: "01320478129600" } as const;
    const match = await matchOf(order);
    expect(match).toMatchObject({ ...nothingMatched, candidateCount: 0, reason: "missing_receiver_account" });
    expect(match).not.toHaveProperty("receiverAccount");
  });

  it("an unknown receipt is not compared", async () => {
    await save("telebirr", "0900127436");
    const { body } = await system.verify(
      account,
      { bank: "telebirr", reference: "DJ57QK2MNF" },
      { waitMs: 15_000 },
    );
    expect(body.data[0].settlementAccountMatch).toMatchObject({
      ...nothingMatched,
      candidateCount: 0,
      ambiguous: false,
      reason: "verification_not_successful",
    });
  });
});

describe("a telebirr payment to an account at a bank", () => {
  const toBank = (receiverAccount: string, receiverBank = "Commercial Bank of Ethiopia") =>
    ({ bank: "telebirr", receiverAccount, receiverBank }) as const;

  it("is compared with the accounts at that bank, with a fresh and a cached verdict", async () => {
    await save("telebirr", "0900127436");
    const id = await save("cbe", "1000412270936");
    const order = { amount: "250.00", receiverName: "Selam Coffee Trading", ...toBank("1000412270936") };
    const { referenceNumber } = await system.pay(order);
    for (const cache of ["MISS", "HIT"]) {
      const { body, headers } = await system
        .verify(account, { bank: "telebirr", reference: referenceNumber }, { waitMs: 15_000 })
        .expect(200);
      expect(headers["x-svc-cache"]).toBe(cache);
      expect(body.data[0]).toMatchObject({
        receiverAccount: "1000412270936",
        receiverBank: "cbe",
        settlementAccountMatch: {
          matched: true,
          matchType: "exact",
          matchConfidence: "high",
          bank: "telebirr",
          matchedUserBankAccountId: id,
          candidateCount: 1,
        },
      });
    }
  });

  it("is not compared with similar wallet numbers or accounts of other banks", async () => {
    await save("telebirr", "0911223344");
    await save("dashen", "911223344");
    for (const bankName of ["Bank of Abyssinia", "Bank of Nowhere"]) {
      expect(await matchOf(toBank("911223344", bankName))).toMatchObject({
        ...nothingMatched,
        candidateCount: 0,
        reason: "candidate_account_mismatch",
      });
      expect(await matchOf(toBank("911223344", bankName), "0911223344")).toMatchObject({
        ...nothingMatched,
        source: "request",
        reason: "candidate_account_mismatch",
      });
    }
  });
});

describe("without saved accounts", () => {
  it("nothing matches, not even accounts of other banks and merchants", async () => {
    await save("dashen", "1000412270936");
    const neighbour = await signIn(system, await system.account());
    await neighbour("post", "/api/bank-accounts")
      .send({ bank: "cbe", accountNumber: "1000412270936", accountName: "Neighbour" })
      .expect(201);
    expect(await matchOf({ bank: "cbe", receiverAccount: "1000412270936" })).toEqual({
      ...nothingMatched,
      source: "account_registry",
      bank: "cbe",
      candidateCount: 0,
      ambiguous: false,
      reason: "no_registered_accounts",
      proof: "none",
      nameMatch: "unknown",
    });
  });

  it("deleted accounts do not match, and changed ones match their new number", async () => {
    const id = await save("cbe", "1000412270936");
    await person("patch", `/api/bank-accounts/${id}`).send({ accountNumber: "1000412271111" }).expect(200);
    expect((await matchOf({ bank: "cbe", receiverAccount: "1000412270936" })).reason).toBe(
      "candidate_account_mismatch",
    );
    expect((await matchOf({ bank: "cbe", receiverAccount: "1000412271111" })).matchedUserBankAccountId).toBe(
      id,
    );
    await person("delete", `/api/bank-accounts/${id}`).expect(204);
    expect((await matchOf({ bank: "cbe", receiverAccount: "1000412271111" })).reason).toBe(
      "no_registered_accounts",
    );
  });
});

describe("with an account in the request", () => {
  it("only this one is compared, with its id if it is also saved", async () => {
    await save("cbe", "1000999990936");
    const id = await save("cbe", "1000412270936");
    expect(await matchOf({ bank: "cbe", receiverAccount: "1000412270936" }, "1000 4122 70936")).toMatchObject(
      {
        matched: true,
        source: "request",
        matchedUserBankAccountId: id,
        candidateCount: 1,
        ambiguous: false,
      },
    );
  });

  it("a mismatch does not fall back to saved accounts", async () => {
    await save("cbe", "1000412270936");
    expect(await matchOf({ bank: "cbe", receiverAccount: "1000412270936" }, "1000412271111")).toMatchObject({
      ...nothingMatched,
      source: "request",
      candidateCount: 1,
      reason: "candidate_account_mismatch",
    });
  });
});
