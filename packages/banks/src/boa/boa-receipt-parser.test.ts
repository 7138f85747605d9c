import { fixture } from "../../test/fixture.ts";
import { printedInAddis, printedSantim } from "../../test/printed-values.ts";
import { hasRealReceipts, readRealReceipts, realReceipt } from "../../test/receipt-documents.ts";
import { ReceiptUnreadable } from "../bank-failure.ts";
import { parseBoaReceipt } from "./boa-receipt-parser.ts";

const slip = (name: string) => fixture(`boa/fixtures/${name}.json`).toString();
const transfer = slip("transfer");
const parse = (json: string, reference = "FT26151AB12C", suffix = "55541") =>
  parseBoaReceipt(json, { reference, suffix });

function changed(changes: Record<string, unknown>, name = "transfer"): string {
  const { header, body } = JSON.parse(slip(name));
  return JSON.stringify({ header, body: [{ ...body[0], ...changes }] });
}

describe("a boa slip", () => {
  (hasRealReceipts ? it : it.skip)("of a real bill is read without a receiver", async () => {
    const { slip: bill } = await readRealReceipts();
    const json = realReceipt("boa/bill-payment.json").toString();
    const reference = bill["Transaction Reference"];
    const [day, month, year, time] = bill["Transaction Date"].split(/[/ ]/);
    expect(parse(json, reference, `123${bill["Source Account"].slice(-2)}`)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: reference,
        paymentStatus: "completed",
        amount: printedSantim(bill["Transferred Amount"]),
        currency: "ETB",
        senderName: bill["Payer's Name"],
        receiverName: null,
        receiverAccount: null,
        paidAt: printedInAddis(`20${year}-${month}-${day} ${time}`),
        paidAtPrecision: "minute",
      },
    });
  });

  (hasRealReceipts ? it : it.skip)("does not exist when the real bank says so", () => {
    expect(parse(realReceipt("boa/invalid-reference.json").toString())).toEqual({ kind: "not_found" });
  });

  it("of a transfer has the amount that its receiver got", () => {
    expect(parse(transfer)).toEqual({
      kind: "receipt",
      receipt: {
        referenceNumber: "FT26151AB12C",
        paymentStatus: "completed",
        amount: 150_000n,
        currency: "ETB",
        senderName: "DAWIT HAILU NEGASH",
        receiverName: "BETHLEHEM SHOP",
        receiverAccount: "1******07",
        paidAt: new Date("2026-05-31T05:15:00.000Z"),
        paidAtPrecision: "minute",
      },
    });
  });

  it("of an incoming payment names the payer, not the bank's settlement account, and may have seconds", () => {
    expect(parse(slip("incoming-ips"), "TT26153ZK8Q4", "10104")).toMatchObject({
      kind: "receipt",
      receipt: {
        amount: 25_000n,
        senderName: "RUTH GETACHEW",
        receiverName: "DAWIT HAILU NEGASH",
        paidAt: new Date("2026-06-02T16:45:31.000Z"),
      },
    });
  });

  it.each([
    ["the payer's", "55541", "receipt"],
    ["the receiver's", "12307", "receipt"],
    ["those of settlement", "10104", "identifier_mismatch"],
    ["unrelated", "55542", "identifier_mismatch"],
  ])("of a transfer belongs only to the digits of its accounts: %s", (_whose, suffix, kind) => {
    expect(parse(transfer, "FT26151AB12C", suffix)).toMatchObject({ kind, receipt: { amount: 150_000n } });
  });

  it.each([
    ["those of settlement", "10104", "receipt"],
    ["the receiver's", "55541", "receipt"],
    ["unrelated", "10105", "identifier_mismatch"],
  ])(
    "of an incoming payment, whose settlement account is masked, belongs to digits that are %s",
    (_whose, suffix, kind) => {
      const source = { "Source Account": "1******77" };
      expect(parse(changed(source, "incoming-ips"), "TT26153ZK8Q4", suffix).kind).toBe(kind);
    },
  );

  it("of an incoming payment is recognized by its source account's name alone", () => {
    const named = {
      "Source Account Name": "A/R - P2P incoming settlement accou",
      "Source Account": "1******77",
    };
    expect(parse(changed(named), "FT26151AB12C", "10104").kind).toBe("receipt");
  });

  it("of a bill does not belong to the settlement digits", () => {
    expect(parse(slip("bill-payment"), "FT26162LM4N0", "10104").kind).toBe("identifier_mismatch");
    expect(parse(slip("bill-payment"), "FT26162LM4N0").kind).toBe("receipt");
  });

  it.each([
    ["all of them match", "21055541", "receipt"],
    ["they differ further up", "21045541", "identifier_mismatch"],
  ])("is compared with every digit of an unmasked account: %s", (_how, account, kind) => {
    expect(parse(changed({ "Source Account": account })).kind).toBe(kind);
  });

  it.each(["unknown-reference", "empty"])("does not exist when the bank says so: %s", (name) => {
    expect(parse(slip(name))).toEqual({ kind: "not_found" });
  });

  it.each<[string, string]>([
    ["lost one half of its receiver", changed({ "Receiver's Name": undefined })],
    ["has an empty half of its receiver", changed({ "Receiver's Account": " " })],
    [
      "is a transfer that lost its receiver",
      changed({ "Receiver's Name": undefined, "Receiver's Account": undefined }),
    ],
    ["does not add up", changed({ "Total Amount including VAT": "1504.50" })],
    ["lost its total", changed({ "Total Amount including VAT": undefined })],
    ["is of another currency", changed({ currency: "USD" })],
    ["has a date month first", changed({ "Transaction Date": "05/31/26 08:15" })],
    ["is two days off its reference", changed({ "Transaction Date": "02/06/26 08:15" })],
    ["is another slip", changed({ "Transaction Reference": "FT26151AB12D" })],
    ["pays nothing", changed({ "Transferred Amount": "0", "Total Amount including VAT": "4.60" })],
    ["has an amount that is a number", changed({ "Transferred Amount": 1500 })],
    ["has two entries", transfer.replace(/("body": \[)([\s\S]*)(\n\s*\]\s*\})$/, "$1$2,$2$3")],
    ["says it has entries and has none", transfer.replace(/"body": \[[\s\S]*\]/, '"body": []')],
    ["is a failure of the bank's", slip("empty").replace("success", "failed")],
    [
      "calls its payer an invalid reference",
      changed({ "Payer's Name": "Invalid reference number", "Transferred Amount": undefined }),
    ],
    ["is a page", "<html></html>"],
    ["is nothing", ""],
  ])("is rejected when it %s", (_what, json) => {
    expect(() => parse(json)).toThrow(ReceiptUnreadable);
  });

  it("of a bill is rejected without the service that was paid for", () => {
    expect(() => parse(changed({ "Payment Reference": undefined }, "bill-payment"), "FT26162LM4N0")).toThrow(
      ReceiptUnreadable,
    );
  });
});
