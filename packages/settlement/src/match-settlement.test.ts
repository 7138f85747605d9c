import { type BankCode, bankCodes } from "@receipts/contracts";
import fc from "fast-check";
import {
  matchSettlement,
  type SettlementAccountMatch,
  type SettlementMatchInput,
  type SettlementMatchReason,
} from "./match-settlement.ts";
import { normalizeAccount } from "./normalize-account.ts";
import type { SavedAccount } from "./settlement-candidates.ts";

const shop = "1000123459304";

function anInput(changes: Partial<SettlementMatchInput> = {}): SettlementMatchInput {
  return {
    bank: "cbe",
    succeeded: true,
    receiverAccount: shop,
    receiverName: null,
    settlementAccount: null,
    savedAccounts: [saved("acc_1", shop)],
    ...changes,
  };
}

function saved(
  id: string,
  accountNumber: string,
  owner: SavedAccount["owner"] = "user",
  bank: BankCode = "cbe",
): SavedAccount {
  return { id, bank, owner, accountNumber, names: [] };
}

/** The request names the account, the receipt the receiver. */
function compared(receiverAccount: string, settlementAccount: string, bank: BankCode = "cbe") {
  return matchSettlement(anInput({ bank, receiverAccount, settlementAccount, savedAccounts: [] }));
}

function withoutDebug({ debug: _, ...match }: SettlementAccountMatch) {
  return match;
}

describe("the reasons, in the order of their checks", () => {
  const unsuccessful = { succeeded: false };
  const nothingSaved = { savedAccounts: [] };
  const noReceiver = { receiverAccount: null };

  it.each<[SettlementMatchReason, string, Partial<SettlementMatchInput>]>([
    ["verification_not_successful", "before all else", { ...unsuccessful, ...nothingSaved, ...noReceiver }],
    ["verification_not_successful", "though the accounts are equal", unsuccessful],
    ["no_registered_accounts", "before a missing receiver", { ...nothingSaved, ...noReceiver }],
    ["no_registered_accounts", "with a receiver", nothingSaved],
    ["missing_receiver_account", "with saved accounts", noReceiver],
    [
      "missing_receiver_account",
      "with an account in the request",
      { ...noReceiver, settlementAccount: shop },
    ],
    ["missing_receiver_account", "for a blank one", { receiverAccount: "  " }],
    ["missing_receiver_account", "for the dash of an empty field", { receiverAccount: "-" }],
    ["receiver_account_exact_match", "for the same number", {}],
    ["receiver_mask_matches_visible_digits", "for a fitting mask", { receiverAccount: "1****9304" }],
    ["receiver_suffix_matches", "for the end of the number", { receiverAccount: "9304" }],
    ["candidate_account_mismatch", "for another number", { receiverAccount: "1000123459305" }],
    [
      "ambiguous_registered_accounts",
      "for two that fit one mask",
      {
        receiverAccount: "1****9304",
        savedAccounts: [saved("acc_1", shop), saved("acc_2", "1000999999304")],
      },
    ],
  ])("%s %s", (reason, _when, changes) => {
    expect(matchSettlement(anInput(changes)).reason).toBe(reason);
  });
});

/** Goods leave the shop on the proof: another person's hidden digits may be the same. */
describe("a receiver whose digits are partly hidden", () => {
  const masks = ["1****9304", "1000*****9304", "9304", "*********9304", "100012345****"];
  const proofOf = (receiverAccount: string, receiverName: string) => {
    const names = ["Hanna Tadesse Molla"];
    const savedAccounts = [{ ...saved("acc_1", shop), names }];
    return matchSettlement(
      anInput({
        bank: "boa",
        receiverAccount,
        receiverName,
        savedAccounts: savedAccounts.map((one) => ({ ...one, bank: "boa" as const })),
      }),
    ).proof;
  };

  it.each([
    ["another person", "Abel Girma Lemma"],
    ["a brother", "Hiwot Tadesse Molla"],
    ["small changes to each word", "Hana Tadese Mola"],
    ["one letter in each of two words", "Hanna Taddess Mulla"],
    ["one of three words", "Hanna Girma"],
    ["similar words", "Molla Tadele Hannibal"],
    ["the same in capitals", "HIWOT TADESSE MOLLA"],
  ])("is not proven by the name of %s", (_who, name) => {
    expect(masks.map((mask) => proofOf(mask, name))).not.toContain("mask_and_name");
  });

  it("is proven by the saved name", () => {
    expect(proofOf("1****9304", "HANNA TADESSE MOLLA")).toBe("mask_and_name");
  });
});

