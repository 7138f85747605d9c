import { readIdentifiers } from "../index.ts";

const read = (reference?: string) => readIdentifiers("dashen")?.({ reference });
const newHost = "https://receipts.dashenbanksc.com/receipt";
const oldHost = "https://receipt.dashensuperapp.com/receipt";

/** Invented, in the words of the bank's own messages. */
const sms = {
  older: `Dear Customer, your account 5387********942 has been debited with ETB 500.00 on 2026-03-02 at 09:28:18. A service fee of ETB 0.4, VAT of ETB 0.06 and DRRF fee of ETB 0.02 have been applied. Your current balance is ETB 100.00. Thank you for using Dashen Super App! For receipt ${oldHost}/387WDTS260610A1B`,
  newer: `Dear Customer, ETB 100 has been credited to the Telebirr account +251900000000 on 2026-03-02 at 08:52:25 with transaction reference 387WDTS260610A1B.  The service charge is ETB 5, VAT (15%) ETB 0.75 and DRRF (5%) ETB 0.25. Your balance is ETB 100.00. Download receipt:  = ${newHost}/387WDTS260610A1B.`,
  credit:
    "Dear Customer, your account 2048********316 has been credited with ETB 500.00 on 2026-03-02 at 09:28:18 with transaction reference 387WDTS260610A1B.",
};

describe("a Dashen reference", () => {
  it.each([
    ["clean", "387WDTS260610A1B"],
    ["in lower case", "387wdts260610a1b"],
    ["with spaces around and inside", "  387 WDTS 26061 0A1B "],
    ["with dashes", "387-WDTS-26061-0A1B"],
    ["with a full stop", "387WDTS260610A1B."],
    ["in brackets", "(387WDTS260610A1B)"],
    ["with an equals sign of the SMS", "= 387WDTS260610A1B."],
    ["behind a label", "Transaction Reference: 387WDTS260610A1B"],
    ["behind the app's label", "FT Ref 387WDTS260610A1B"],
    ["with invisible characters of a chat", "\u200e387WDTS\u200b260610A1B\ufeff"],
    ["in its link", `${newHost}/387WDTS260610A1B`],
    ["in its link in lower case", `${newHost}/387wdts260610a1b`],
    ["in its link with a stray sign and a dot", `= ${newHost}/387WDTS260610A1B.`],
    ["in its link glued to the stray sign", `receipt:=${newHost}/387WDTS260610A1B.`],
    ["in the old link, which answers no more", `${oldHost}/387WDTS260610A1B`],
    ["in the old link without a scheme", "receipt.dashensuperapp.com/receipt/387WDTS260610A1B"],
    [
      "in the old app's PDF link",
      "https://api.dashensuperapp.com/receipts/Within-Dashen-Transfer-387WDTS260610A1B.pdf",
    ],
    ["in an older SMS", sms.older],
    ["in a newer SMS", sms.newer],
    ["in an SMS of money received, which has no link", sms.credit],
    ["twice in a text", "387WDTS260610A1B, I say again: 387wdts260610a1b"],
  ])("is read %s", (_how, text) => {
    expect(read(text)).toEqual({
      kind: "valid",
      identifiers: { reference: "387WDTS260610A1B", suffix: null, phone: null },
    });
  });

  it.each(["B22OBTS26091K3W8", "D31WDTS262260A1C", "822LTWS24366ABCD"])(
    "may start with letters, and be of a leap year's last day: %s",
    (reference) => {
      expect(read(reference)).toMatchObject({ identifiers: { reference } });
    },
  );

  it.each([
    ["nothing", undefined],
    ["only spaces", "   "],
    ["one character less", "387WDTS260610A1"],
    ["one character more", "387WDTS260610A1BX"],
    ["the longer transfer reference", "WDTI202603020928180001"],
    ["the day 0", "387WDTS260000A1B"],
    ["the day 367", "387WDTS263670A1B"],
    ["the day 366 of a common year", "387WDTS263660A1B"],
    ["a digit among its letters", "387W1TS260610A1B"],
    ["a letter in its date", "387WDTS2606O0A1B"],
    ["a reference of another bank", "FT26061K3WQ8"],
    ["a link of an unknown host", "https://receipts.example.com/receipt/387WDTS260610A1B"],
    [
      "a link that only begins like the bank's",
      "https://receipts.dashenbanksc.com@example.com/receipt/387WDTS260610A1B",
    ],
    ["a link to another page of the bank", "https://receipts.dashenbanksc.com/help"],
    ["two different references", "387WDTS260610A1B and 387WDTS260610A1C"],
    ["two links", `${sms.older} ${newHost}/387WDTS260610A1C`],
    ["words alone", "i have paid to your account"],
    ["more than 2,000 characters", `387WDTS260610A1B ${"x".repeat(2_000)}`],
  ])("is refused with its field and the way out: %s", (_what, text) => {
    expect(read(text)).toEqual({
      kind: "invalid",
      faults: [
        { field: "reference", message: expect.stringMatching(/16 letters|check|send one|longer than/) },
      ],
    });
  });

  it("is read from a link to the host that is configured in the bank's place", () => {
    const link = "http://127.0.0.1:8090/receipt/387WDTS260610A1B";
    const configured = readIdentifiers("dashen", { BANK_DASHEN_BASE_URL: "http://127.0.0.1:8090" });
    expect(configured?.({ reference: link })).toMatchObject({ kind: "valid" });
    expect(read(link)).toMatchObject({ kind: "invalid" });
  });
});
