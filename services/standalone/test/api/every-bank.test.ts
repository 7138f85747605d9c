import { type BankSamples, type SampleIdentifiers, sampleReferences } from "@receipts/bank-sandbox";
import { supportedBanks } from "@receipts/banks";
import { openSystem, type System } from "../system.ts";

let system: System;
beforeAll(async () => {
  system = await openSystem({ env: { BANK_ATTEMPTS: "2" } });
});
afterAll(() => system.stop());

const samples: Readonly<Record<string, BankSamples>> = sampleReferences;

/** Their documents have a status; elsewhere a reversed payment has no receipt any more. */
const banksWithStatus = ["telebirr", "cbebirr", "cbe"];

describe.each(supportedBanks)("a receipt of %s in the sandbox", (bank) => {
  const verify = async (outcome: keyof BankSamples) => {
    const identifiers: SampleIdentifiers | undefined = samples[bank]?.[outcome];
    return await system
      .verify(await system.account(), { bank, ...identifiers }, { waitMs: 15_000 })
      .expect(200);
  };

  it("is genuine, with what was paid, by whom, to whom and when", async () => {
    const { body } = await verify("success");
    expect(body.data[0]).toMatchObject({
      bank,
      status: "success",
      verified: true,
      amount: expect.any(Number),
      currency: "ETB",
      receiverName: expect.stringMatching(/\S/),
      timestamp: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      referenceNumber: expect.stringMatching(/\S/),
    });
  });

  it("is not found when the bank says so", async () => {
    expect((await verify("notFound")).body.verification).toMatchObject({
      processingStatus: "completed",
      status: "not_found",
    });
  });

  it("is not verified when the payment was reversed", async () => {
    const status = banksWithStatus.includes(bank) ? "failed" : "not_found";
    expect((await verify("reversed")).body.verification).toMatchObject({
      processingStatus: "completed",
      status,
      verified: false,
    });
  });

  it("has no verdict while the bank is down", async () => {
    expect((await verify("down")).body.data[0]).toMatchObject({
      status: "failed",
      failureReason: "bank_unavailable",
    });
  });

  it("has a verdict although the bank is slow", async () => {
    expect((await verify("slow")).body.verification).toMatchObject({ status: "success" });
  });

  it("has no verdict when nobody can read the page", async () => {
    expect((await verify("unrecognizable")).body.data[0]).toMatchObject({
      failureReason: "bank_response_unrecognized",
    });
  });
});

describe("a payment made to order", () => {
  it.each(supportedBanks)("%s: its message alone is enough, without naming the bank", async (bank) => {
    const payment = await system.pay({
      bank,
      amount: "1250.00",
      receiverAccount: receiverFor(bank),
      receiverName: "Sara Trading",
    });
    const answer = await system.verify(
      await system.account(),
      { reference: payment.smsText },
      { waitMs: 15_000 },
    );
    expect(answer.body.data?.[0] ?? answer.body).toMatchObject({ bank, verified: true, amount: 1_250 });
  });
});

function receiverFor(bank: string): string {
  return ["telebirr", "mpesa", "cbebirr", "kaafiebirr"].includes(bank) ? "0911223344" : "1000123456789";
}