describe("one receiver against one candidate", () => {
  type Row = [
    string,
    string,
    "exact high" | "masked_pattern high" | "masked_pattern medium" | "suffix medium",
  ];

  it.each<Row>([
    [shop, shop, "exact high"],
    ["1000 1234-59304", shop, "exact high"],
    [`${shop}/BANK`, shop, "exact high"],
    [`${shop} - HANA GIRMA`, shop, "exact high"],
    [shop, "1000-1234 59304", "exact high"],
    ["7", "7", "exact high"],
    ["1****9304", shop, "masked_pattern high"],
    ["1********9304", shop, "masked_pattern high"],
    ["1xxxx9304", shop, "masked_pattern high"],
    ["1XXXX9304", shop, "masked_pattern high"],
    ["1••••9304", shop, "masked_pattern high"],
    ["1####9304", shop, "masked_pattern high"],
    ["*********9304", shop, "masked_pattern high"],
    ["1000*********", shop, "masked_pattern high"],
    ["1000123*459304", shop, "masked_pattern high"],
    ["1000123***59304", "100012359304", "masked_pattern high"],
    ["01320******8777/BANK", "01320123458777", "masked_pattern high"],
    ["2048******316", "2048123456316", "masked_pattern high"],
    ["1****04", shop, "masked_pattern medium"],
    ["***304", shop, "masked_pattern medium"],
    ["100***", shop, "masked_pattern medium"],
    ["10**23**04", shop, "masked_pattern high"],
    ["9304", shop, "suffix medium"],
    ["000123459304", shop, "suffix medium"],
  ])("receiver %s matches %s: %s", (receiver, candidate, found) => {
    const { matched, matchType, matchConfidence, matchedSettlementAccount } = compared(receiver, candidate);
    expect(`${matchType} ${matchConfidence}`).toBe(found);
    expect({ matched, matchedSettlementAccount }).toEqual({
      matched: true,
      matchedSettlementAccount: normalizeAccount("cbe", candidate),
    });
  });

  it.each<[string, string, string]>([
    ["another number", "1000123459305", shop],
    ["two visible digits", "1****4", shop],
    ["no visible digit", "****", shop],
    ["a visible digit that differs at the start", "2****9304", shop],
    ["a visible digit that differs at the end", "1****9305", shop],
    ["a start and an end that overlap", "12345*45678", "12345678"],
    ["more visible digits than the candidate has", "1000*123459304", "100012345930"],
    ["three digits that end it, unmasked", "304", shop],
    ["four digits that start it, unmasked", "1000", shop],
    ["a number longer than the candidate", `9${shop}`, shop],
    ["a visible letter before a mask", "E****9304", shop],
    ["the same number with a visible letter", "E1009304", "E1009304"],
    ["a visible letter that ends the candidate", "ABCD9304", shop],
    ["a candidate with a visible letter", "9304", "E10009304"],
    ["a masked candidate, though spelled the same", "1****9304", "1****9304"],
    ["a masked candidate", shop, "1****9304"],
    ["digits between masks that are not in the candidate", "10**99**9304", shop],
    ["digits between masks in another order", "10**3**2**9304", shop],
    ["digits between masks that only the end has", "1**9304**9304", shop],
    ["too few digits at the ends, with any digits between", "1**0123**4", shop],
    ["digits of another script", "1****٩٣٠٤", shop],
    ["a settlement account without digits", shop, "HANA"],
  ])("%s does not match", (_promise, receiver, candidate) => {
    expect(compared(receiver, candidate)).toMatchObject({
      matched: false,
      matchType: "unmatched",
      matchConfidence: "none",
      reason: "candidate_account_mismatch",
      candidateCount: 1,
      ambiguous: false,
    });
  });
});

