import { fixture } from "../../test/fixture.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { parseWegagenReceipt } from "./wegagen-receipt-parser.ts";

const json = (name: string) => fixture(`wegagen/fixtures/${name}.json`).toString();
const token = "204TBAW2622603531002DMBT";
const changed = (changes: object, name = "transfer") =>
  JSON.stringify({ ...JSON.parse(json(name)), ...changes });
const receiptOf = (text: string, requested = token) => {
  const outcome = parseWegagenReceipt(text, requested);
  return outcome.kind === "receipt" ? outcome.receipt : undefined;
};

describe("a Wegagen receipt", () => {
  it("of a debit has the amount without fees, and its time of Addis Ababa", () => {
    expect(parseWegagenReceipt(json("transfer"), token)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "204TBAW262260353",
        paymentStatus: "completed",
        amount: 2_000_000n,
        currency: "ETB",
        senderName: "LENSA TADESSE BEKELE",
        receiverName: "Yared Molla Desta",
        paymentKind: "transfer",
        receiverAccount: "1113000009658",
        paidAt: new Date("2026-08-14T06:05:07.000Z"),
      },
    });
  });

  /** `phoneNumber` received the SMS, and may be the payer's. */
  it("has no receiver if it shows none", () => {
    expect(receiptOf(json("to-wallet"), "204TBAW2622603521002DAAT")).toMatchObject({
      amount: 123_450n,
      receiverName: null,
      receiverAccount: "251900000222",
    });
    expect(receiptOf(changed({ receiver_account: "---", sender_name: "---" }))).toMatchObject({
      senderName: null,
      receiverAccount: null,
    });
  });

  it("of a credit has the receiver's account", () => {
    const requested = "204TBAW2622603531113CMBT";
    expect(receiptOf(json("credit"), requested)).toMatchObject({ receiverAccount: "1113000009658" });
    expect(receiptOf(changed({ receiver_account: "---" }, "credit"), requested)).toMatchObject({
      receiverAccount: null,
    });
    const others = changed({ receiver_account: "1113000009659" }, "credit");
    expect(() => parseWegagenReceipt(others, requested)).toThrow(ReceiptUnreadable);
  });

  it.each([
    [1234.5, 123_450n],
    [0.07, 7n],
    [123_456_789_012.34, 12_345_678_901_234n],
    ["1,234.50", 123_450n],
  ])("has exactly the amount %s", (txnAmount, amount) => {
    expect(receiptOf(changed({ txnAmount }))?.amount).toBe(amount);
  });

  it.each([{ charge: "---", vat: "---" }, { vat: 0.045 }, { charge: 0, vat: 0 }, { charge: "2.50" }])(
    "has the same amount with the charges %j",
    (charges) => {
      expect(receiptOf(changed(charges))).toEqual(receiptOf(json("transfer")));
    },
  );

  it.each<[string, object]>([
    ["is another transaction", { trnRefNo: "204TBAW262260354" }],
    ["is of another account", { accNo: "1003345670801", sender_account: "1003345670801" }],
    ["is of an account that is masked", { accNo: "1*****5670801" }],
    ["is of an account that is not the payer's", { sender_account: "1002345670802" }],
    ["is the other side of the movement", { drCr: "C" }],
    ["has another code", { trnCode: "AAT" }],
    ["is a reversal", { event: "REVR" }],
    ["is of a message that is not sent", { messageStatus: "pending" }],
    ["is of a message that failed", { messageStatus: "failed" }],
    ["has no status", { messageStatus: undefined }],
    ["is two days off its reference", { txnTimestamp: "2026-08-16T09:05:07.507Z" }],
    ["has a time of no zone that is known", { txnTimestamp: "2026-08-14T09:05:07.507+03:00" }],
    ["has a date of no calendar", { txnTimestamp: "2026-08-32T09:05:07.507Z" }],
    ["is of another currency", { currency: "USD" }],
    ["pays nothing", { txnAmount: 0 }],
    ["pays less than nothing", { txnAmount: -5 }],
    ["pays a part of a cent", { txnAmount: 0.1 + 0.2 }],
    ["has no amount", { txnAmount: "---" }],
    ["has a charge that is none", { charge: "free" }],
    ["has a charge below nothing", { vat: -0.05 }],
    ["has a receiver's account that is none", { receiver_account: "Eve" }],
  ])("is rejected when it %s", (_how, changes) => {
    expect(() => parseWegagenReceipt(changed(changes), token)).toThrow(ReceiptUnreadable);
  });

  /**
   * The structure of a token is an assumption. A token of another structure gets no verdict, and an operator sees it.
   */
  it.each(["204TBAW26226035310x2DMBT", "204TBAW2622603531002DMB1", "abcDEF0123456789abcDEF01"])(
    "is rejected for the token %s",
    (requested) => {
      expect(() => parseWegagenReceipt(json("transfer"), requested)).toThrow(ReceiptUnreadable);
    },
  );

  it.each(["", "<html></html>", "[]", "{}"])("is not read from %j", (text) => {
    expect(() => parseWegagenReceipt(text, token)).toThrow(ReceiptUnreadable);
  });
});
