import { fixture } from "../../test/fixture.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { parseAmharaReceipt } from "./amhara-receipt-parser.ts";

const references = { outgoing: "FT26229K7Q1P", incoming: "FT26226M4T8Z", transfer: "FT26226W2C5N" };
type Kind = keyof typeof references;
const json = (kind: Kind) => fixture(`amhara/fixtures/${kind}.json`).toString();
const parse = (kind: Kind, text = json(kind)) => parseAmharaReceipt(text, references[kind]);
function changed(kind: Kind, changes: object): string {
  const { status, data } = JSON.parse(json(kind));
  return JSON.stringify({ status, data: { ...data, ...changes } });
}

describe("an Amhara receipt", () => {
  it("names the other bank and its customer for money to another bank, not the transit account", () => {
    expect(parse("outgoing")).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "FT26229K7Q1P",
        paymentStatus: "completed",
        amount: 500_000n,
        currency: "ETB",
        senderName: "Lensa Tadesse Bekele",
        receiverName: "Miss Selam Demissie Haile",
        paymentKind: "bank_transfer",
        receiverAccount: "1000000002947",
        receiverBank: "cbe",
        paidAt: new Date("2026-08-16T06:08:00.000Z"),
        paidAtPrecision: "minute",
      },
    });
    const elsewhere = changed("outgoing", { otherBankName: "LAKE BANK" });
    expect(parse("outgoing", elsewhere)).toMatchObject({ receipt: { receiverBank: null } });
  });

  it("names the payer at the other bank for money from there", () => {
    expect(parse("incoming")).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "FT26226M4T8Z",
        paymentStatus: "completed",
        amount: 123_450n,
        currency: "ETB",
        senderName: "Selam Demissie Haile",
        receiverName: "Yared Molla Desta",
        paymentKind: "bank_transfer",
        receiverAccount: "9900000009658",
        paidAt: new Date("2026-08-14T14:14:00.000Z"),
        paidAtPrecision: "minute",
      },
    });
  });

  it("names both customers for a transfer within the bank", () => {
    expect(parse("transfer")).toMatchObject({
      receipt: {
        amount: 30_000n,
        senderName: "Lensa Tadesse Bekele",
        receiverName: "Yared Molla Desta",
        receiverAccount: "9900000009658",
      },
    });
  });

  it("is reversed when its status says so", () => {
    expect(parse("transfer", changed("transfer", { status: "REVERSED" }))).toMatchObject({
      receipt: { paymentStatus: "reversed" },
    });
  });

  it.each<[string, Kind, object]>([
    ["is another one", "transfer", { transactionReference: "FT26226W2C5M" }],
    ["has a status that is not known", "transfer", { status: "RET" }],
    ["has no status", "transfer", { status: undefined }],
    ["does not add up", "outgoing", { taxAmount: "ETB4.00" }],
    ["lost a charge", "outgoing", { taxAmount: undefined }],
    ["lost its total", "transfer", { totalAmount: undefined }],
    ["pays nothing", "incoming", { amount: "0.00", totalAmount: "ETB0.00" }],
    ["is of another currency", "transfer", { currencyId: "USD" }],
    ["has an amount in another currency", "transfer", { amount: "USD300.00" }],
    ["has an amount that is a number", "transfer", { amount: 300 }],
    ["has a date of no calendar", "transfer", { dateTime: "2608320905" }],
    ["has a date without a time", "transfer", { dateTime: "260814" }],
    ["was booked on another day than its reference", "transfer", { bookingDate: "20260815" }],
    ["was booked before it was paid", "transfer", { dateTime: "2608150905" }],
    ["was booked a week after it was paid", "transfer", { dateTime: "2608070905" }],
    ["lost the receiver's name", "outgoing", { receiverName: undefined }],
    ["lost the receiver's account", "outgoing", { reveiverAccount: undefined }],
    ["lost the receiver", "outgoing", { receiverName: undefined, reveiverAccount: undefined }],
    [
      "lost the receiver and the other bank",
      "outgoing",
      { receiverName: undefined, reveiverAccount: undefined, otherBankName: undefined },
    ],
    ["lost the other bank", "outgoing", { otherBankName: undefined }],
    ["lost the payer", "incoming", { sendorName: undefined, sendorAccount: undefined }],
    ["goes both ways", "outgoing", { sendorName: "Eve", sendorAccount: "1000000000001" }],
    ["says that it goes the other way", "incoming", { transactionDesc: "IPS Outgoing Txn" }],
    ["credits an account of the bank's own", "incoming", { creditAccountId: "ETB1251700010009" }],
    ["debits an account of the bank's own", "transfer", { debitAccount: "ETB1251700010009" }],
    ["names another's account that is none", "outgoing", { reveiverAccount: "Eve" }],
  ])("is rejected when it %s", (_how, kind, changes) => {
    expect(() => parse(kind, changed(kind, changes))).toThrow(ReceiptUnreadable);
  });

  it.each([
    ["a refusal", fixture("amhara/fixtures/unknown-reference.json").toString()],
    ["a transaction that failed", json("transfer").replace('"status": true', '"status": false')],
    ["a status as text", json("transfer").replace('"status": true', '"status": "true"')],
    ["a page", "<html></html>"],
    ["nothing", ""],
  ])("is not read from %s", (_what, text) => {
    expect(() => parse("transfer", text)).toThrow(ReceiptUnreadable);
  });
});