describe("phone numbers of wallets", () => {
  const spellings = ["+251911227436", "251911227436", "911227436", "0911227436", "+251 91 122 7436"];

  it.each(spellings.flatMap((left) => spellings.map((right): [string, string] => [left, right])))(
    "%s and %s are one number",
    (receiver, candidate) => {
      expect(compared(receiver, candidate, "telebirr")).toMatchObject({
        matchType: "exact",
        matchedSettlementAccount: "0911227436",
      });
    },
  );

  it.each<[BankCode, string, string]>([
    ["telebirr", "2519****7436", "0911227436"],
    ["telebirr", "+2519****7436", "911227436"],
    ["telebirr", "09****7436", "+251911227436"],
    ["telebirr", "9****7436", "251911227436"],
    ["mpesa", "251714***111", "0714222111"],
  ])("%s: the masked %s matches %s", (bank, receiver, candidate) => {
    expect(compared(receiver, candidate, bank)).toMatchObject({
      matchType: "masked_pattern",
      matchConfidence: "high",
    });
  });

  it("a masked phone of the other operator does not match", () => {
    expect(compared("2519****7436", "0711227436", "telebirr").matched).toBe(false);
  });

  /** Otherwise `9****12` would have four visible digits, and a guess would be a proof. */
  it("does not count the zero of the national form as visible", () => {
    const match = compared("9****12 - SHOP 77", "0911221512", "telebirr");
    expect(match).toMatchObject({ matchConfidence: "medium", debug: { visibleCharacterCount: 3 } });
  });

  it.each(["cbebirr", "kaafiebirr"] as const)("%s: receipts print 251…, people enter 09…", (bank) => {
    expect(compared("251911227436", "0911227436", bank)).toMatchObject({
      matchType: "exact",
      proof: "account",
    });
  });

  it.each(bankCodes.filter((bank) => !["telebirr", "mpesa", "cbebirr", "kaafiebirr"].includes(bank)))(
    "%s compares phone numbers as written",
    (bank) => {
      expect(compared("251911227436", "0911227436", bank).reason).toBe("candidate_account_mismatch");
    },
  );
});

describe("a telebirr payment to an account at a bank", () => {
  const phone = "0911227436";
  const wallet = saved("acc_wallet", phone, "user", "telebirr");
  const paid = (changes: Partial<SettlementMatchInput>) =>
    matchSettlement(
      anInput({
        bank: "telebirr",
        receiverBank: "cbe",
        savedAccounts: [wallet, saved("acc_1", shop)],
        ...changes,
      }),
    );

  it("is compared with the accounts saved for that bank", () => {
    expect(withoutDebug(paid({}))).toEqual({
      matched: true,
      matchType: "exact",
      matchConfidence: "high",
      source: "account_registry",
      bank: "telebirr",
      receiverAccount: shop,
      matchedSettlementAccount: shop,
      matchedUserBankAccountId: "acc_1",
      matchedBusinessBankAccountId: null,
      candidateCount: 1,
      ambiguous: false,
      reason: "receiver_account_exact_match",
      proof: "account",
      nameMatch: "unknown",
    });
    expect(paid({ receiverAccount: "1000******304" })).toMatchObject({ matchConfidence: "high" });
    expect(paid({ receiverAccount: "1*********304" })).toMatchObject({ matchConfidence: "high" });
    expect(paid({ receiverAccount: "**********304" })).toMatchObject({ matchConfidence: "medium" });
    expect(paid({ savedAccounts: [saved("acc_1", shop)] }).matched).toBe(true);
  });

  /** Nine digits are an account at the Bank of Abyssinia, and also a phone number without its zero. */
  it.each([phone, phone.slice(1), "******7436", "09****7436", "7436"])(
    "is never compared with the number of a wallet, saved or sent: %s",
    (receiverAccount) => {
      const nothing = { matched: false, reason: "candidate_account_mismatch", candidateCount: 0 };
      for (const receiverBank of ["cbe", "boa", null] as const) {
        const to = { receiverBank, receiverAccount };
        expect(paid({ ...to, savedAccounts: [wallet] })).toMatchObject(nothing);
        for (const settlementAccount of [phone, "+251911227436", "251911227436", "911227436"]) {
          expect(paid({ ...to, settlementAccount })).toMatchObject({ ...nothing, source: "request" });
        }
      }
    },
  );

  it("is compared with the sent account, and with no account of an unknown bank", () => {
    expect(paid({ settlementAccount: shop })).toMatchObject({ source: "request", matchType: "exact" });
    expect(paid({ receiverBank: null, settlementAccount: shop })).toMatchObject({ matchType: "exact" });
    for (const receiverBank of ["awash", null] as const) {
      expect(paid({ receiverBank })).toMatchObject({
        reason: "candidate_account_mismatch",
        candidateCount: 0,
      });
    }
  });

  it("has nothing to match if nothing is saved for the wallet or that bank", () => {
    const savedAccounts = [saved("acc_1", shop, "user", "dashen")];
    expect(paid({ savedAccounts }).reason).toBe("no_registered_accounts");
  });

  it("to a wallet is compared with no bank account", () => {
    const savedAccounts = [wallet, saved("acc_1", phone)];
    expect(
      matchSettlement(anInput({ bank: "telebirr", receiverAccount: "2519****7436", savedAccounts })),
    ).toMatchObject({ matchedUserBankAccountId: "acc_wallet", candidateCount: 1 });
  });
});

