import { fixture } from "../../test/fixture.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { extractPdfText } from "../pdf-text.ts";
import { parseMpesaReceipt } from "./mpesa-receipt-parser.ts";

const textOf = (name: string) => fixture(`mpesa/fixtures/${name}.pdf.txt`).toString();
const transfer = textOf("person-to-person");
const merchant = textOf("merchant");
const toBank = textOf("to-bank");
const parse = (text: string, reference = "UC25MN8R1T") => parseMpesaReceipt(text, reference);

describe("an M-Pesa receipt", () => {
  it("gives the same text from our own PDF", async () => {
    const { base64Data } = JSON.parse(fixture("mpesa/fixtures/person-to-person.json").toString());
    expect(await extractPdfText(Buffer.from(base64Data, "base64"))).toBe(transfer);
  });

  it("has the amount without fees, also with values above their labels", () => {
    expect(parse(transfer)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "UC25MN8R1T",
        paymentStatus: "completed",
        amount: 125_000n,
        currency: "ETB",
        senderName: "Lensa Tadesse Bekele",
        receiverName: "Yared Molla Desta",
        paymentKind: "transfer",
        receiverAccount: "251700***083",
        paidAt: new Date("2026-03-02T08:53:04.000Z"),
      },
    });
  });

  it("of a business has its name and number, also with joined values or Amharic labels beside", () => {
    expect(parse(merchant, "UG15QK2M4A")).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "UG15QK2M4A",
        paymentStatus: "completed",
        amount: 4_500n,
        currency: "ETB",
        senderName: "Hirut Alemu Negash",
        receiverName: "TOTAL COFFEE /BRANCH NO 2/",
        paymentKind: "merchant_payment",
        receiverAccount: "407215",
        paidAt: new Date("2026-07-01T05:05:07.000Z"),
      },
    });
  });

  it("of a transfer to a bank has the account, also with Amharic on separate lines", () => {
    expect(parse(toBank, "UH37B2K9QX")).toMatchObject({
      kind: "receipt",
      receipt: {
        amount: 7_300_000n,
        senderName: "Selam Import PLC, Bole 03/1234",
        receiverName: "Abel Girma Tola",
        receiverAccount: "1000987654321",
        receiverBank: "cbe",
        paidAt: new Date("2026-08-03T16:20:21.000Z"),
      },
    });
  });

  it("of a transfer to a bank that we do not know has an unknown bank, never M-Pesa itself", () => {
    const text = toBank.replace("Commercial Bank of Ethiopia", "Siket Bank");
    expect(parse(text, "UH37B2K9QX")).toMatchObject({ receipt: { receiverBank: null } });
    const without = toBank.replace("Commercial Bank of Ethiopia", "- - -");
    expect(() => parse(without, "UH37B2K9QX")).toThrow(ReceiptUnreadable);
  });

  it.each(["- - -", "---", "null"])("has no payer's name if the bank prints %s", (empty) => {
    expect(parse(transfer.replace("Lensa Tadesse Bekele", empty))).toMatchObject({
      kind: "receipt",
      receipt: { senderName: null },
    });
  });

  it.each(["2026-03-01", "2026-03-03"])("may be paid one day away from its number: %s", (day) => {
    expect(parse(transfer.replace("2026-03-02", day)).kind).toBe("receipt");
  });

  it.each<[string, string]>([
    ["is of another year", transfer.replace("2026-03-02", "2025-03-02")],
    ["is two days off its number", transfer.replace("2026-03-02", "2026-03-04")],
    ["has a date of no calendar", transfer.replace("2026-03-02", "2026-02-30")],
    ["has a time of no clock", transfer.replace("11:53:04", "24:53:04")],
    ["has the day first", transfer.replace("2026-03-02", "02-03-2026")],
    ["does not add up to its total", transfer.replace("1,255.75", "1,254.75")],
    ["lost a digit of its amount", transfer.replace("11:53:04 1,250.00", "11:53:04 125.00")],
    ["has an amount that runs into the fee", transfer.replace("1,250.00\n5.00", "1,255.00")],
    ["lost its fee", transfer.replace("5.00 Birr\n", "")],
    ["has no total", transfer.replace("/ TOTAL\n", "")],
    ["has an amount without cents", transfer.replace("1,250.00", "1,250")],
    ["pays nothing", transfer.replace("11:53:04 1,250.00", "11:53:04 0.00")],
    [
      "has its columns in another order",
      transfer.replace("PAYMENT DATE / SETTLED", "SETTLED DATE / PAYMENT"),
    ],
    ["has something between columns and values", transfer.replace("AMOUNT\nUC2", "AMOUNT\nPage 1\nUC2")],
    ["has two rows of values", transfer.replace("/ TRANSACTION ID", "/ RECEIPT NO 1\n/ TRANSACTION ID")],
    ["names its payer twice", transfer.replace("/ SENDER TIN", "/ BUYER NAME\nEve\n/ SENDER TIN")],
    [
      "names its receiver twice",
      transfer.replace("/ TRANSACTION ID", "/ RECEIVER NAME\nEve\n/ TRANSACTION ID"),
    ],
    [
      "names a business as well",
      transfer.replace("/ TRANSACTION ID", "/ RECEIVER BUSINESS NAME\nEve\n/ TRANSACTION ID"),
    ],
    ["has a name in two lines", transfer.replace("Yared Molla Desta", "Yared Molla\nDesta")],
    ["has no receiver's name", transfer.replace("Yared Molla Desta\n", "")],
    ["has an empty receiver's name", transfer.replace("Yared Molla Desta", "- - -")],
    ["has an empty receiver's number", transfer.replace("251700***083", "- - -")],
    ["has a number that is none", transfer.replace("251700***083", "Eve")],
    ["has a value beside one label only", transfer.replace("NAME\nYared", "NAME Yared")],
    ["has no slash before a label", transfer.replace("/ RECEIVER NAME", "RECEIVER NAME")],
    ["is empty", ""],
  ])("is rejected when it %s", (_what, text) => {
    expect(() => parse(text)).toThrow(ReceiptUnreadable);
  });

  it("of a transfer to a bank is rejected without the bank's name", () => {
    expect(() => parse(toBank.replace("/ BANK NAME", "/ BANK"), "UH37B2K9QX")).toThrow(ReceiptUnreadable);
  });

  /** A truncated account could pass for a wallet's number. */
  it("of a transfer to a bank is rejected without the account's label", () => {
    const text = toBank.replace(/- - -\n[^\n]+\n\/ RECEIVER ACCOUNT NUMBER\n1/, "");
    expect(text).not.toBe(toBank);
    expect(() => parse(text, "UH37B2K9QX")).toThrow(ReceiptUnreadable);
  });

  it("is rejected when two labels and their values are in one line", () => {
    const text = merchant.replace("Negash\nየገዢ ስልክ", "Negash የገዢ ስልክ");
    expect(() => parse(text, "UG15QK2M4A")).toThrow(ReceiptUnreadable);
  });

  it("is rejected when its reason imitates other lines", () => {
    const text = transfer.replace("rent of", "x\n/ RECEIVER NAME\nEve");
    expect(() => parse(text)).toThrow(ReceiptUnreadable);
  });

  it("never quotes the document in errors", () => {
    expect(() => parse(transfer.replace("251700***083", "Eve 12"))).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/Eve|12|Lensa/) }),
    );
  });
});
