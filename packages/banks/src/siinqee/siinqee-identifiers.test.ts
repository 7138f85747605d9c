import { readIdentifiers } from "../index.ts";

const read = (reference?: string) => readIdentifiers("siinqee")?.({ reference });
const reference = "B41K7TR262260352";
const link = `https://receipts.siinqeebank.com:871/generate/${reference}`;

/** Invented, in the words of the bank's own messages. */
const sms = {
  debit: (receiptLink: string) =>
    `Dear LENSA TADESSE BEKELE, Your account XXXXXX12070118 has been debited with ETB 13,048 Ref: ${reference} on 14-AUG-2026 13:08:51. Available Balance is ETB 51.55. Thank you for banking with SIINQEE BANK. ${receiptLink}`,
  credit:
    "Dear LENSA TADESSE BEKELE, Your account XXXXXX12070118 has been credited with ETB 13,100 Ref: B41k7tr262260352 on 14-AUG-2026 17:08:04. Available Balance is ETB 13,100.00. Thank you for banking with SIINQEE BANK.",
};

describe("a Siinqee reference", () => {
  it.each([
    ["clean", reference],
    ["in lower case", reference.toLowerCase()],
    ["with spaces around and inside", "  B41 K7TR 26226 0352 "],
    ["with dashes", "B41-K7TR-26226-0352"],
    ["with a full stop", `${reference}.`],
    ["in brackets", `(${reference})`],
    ["behind a label", `Transaction Reference: ${reference}`],
    ["with invisible characters of a chat", "\u200eB41K7TR\u200b262260352\ufeff"],
    ["in a link", link],
    ["in a link without its port", link.replace(":871", "")],
    ["in a link without a scheme", link.toLowerCase().replace("https://", "")],
    ["in a link with a trailing dot and a word", `see ${link}.`],
    ["in an SMS of a debit", sms.debit(link)],
    ["in an SMS whose link lacks a digit of it", sms.debit(link.replace("262260352", "22260352"))],
    ["in an SMS of a credit, in another case and without a link", sms.credit],
    ["twice in a text", `${reference}, I say again: ${reference.toLowerCase()}`],
  ])("is read %s", (_how, text) => {
    expect(read(text)).toEqual({
      kind: "valid",
      identifiers: { reference, suffix: null, phone: null },
    });
  });

  it.each([
    ["nothing", undefined],
    ["only spaces", "   "],
    ["one character less", reference.slice(0, -1)],
    ["one character more", `${reference}1`],
    ["a letter in its number", "B41K7TR26226035A"],
    ["the day 000", "B41K7TR260000352"],
    ["the day 366 of a common year", "B41K7TR263660352"],
    ["a link of an unknown host", `https://receipts.example.com:871/generate/${reference}`],
    [
      "a link that only begins like the bank's",
      `https://receipts.siinqeebank.com@example.com/generate/${reference}`,
    ],
    ["a link to another page of the bank", "https://receipts.siinqeebank.com:871/about"],
    ["a link that lacks a digit, alone", link.slice(0, -1)],
    ["the number of a card in a text", "I paid by card 4000123262260352"],
    ["two different references", `${reference} and B41K7TR262260353`],
    ["words alone", "i have paid, squarepantsabcde"],
    ["more than 2,000 characters", `${reference} ${"x".repeat(2_000)}`],
  ])("is refused with its field and the way out: %s", (_what, text) => {
    expect(read(text)).toEqual({
      kind: "invalid",
      faults: [
        { field: "reference", message: expect.stringMatching(/16 letters|a day|send one|longer than/) },
      ],
    });
  });

  it("is read from a link to the host that is configured", () => {
    const configured = readIdentifiers("siinqee", { BANK_SIINQEE_BASE_URL: "http://127.0.0.1:8090" });
    const local = `http://127.0.0.1:8090/generate/${reference}`;
    expect(configured?.({ reference: local })).toMatchObject({ kind: "valid" });
    expect(read(local)).toMatchObject({ kind: "invalid" });
  });
});