describe("several saved accounts", () => {
  it("lets the best tier decide, regardless of the tiers below", () => {
    const savedAccounts = [saved("acc_1", "11119304"), saved("acc_2", "9304")];
    expect(matchSettlement(anInput({ receiverAccount: "9304", savedAccounts }))).toMatchObject({
      matchType: "exact",
      matchedUserBankAccountId: "acc_2",
      candidateCount: 2,
    });
  });

  it.each<[string, string]>([
    ["one mask", "1****9304"],
    ["one ending", "9304"],
  ])("two that match %s are ambiguous, and neither is named", (_what, receiverAccount) => {
    const savedAccounts = [saved("acc_1", shop), saved("acc_2", "1000999999304"), saved("acc_3", "55555")];
    expect(withoutDebug(matchSettlement(anInput({ receiverAccount, savedAccounts })))).toEqual({
      matched: false,
      matchType: "unmatched",
      matchConfidence: "none",
      source: "account_registry",
      bank: "cbe",
      receiverAccount,
      matchedUserBankAccountId: null,
      matchedBusinessBankAccountId: null,
      candidateCount: 3,
      ambiguous: true,
      reason: "ambiguous_registered_accounts",
      proof: "none",
      nameMatch: "unknown",
    });
  });

  it("treats one number saved by the user and the business as one candidate with both ids", () => {
    const savedAccounts = [saved("acc_1", shop), saved("acc_2", "1000 1234 59304", "business")];
    expect(matchSettlement(anInput({ receiverAccount: "1****9304", savedAccounts }))).toMatchObject({
      matched: true,
      ambiguous: false,
      candidateCount: 1,
      matchedUserBankAccountId: "acc_1",
      matchedBusinessBankAccountId: "acc_2",
    });
  });

  it("leaves the user's id null for an account of the business alone", () => {
    const savedAccounts = [saved("acc_2", shop, "business")];
    expect(matchSettlement(anInput({ savedAccounts }))).toMatchObject({
      matchedUserBankAccountId: null,
      matchedBusinessBankAccountId: "acc_2",
    });
  });
});

