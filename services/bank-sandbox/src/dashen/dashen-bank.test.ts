import request from "supertest";
import { createSandboxApp } from "../sandbox-app.ts";
import { sandboxReceivers } from "../sandbox-banks.ts";

const app = createSandboxApp();

async function pageOf(reference: string): Promise<string> {
  const response = await request(app).get(`/receipt/${reference}`).expect(200);
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  return response.text;
}

type Row = [label: string, value: string];
const rowsIn = (page: string, shape: RegExp): Row[] =>
  Array.from(page.matchAll(shape), ([, label = "", value = ""]) => [label, value]);
const linesOf = (page: string) => rowsIn(page, /<p><strong>([^<]*)<\/strong> ([^<]*)<\/p>/g);
const moneyOf = (page: string) => rowsIn(page, /<tr><td>([^<]*)<\/td><td>([^<]*)<\/td><\/tr>/g);

const etb = (text: string | undefined) => Number(text?.replace("ETB ", "").replaceAll(",", ""));

describe("a dashen receipt", () => {
  it("has every label of the bank's page, in the bank's order", async () => {
    const page = await pageOf("387WDTS262780A7B");
    expect(linesOf(page).map(([label]) => label)).toEqual([
      ...["Sender Name:", "Sender Account Number:", "Transaction Channel:", "Service Type:", "Narrative:"],
      ...["Receiver Name:", "Receiver Account Number: ", "Transaction Reference:", "Transfer Reference:"],
      "Transaction Date:",
    ]);
    expect(moneyOf(page).map(([label]) => label)).toEqual([
      ...["Transaction Amount", "Service Charge", "Excise Tax (15%)", "DRRF Fee", "VAT (15%)", "Penalty Fee"],
      ...[
        "Income Tax Fee",
        "Tax",
        "Interest Fee",
        "Stamp Duty",
        "Discount Amount",
        "Total",
        "Amount in words:",
      ],
    ]);
  });

  it("masks both accounts, also the sandbox's receiver, and has a second number that finds no receipt", async () => {
    const lines = Object.fromEntries(linesOf(await pageOf("387WDTS262780A7B")));
    expect(lines).toMatchObject({
      "Sender Account Number:": expect.stringMatching(/^5387\*{6}\d{3}$/),
      "Receiver Account Number: ": "5047******011",
      "Receiver Name:": sandboxReceivers.dashen.accountName,
      "Transaction Reference:": "387WDTS262780A7B",
      "Transfer Reference:": expect.stringMatching(/^WDTI\d{18}$/),
      "Transaction Date:": expect.stringMatching(/^Oct 05, 2026, \d\d:\d\d:\d\d [ap]m$/),
    });
  });

  it.each(["387WDTS262780A7B", "B22LTWS260010001", "D31WDTS26365ZZZZ"])("%s adds up", async (reference) => {
    const money = new Map(moneyOf(await pageOf(reference)));
    const parts = ["Transaction Amount", "Service Charge", "DRRF Fee", "VAT (15%)"].map((label) =>
      etb(money.get(label)),
    );
    expect(Math.min(...parts)).toBeGreaterThan(0);
    expect(etb(money.get("Total"))).toBeCloseTo(
      parts.reduce((left, right) => left + right),
      5,
    );
    expect(money.get("Stamp Duty")).toBe("ETB 0");
  });

  it.each(["387WDTS262780ANF", "387WDTS262780ARV", "387WDTS269990A7B", "387WDTS260000A7B"])(
    "responds to %s with 400 and the bank's JSON",
    async (reference) => {
      const response = await request(app).get(`/receipt/${reference}`).expect(400);
      expect(response.headers["content-type"]).toContain("application/json");
      expect(response.text).toBe('{"statusCode":400,"message":"Transaction not found"}');
    },
  );
});

describe("a dashen receipt of a transfer to another bank", () => {
  it("has all lines of the bank's page in the bank's order", async () => {
    const lines = linesOf(await pageOf("387OBTS262780A7B"));
    expect(lines.slice(5, 9)).toEqual([
      ["Receiver Name:", sandboxReceivers.dashen.accountName],
      ["Beneficiary Bank Name:", "Bank of Abyssinia"],
      ["Institution Name:", "Bank of Abyssinia"],
      ["Receiver Account Number: ", sandboxReceivers.dashen.accountNumber],
    ]);
  });
});

describe("an ordered dashen payment", () => {
  const fields = {
    ...{ bank: "dashen", amount: "31850", receiverAccount: "5047000111222" },
    ...{ receiverName: "Kiosk <One> & Sons", senderName: "Lensa Obsa", paidAt: "2026-09-12T06:07:08Z" },
  };

  it("is on its page and in the payer's SMS, whose link has a stray character before and a full stop after it", async () => {
    const { body } = await request(app).post("/payments").send(fields).expect(201);
    expect(body.referenceNumber).toMatch(/^\d{3}WDTS26255[A-Z0-9]{3}\d$/);
    expect(body.receiptUrl).toBe(`https://receipts.dashenbanksc.com/receipt/${body.referenceNumber}`);
    expect(body.smsText).toContain(`with transaction reference ${body.referenceNumber}. `);
    expect(body.smsText.endsWith(`Download receipt:  = ${body.receiptUrl}.`)).toBe(true);
    const page = await pageOf(body.referenceNumber);
    expect(Object.fromEntries([...linesOf(page), ...moneyOf(page)])).toMatchObject({
      "Sender Name:": "Lensa Obsa",
      "Receiver Name:": "Kiosk &lt;One&gt; &amp; Sons",
      "Receiver Account Number: ": "5047******222",
      "Transaction Date:": "Sep 12, 2026, 09:07:08 am",
      "Transaction Amount": "ETB 31,850.00",
    });
  });

  it("has the other bank, and the unmasked account there", async () => {
    const { body } = await request(app)
      .post("/payments")
      .send({ ...fields, receiverBank: "Awash Bank", receiverAccount: "01320478129600" });
    const lines = linesOf(await pageOf(body.referenceNumber));
    const start = lines.findIndex(([label]) => label === "Receiver Name:");
    expect(lines.slice(start + 1, start + 4)).toEqual([
      ["Beneficiary Bank Name:", "Awash Bank"],
      ["Institution Name:", "Awash Bank"],
      ["Receiver Account Number: ", "01320478129600"],
    ]);
  });
});
