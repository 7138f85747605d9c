import { type BankCode, bankCodes } from "@receipts/contracts";
import fc from "fast-check";
import { isUsableSettlementAccount, normalizeAccount } from "./normalize-account.ts";

describe("normalizeAccount", () => {
  it.each<[string, BankCode, string, string]>([
    ["cuts the bank after a slash", "awash", "01320******8777/BANK", "01320******8777"],
    ["cuts the holder after a dash", "cbe", "1000223344556 - HANA GIRMA", "1000223344556"],
    ["cuts at the first of several tails", "awash", "0142 - HANA / BANK", "0142"],
    ["keeps a dash inside a number together", "cbe", "1000-2222-3333", "100022223333"],
    ["drops typographic dashes", "cbe", "1000–2222—3333", "100022223333"],
    ["drops spaces of every kind", "cbe", " 1000\u00a02222\t3333 ", "100022223333"],
    ["reads every mask character as one", "dashen", "51*xX•#011", "51*****011"],
    ["keeps a visible letter", "cbe", "E****0950", "E****0950"],
    ["leaves nothing of an empty field", "awash", "-", ""],
    ["makes +251 national", "telebirr", "+251911223344", "0911223344"],
    ["makes +251 with spaces national", "telebirr", "+251 91 122 3344", "0911223344"],
    ["makes 251 national", "mpesa", "251711223344", "0711223344"],
    ["makes nine digits from 9 national", "telebirr", "911223344", "0911223344"],
    ["makes nine digits from 7 national", "mpesa", "711223344", "0711223344"],
    ["keeps a national number", "telebirr", "0911223344", "0911223344"],
    ["makes a masked 251 national", "telebirr", "2519****5678", "09****5678"],
    ["makes a masked +251 national", "telebirr", "+2519****5678", "09****5678"],
    ["makes a masked 2517 national", "mpesa", "251714***111", "0714***111"],
    ["makes 251 before a mask national", "telebirr", "251******678", "0******678"],
    ["makes a masked 9 national", "telebirr", "9****5678", "09****5678"],
    ["makes a masked 7 national", "mpesa", "7xxxxx678", "07*****678"],
    ["keeps a masked national number", "telebirr", "09****5678", "09****5678"],
    ["makes a phone with a name behind it national", "mpesa", "251711223344 - HANA", "0711223344"],
    ["keeps a merchant's short code", "telebirr", "912345", "912345"],
    ["keeps a long number that is no phone", "telebirr", "2519112233445", "2519112233445"],
    ["keeps a 251 number that is no mobile", "telebirr", "251111223344", "251111223344"],
    ["keeps half a country code", "telebirr", "25****5678", "25****5678"],
    ["makes a phone of CBE Birr national", "cbebirr", "251911223344 - HANA GIRMA", "0911223344"],
    ["makes a phone of Kaafi Ebirr national", "kaafiebirr", "+251 911 22 33 44", "0911223344"],
    ["leaves phones of other banks alone", "awash", "251911223344", "251911223344"],
    ["leaves masked phones of other banks alone", "awash", "25193******0/WALLET", "25193******0"],
  ])("%s", (_promise, bank, text, normalized) => {
    expect(normalizeAccount(bank, text)).toBe(normalized);
  });

  it("changes nothing when applied again", () => {
    const characters = fc.constantFrom(..."0123456789*xX•#+-/ E251979".split(""));
    fc.assert(
      fc.property(fc.constantFrom(...bankCodes), fc.string({ unit: characters }), (bank, text) => {
        const once = normalizeAccount(bank, text);
        expect(normalizeAccount(bank, once)).toBe(once);
      }),
    );
  });
});

describe("isUsableSettlementAccount", () => {
  it.each<[string, boolean]>([
    ["1000222233334444", true],
    ["+251911223344", true],
    ["1".repeat(64), true],
    ["1".repeat(65), false],
    ["", false],
    ["   ", false],
    ["HANA", false],
    ["/1000", false],
    ["****", false],
    ["2519****5678", false],
  ])("of %j: %s", (text, usable) => {
    expect(isUsableSettlementAccount("telebirr", text)).toBe(usable);
  });
});
