import type { AskFor, BankCode } from "@receipts/contracts";
import { hasRealReceipts } from "@receipts/testing";
import { askForIn, createBankDetection, readIdentifiers } from "../src/index.ts";
import { messageFiles, realMessages } from "./real-messages.ts";

const detect = createBankDetection({});

const messages: readonly [string, text: string, AskFor["bank"], AskFor["what"]][] = [
  [
    "a credit through the switch, which names the payer's bank",
    "Dear Customer, your Account 01320xxxxxx7715 has been Credited with ETB 850.00 on 2026-11-03 07:17:06 by SELAM ABEBE via IPS Bank of Abyssinia. Your balance now is ETB 950.00. For any complaint or enquiry, please call 8980. Thank You. Awash Bank.",
    "boa",
    "receipt_link",
  ],
  [
    "one that names a bank that is not supported",
    "Dear Customer, your Account 01320xxxxxx7715 has been Credited with ETB 850.00 on 2026-11-03 07:17:06 by SELAM ABEBE via IPS Hibret Bank. Your balance now is ETB 950.00. For any complaint or enquiry, please call 8980. Thank You. Awash Bank.",
    null,
    "receipt_link",
  ],
  [
    "one of a bank whose words are not known",
    "Dear Selam, ETB 700.00 was credited to your account 22*****88 by TIGIST BEKELE via IPS Dashen Bank on 03/11/2026. Thank you.",
    "dashen",
    "receipt_link",
  ],
  [
    "one through the switch, of CBE",
    "Dear Selam your Account 1********3310 has been Credited with ETB 500.00 by TIGIST BEKELE via IPS Awash Bank. Your Current Balance is ETB 6994.82. Thank you for Banking with CBE!",
    "awash",
    "receipt_link",
  ],
  [
    "a debit without a link, of the bank that paid",
    "Dear Selam your Account 1********3310 has been debited with ETB 502.01 including Service charge ETB1.75 and VAT(15%) ETB0.26. Your Current Balance is ETB 6994.82. Thank you for Banking with CBE!. For feedback https://shorturl.at/auUX0",
    "cbe",
    "receipt_link",
  ],
  [
    "interest, whose link is an account and a day",
    "Dear Selam, your account 2*****72 was credited with ETB 12.75. Available Balance: ETB 4,187.73. Receipt: https://cs.bankofabyssinia.com/slip/?trx=318264572-20261031 For help, call 8397 (24/7 Toll-Free). Bank of Abyssinia.",
    null,
    "receipt_link",
  ],
  [
    "a loan, whose contract number has the shape of a receipt number",
    "Dear Selam, Your credit request with DK39LD1WKJ contract number is successful. The credit amount is ETB 500.00 with due date 13/11/2026. Thank you for using telebirr",
    "telebirr",
    "transaction_number",
  ],
  [
    "school fees, another system of the bank",
    "Dear parent, ETB 3,200 for ABEL was paid. Receipt: https://eschool.awashbank.com/-4T81K Awash Bank",
    "awash",
    "receipt_link",
  ],
  [
    "a Transaction ID, which nothing can look up",
    "Dear Customer, ETB 2,425 has been credited to your account from Selam Abebe on : 2026-11-03 10:38:47 with Txn ID: 261103103874225. Your available balance is now ETB 2,510.12. Contact center 8980.",
    null,
    "receipt_link",
  ],
];

describe("a message without a receipt", () => {
  it.each(messages)("says what to ask the payer for: %s", (_what, reference, bank, what) => {
    expect(askForIn(detect({ reference }))).toEqual({ bank, what });
  });

  it.each<[string, BankCode, number]>([
    ["a loan", "telebirr", 6],
    ["a debit", "cbe", 4],
    ["a credit", "awash", 0],
  ])("is told from a receipt with the bank stated too: %s", (_what, bank, at) => {
    const [, reference, paidBy, what] = messages[at] ?? [];
    expect(readIdentifiers(bank)?.({ reference })).toMatchObject({
      kind: "invalid",
      askFor: { bank: paidBy, what },
    });
  });
});

