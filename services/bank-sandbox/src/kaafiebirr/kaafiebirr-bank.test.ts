import request from "supertest";
import { createSandboxApp } from "../sandbox-app.ts";
import { sandboxReceivers } from "../sandbox-banks.ts";

const app = createSandboxApp();
const token = "q7Tz-Wm2_sLx9KbZ41hRd8";
const pathOfToken = (text: string) => `/kaafimf/${text}`;
const pathOfTransfer = (id: string) => `/kaafimf-Ebirr/receipt/${id}`;

async function pageAt(path: string): Promise<string> {
  return (await request(app).get(path).expect(200).expect("content-type", "text/html; charset=utf-8")).text;
}

function invoiceOf(page: string): Record<string, string> {
  const cells = page.matchAll(/<td class="invoice">([^<]*)<\/td><td>([^<]*)<\/td>/g);
  return Object.fromEntries(Array.from(cells, ([, label, value]) => [label, value]));
}

/** The rows of the table after a heading. */
function partyAfter(page: string, heading: string): string[] {
  const [, table = ""] =
    page.split(`<div class="heading">${heading}</div>`)[1]?.split(/<\/?table[^>]*>/) ?? [];
  return Array.from(table.matchAll(/<tr><td>([^<]*)<\/td><\/tr>/g), ([, text = ""]) => text);
}

const etb = (text: string | undefined) => Number(text?.replace("ETB ", "").replaceAll(",", ""));

describe("a kaafiebirr receipt", () => {
  it("has the invoice rows, and both parties' names and accounts below their labels", async () => {
    const page = await pageAt(pathOfToken(token));
    expect(invoiceOf(page)).toEqual({
      DATE: expect.stringMatching(/^2026-0[3-9]-\d\d \d\d:\d\d:\d\d \+0300 EAT$/),
      "RECEIPT NO": expect.stringMatching(/^2034\d{9}$/),
      AMOUNT: expect.stringMatching(/^ETB [\d,]+\.\d\d$/),
      CHARGES: expect.any(String),
      VAT: expect.any(String),
      TOTAL: expect.any(String),
    });
    const { accountName, accountNumber } = sandboxReceivers.kaafiebirr;
    expect(partyAfter(page, "Receiver Info")).toEqual(["Name", accountName, "Account", accountNumber]);
    expect(partyAfter(page, "Sender Info")).toEqual([
      ...["Name", expect.any(String), "Account", expect.stringMatching(/^09\d{8}$/)],
    ]);
  });

  it("is the same page by its token and by its transfer id", async () => {
    const page = await pageAt(pathOfToken(token));
    expect(await pageAt(pathOfTransfer(invoiceOf(page)["RECEIPT NO"] ?? ""))).toBe(page);
  });

  it.each(["2034000000000", "801900000000", "2580000000"])("of transfer %s adds up", async (id) => {
    const invoice = invoiceOf(await pageAt(pathOfTransfer(id)));
    expect(invoice["RECEIPT NO"]).toBe(id);
    const parts = ["AMOUNT", "CHARGES", "VAT"].map((label) => etb(invoice[label]));
    expect(etb(invoice["TOTAL"])).toBeCloseTo(
      parts.reduce((left, right) => left + right),
      5,
    );
  });

  it.each([
    ...["q7Tz-Wm2_sLx9KbZ41hRNF", "q7Tz-Wm2_sLx9KbZ41hRRV", "tooshort", `${token}x`].map(pathOfToken),
    ...["123456789", "20340000000001", "2034NF"].map(pathOfTransfer),
  ])("responds to %s with the bank's Not Found page", async (path) => {
    expect(await pageAt(path)).toContain('<h1 style="font-size: 42px; color: red;">Not Found Page</h1>');
  });
});

describe("an ordered kaafiebirr payment", () => {
  it("is at both its addresses and in the payer's SMS", async () => {
    const { body } = await request(app)
      .post("/payments")
      .send({
        ...{ bank: "kaafiebirr", amount: "2340", receiverAccount: "+251 911 00 22 33" },
        ...{ receiverName: "Feven Market", senderName: "Abel Girma", paidAt: "2026-03-14T16:08:05Z" },
      })
      .expect(201);
    const transferUrl = `https://transactioninfo.ebirr.com/kaafimf-Ebirr/receipt/${body.referenceNumber}`;
    expect(body.referenceNumber).toMatch(/^2034\d{9}$/);
    expect(body.receiptUrl).toBe(transferUrl);
    expect(body.smsText).toContain(
      "[-EBIRR-KAAFI-] Dear Abel, You have successfully transferred ETB2,340.00 to Feven Market on 14/03/2026 at 19:08:05.",
    );
    expect(body.smsText).toContain(`Transfer-Id: ${body.referenceNumber}. Charges: ETB`);
    expect(body.smsText.endsWith(` ${transferUrl}`)).toBe(true);
    const [, shared = ""] = /^https:\/\/receipt\.ebirr\.com\/kaafimf\/([\w-]{22})$/.exec(body.shareUrl) ?? [];
    for (const path of [pathOfToken(shared), pathOfTransfer(body.referenceNumber)]) {
      const page = await pageAt(path);
      expect(invoiceOf(page)).toMatchObject({
        DATE: "2026-03-14 19:08:05 +0300 EAT",
        "RECEIPT NO": body.referenceNumber,
        AMOUNT: "ETB 2,340.00",
      });
      expect(partyAfter(page, "Receiver Info")).toEqual(["Name", "Feven Market", "Account", "0911002233"]);
      expect(partyAfter(page, "Sender Info")[1]).toBe("Abel Girma");
    }
  });
});
