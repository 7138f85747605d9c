import type { BankCode } from "@receipts/contracts";
import { askForIn, createBankDetection, readIdentifiers } from "../src/index.ts";
import { paymentKindOf } from "../src/payment-kind.ts";

const detect = createBankDetection({});

/** In short: the bank and its number, the bank and what is missing, or what the message is. */
function read(reference: string): string {
  const detection = detect({ reference });
  const askFor = askForIn(detection);
  if (askFor !== undefined) return `ask ${askFor.bank} ${askFor.what}`;
  if (detection.kind === "unsupported")
    return [`- ${detection.bank}`, ...detection.candidates.map((own) => `${own.bank} ${own.reference}`)].join(
      ", ",
    );
  if (detection.kind !== "detected") return detection.kind;
  const { bank, result } = detection;
  return result.kind === "valid"
    ? `${bank} ${result.identifiers.reference}`
    : `${bank} without ${result.faults.map(({ field }) => field).join(" and ")}`;
}

describe("a number of eleven characters that ends in a letter", () => {
  it.each([
    "DJ541QK2M4A",
    "Txn ID: DJ541QK2M4A",
    "Ref. No: DJ541QK2M4A.",
    "Receipt Number DJ541 QK2M4A",
    "Transaction ID: DJ541QK2M4A\u200b",
  ])("is CBE Birr's, whose phone is missing: %j", (text) => {
    expect(read(text)).toBe("cbebirr without phone");
  });

  it.each([
    "telebirr DK38LW9872X",
    "Transaction Number DK38LW9872X telebirr",
    "https://transactioninfo.ethiotelecom.et/receipt/DK38LW9872X",
    "Your transaction number is DK38LW9872X. Thank you for using telebirr",
  ])("is telebirr's with a scanner's letter where the text names telebirr: %j", (text) => {
    expect(read(text)).toBe("telebirr DK38LW9872");
  });

  it("is no reason to take a word for a number", () => {
    expect(read("You paid ETB 500 in partnership with telebirr for a good thing")).not.toMatch(
      /^telebirr [A-Z]/,
    );
  });
});

describe("a word glued to a link", () => {
  it.each([
    [
      "receipt here:https://m-pesabusiness.safaricom.et/receipt/UK35LN8R1TDial *733# for more",
      "mpesa UK35LN8R1T",
    ],
    ["https://transactioninfo.ethiotelecom.et/receipt/DK39LGH9NQThank you", "telebirr DK39LGH9NQ"],
    ["https://cs.bankofabyssinia.com/slip/?trx=FT26307LM3HF44572Feedback:", "boa FT26307LM3HF"],
    ["https://apps.cbe.com.et:100/?id=FT26307L8SMG44733310Thank", "cbe FT26307L8SMG"],
    ["https://mbreciept.cbe.com.et/v2-hfHCxTn4KqWmZr7VbYsPabc", "cbe v2-hfHCxTn4KqWmZr7VbYsPabc"],
  ])("is cut off, but never from a token of both cases: %j", (text, outcome) => {
    expect(read(text)).toBe(outcome);
  });
});