describe("an account in the request", () => {
  const other = "1000777777777";

  it("is the only candidate: a mismatch does not fall back to saved accounts", () => {
    expect(matchSettlement(anInput({ settlementAccount: other }))).toMatchObject({
      matched: false,
      source: "request",
      reason: "candidate_account_mismatch",
      candidateCount: 1,
      matchedUserBankAccountId: null,
    });
  });

  it("is not made ambiguous by saved accounts", () => {
    const savedAccounts = [saved("acc_1", shop), saved("acc_2", "1000999999304")];
    const input = anInput({ receiverAccount: "1****9304", settlementAccount: shop, savedAccounts });
    expect(matchSettlement(input)).toMatchObject({ matched: true, candidateCount: 1 });
  });

  it("carries the ids of its saved rows too", () => {
    const savedAccounts = [saved("acc_1", shop), saved("acc_2", shop, "business"), saved("acc_3", other)];
    const input = anInput({ settlementAccount: "1000 1234 59304", savedAccounts });
    expect(matchSettlement(input)).toMatchObject({
      source: "request",
      matchedUserBankAccountId: "acc_1",
      matchedBusinessBankAccountId: "acc_2",
    });
  });

  it("carries no ids if it is not saved", () => {
    const input = anInput({ settlementAccount: shop, savedAccounts: [saved("acc_3", other)] });
    expect(matchSettlement(input)).toMatchObject({
      matched: true,
      matchedUserBankAccountId: null,
      matchedBusinessBankAccountId: null,
    });
  });

  it.each<[string, Partial<SettlementMatchInput>]>([
    ["an unsuccessful verification", { succeeded: false }],
    ["a missing receiver", { receiverAccount: null }],
    ["a mismatch", { settlementAccount: other }],
    ["a match", {}],
  ])("is the source for %s", (_reason, changes) => {
    expect(matchSettlement(anInput({ settlementAccount: shop, ...changes })).source).toBe("request");
  });

  it.each<[string, Partial<SettlementMatchInput>]>([
    ["an unsuccessful verification", { succeeded: false }],
    ["no saved account", { savedAccounts: [] }],
    ["a missing receiver", { receiverAccount: null }],
    ["a match", {}],
  ])("when absent, the registry is the source for %s", (_reason, changes) => {
    expect(matchSettlement(anInput(changes)).source).toBe("account_registry");
  });
});

describe("shapes", () => {
  const unmatched = {
    proof: "none",
    nameMatch: "unknown",
    matched: false,
    matchType: "unmatched",
    matchConfidence: "none",
    source: "account_registry",
    bank: "cbe",
    matchedUserBankAccountId: null,
    matchedBusinessBankAccountId: null,
    candidateCount: 0,
    ambiguous: false,
  };

  it.each<[string, Partial<SettlementMatchInput>, object]>([
    ["no saved account", { savedAccounts: [] }, { reason: "no_registered_accounts" }],
    ["no receiver", { receiverAccount: null }, { reason: "missing_receiver_account" }],
    [
      "no success, with a receiver",
      { succeeded: false },
      { reason: "verification_not_successful", receiverAccount: shop },
    ],
    [
      "no success and no receiver",
      { succeeded: false, receiverAccount: null },
      { reason: "verification_not_successful" },
    ],
    [
      "a mismatch",
      { receiverAccount: "999999" },
      { reason: "candidate_account_mismatch", receiverAccount: "999999", candidateCount: 1 },
    ],
    [
      "a match",
      { receiverAccount: "1****9304/BANK" },
      {
        matched: true,
        matchType: "masked_pattern",
        matchConfidence: "high",
        receiverAccount: "1****9304/BANK",
        matchedSettlementAccount: shop,
        matchedUserBankAccountId: "acc_1",
        candidateCount: 1,
        reason: "receiver_mask_matches_visible_digits",
        proof: "mask_only",
      },
    ],
  ])("%s", (_what, changes, expected) => {
    const match = withoutDebug(matchSettlement(anInput(changes)));
    expect(match).toStrictEqual({ ...unmatched, ...expected });
  });

  it.each<[string, string | null, object]>([
    [
      "a mask",
      "10**99****9304",
      { visiblePrefix: "10", visibleSuffix: "9304", visibleCharacterCount: 6, matchType: "unmatched" },
    ],
    ["a mask alone", "****", { visiblePrefix: "", visibleSuffix: "", visibleCharacterCount: 0 }],
    ["a whole number", shop, { visiblePrefix: shop, visibleSuffix: shop, visibleCharacterCount: 13 }],
    ["nothing", null, { visiblePrefix: null, visibleSuffix: null, visibleCharacterCount: 0 }],
  ])("debug shows the visible digits of %s", (_what, receiverAccount, visible) => {
    const { debug } = matchSettlement(anInput({ receiverAccount }));
    expect(debug).toMatchObject({ receiverAccount, ...visible });
  });

  it("debug repeats the match", () => {
    expect(matchSettlement(anInput()).debug).toStrictEqual({
      receiverAccount: shop,
      candidateCount: 1,
      matchType: "exact",
      visiblePrefix: shop,
      visibleSuffix: shop,
      visibleCharacterCount: 13,
      matchedUserBankAccountId: "acc_1",
      matchedBusinessBankAccountId: null,
    });
  });
});

