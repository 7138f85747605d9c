import request from "supertest";
import { extractText, getDocumentProxy } from "unpdf";
import { createSandboxApp } from "../sandbox-app.ts";
import { sandboxReceivers } from "../sandbox-banks.ts";

const app = createSandboxApp();
const pathOf = (reference: string) => `/api/receipt/getReceipt?trxNo=${reference}`;

async function linesOf(reference: string): Promise<string[]> {
  const { body, headers } = await request(app).get(pathOf(reference)).expect(200);
  expect(headers["content-type"]).toContain("application/json");
  expect(Object.keys(body)).toEqual(["responseCode", "responseDescription", "base64Data"]);
  expect(body.responseCode).toBe("0");
  const pdf = Buffer.from(body.base64Data, "base64");
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.split("\n");
}

const order = async (fields: Record<string, unknown>) =>
  (
    await request(app)
      .post("/payments")
      .send({
        bank: "mpesa",
        amount: "1234.5",
        receiverName: "Feven Market",
        senderName: "Abel Girma",
        ...fields,
      })
      .expect(201)
  ).body;

/** A line of labels: each is Amharic, a slash, English. */
const label = (...english: string[]) => {
  const texts = english.map((text) => `[\\p{Script=Ethiopic} .]+/ ${text.replace("+", "\\+")}`);
  return expect.stringMatching(new RegExp(`^${texts.join(" ")}$`, "u"));
};
const placeOf = (lines: readonly string[], english: string) =>
  lines.findIndex((line) => line.endsWith(`/ ${english}`));
const after = (lines: readonly string[], english: string) => lines[placeOf(lines, english) + 1];
const birr = (text: string | undefined) => Number(text?.replace(" Birr", "").replaceAll(",", ""));

describe("an mpesa receipt", () => {
  it("has its text in the bank's order, most values below their labels", async () => {
    const lines = await linesOf("UJ57QK2M41");
    const { accountName } = sandboxReceivers.mpesa;
    expect(lines).toEqual([
      ...["M-PESA CUSTOMER RECEIPT", label("TRANSACTION INFORMATION")],
      ...[label("SENDER NAME"), expect.stringMatching(/^\w+ \w+ \w+$/)],
      ...[label("SENDER PHONE NUMBER"), expect.stringMatching(/^2517\d\d\*{3}\d{3}$/)],
      ...[label("SENDER TIN NO"), "- - -"],
      ...[label("RECEIVER NAME"), accountName, label("RECEIVER NUMBER"), "251700***436"],
      ...[label("TRANSACTION ID"), "UJ57QK2M41", label("TRANSACTION DETAIL")],
      label("RECEIPT NO", "PAYMENT DATE", "SETTLED AMOUNT"),
      expect.stringMatching(/^UJ57QK2M41 2026-10-05 \d\d:\d\d:\d\d [\d,]+\.\d\d$/),
      ...[expect.stringMatching(/ Birr$/), expect.stringMatching(/ Birr$/), label("SERVICE FEE")],
      ...[
        label("DISCOUNT"),
        "0.00 Birr",
        label("+ 15% VAT"),
        label("TOTAL"),
        expect.stringMatching(/ Birr$/),
      ],
      ...[label("TOTAL AMOUNT IN WORDS"), expect.stringMatching(/ birr and .* cents$/)],
      ...[label("PAYMENT METHOD"), "M-PESA"],
      ...[label("TRANSACTION TYPE"), label("PAYMENT CHANNEL"), "Send Money", "Mobile App"],
      ...[label("PAYMENT REASON"), "- - -", label("PACKAGE DETAILS"), "- - -"],
      ...[label("VALIDITY PERIOD"), "- - -"],
      ...["SCAN TO VERIFY", "THANK YOU FOR USING M-PESA", "Safaricom Telecommunications Ethiopia PLC"],
    ]);
  });

  it.each(["UJ57QK2M41", "TA1AAAAAA1", "ULV0000000"])("%s adds up", async (reference) => {
    const lines = await linesOf(reference);
    const fee = placeOf(lines, "SERVICE FEE") - 2;
    const parts = [birr(lines[fee - 1]?.split(" ").at(-1)), birr(lines[fee]), birr(lines[fee + 1])];
    expect(Math.min(...parts)).toBeGreaterThan(0);
    expect(birr(after(lines, "TOTAL"))).toBeCloseTo(
      parts.reduce((left, right) => left + right),
      5,
    );
  });

  it.each(["", "UJ57QK2M4", "uj57qk2m41", "UZ57QK2M41", "UBV7QK2M41", "UJ57QK2MNF", "UJ57QK2MRV"])(
    "responds to %j with a code other than 0 and no document",
    async (reference) => {
      const { body } = await request(app).get(pathOf(reference)).expect(200);
      expect(body).toEqual({ responseCode: "1", responseDescription: "Receipt not found" });
    },
  );
});

