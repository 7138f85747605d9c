import { readIdentifiers } from "../index.ts";

const read = (reference?: string) => readIdentifiers("mpesa")?.({ reference });
const host = "https://m-pesabusiness.safaricom.et";

/** Invented, in the words of the bank's own messages. */
const sms = {
  sent: `Dear Lensa, you have sent 50.00 Birr to YARED MOLLA 251700***111 on 2/3/26 at 11:53 AM. Transaction number UC25MN8R1T. Transaction fee 0.00 Birr. Your current  M-PESA balance is 10.00 Birr. Get your receipt here: ${host}/receipt/UC25MN8R1T`,
  bundle:
    "Dear Lensa, you have bought a Safaricom bundle of 5.00 Birr for 251700000111 on 2/3/26 at 11:53 AM. Transaction number UC25MN8R1T.",
  received:
    "Dear Yared, you have received 50.00 Birr from LENSA TADESSE 251700***222 on 2/3/26 at 11:53 AM. Transaction number UC25MN8R1T. Your current M-PESA balance is 60.00 Birr.",
  amharic: "ውድ ሌንሳ 50.00 ብር ለያሬድ ልከዋል። መለያ ቁጥር UC25MN8R1T። M-PESA ቀሪ 10.00 ብር",
};

describe("an M-Pesa transaction number", () => {
  it.each([
    ["clean", "UC25MN8R1T"],
    ["in lower case", "uc25mn8r1t"],
    ["with spaces around and inside", "  UC25 MN8R 1T "],
    ["with dashes", "UC25-MN8R-1T"],
    ["with a full stop", "UC25MN8R1T."],
    ["in brackets", "(UC25MN8R1T)"],
    ["behind a label", "Transaction number: UC25MN8R1T"],
    ["with invisible characters of a chat", "\u200eUC25MN8\u200bR1T\ufeff"],
    ["in its link", `${host}/receipt/UC25MN8R1T`],
    ["in its link in lower case, with a dot", `${host}/receipt/uc25mn8r1t.`],
    ["in its link without a scheme", "m-pesabusiness.safaricom.et/receipt/UC25MN8R1T"],
    ["in the address behind its page", `${host}/api/receipt/getReceipt?trxNo=UC25MN8R1T`],
    ["in an SMS of money sent", sms.sent],
    ["in an SMS of a bundle", sms.bundle],
    ["in an SMS of money received, which has no link", sms.received],
    ["in an Amharic SMS", sms.amharic],
    ["twice in a text", "UC25MN8R1T, I say again: uc25mn8r1t"],
  ])("is read %s", (_how, text) => {
    expect(read(text)).toEqual({
      kind: "valid",
      identifiers: { reference: "UC25MN8R1T", suffix: null, phone: null },
    });
  });

  it.each(["TLV0000001", "SBT5MN8R1T", "UGO5MN8R1T"])("may be of another day: %s", (reference) => {
    expect(read(reference)).toMatchObject({ identifiers: { reference } });
  });

  it.each([
    ["nothing", undefined],
    ["only spaces", "   "],
    ["one character less", "UC25MN8R1"],
    ["one character more", "UC25MN8R1TX"],
    ["a month that is none", "UM25MN8R1T"],
    ["the day 0", "UC05MN8R1T"],
    ["30 February", "UBU5MN8R1T"],
    ["29 February of a common year", "UBT5MN8R1T"],
    ["a number of telebirr", "DC25MN8R1T"],
    ["a number of CBE Birr", "DC21MN8R1T4"],
    ["a reference of a bank", "FT26061K3WQ8"],
    ["a link of an unknown host", "https://m-pesabusiness.example.com/receipt/UC25MN8R1T"],
    [
      "a link that only begins like the bank's",
      "https://m-pesabusiness.safaricom.et@example.com/receipt/UC25MN8R1T",
    ],
    ["a link to another page of the bank", `${host}/help`],
    ["two different numbers", "UC25MN8R1T and UC25MN8R1U"],
    ["two links", `${sms.sent} ${host}/receipt/UC25MN8R1U`],
    ["words alone", "unexpected purchases and unfinished transfers"],
    ["more than 2,000 characters", `UC25MN8R1T ${"x".repeat(2_000)}`],
  ])("is refused with its field and the way out: %s", (_what, text) => {
    expect(read(text)).toEqual({
      kind: "invalid",
      faults: [
        { field: "reference", message: expect.stringMatching(/10 letters|check|send one|longer than/) },
      ],
    });
  });

  it("is read from a link to the host that is configured in the bank's place", () => {
    const link = "http://127.0.0.1:8090/receipt/UC25MN8R1T";
    const configured = readIdentifiers("mpesa", { BANK_MPESA_BASE_URL: "http://127.0.0.1:8090" });
    expect(configured?.({ reference: link })).toMatchObject({ kind: "valid" });
    expect(read(link)).toMatchObject({ kind: "invalid" });
  });
});
