import { hasRealReceipts, realReceipt } from "@receipts/testing";
import { fixture } from "../../test/fixture.ts";
import { printedInAddis, printedSantim } from "../../test/printed-values.ts";
import { readRealReceipts } from "../../test/receipt-documents.ts";
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
        paymentKind: "bill",
        receiverAccount: null,
        paidAt: printedInAddis(`20${year}-${month}-${day} ${time}`),
        paidAtPrecision: "minute",
      },
    });
  });

  (hasRealReceipts ? it : it.skip)("does not exist when the real bank says so", () => {
    expect(parse(realReceipt("boa/invalid-reference.json").toString())).toEqual({ kind: "not_found" });
  });

  (hasRealReceipts ? describe : describe.skip)("of November 2026", () => {
    it.each([
      ["telebirr-with-levy", "FT26307LM4QX", "44572", { amount: 180_000n, receiverAccount: null }],
      ["transfer-with-levy-rounded", "FT26307LM4QY", "44572", { amount: 2_875_000n }],
      ["sunday-before-holiday", "FT26062LM4QZ", "44572", { amount: 180_000n }],
      [
        "outgoing-ips",
        "FT26307LM5QA",
        "44572",
        { amount: 2_500_000n, receiverAccount: "1000318844502", receiverName: null },
      ],
      [
        "outgoing-other-bank",
        "FT26307LM5QB",
        "44572",
        { amount: 180_000n, receiverAccount: null, receiverName: null, receiverBank: "awash" },
      ],
      ["fuel", "FT26307LM5QC", "44572", { amount: 180_000n, receiverAccount: null, receiverName: null }],
      ["incoming-ips", "FT26307LM5QD", "10104", { amount: 960_000n, senderName: "LULIT GETAHUN" }],
      ["incoming-ips-empty-payer", "FT26307LM5QE", "10104", { amount: 960_000n, senderName: null }],
      [
        "incoming-ips-no-payer",
        "FT26307LM5QF",
        "10104",
        { amount: 960_000n, senderName: null, receiverAccount: "2****416" },
      ],
    ])("is read: %s", (name, reference, suffix, receipt) => {
      const json = realReceipt(`boa/${name}.json`).toString();
      expect(parse(json, reference, suffix)).toMatchObject({ kind: "receipt", receipt });
    });
  });

  describe("with its keys in other spellings", () => {
    const respelled = (spelling: (key: string) => string) => {
      const { header, body } = JSON.parse(transfer);
      const renamed = Object.entries(body[0]).map(([key, value]) => [spelling(key), value]);
      return JSON.stringify({ header, body: [Object.fromEntries(renamed)] });
    };

    it.each<[string, (key: string) => string]>([
      ["in small letters", (key) => key.toLowerCase()],
      ["in capitals", (key) => key.toUpperCase()],
      ["with two spaces", (key) => key.replaceAll(" ", "  ")],
    ])("is read: %s", (_how, spelling) => {
      expect(parse(respelled(spelling))).toEqual(parse(transfer));
    });

    it("is rejected if one occurs twice", () => {
      expect(() => parse(changed({ "transferred  amount": "9000.00" }))).toThrow(ReceiptUnreadable);
    });
  });

  it.each([
    ["EthSwitch Trf For Out IPS", "1000318844502", { receiverAccount: "1000318844502" }],
    ["EthSwitch Transfer For Outgoing", "Awash Bank", { receiverBank: "awash" }],
    ["RTGS Transfer", "Hibret Bank", { receiverBank: null }],
    ["Account Transfer Fuel", "AA 2 C10933", {}],
    ["Ethiotelecom Post-paid", "0911000001", {}],
    ["Mobile Top Up", "0911000001", {}],
    ["M-PESA Trust Payment", "251711000001", {}],
  ])("of an outgoing payment names what it states: %s, %s", (type, paymentReference, stated) => {
    const json = changed({
      "Transaction Type": type,
      "Payment Reference": paymentReference,
      "Receiver's Name": undefined,
      "Receiver's Account": undefined,
    });
    expect(parse(json)).toMatchObject({
      kind: "receipt",
      receipt: { receiverName: null, receiverAccount: null, ...stated },
    });
  });

  it("of an incoming payment names no payer if only EthSwitch's switch is printed", () => {
    expect(
      parse(changed({ "Payer's Name": "Mscwt" }, "incoming-ips"), "TT26153ZK8Q4", "10104"),
    ).toMatchObject({
      receipt: { senderName: null },
    });
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
        paymentKind: "transfer",
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
    ["is paid two days after its booking", changed({ "Transaction Date": "02/06/26 08:15" })],
    ["is paid six days before its booking", changed({ "Transaction Date": "25/05/26 08:15" })],
    ["has no payer", changed({ "Payer's Name": undefined })],
    [
      "is of an outgoing payment whose receiver's account is words",
      changed({
        "Transaction Type": "EthSwitch Trf For Out IPS",
        "Payment Reference": "rent of may",
        "Receiver's Name": undefined,
        "Receiver's Account": undefined,
      }),
    ],
    [
      "is an incoming transfer that lost its receiver",
      changed({
        "Transaction Type": "RTGS Transfer incoming",
        "Receiver's Name": undefined,
        "Receiver's Account": undefined,
      }),
    ],
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
