import { fixture } from "../../test/fixture.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { extractPdfText } from "../pdf-text.ts";
import { parseCbebirrReceipt } from "./cbebirr-receipt-parser.ts";

const textOf = (name: string) => fixture(`cbebirr/fixtures/${name}.pdf.txt`).toString();
const transfer = textOf("transfer");
const fromBank = textOf("from-bank");
const parse = (text: string, reference = "DC21MN8R1T4", phone = "251900000111") =>
  parseCbebirrReceipt(text, { reference, phone });

describe("a CBE Birr receipt", () => {
  it("gives the same text from our own PDF", async () => {
    expect(await extractPdfText(fixture("cbebirr/fixtures/transfer.pdf"))).toBe(transfer);
  });

  it("has the amount without fees, also when the row's values are joined", () => {
    expect(parse(transfer)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "DC21MN8R1T4",
        paymentStatus: "completed",
        amount: 7_300_000n,
        currency: "ETB",
        senderName: "Lensa Tadesse Bekele",
        receiverName: "Yared Molla Desta",
        receiverAccount: "251900000222",
        paidAt: new Date("2026-03-02T08:53:00.000Z"),
        paidAtPrecision: "minute",
      },
    });
  });

  it.each(["", "Org Account\n"])("from a bank has no payer's name: %j", (debit) => {
    const text = fromBank.replace("Debit Account\n", `Debit Account\n${debit}`);
    expect(parse(text, "CG15QK2M4A", "251900000333")).toMatchObject({
      kind: "receipt",
      receipt: {
        senderName: null,
        receiverName: "Abel Girma Tola",
        receiverAccount: "251900000333",
        paidAt: new Date("2025-07-01T05:05:00.000Z"),
      },
    });
  });

  it("to an organization has a name and no account", () => {
    expect(parse(textOf("to-organization"), "DH31MN8R1T5", "251900000444")).toMatchObject({
      kind: "receipt",
      receipt: { senderName: "Hirut Alemu Negash", receiverName: "Selam Bakery", receiverAccount: null },
    });
  });

  it("to a bank has the account at that bank", () => {
    const text = transfer.replace("251900000222 - Yared", "1000987654321 - Yared");
    expect(parse(text)).toMatchObject({ kind: "receipt", receipt: { receiverAccount: "1000987654321" } });
  });

  it.each([
    ["Completed", "completed"],
    ["Reversed", "reversed"],
    ["Failed", "reversed"],
  ])("with the status %s is %s", (word, paymentStatus) => {
    expect(parse(transfer.replace("\nCompleted\n", `\n${word}\n`))).toMatchObject({
      receipt: { paymentStatus },
    });
  });

  it.each([
    ["the payer's", "251900000111", "receipt"],
    ["the receiver's", "251900000222", "receipt"],
    ["unrelated", "251900000999", "identifier_mismatch"],
  ])("belongs to a phone that is %s", (_whose, phone, kind) => {
    expect(parse(transfer, "DC21MN8R1T4", phone)).toMatchObject({ kind, receipt: { amount: 7_300_000n } });
  });

  it.each(["2026-03-01", "2026-03-03"])("may be paid one day away from its id: %s", (day) => {
    expect(parse(transfer.replace("2026-03-02", day)).kind).toBe("receipt");
  });

  it.each<[string, string]>([
    ["has another receipt number", transfer.replace("DC21MN8R1T42026", "DC21MN8R1T52026")],
    ["has a status that is not final", transfer.replace("\nCompleted\n", "\nPending\n")],
    ["has no status", transfer.replace("\nCompleted\n", "\n")],
    ["is of another year", transfer.replace("2026-03-02", "2025-03-02")],
    ["is two days off its id", transfer.replace("2026-03-02", "2026-03-04")],
    ["has a date of no calendar", transfer.replace("2026-03-02", "2026-02-30")],
    ["has a time of no clock", transfer.replace("11:53", "24:53")],
    ["does not add up", transfer.replace("73011.50", "73010.50")],
    ["has a paid amount that differs from its amount", transfer.replace("11:5373000.00", "11:5372000.00")],
    ["lost a sum", transfer.replace("\n10.00\n", "\n")],
    ["has a sum too many", transfer.replace("\n10.00\n", "\n10.00\n0.00\n")],
    ["lost the label of a sum", transfer.replace("\nVAT\n", "\n")],
    ["pays nothing", transfer.replace("11:5373000.00", "11:530.00").replace("\n73000.00", "\n0.00")],
    ["has no payer", transfer.replace("251900000111 - Lensa Tadesse Bekele\n", "")],
    ["has no receiver's name", transfer.replace("Name\nYared Molla Desta", "Name")],
    ["has a receiver's name in two lines", transfer.replace("Name\nYared Molla", "Name\nYared\nMolla")],
    ["has no credit account", transfer.replace("251900000222 - Yared Molla Desta\n", "")],
    ["has a party without an account", transfer.replace("251900000222 - Yared", "Yared")],
    ["has a value beside its label", transfer.replace("Credit Account\n", "Credit Account ")],
    ["has its parties in another order", transfer.replace("Debit Account", "Credit Account")],
    ["has two sections of parties", transfer.replace("Transaction Details", "Transaction Information\n$&")],
    ["is another bank's", transfer.replace("Commercial Bank of Ethiopia", "Some Bank")],
    ["is of cbe, not of its wallet", transfer.replace("CBEBirr\n", "")],
    ["is empty", ""],
  ])("is rejected when it %s", (_what, text) => {
    expect(() => parse(text)).toThrow(ReceiptUnreadable);
  });

  it("never quotes the document in errors", () => {
    expect(() => parse(transfer.replace("251900000222 - Yared", "Yared"))).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/Yared|Lensa|2519/) }),
    );
  });
});
