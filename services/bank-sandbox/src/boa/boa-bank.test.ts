import { useSandbox } from "../../test/use-sandbox.ts";
import { sandboxReceivers } from "../sandbox-banks.ts";

const { get, order } = useSandbox({
  bank: "boa",
  amount: 750,
  receiverAccount: "198765432",
  receiverName: "Feven Market",
  senderName: "Abel Girma",
  paidAt: "2026-06-30T21:05:00Z",
});

interface Slip {
  readonly header: Record<string, unknown>;
  readonly body: Record<string, string>[];
}

async function slipOf(id: string): Promise<Slip> {
  const response = await get(`/api/onlineSlip/getDetails/?id=${id}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("application/json");
  return response.json() as Promise<Slip>;
}

describe("a boa slip", () => {
  it("has every key of the bank's response", async () => {
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

  it("has the requested digits on the source account, and the sandbox's receiver", async () => {
    const [slip] = (await slipOf("TT26278QM4T158203")).body;
    expect(slip).toMatchObject({
      "Source Account": "1******03",
      "Receiver's Account": `1******${sandboxReceivers.boa.accountNumber.slice(-2)}`,
      "Receiver's Name": sandboxReceivers.boa.accountName,
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

  it.each(["", "FT26278QM4T1", "FT26278QM4T15820", "FT26999QM4T158203", "FT26278QM4NF58203"])(
    "responds to id=%s with an invalid reference number",
    async (id) => {
      expect(await slipOf(id)).toEqual({
        header: { status: "success" },
        body: [{ "Payer's Name": "Invalid reference number" }],
      });
    },
  );
});

it("responds without a slip to a reversed boa payment", async () => {
  expect(await slipOf("FT26278QM4RV58203")).toEqual({ header: { status: "success" }, body: [] });
});

describe("an ordered boa payment", () => {
  it("is on its slip and in an SMS whose link ends in the payer's digits", async () => {
    const { referenceNumber, suffix, receiptUrl, smsText } = await order();
    expect(referenceNumber).toMatch(/^FT26182[A-Z0-9]{4}\d$/);
    expect(suffix).toMatch(/^\d{5}$/);
    expect(receiptUrl).toBe(`https://cs.bankofabyssinia.com/slip/?trx=${referenceNumber}${suffix}`);
    expect(smsText).toContain("was debited with ETB 750.00.");
    expect(smsText).toContain(`\nReceipt: ${receiptUrl}\n`);
    expect(smsText).toContain(`\nFeedback: https://cs.bankofabyssinia.com/cs/?trx=C${referenceNumber}\n`);
    const [slip] = (await slipOf(`${referenceNumber}${suffix}`)).body;
    expect(slip).toMatchObject({
      "Transferred Amount": "750.00",
      "Payer's Name": "Abel Girma",
      "Receiver's Name": "Feven Market",
      "Receiver's Account": "1******32",
      "Transaction Date": "01/07/26 00:05",
    });
    expect((await slipOf(`${referenceNumber}65432`)).body[0]).toHaveProperty("Transferred Amount");
    expect((await slipOf(`${referenceNumber}65433`)).body).toEqual([
      { "Payer's Name": "Invalid reference number" },
    ]);
  });

  /** A known mistake: using the source account's name as the receiver's or the payer's. */
  it("has a third name on the source account", async () => {
    const { referenceNumber, suffix } = await order();
    const [slip = {}] = (await slipOf(`${referenceNumber}${suffix}`)).body;
    expect(slip["Source Account Name"]).toMatch(/^[A-Z]+ [A-Z]+ [A-Z]+$/);
    expect(["ABEL GIRMA", "FEVEN MARKET"]).not.toContain(slip["Source Account Name"]);
  });

  it("is booked on the next day when paid in the evening", async () => {
    const before = await order({ paidAt: "2026-12-31T19:59:59+03:00" });
    const evening = await order({ paidAt: "2026-12-31T20:00:00+03:00" });
    expect([before, evening].map(({ referenceNumber }) => referenceNumber.slice(0, 7))).toEqual([
      "FT26365",
      "FT27001",
    ]);
  });
});

describe("a boa payment that comes from another bank", () => {
  it("comes from the settlement account, ends its link in those digits, and has the other bank's reference", async () => {
    const { referenceNumber, suffix, receiptUrl, smsText } = await order({ type: "incoming" });
    expect(suffix).toBe("10104");
    expect(receiptUrl).toBe(`https://cs.bankofabyssinia.com/slip/?trx=${referenceNumber}10104`);
    expect(smsText).toContain(
      "Dear Feven, your account 1*32 was credited with ETB 750.00 by  A/R - P2P incoming settlement accou . Available",
    );
    const [slip = {}] = (await slipOf(`${referenceNumber}10104`)).body;
    expect(slip).toMatchObject({
      "Source Account Name": "A/R - P2P incoming settlement accou",
      "Source Account": "1******04",
      "Payer's Name": "Abel Girma",
      "Receiver's Name": "Feven Market",
      "Receiver's Account": "1******32",
      "Transaction Type": "EthSwitch Transfer For inc via IPS",
      Narrative: expect.stringMatching(/^FT26182[A-Z0-9]{5}$/),
      "Transaction Date": "01/07/26 00:05:00",
      "Service Charge": "0",
      "Total Amount including VAT": "750.00",
    });
    expect(slip["Narrative"]).not.toBe(referenceNumber);
  });

  it("without an order needs the settlement digits, which match no transfer", async () => {
    const [slip] = (await slipOf("FT26278QM4T110104")).body;
    expect(slip).toMatchObject({ "Transaction Type": "EthSwitch Transfer For inc via IPS" });
    const { referenceNumber } = await order();
    expect((await slipOf(`${referenceNumber}10104`)).body).toEqual([
      { "Payer's Name": "Invalid reference number" },
    ]);
  });
});

describe("a bill paid with boa", () => {
  it("has no receiver, but the service that was paid for", async () => {
    const { referenceNumber, suffix } = await order({
      type: "bill",
      receiverAccount: "20260017",
      receiverName: "Hillside School",
    });
    const [slip = {}] = (await slipOf(`${referenceNumber}${suffix}`)).body;
    expect(slip).toMatchObject({
      "Transaction Type": "School Fee",
      "Payment Reference": "Hillside School 20260017",
      "Payer's Name": "Abel Girma",
      "Transferred Amount": "750.00",
    });
    expect(Object.keys(slip).filter((key) => key.startsWith("Receiver"))).toEqual([]);
  });
});
