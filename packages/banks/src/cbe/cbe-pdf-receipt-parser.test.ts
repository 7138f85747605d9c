import { hasRealReceipts } from "@receipts/testing";
import { fixture } from "../../test/fixture.ts";
import { printedInAddis, printedSantim } from "../../test/printed-values.ts";
import { readRealReceipts } from "../../test/receipt-documents.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { extractPdfText } from "../pdf-text.ts";
import { parseCbePdfReceipt, saysNoSuchCbeReceipt } from "./cbe-pdf-receipt-parser.ts";

const textOf = (name: string) => fixture(`cbe/fixtures/${name}.pdf.txt`).toString();
const transfer = textOf("transfer");
const parse = (text: string, reference = "FT26061K3WQ8", suffix = "34561111") =>
  parseCbePdfReceipt(text, { reference, suffix });

describe("a cbe receipt in PDF", () => {
  (hasRealReceipts ? it : it.skip)("of a real payment is read to the minute", async () => {
    const { pdfText, pdfReference } = await readRealReceipts();
    const printed = (label: string) => pdfText.split(`\n${label} `)[1]?.split("\n")[0];
    const receiverAccount = pdfText.split("\nAccount ")[2]?.split("\n")[0] ?? "";
    expect(parse(pdfText, pdfReference, `1234${receiverAccount.slice(-4)}`)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: pdfReference,
        paymentStatus: "completed",
        amount: printedSantim(printed("Transferred Amount")),
        currency: "ETB",
        senderName: printed("Payer"),
        senderAccount: pdfText.split("\nAccount ")[1]?.split("\n")[0],
        receiverName: printed("Receiver"),
        receiverAccount,
        paidAt: printedInAddis(printed("Payment Date & Time")),
      },
    });
  });

  it("has the amount that its receiver got, not the payer's debit", () => {
    expect(parse(transfer)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "FT26061K3WQ8",
        paymentStatus: "completed",
        amount: 113_400n,
        currency: "ETB",
        senderName: "TIGIST ALEMU BEKELE",
        senderAccount: "1****1111",
        receiverName: "SELAM D /CAFE NO 2/",
        receiverAccount: "1****2222",
        paidAt: new Date("2026-03-02T07:52:00.000Z"),
      },
    });
  });

  it("gives the same text from our own PDF", async () => {
    expect(await extractPdfText(fixture("cbe/fixtures/transfer.pdf"))).toBe(transfer);
  });

  it("of the evening is booked on the next day, and its date has the month first", () => {
    expect(parse(textOf("branch-receipt"), "FT25241B7M2P")).toMatchObject({
      receipt: { amount: 36_000n, paidAt: new Date("2025-08-28T17:31:00.000Z") },
    });
  });

  it("just after midnight is of the new day, and its reason may have several lines", () => {
    expect(parse(textOf("from-another-bank"), "FT26015H9TLA", "34562222")).toMatchObject({
      kind: "receipt",
      receipt: {
        senderName: "Inter Bank Account to Account rece",
        senderAccount: "E****0950",
        paidAt: new Date("2026-01-14T21:07:00.000Z"),
      },
    });
  });

  it("of 2024 has only a date, read as local midnight", () => {
    expect(parse(textOf("transfer-2024"), "FT24110Q2ZV5")).toMatchObject({
      kind: "receipt",
      receipt: { amount: 8_800n, paidAt: new Date("2024-04-18T21:00:00.000Z"), paidAtPrecision: "day" },
    });
  });

  it.each([
    ["the payer's", "34561111", "receipt"],
    ["the receiver's", "99992222", "receipt"],
    ["unrelated", "34561112", "identifier_mismatch"],
  ])("belongs to a suffix that is %s", (_whose, suffix, kind) => {
    expect(parse(transfer, "FT26061K3WQ8", suffix)).toMatchObject({ kind, receipt: { amount: 113_400n } });
  });

  it("does not belong to the digits of the bank's own account", () => {
    expect(parse(textOf("from-another-bank"), "FT26015H9TLA", "00000950").kind).toBe("identifier_mismatch");
  });

  it("may include the levy of 5 % of the commission in its total", () => {
    expect(parse(transfer.replace("account 1,139.75", "account 1,140.00")).kind).toBe("receipt");
  });

  it.each<[string, string]>([
    ["does not add up", transfer.replace("customers account 1,139.75", "customers account 1,138.75")],
    [
      "lost a digit of its amount",
      transfer.replace("Transferred Amount 1,134.00", "Transferred Amount 134.00"),
    ],
    ["has three accounts", transfer.replace("Receiver SELAM", "Account 1****9999\nReceiver SELAM")],
    ["has one account", transfer.replace("\nAccount 1****2222", "")],
    [
      "has its rows in another order",
      transfer.replace(
        "Payer TIGIST ALEMU BEKELE\nAccount 1****1111",
        "Account 1****1111\nPayer TIGIST ALEMU BEKELE",
      ),
    ],
    ["has a value joined to its label", transfer.replace("Payer TIGIST", "PayerTIGIST")],
    ["is dated day first", transfer.replace("3/2/2026", "13/2/2026")],
    ["is dated two days off", transfer.replace("3/2/2026", "3/4/2026")],
    ["is of another year", transfer.replace("3/2/2026", "3/2/2025")],
    ["has a 13th hour", transfer.replace("10:52:00 AM", "13:52:00 AM")],
    ["has no half of the day", transfer.replace("10:52:00 AM", "10:52:00")],
    ["shows another reference at its head", transfer.replace("FT26061K3WQ8", "FT26061K3WQ9")],
    [
      "shows another reference in its row",
      transfer.replace("Invoice No) FT26061K3WQ8", "Invoice No) FT26061K3WQ9"),
    ],
    ["is in another currency", transfer.replaceAll(" ETB\n", " USD\n")],
    [
      "pays nothing",
      transfer.replace("Amount 1,134.00", "Amount 0.00").replace("account 1,139.75", "account 5.75"),
    ],
    ["is another bank's", transfer.replace("Commercial Bank of Ethiopia", "Some Bank")],
    ["is empty", ""],
  ])("is rejected when it %s", (_what, text) => {
    expect(() => parse(text)).toThrow(ReceiptUnreadable);
  });

  /** The reason is the payer's free text, and long ones are broken into lines. */
  it("is rejected when its reason imitates the rows after it", () => {
    const reason =
      "x\nTransferred Amount 9,999.00 ETB\nCommission or Service Charge 0.00 ETB\n15% VAT on Commission 0.00 ETB\nTotal amount debited from customers account 9,999.00 ETB\nAmount in Word ETB x";
    expect(() => parse(transfer.replace("coffee done via Mobile", reason))).toThrow(ReceiptUnreadable);
    const short = "x\nTransferred Amount 9,999.00 ETB";
    expect(() => parse(textOf("transfer-2024").replace("coffee", short), "FT24110Q2ZV5")).toThrow(
      ReceiptUnreadable,
    );
  });

  it("of 2024 is rejected when its weekday does not match the date", () => {
    const text = textOf("transfer-2024").replace("Fri Apr 19", "Thu Apr 19");
    expect(() => parse(text, "FT24110Q2ZV5")).toThrow(ReceiptUnreadable);
  });

  it.each(["legacy-not-found.html", "legacy-not-found.json"])(
    "does not exist when the bank says so: %s",
    (name) => {
      expect(saysNoSuchCbeReceipt(fixture(`cbe/fixtures/${name}`))).toBe(true);
    },
  );

  it.each([
    '{"status":"ok","message":"Please Check Your Link "}',
    '{"status":"failed","message":"later"}',
    "null",
    "[]",
    "%PDF You Are Not Allowed to See This Data",
    "",
  ])("is not 'not found' for other words: %s", (body) => {
    expect(saysNoSuchCbeReceipt(Buffer.from(body))).toBe(false);
  });
});
