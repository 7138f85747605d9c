import { readIdentifiers } from "../index.ts";

const read = (reference?: string) => readIdentifiers("telebirr")?.({ reference });

/** Invented, in the words of the bank's own messages. */
const sms = {
  received:
    "Dear LENSA You have received ETB 500.00 from Yared Molla(2519****1111)  on 02/03/2026 16:51:21. Your transaction number is DC25MN8R1T. Your current E-Money Account balance is ETB 100.00. Thank you for using telebirr",
  sent: "You have transferred ETB 500.00 to Yared (2519****1111) on 02/03/2026 12:15:50. Your transaction number is DC25MN8R1T. The service fee is  ETB 0.87 and  15% VAT on the service fee is ETB 0.13. Please click this link: https://transactioninfo.ethiotelecom.et/receipt/DC25MN8R1T.",
  toBank:
    "You have transferred ETB 600.00 successfully from your telebirr account 251900000000 to Commercial Bank of Ethiopia account number 1000987654321 on 02/03/2026 11:26:23. Your telebirr transaction number is DC25MN8R1T and your bank transaction number is FT26061K3WQ8.",
  fromBank:
    "You have received  ETB 250.00 by transaction number DC25MN8R1T on 2026-03-02 11:26:23 from Zemen Bank to your telebirr Account 251900000000",
};

describe("a telebirr transaction number", () => {
  it.each([
    ["clean", "DC25MN8R1T"],
    ["in lower case", "dc25mn8r1t"],
    ["with spaces around and inside", "  DC25 MN8R 1T "],
    ["with dashes", "DC25-MN8R-1T"],
    ["with a full stop", "DC25MN8R1T."],
    ["in brackets", "(DC25MN8R1T)"],
    ["behind a label", "Ref: DC25MN8R1T"],
    ["behind a longer label", "Transaction number is: DC25 MN8R1T"],
    ["with invisible characters of a chat", "\u200eDC25MN8\u200bR1T\ufeff"],
    ["in its link", "https://transactioninfo.ethiotelecom.et/receipt/DC25MN8R1T"],
    ["in its link without a scheme", "transactioninfo.ethiotelecom.et/receipt/dc25mn8r1t"],
    [
      "in its link with a trailing dot and a word",
      "see https://transactioninfo.ethiotelecom.et/receipt/DC25MN8R1T.",
    ],
    ["in an SMS of money received", sms.received],
    ["in an SMS of money sent", sms.sent],
    ["in an SMS of a transfer to a bank", sms.toBank],
    ["in an SMS of a transfer from a bank", sms.fromBank],
    ["twice in a text", "DC25MN8R1T, I say again: dc25mn8r1t"],
    ["named beside a link that is nobody's", "https://example.com/offers my ref is DC25MN8R1T"],
  ])("is read %s", (_how, text) => {
    expect(read(text)).toEqual({
      kind: "valid",
      identifiers: { reference: "DC25MN8R1T", suffix: null, phone: null },
    });
  });

  it("may be all letters behind a label, where ordinary words of ten letters do not count", () => {
    const text = "Your registered transaction number is CLQABCDEFG and the remittance is completed";
    expect(read(text)).toMatchObject({ identifiers: { reference: "CLQABCDEFG" } });
  });

  it.each([
    ["nothing", undefined],
    ["only spaces", "   "],
    ["one character less", "DC25MN8R1"],
    ["one character more", "DC25MN8R1TX"],
    ["a month that is none", "DM25MN8R1T"],
    ["the day 0", "DC05MN8R1T"],
    ["30 February", "DBU5MN8R1T"],
    ["31 April", "DDV5MN8R1T"],
    ["29 February of a common year", "DBT5MN8R1T"],
    ["a reference of another bank", "FT26061K3WQ8"],
    ["a link of an unknown host", "https://transactioninfo.example.com/receipt/DC25MN8R1T"],
    [
      "a link that only begins like the bank's",
      "https://transactioninfo.ethiotelecom.et@example.com/receipt/DC25MN8R1T",
    ],
    ["a link to another page of the bank", "https://transactioninfo.ethiotelecom.et/help"],
    ["two different numbers", "DC25MN8R1T and DC25MN8R1U"],
    ["two links", `${sms.sent} https://transactioninfo.ethiotelecom.et/receipt/DC25MN8R1U`],
    ["words alone", "i have registered and paid"],
    ["more than 2,000 characters", `DC25MN8R1T ${"x".repeat(2_000)}`],
  ])("is refused with its field and the way out: %s", (_what, text) => {
    expect(read(text)).toEqual({
      kind: "invalid",
      faults: [
        { field: "reference", message: expect.stringMatching(/10 letters|check|send one|longer than/) },
      ],
    });
  });

  it("may be on 29 February of a leap year", () => {
    expect(read("FBT5MN8R1T")).toMatchObject({ kind: "valid" });
  });

  it("is read from a link to the host that is configured in the bank's place", () => {
    const link = "http://127.0.0.1:8090/receipt/DC25MN8R1T";
    const configured = readIdentifiers("telebirr", { BANK_TELEBIRR_BASE_URL: "http://127.0.0.1:8090" });
    expect(configured?.({ reference: link })).toMatchObject({ kind: "valid" });
    expect(read(link)).toMatchObject({ kind: "invalid" });
  });

  /** 2,000 characters of anything must not keep a gateway busy. */
  it.each([
    "https://".repeat(250),
    "a.".repeat(1_000),
    "-".repeat(2_000),
    ".".repeat(1_999),
    "DC2 ".repeat(500),
  ])("gives an answer to a text made to take long", (text) => {
    expect(read(text)).toMatchObject({ kind: "invalid" });
  });
});
