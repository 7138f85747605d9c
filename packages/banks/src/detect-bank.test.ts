import type { SubmittedIdentifiers } from "./bank-adapter.ts";
import { createBankDetection } from "./bank-registry.ts";

const detect = createBankDetection({ BANK_TELEBIRR_BASE_URL: "http://127.0.0.1:8090" });

const sms = {
  telebirr:
    "Dear Sara You have received ETB 500.00 from Abebe(2519****1111)  on 02/03/2026 16:51:21. Your transaction number is DC2QK2M411. Your current E-Money Account balance is ETB 100.00. Thank you for using telebirr",
  cbe: "Dear Abebe, You have transfered ETB 500.00 to Sara K on 02/03/2026 at 10:52:06 from your account 1*********1111. Thank you for Banking with CBE! https://apps.cbe.com.et:100/?id=FT26061K3WQ858471203",
  boa: "Dear Abebe, your account 1*11 was debited with ETB 500.00. Receipt: https://cs.bankofabyssinia.com/slip/?trx=FT26061QM4T158203 For help, call 8397. Bank of Abyssinia. Feedback: https://cs.bankofabyssinia.com/cs/?trx=CFT1",
};

describe("without a bank, what was sent tells whose receipt it is", () => {
  it.each<[string, SubmittedIdentifiers, string, string, string | null]>([
    ["a telebirr number", { reference: "DC2QK2M411" }, "telebirr", "DC2QK2M411", null],
    [
      "a telebirr number in small letters, labelled",
      { reference: "ref: dc2qk2m411." },
      "telebirr",
      "DC2QK2M411",
      null,
    ],
    [
      "a telebirr link",
      { reference: "https://transactioninfo.ethiotelecom.et/receipt/DC2QK2M411." },
      "telebirr",
      "DC2QK2M411",
      null,
    ],
    [
      "a link to the configured host",
      { reference: "http://127.0.0.1:8090/receipt/DC2QK2M411" },
      "telebirr",
      "DC2QK2M411",
      null,
    ],
    ["a telebirr message", { reference: sms.telebirr }, "telebirr", "DC2QK2M411", null],
    [
      "a cbe reference with 8 digits",
      { reference: "FT26061K3WQ8", suffix: "58471203" },
      "cbe",
      "FT26061K3WQ8",
      "58471203",
    ],
    [
      "a cbe reference with its digits appended",
      { reference: "FT26061K3WQ858471203" },
      "cbe",
      "FT26061K3WQ8",
      "58471203",
    ],
    [
      "a cbe link",
      { reference: "https://apps.cbe.com.et:100/?id=FT26061K3WQ858471203" },
      "cbe",
      "FT26061K3WQ8",
      "58471203",
    ],
    ["a cbe message", { reference: sms.cbe }, "cbe", "FT26061K3WQ8", "58471203"],
    ["a cbe message in the suffix field", { suffix: sms.cbe }, "cbe", "FT26061K3WQ8", "58471203"],
    ["a cbe share token", { reference: "v2-hfHCabcdefghij012345" }, "cbe", "v2-hfHCabcdefghij012345", null],
    [
      "a boa reference with 5 digits",
      { reference: "FT26061QM4T1", suffix: "58203" },
      "boa",
      "FT26061QM4T1",
      "58203",
    ],
    [
      "a boa slip link",
      { reference: "https://cs.bankofabyssinia.com/slip/?trx=FT26061QM4T158203" },
      "boa",
      "FT26061QM4T1",
      "58203",
    ],
    ["an M-Pesa number", { reference: "UC25MN8R1T" }, "mpesa", "UC25MN8R1T", null],
    [
      "an M-Pesa number with a phone",
      { reference: "UC25MN8R1T", phone: "0700000111" },
      "mpesa",
      "UC25MN8R1T",
      null,
    ],
    [
      "a wallet number with a phone",
      { reference: "DC25MN8R1T", phone: "0900000111" },
      "cbebirr",
      "DC25MN8R1T",
      null,
    ],
    [
      "a wallet number of eleven with a phone behind it",
      { reference: "DC21MN8R1T4 0900000111" },
      "cbebirr",
      "DC21MN8R1T4",
      null,
    ],
    ["an Awash token", { reference: "-2K9P4PDDU1-4Q7C3H." }, "awash", "2K9P4PDDU1-4Q7C3H", null],
    ["a boa message", { reference: sms.boa }, "boa", "FT26061QM4T1", "58203"],
  ])("%s", (_what, submitted, bank, reference, suffix) => {
    expect(detect(submitted)).toMatchObject({
      kind: "detected",
      bank,
      result: { identifiers: { reference, suffix } },
    });
  });

  it("an FT reference alone could be two banks', and the answer says what would settle it", () => {
    expect(detect({ reference: "FT26061K3WQ8" })).toMatchObject({
      kind: "undetected",
      candidates: ["cbe", "boa"],
      missing: [
        { field: "suffix", message: expect.stringContaining("8 digits") },
        { field: "suffix", message: expect.stringContaining("5 digits") },
      ],
    });
  });

  it.each<[string, SubmittedIdentifiers]>([
    ["nothing", {}],
    ["words", { reference: "I have paid, please send the goods" }],
    [
      "a link to a stranger's host",
      { reference: "https://apps.cbe.com.et.example.com/?id=FT26061K3WQ858471203x" },
    ],
    [
      "a link whose host only looks like the bank's",
      { reference: "https://apps.cbe.com.et@evil.example/FT26061K3WQ8x" },
    ],
    ["more than a message", { reference: "x".repeat(2_001) }],
  ])("%s is nobody's", (_what, submitted) => {
    expect(detect(submitted)).toMatchObject({ kind: "undetected", candidates: [] });
  });
});
