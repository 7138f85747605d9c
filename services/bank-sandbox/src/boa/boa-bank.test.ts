import { type RunningBankSandbox, startBankSandbox } from "../start-bank-sandbox.ts";
import { boaReceiver } from "./boa-receiver.ts";

let sandbox: RunningBankSandbox;
beforeAll(async () => {
  sandbox = await startBankSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

interface Slip {
  readonly header: Record<string, unknown>;
  readonly body: Record<string, string>[];
}

async function slipOf(id: string): Promise<Slip> {
  const response = await fetch(`${sandbox.url}/api/onlineSlip/getDetails/?id=${id}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("application/json");
  return response.json() as Promise<Slip>;
}

describe("a boa slip", () => {
  it("has every key of the bank's answer", async () => {
    const { header, body } = await slipOf("FT26278QM4T158203");
    expect(Object.keys(header).sort()).toEqual([
      "audit",
      "page_size",
      "page_start",
      "page_token",
      "status",
      "total_size",
    ]);
    expect(header["status"]).toBe("success");
    expect(Object.keys(body[0] ?? {}).sort()).toEqual([
      "Address",
      "Narrative",
      "Payer's Name",
      "Payment Reference",
      "Receiver's Account",
      "Receiver's Name",
      "Service Charge",
      "Source Account",
      "Source Account Name",
      "Tel.",
      "Total Amount including VAT",
      "Transaction Date",
      "Transaction Reference",
      "Transaction Type",
      "Transferred Amount",
      "Transferred Amount in word",
      "VAT (15%)",
      "Vat Sequence Number",
      "currency",
    ]);
  });

  it("shows the digits it was asked with on the source account, and the sandbox's receiver", async () => {
    const [slip] = (await slipOf("TT26278QM4T158203")).body;
    expect(slip).toMatchObject({
      "Source Account": "1******03",
      "Receiver's Account": `1******${boaReceiver.accountNumber.slice(-2)}`,
      "Receiver's Name": boaReceiver.accountName,
      "Transaction Reference": "TT26278QM4T1",
      "Transaction Date": expect.stringMatching(/^05\/10\/26 \d\d:\d\d$/),
      currency: "ETB",
    });
  });

  it("adds up", async () => {
    const [slip = {}] = (await slipOf("FT26278QM4T158203")).body;
    const sum = ["Transferred Amount", "Service Charge", "VAT (15%)"].map((key) => Number(slip[key]));
    expect(Number(slip["Total Amount including VAT"])).toBeCloseTo(
      sum.reduce((left, right) => left + right),
      5,
    );
  });

  it.each([
    "",
    "FT26278QM4T1",
    "FT26278QM4T15820",
    "FT26999QM4T158203",
    "FT26278QM4NF58203",
    "FT26278QM4RV58203",
  ])("answers id=%s with an invalid reference number", async (id) => {
    expect(await slipOf(id)).toEqual({
      header: { status: "success" },
      body: [{ "Payer's Name": "Invalid reference number" }],
    });
  });
});

describe("a boa payment made to order", () => {
  it("is on its slip and in an SMS whose link ends in the payer's digits", async () => {
    const response = await fetch(`${sandbox.url}/payments`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        bank: "boa",
        amount: 750,
        receiverAccount: "198765432",
        receiverName: "Feven Market",
        senderName: "Abel Girma",
        paidAt: "2026-06-30T21:05:00Z",
      }),
    });
    const made = (await response.json()) as Record<string, string>;
    expect(made["referenceNumber"]).toMatch(/^FT26182[A-Z0-9]{4}\d$/);
    expect(made["suffix"]).toMatch(/^\d{5}$/);
    expect(made["receiptUrl"]).toBe(
      `https://cs.bankofabyssinia.com/slip/?trx=${made["referenceNumber"]}${made["suffix"]}`,
    );
    expect(made["smsText"]).toContain("was debited with ETB 750.00.");
    expect(made["smsText"]).toContain(`\nReceipt: ${made["receiptUrl"]}\n`);
    const [slip] = (await slipOf(`${made["referenceNumber"]}${made["suffix"]}`)).body;
    expect(slip).toMatchObject({
      "Transferred Amount": "750.00",
      "Payer's Name": "Abel Girma",
      "Receiver's Name": "Feven Market",
      "Receiver's Account": "1******32",
      "Transaction Date": "01/07/26 00:05",
    });
    expect((await slipOf(`${made["referenceNumber"]}65432`)).body[0]).toHaveProperty("Transferred Amount");
    expect((await slipOf(`${made["referenceNumber"]}65433`)).body).toEqual([
      { "Payer's Name": "Invalid reference number" },
    ]);
  });
});
