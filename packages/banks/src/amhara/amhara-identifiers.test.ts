import { createBankDetection, readIdentifiers, type SubmittedIdentifiers } from "../index.ts";

const read = (submitted: SubmittedIdentifiers) => readIdentifiers("amhara")?.(submitted);
const detect = createBankDetection({});
const reference = "FT26226M4T8Z";
const link = `https://receipt.amharabank.com.et/?trx=${reference}`;
const qrCode = `{"transactionId":"${reference}","creditAccountNo":"9900000009658"}`;

describe("an Amhara reference", () => {
  it.each<[string, string]>([
    ["clean", reference],
    ["in lower case", reference.toLowerCase()],
    ["with spaces around and inside", "  FT26226 M4T8Z "],
    ["with dashes", "FT26226-M4T8Z"],
    ["with a full stop", `${reference}.`],
    ["behind a label", `Transaction Reference: ${reference}`],
    ["with invisible characters of a chat", "\u200eFT26226\u200bM4T8Z\ufeff"],
    ["in its link", link],
    ["in its link in lower case", link.toLowerCase()],
    ["in its link with a trailing dot", `${link}.`],
    ["in its link without a scheme", link.replace("https://", "")],
    ["as the address behind the page", `https://transaction.amharabank.com.et/${reference}`],
    ["as the text of its QR code", qrCode],
    ["in a sentence", `I paid with ${reference} yesterday`],
  ])("is read %s", (_how, text) => {
    expect(read({ reference: text })).toEqual({
      kind: "valid",
      identifiers: { reference, suffix: null, phone: null },
    });
  });

  it.each<[string, string | undefined]>([
    ["nothing", undefined],
    ["only spaces", "   "],
    ["one character less", "FT26226M4T8"],
    ["one character more", "FT26226M4T8ZA"],
    ["another kind of reference", "TT26226M4T8Z"],
    ["the day 000", "FT26000M4T8Z"],
    ["the day 366 of a common year", "FT26366M4T8Z"],
    ["a link of an unknown host", link.replace("amharabank", "arnharabank")],
    [
      "a link that only begins like the bank's",
      `https://receipt.amharabank.com.et@example.com/?trx=${reference}`,
    ],
    ["a link to another page of the bank", "https://receipt.amharabank.com.et/help"],
    ["two different references", `${reference} and FT26226M4T8Y`],
    ["more than 2,000 characters", `${reference} ${"x".repeat(2_000)}`],
  ])("is refused with its field and the way out: %s", (_what, text) => {
    expect(read({ reference: text })).toEqual({
      kind: "invalid",
      faults: [{ field: "reference", message: expect.stringMatching(/such as|a day|send one|longer than/) }],
    });
  });

  it("is read from a link to the host that is configured in the bank's place", () => {
    const local = `http://127.0.0.1:8090/${reference}`;
    const configured = readIdentifiers("amhara", { BANK_AMHARA_BASE_URL: "http://127.0.0.1:8090" });
    expect(configured?.({ reference: local })).toMatchObject({ kind: "valid" });
    expect(read({ reference: local })).toMatchObject({ kind: "invalid" });
  });

  /** Larger banks have references of this shape, and ask for a suffix: a guess would be "not found". */
  it.each<[string, SubmittedIdentifiers]>([
    ["alone", { reference }],
    ["beside the bank's name", { reference: `Amhara Bank ${reference}` }],
    ["with a phone", { reference, phone: "0912345678" }],
  ])("is not told without the bank: %s", (_how, submitted) => {
    expect(detect(submitted)).toMatchObject({ kind: "undetected" });
  });

  it.each([
    ["eight digits", "34561111", "cbe"],
    ["five digits", "58203", "boa"],
  ])("with %s is another bank's", (_what, suffix, bank) => {
    expect(detect({ reference, suffix })).toMatchObject({ kind: "detected", bank });
  });
});
