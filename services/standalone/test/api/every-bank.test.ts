import { type BankSamples, type SampleIdentifiers, sampleReferences } from "@receipts/bank-sandbox";
import { supportedBankCodes } from "@receipts/contracts";
import { openSystem, type System } from "../system.ts";

let system: System;
beforeAll(async () => {
  system = await openSystem({ env: { BANK_ATTEMPTS: "2" } });
});
afterAll(() => system.stop());

const samples: Readonly<Record<string, BankSamples>> = sampleReferences;

/** Their documents have a status; elsewhere a reversed payment has no receipt any more. */
const banksWithStatus = ["telebirr", "cbebirr", "cbe"];

describe.each(supportedBankCodes)("a receipt of %s in the sandbox", (bank) => {
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
  it.each(supportedBankCodes)("%s: its message alone is enough, without naming the bank", async (bank) => {
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

interface PrintedReceipt {
  readonly order: object;
  /** As that document prints them. */
  readonly printed: { readonly senderName?: null; receiverName?: null; receiverAccount: string | null };
  /** Where the document has minutes only, or a date only and its time elsewhere. */
  readonly timestamp?: string;
}

const toAccount = { receiverAccount: "1000123456789", receiverName: "Sara Trading" };
const toPhone = { receiverAccount: "0911223344", receiverName: "Sara Trading" };
const toMinute = "2026-08-14T06:05:00.000Z";

/** Fees are on each of these receipts: the amount is what the receiver got. */
const printedReceipts: readonly PrintedReceipt[] = [
  { order: { bank: "cbe", ...toAccount }, printed: { receiverAccount: "1****6789" }, timestamp: toMinute },
  { order: { bank: "boa", ...toAccount }, printed: { receiverAccount: "1******89" }, timestamp: toMinute },
  { order: { bank: "telebirr", ...toPhone }, printed: { receiverAccount: "2519****3344" } },
  {
    order: { bank: "telebirr", ...toAccount, receiverBank: "Commercial Bank of Ethiopia" },
    printed: { receiverAccount: "1000123456789" },
  },
  {
    order: { bank: "mpesa", ...toPhone, receiverAccount: "0711223344" },
    printed: { receiverAccount: "251711***344" },
  },
  {
    order: { bank: "cbebirr", ...toPhone },
    printed: { receiverAccount: "251911223344" },
    timestamp: toMinute,
  },
  {
    order: { bank: "cbebirr", ...toPhone, type: "from-bank", senderName: undefined },
    printed: { senderName: null, receiverAccount: "251911223344" },
    timestamp: toMinute,
  },
  {
    order: { bank: "cbebirr", ...toPhone, type: "to-organization" },
    printed: { receiverAccount: null },
    timestamp: toMinute,
  },
  { order: { bank: "dashen", ...toAccount }, printed: { receiverAccount: "1000******789" } },
  {
    order: { bank: "awash", ...toAccount, type: "ips-bank-transfer" },
    printed: { receiverAccount: "1000123456789" },
  },
  {
    order: { bank: "awash", ...toAccount, type: "send-to-bank", receiverAccount: "01320999888777" },
    printed: { receiverAccount: "01320******8777/BANK" },
  },
  {
    order: { bank: "awash", ...toAccount, type: "merchant-payment", receiverAccount: "123456" },
    printed: { receiverAccount: "123456" },
  },
  {
    order: { bank: "awash", ...toPhone, type: "send-money" },
    printed: { receiverName: null, receiverAccount: "251911223344/WALLET" },
  },
  {
    order: { bank: "awash", ...toPhone, type: "telebirr-transfer" },
    printed: { receiverAccount: "251911223344" },
    timestamp: toMinute,
  },
  {
    order: { bank: "awash", ...toAccount, type: "older-page", receiverAccount: "01320999888777" },
    printed: { receiverAccount: null },
  },
  { order: { bank: "siinqee", ...toAccount }, printed: { receiverAccount: "1000*****6789" } },
  { order: { bank: "kaafiebirr", ...toPhone }, printed: { receiverAccount: "0911223344" } },
];

describe("what a receipt says, fees and masks included,", () => {
  it.each(printedReceipts.map((receipt) => [JSON.stringify(receipt.order), receipt] as const))(
    "is what the result says: %s",
    async (_order, { order, printed, timestamp = "2026-08-14T06:05:07.000Z" }) => {
      const paid = { amount: "1250.55", senderName: "Abel Girma", paidAt: "2026-08-14T06:05:07Z", ...order };
      const payment = await system.pay(paid);
      const { bank, receiverName } = paid as unknown as Record<string, string>;
      const { referenceNumber, suffix, phone } = payment;
      const body = { bank, reference: referenceNumber, suffix, phone };
      const answer = await system.verify(await system.account(), body, { waitMs: 15_000 });
      expect(answer.body.data?.[0] ?? answer.body).toMatchObject({
        ...{ bank, status: "success", verified: true, amount: 1_250.55, currency: "ETB", timestamp },
        ...{ senderName: "Abel Girma", receiverName, ...printed },
      });
    },
  );
});

function receiverFor(bank: string): string {
  return ["telebirr", "mpesa", "cbebirr", "kaafiebirr"].includes(bank) ? "0911223344" : "1000123456789";
}