/**
 * A stranger can open an account with the same visible digits. Only the whole number, the opening of the document or
 * the name proves who was paid.
 */
describe("proof", () => {
  const named = (...names: string[]): SavedAccount => ({ ...saved("acc_1", shop), names });
  const masked = { receiverAccount: "1****9304", receiverName: "HANA GIRMA TESFAYE" };

  it.each<[string, Partial<SettlementMatchInput>, object]>([
    ["the whole number", { receiverName: "SOMEONE ELSE" }, { proof: "account", nameMatch: "unknown" }],
    [
      "the whole number, though the name differs",
      { receiverName: "SOMEONE ELSE", savedAccounts: [named("Hana Girma")] },
      { proof: "account", nameMatch: "differs" },
    ],
    [
      "a mask and the saved name",
      { ...masked, savedAccounts: [named("Hana Girma")] },
      { proof: "mask_and_name", nameMatch: "agrees" },
    ],
    [
      "a mask and another of the saved names",
      { ...masked, savedAccounts: [named("Kaldis Coffee", "Girma Hana")] },
      { proof: "mask_and_name", nameMatch: "agrees" },
    ],
    [
      "a mask and the end of an unmasked number",
      { ...masked, receiverAccount: "459304", savedAccounts: [named("Hana Girma")] },
      { proof: "mask_and_name", nameMatch: "agrees" },
    ],
    [
      "a mask and a stranger's name",
      { ...masked, receiverName: "ABEBE KEBEDE", savedAccounts: [named("Hana Girma")] },
      { proof: "mask_only", nameMatch: "differs" },
    ],
    ["a mask and no saved name", masked, { proof: "mask_only", nameMatch: "unknown" }],
    [
      "a mask and no printed name",
      { ...masked, receiverName: null, savedAccounts: [named("Hana Girma")] },
      { proof: "mask_only", nameMatch: "unknown" },
    ],
    [
      "the name that the request expects, in place of the saved one",
      { ...masked, savedAccounts: [named("Kaldis Coffee")], expectedName: "Hana Girma" },
      { proof: "mask_and_name", nameMatch: "agrees" },
    ],
    [
      "the saved name where the request expects another",
      { ...masked, savedAccounts: [named("Hana Girma")], expectedName: "Kaldis Coffee" },
      { proof: "mask_only", nameMatch: "differs" },
    ],
    [
      "a document that the account's digits open",
      { ...masked, receiverName: null, opening: { account: shop, isOpened: true } },
      { proof: "opened", nameMatch: "unknown" },
    ],
    [
      "a document that another account's digits open",
      { ...masked, receiverName: null, opening: { account: "1000999999304", isOpened: true } },
      { proof: "mask_only", nameMatch: "unknown" },
    ],
    [
      "another number",
      { receiverAccount: "1000123459305", receiverName: "Hana Girma", savedAccounts: [named("Hana Girma")] },
      { proof: "none", nameMatch: "unknown" },
    ],
    [
      "the expected name without any account",
      { ...masked, savedAccounts: [], expectedName: "Hana Girma" },
      { proof: "none", nameMatch: "agrees", reason: "no_registered_accounts" },
    ],
    [
      "nothing of a receipt that is not genuine",
      { ...masked, succeeded: false, savedAccounts: [named("Hana Girma")] },
      { proof: "none", nameMatch: "unknown" },
    ],
  ])("%s", (_what, changes, expected) => {
    expect(matchSettlement(anInput(changes))).toMatchObject(expected);
  });

  it("excludes an account whose digits do not open the document, though mask and name match", () => {
    const opening = { account: shop, isOpened: false };
    expect(
      matchSettlement(anInput({ ...masked, savedAccounts: [named("Hana Girma")], opening })),
    ).toMatchObject({
      matched: false,
      proof: "none",
      reason: "candidate_account_mismatch",
      candidateCount: 1,
    });
  });
});