describe("a message of a bank that is not supported", () => {
  it.each([
    ["SIKET BANK\nDear Henok, you sent ETB 500. Ref FT26307L1W39 on 03/11/2026", "- Siket Bank"],
    ["Siket Bank - Dear Henok, you sent ETB 500 with Ref FT26307L1W39", "- Siket Bank"],
    ["Dear Henok, your Siket Bank account was debited with ETB 500. Ref FT26307L1W39", "- Siket Bank"],
    ["You sent ETB 500. Ref FT26307L1W39. Enat Bank, a bank for women.", "- Enat Bank"],
    [
      "You sent ETB 500, Ref FT26307L1W39. Thank you for banking with Coop Bank of Oromia.",
      "- Coopbank (Cooperative Bank of Oromia)",
    ],
    ["ውድ ደንበኛ 500 ብር ልከዋል FT26307L1W39። ሲቄት ባንክ", "- Siket Bank"],
  ])("is told by its name, wherever it stands: %j", (text, outcome) => {
    expect(read(text)).toBe(outcome);
  });

  it.each([
    ["A Deposit of 5.00 ETB BY TELEBIRR with reference DK35LGH3IQ.\nBunna Bank", "telebirr DK35LGH3IQ"],
    ["BY IPS from Bank of Abyssinia ref FT26307LLQKV.\nBunna Bank", "boa FT26307LLQKV"],
    ["BY IPS /INCOMMING/ABYSETAA/FT26307LLQKV on 03-11-2026.\nBunna Bank", "boa FT26307LLQKV"],
    ["BY IPS /INCOMMING/abysetaaft26307llqkv on 03-11-2026.\nBunna Bank", "boa FT26307LLQKV"],
    ["BY IPS ABYSETAA\nFT26307LLQKV on 03-11-2026.\nBunna Bank", "boa FT26307LLQKV"],
  ])("offers the number of a bank of ours: %j", (text, candidate) => {
    expect(read(text)).toBe(`- Bunna Bank, ${candidate}`);
  });

  it.each([
    [
      "You have transferred ETB 460.00 to Siket Bank account 10003188. Your transaction number is DK38LW9872.",
      "telebirr DK38LW9872",
    ],
    [
      "Siket Bank\nYou have transferred ETB 460.00 from your telebirr account. Your telebirr transaction number is DK38LW9872",
      "telebirr DK38LW9872",
    ],
  ])("is another one than a message of ours that names it as the receiver's: %j", (text, outcome) => {
    expect(read(text)).toBe(outcome);
  });
});

describe("a loan", () => {
  it.each([
    "Your credit request with DK39LD1WKJ  contract number is successful. ETB 500. Thank you for using telebirr",
    "Your credit request with DK39LD1WKJ\ncontract number is successful. ETB 500. Thank you for using telebirr",
    "Contract no. DK39LD1WKJ: ETB 500 of your credit are due. Thank you for using telebirr",
    "Contract ID DK39LD1WKJ: ETB 500 of your credit are due. Thank you for using telebirr",
    "የውል ቁጥር፦ DK39LD1WKJ የብድር መጠን 500.00 ብር ነው። በቴሌብር ስለተገለገሉ እናመሰግናለን ኢትዮ ቴሌኮም",
  ])("has no receipt, however its contract is named: %j", (text) => {
    expect(read(text)).toMatch(/^ask \w+ transaction_number$/);
  });
});

describe("money through the switch", () => {
  it.each([
    ["via IPS\nBank of Abyssinia", "boa receipt_link"],
    ["via IPS Commercial Bank\nof Ethiopia", "cbe receipt_link"],
    ["via ips bank of abyssinia", "boa receipt_link"],
    ["via IPS telebirr", "telebirr transaction_number"],
    ["via IPS M-PESA", "mpesa transaction_number"],
  ])("names who paid: %j", (by, asked) => {
    const text = `Dear Customer, your Account 01320xxxxxx7715 has been Credited with ETB 850.00 by SELAM ABEBE ${by}. Your balance now is ETB 950.00.`;
    expect(read(text)).toBe(`ask ${asked}`);
  });

  it.each([
    "You have sent ETB 200 To (013201425600715) - LULIT by Transaction ID: 261103131298078 charge- 1.00",
    "Transaction ID: 261103103874225",
  ])("has no number in Awash's Transaction ID: %j", (text) => {
    expect(read(text)).toBe("ask awash receipt_link");
  });
});

describe("the kind of a payment", () => {
  it.each([
    ["airtime", ["Top Up", "TopUp", "Mobile Top Up", "Recharges"]],
    ["package", ["Packages", "CRM Buy Package Mini APP"]],
    ["savings", ["Saving", "Savings", "Sanduq Saving"]],
    ["loan", ["Overdraft"]],
    ["withdrawal", ["Cash-Out", "WithdrawFromAgent", "ATM", "ATM Cash Withdrawal"]],
    ["bank_transfer", ["ATM Transfer", "Transfer via ATM", "EthSwitch ATM Transfer"]],
    ["transfer", ["Transfer to Savings Account"]],
  ] as const)("is %s by any spelling of the bank's words", (kind, words) => {
    expect(words.map(paymentKindOf)).toEqual(words.map(() => kind));
  });
});

it("a scanner's letter is cut with the bank stated too", () => {
  for (const bank of ["telebirr"] satisfies BankCode[])
    expect(readIdentifiers(bank)?.({ reference: "DK38LW9872X" })).toMatchObject({
      identifiers: { reference: "DK38LW9872" },
    });
});