describe("a text that holds a number, right or wrong", () => {
  it.each([
    [
      "a loan that was paid back, with its transaction number",
      "Dear Selam, You have repaid ETB 500.00 for the loan with DK39LD1WKJ contract number. Your transaction number is DK35LGH3IQ. Thank you for using telebirr",
      "DK35LGH3IQ",
    ],
    [
      "a wallet's payment, told by the bank that got it",
      "Dear Customer, your Account 01320xxxxxx7715 has been Credited with ETB 500.00 on 2026-11-03 13:35:45 by TeleBirr C2B to Awash with reference DK32HQ7TLB. Your balance now is ETB 2850.00. For any complaint or enquiry, please call 8980. Thank You. Awash Bank.",
      "DK32HQ7TLB",
    ],
  ])("is read: %s", (_what, reference, number) => {
    expect(detect({ reference })).toMatchObject({
      kind: "detected",
      result: { identifiers: { reference: number } },
    });
  });

  it.each([
    [
      "CBE's message with a number that lost a letter",
      "Dear Selam your Account 1********3310 has been Credited with ETB 500.00 with Ref No FT26061K3WQ. Your Current Balance is ETB 6994.82. Thank you for Banking with CBE!",
    ],
    ["a few words", "I have paid ETB 500.00"],
    ["no text at all", ""],
  ])("is not called a message without a receipt: %s", (_what, reference) => {
    expect(askForIn(detect({ reference }))).toBeUndefined();
  });
});

describe("a number of digits that is wrong by one", () => {
  it.each<[string, BankCode, string | undefined, string]>([
    ["FT26307LM3HF445722", "boa", undefined, "has 6 digits behind the reference, one too many"],
    ["FT26307LM3HF4457", "boa", undefined, "has 4 digits behind the reference, one too few"],
    [
      "https://cs.bankofabyssinia.com/slip/?trx=FT26307LM3HF445722",
      "boa",
      undefined,
      "has 6 digits behind the reference, one too many",
    ],
    ["FT26061K3WQ83456111", "cbe", undefined, "has 7 digits behind the reference, one too few"],
    ["FT26061K3WQ8345611112", "cbe", undefined, "has 9 digits behind the reference, one too many"],
    [
      "https://apps.cbe.com.et:100/?id=FT26061K3WQ8345611112",
      "cbe",
      undefined,
      "has 9 digits behind the reference, one too many",
    ],
    ["FT26061K3WQ8", "cbe", "3456111", "has 7 digits, one too few"],
    ["FT26061K3WQ8", "boa", "582031", "has 6 digits, one too many"],
  ])("is named: %s of %s, %s", (reference, bank, suffix, message) => {
    const result = readIdentifiers(bank)?.({ reference, suffix });
    expect(result).toEqual({
      kind: "invalid",
      faults: [{ field: "suffix", message: expect.stringContaining(message) }],
    });
    if (suffix === undefined) expect(detect({ reference })).toMatchObject({ kind: "detected", bank, result });
  });
});

describe("CBE's own screen", () => {
  it.each([
    [
      "its dialog",
      "ETB 20,000.00 debited from SELAM ABEBE for TIGIST BEKELE-ETB-6310 on 03-Nov-2026 with transaction ID: FT26307L01YB. Total Amount Debited ETB 20000.00",
    ],
    ["its slogan", "transaction ID: FT26307L01YB\nThe Bank You can always Rely on!"],
  ])(
    "decides between two banks with numbers of this form, and asks for eight digits: %s",
    (_what, reference) => {
      expect(detect({ reference })).toMatchObject({
        kind: "detected",
        bank: "cbe",
        result: {
          kind: "invalid",
          faults: [{ field: "suffix", message: expect.stringContaining("8 digits") }],
        },
      });
    },
  );
});

function outcomeOf(reference: string): string {
  const detection = detect({ reference });
  const askFor = askForIn(detection);
  if (askFor !== undefined) return `ask ${askFor.bank} ${askFor.what}`;
  if (detection.kind === "unsupported") {
    return ["-", ...detection.candidates.map((own) => `${own.bank} ${own.reference}`)].join(" ");
  }
  if (detection.kind !== "detected") return detection.kind;
  const { bank, result } = detection;
  if (result.kind === "invalid") return `${bank} ${result.faults.map(({ field }) => field)}`;
  return [bank, result.identifiers.reference, result.identifiers.suffix ?? []].flat().join(" ");
}

(hasRealReceipts ? describe : describe.skip)("messages as people hold them", () => {
  it.each(messageFiles)("of %s give what their notes say", (file) => {
    const messages = realMessages(file);
    expect(messages.map(({ text }) => outcomeOf(text))).toEqual(messages.map(({ outcome }) => outcome));
  });
});