describe("for any input", () => {
  const receivers = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(..."0012345679**xE+-/ ".split("")) }),
  );
  const accounts = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(..."00123456".split("")), maxLength: 6 }),
  );
  const inputs: fc.Arbitrary<SettlementMatchInput> = fc
    .record({
      bank: fc.constantFrom(...bankCodes),
      succeeded: fc.constant(true),
      receiverAccount: fc.option(receivers),
      receiverName: fc.option(fc.string()),
      settlementAccount: fc.option(accounts, { freq: 1 }),
      savedAccounts: fc.uniqueArray(
        fc.record({
          id: fc.uuid(),
          owner: fc.constantFrom("user" as const, "business" as const),
          accountNumber: accounts,
          names: fc.array(fc.string(), { maxLength: 2 }),
        }),
        { selector: (row) => row.id, maxLength: 6 },
      ),
    })
    .map(({ savedAccounts, ...input }) => ({
      ...input,
      savedAccounts: savedAccounts.map((row) => ({ ...row, bank: input.bank })),
    }));
  /** A receiver made by masking the middle of an account, so that matches are common. */
  const maskedInputs = fc
    .record({
      digits: fc.stringMatching(/^\d{6,14}$/),
      head: fc.nat({ max: 5 }),
      end: fc.nat({ max: 5 }),
      input: inputs,
    })
    .map(({ digits, head, end, input }) => ({
      ...input,
      receiverAccount: `${digits.slice(0, head)}***${digits.slice(digits.length - end)}`,
      savedAccounts: [...input.savedAccounts, saved("acc_masked", digits, "user", input.bank)],
    }));
  const anything = fc.oneof(inputs, maskedInputs);

  it("does not throw, and names an account exactly if it matched", () => {
    fc.assert(
      fc.property(anything, (input) => {
        const match = matchSettlement(input);
        expect(match.matched).toBe(match.matchedSettlementAccount !== undefined);
        expect(match.matched).toBe(match.matchType !== "unmatched");
        if (match.ambiguous) expect(match.matched).toBe(false);
      }),
    );
  });

  it("never matches against a visible digit", () => {
    fc.assert(
      fc.property(anything, (input) => {
        const { matched, matchedSettlementAccount: account = "" } = matchSettlement(input);
        if (!matched) return;
        const receiver = normalizeAccount(input.bank, input.receiverAccount ?? "");
        const runs = receiver.split(/\*+/);
        expect(account.endsWith(runs.at(-1) ?? "")).toBe(true);
        if (runs.length > 1) expect(account.startsWith(runs.at(0) ?? "")).toBe(true);
        expect(account.length).toBeGreaterThanOrEqual(runs.join("").length);
        expect(receiver).not.toMatch(/\p{L}/u);
      }),
    );
  });

  it("does not depend on the order of saved accounts", () => {
    fc.assert(
      fc.property(anything, (input) => {
        const reversed = { ...input, savedAccounts: input.savedAccounts.toReversed() };
        expect(matchSettlement(reversed)).toEqual(matchSettlement(input));
      }),
    );
  });

  it("does not change when an equal account is saved again", () => {
    fc.assert(
      fc.property(anything, (input) => {
        const [first] = input.savedAccounts;
        if (first === undefined) return;
        const again = { ...first, id: `${first.id}z`, accountNumber: `${first.accountNumber} ` };
        const doubled = { ...input, savedAccounts: [...input.savedAccounts, again] };
        expect(matchSettlement(doubled)).toEqual(matchSettlement(input));
      }),
    );
  });
});
