import request from "supertest";
import { createSandboxApp } from "../sandbox-app.ts";
import { sandboxReceivers } from "../sandbox-banks.ts";

const app = createSandboxApp();

type Row = [label: string, value: string];

async function rowsOf(reference: string): Promise<Row[]> {
  const { text } = await request(app).get(`/generate/${reference}`).expect(200);
  const rows = text.matchAll(/<tr><td>([^<]*)<\/td><td>([^<]*)<\/td><\/tr>/g);
  return Array.from(rows, ([, label = "", value = ""]) => [label, value]);
}

const etb = (text: string | undefined) => Number(text?.replace("ETB ", "").replaceAll(",", ""));

describe("a siinqee receipt", () => {
  it("has the rows that the README lists, in that order", async () => {
    const rows = await rowsOf("M10W2TB262780417");
    expect(rows.map(([label]) => label)).toEqual([
      ...["Bank Name", "TIN No", "Tel", "Transaction Reference", "Transaction Date"],
      ...["Sender Name", "Sender Account", "Receiver Name", "Receiver Account"],
      ...["Amount", "Service Charge", "VAT (15%)", "Total", "Amount in Words", "Narrative", "Status"],
    ]);
    expect(Object.fromEntries(rows)).toMatchObject({
      "Transaction Reference": "M10W2TB262780417",
      "Transaction Date": expect.stringMatching(/^2026-10-05 \d\d:\d\d:\d\d$/),
      "Sender Account": expect.stringMatching(/^101\d\*{5}\d{4}$/),
      "Receiver Name": sandboxReceivers.siinqee.accountName,
      "Receiver Account": "1014*****3658",
      Status: "Completed",
    });
  });

  it.each(["M10W2TB262780417", "000000Z260010000", "A1BCDEF253659999"])("%s adds up", async (reference) => {
    const rows = new Map(await rowsOf(reference));
    const parts = ["Amount", "Service Charge", "VAT (15%)"].map((label) => etb(rows.get(label)));
    expect(Math.min(...parts)).toBeGreaterThan(0);
    expect(etb(rows.get("Total"))).toBeCloseTo(
      parts.reduce((left, right) => left + right),
      5,
    );
  });

  it.each(["M10W2NF262780417", "M10W2RV262780417", "M10W2TB263660417", "M10W2TB26278041A"])(
    "responds to %s with 404 and a sentence",
    async (reference) => {
      const { text, headers } = await request(app).get(`/generate/${reference}`).expect(404);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(text).toContain("<p>Receipt not found</p>");
    },
  );
});

describe("an ordered siinqee payment", () => {
  it("is on its page and in the payer's SMS", async () => {
    const { body } = await request(app)
      .post("/payments")
      .send({
        ...{ bank: "siinqee", amount: "1234.5", receiverAccount: "1014999888777" },
        ...{ receiverName: "Kiosk <One> & Sons", senderName: "Lensa Obsa", paidAt: "2026-03-01T22:30:15Z" },
      })
      .expect(201);
    expect(body.referenceNumber).toMatch(/^[A-Z]\d\dU2TB26061\d{4}$/);
    expect(body.receiptUrl).toBe(`https://receipts.siinqeebank.com:871/generate/${body.referenceNumber}`);
    expect(body.smsText).toContain(`Ref: ${body.referenceNumber} on 02-MAR-2026 01:30:15.`);
    expect(body.smsText).toContain(`SIINQEE BANK. ${body.receiptUrl}`);
    expect(Object.fromEntries(await rowsOf(body.referenceNumber))).toMatchObject({
      "Transaction Date": "2026-03-02 01:30:15",
      "Sender Name": "Lensa Obsa",
      "Receiver Name": "Kiosk &lt;One&gt; &amp; Sons",
      "Receiver Account": "1014*****8777",
      Amount: "ETB 1,234.50",
    });
  });
});