describe("an ordered mpesa payment", () => {
  it("is on its receipt, and in the payer's SMS with the bank's own link", async () => {
    const made = await order({ receiverAccount: "0711 00 22 33", paidAt: "2026-03-02T08:53:04Z" });
    expect(made.referenceNumber).toMatch(/^UC2[A-Z0-9]{6}\d$/);
    expect(made.receiptUrl).toBe(`https://m-pesabusiness.safaricom.et/receipt/${made.referenceNumber}`);
    expect(made.smsText).toContain(
      `Dear Abel, you have sent 1,234.50 Birr to Feven Market 251711***233 on 2/3/26 at 11:53 AM. Transaction number ${made.referenceNumber}.`,
    );
    expect(made.smsText).toContain(`Get your receipt here: ${made.receiptUrl}`);
    expect(await linesOf(made.referenceNumber)).toEqual(
      expect.arrayContaining([
        ...["Abel Girma", "Feven Market", "251711***233"],
        `${made.referenceNumber} 2026-03-02 11:53:04 1,234.50`,
      ]),
    );
  });

  it("has a buyer and a business when it is paid to a merchant", async () => {
    const { referenceNumber } = await order({ type: "merchant", receiverAccount: "407215" });
    const lines = await linesOf(referenceNumber);
    expect(after(lines, "BUYER NAME")).toBe("Abel Girma");
    expect(after(lines, "BUYER PHONE NUMBER")).toMatch(/^2517/);
    expect(after(lines, "BUYER TIN NO")).toBe("- - -");
    expect(after(lines, "RECEIVER BUSINESS NAME")).toBe("Feven Market");
    expect(after(lines, "RECEIVER BUSINESS NUMBER")).toBe("407215");
    expect(lines.join()).not.toContain("SENDER");
  });

  it("uses the older template if ordered: a payer, joined row values, another word for empty", async () => {
    const { referenceNumber } = await order({
      type: "payer-template",
      receiverAccount: "0711002233",
      senderName: "Lake Cooperative Bank 04/2210",
      paidAt: "2026-03-02T08:53:04Z",
    });
    const lines = await linesOf(referenceNumber);
    expect(after(lines, "PAYER NAME")).toBe("Lake Cooperative Bank 04/2210");
    expect(after(lines, "PAYER PHONE NUMBER")).toMatch(/^2517/);
    expect(after(lines, "RECEIVER NUMBER")).toBe("251711***233");
    expect(lines).toContain(`${referenceNumber}2026-03-02 11:53:041,234.50`);
    expect(["PAYMENT REASON", "PACKAGE DETAILS"].map((name) => after(lines, name))).toEqual(["---", "null"]);
    expect(lines.join()).not.toMatch(/SENDER|BUYER/);
  });

  it("has the bank and the account there when it is paid to a bank", async () => {
    const fields = { receiverBank: "Commercial Bank of Ethiopia", receiverAccount: "1000999888777" };
    const lines = await linesOf((await order(fields)).referenceNumber);
    expect(after(lines, "BANK NAME")).toBe("Commercial Bank of Ethiopia");
    expect(after(lines, "RECEIVER ACCOUNT NUMBER")).toBe("1000999888777");
  });

  it("has the same bytes each time", async () => {
    const { referenceNumber } = await order({ receiverAccount: "0711002233" });
    const [first, again] = await Promise.all([1, 2].map(() => request(app).get(pathOf(referenceNumber))));
    expect(again?.text).toBe(first?.text);
  });
});
