import {
  type BankSamples,
  type SampleIdentifiers,
  sampleReferences,
  sandboxReceivers,
} from "@receipts/bank-sandbox";
import {
  type BankCode,
  paymentKindSchema,
  type SupportedBankCode,
  supportedBankCodes,
} from "@receipts/contracts";
import { expectEnd } from "../ends.ts";
import { decisionOf, firstConfirmation, settlementOf, unchecked, unsettled } from "../expected-result.ts";
import { type PrintedReceipt, printedReceipts } from "../printed-receipts.ts";
import { openSystem, type System, system, useSystem } from "../system.ts";

useSystem({ env: { BANK_ATTEMPTS: "2" } });

const samples: Readonly<Record<string, BankSamples>> = sampleReferences;

/** Documents of these banks have a status; others have no receipt of a reversed payment. */
const banksWithStatus = ["telebirr", "cbebirr", "cbe"];

const banksWithMinutes: readonly BankCode[] = ["boa", "cbebirr", "amhara"];

interface Genuine {
  /** The bank's own payment id; some receipts are found by another reference. */
  readonly id: RegExp;
  /** The sandbox's receiver, as the document prints it. */
  readonly receiverAccount: string;
  /** In UTC. The sandbox pays on the day in the reference, if it contains one. */
  readonly paid: RegExp;
}

/** The first test below asks for a line for a new bank. */
const genuine: Readonly<Partial<Record<SupportedBankCode, Genuine>>> = {
  telebirr: { id: /^DJ57QK2M41$/, receiverAccount: "2519****7436", paid: /^2026-10-05T/ },
  cbe: { id: /^FT26278K3WQ8$/, receiverAccount: "1****0936", paid: /^2026-10-05T..:..:00/ },
  boa: { id: /^FT26278QM4T1$/, receiverAccount: "1******58", paid: /^2026-10-05T..:..:00/ },
  mpesa: { id: /^UJ57QK2M41$/, receiverAccount: "251700***436", paid: /^2026-10-05T/ },
  cbebirr: { id: /^DJ541QK2M41$/, receiverAccount: "251900127436", paid: /^2026-10-05T..:..:00/ },
  dashen: { id: /^387WDTS262780A7B$/, receiverAccount: "5047******011", paid: /^2026-10-05T/ },
  // The number that the first half of the token encodes in base 36.
  awash: { id: /^261005121344127$/, receiverAccount: "01320478129600", paid: /^2026-10-05T09:13/ },
  siinqee: { id: /^M10W2TB262780417$/, receiverAccount: "1014*****3658", paid: /^2026-10-05T/ },
  kaafiebirr: { id: /^2034\d{9}$/, receiverAccount: "0900127437", paid: /^2026-0[3-9]-/ },
  // The first sixteen characters of the token.
  wegagen: { id: /^204TBAW262780417$/, receiverAccount: "1113472903658", paid: /^2026-10-05T/ },
  amhara: { id: /^FT26278AM4T1$/, receiverAccount: "9900472903658", paid: /^2026-10-05T..:..:00/ },
};

/** The parsers' tests have each. */
const aKind = {
  asymmetricMatch: (kind: unknown) => kind === null || paymentKindSchema.safeParse(kind).success,
};

const sampleOf = (
  bank: BankCode,
  outcome: keyof BankSamples,
): Partial<SampleIdentifiers> & { bank: BankCode } => ({
  bank,
  ...samples[bank]?.[outcome],
});

const verifySlow = async (bank: BankCode) =>
  await system.verify(await system.account(), sampleOf(bank, "slow"), { waitMs: 15_000 }).expect(200);

/** Verifies at all banks at once: each takes five seconds. */
let slowVerdicts: ReadonlyMap<BankCode, ReturnType<typeof verifySlow>> | undefined;
const slowVerdictOf = (bank: BankCode) => {
  slowVerdicts ??= new Map(supportedBankCodes.map((code) => [code, verifySlow(code)]));
  return slowVerdicts.get(bank);
};

describe.each(supportedBankCodes)("a receipt of %s in the sandbox", (bank) => {
  it("is genuine, with amount, sender, receiver and time", async () => {
    const printed = genuine[bank];
    if (printed === undefined) throw new Error(`describe a genuine receipt of ${bank} in this file`);
    const { id, receiverAccount, paid } = printed;
    expect(await expectEnd(system, sampleOf(bank, "success"), "success")).toEqual({
      bank,
      livemode: false,
      paymentKind: aKind,
      status: "success",
      verified: true,
      amount: expect.any(Number),
      currency: "ETB",
      senderName: expect.stringMatching(/^\w+ \w+ \w+$/),
      receiverName: sandboxReceivers[bank].accountName,
      receiverAccount,
      referenceNumber: expect.stringMatching(id),
      accountSuffix: samples[bank]?.success.suffix ?? null,
      timestamp: expect.stringMatching(paid),
      ...(banksWithMinutes.includes(bank) && { timestampPrecision: "minute" }),
      confirmationHistory: firstConfirmation(expect.any(String)),
      settlementAccountMatch: {
        ...unsettled(bank),
        source: "account_registry",
        reason: "no_registered_accounts",
      },
      failureReason: null,
      ...unchecked,
    });
  });

  it("is not found if the bank reports that", async () => {
    await expectEnd(system, sampleOf(bank, "notFound"), "notFound");
  });

  it("is not verified if the payment was reversed", async () => {
    const end = banksWithStatus.includes(bank) ? "reversed" : "notFound";
    await expectEnd(system, sampleOf(bank, "reversed"), end);
  });

  it("has no verdict while the bank is down", async () => {
    await expectEnd(system, sampleOf(bank, "down"), "down");
  });

  it("has a verdict although the bank is slow", async () => {
    const slow = await slowVerdictOf(bank);
    expect(slow?.body.verification).toMatchObject({ status: "success" });
  });

  it("is refused without a bank query if its reference is invalid", async () => {
    const account = await system.account();
    for (const reference of ["?", "I have paid, please send the goods"]) {
      const sent = { phone: "0912345678", suffix: samples[bank]?.success.suffix };
      const response = await system.verify(account, { bank, ...sent, reference }).expect(422);
      expect(response.body.error).toMatchObject({
        code: "invalid_payload",
        details: [{ field: "reference", message: expect.stringMatching(/such as/) }],
      });
    }
  });

  it("has no verdict if the page is unreadable", async () => {
    await expectEnd(system, sampleOf(bank, "unrecognizable"), "unrecognizable");
  });
});

describe("a bank that does not respond in time", () => {
  let impatient: System;
  beforeAll(async () => {
    const timeouts = supportedBankCodes.map((bank) => [`BANK_${bank.toUpperCase()}_TIMEOUT_MS`, "250"]);
    impatient = await openSystem({ env: { BANK_ATTEMPTS: "1", ...Object.fromEntries(timeouts) } });
  });
  afterAll(() => impatient.stop());

  it.each(supportedBankCodes)("ends a request for %s without a verdict, with a refund", async (bank) => {
    const account = await impatient.account({ credits: 1 });
    const body = { bank, ...samples[bank]?.slow };
    const response = await impatient.verify(account, body, { waitMs: 15_000 }).expect(200);
    expect(response.body.data[0]).toMatchObject({ status: "failed", failureReason: "bank_unavailable" });
    expect(await impatient.balanceOf(account)).toBe(1);
  });
});

describe("a payment ordered in the sandbox", () => {
  it.each<{ readonly bank: SupportedBankCode } & Readonly<Record<string, string>>>([
    ...supportedBankCodes.map((bank) => ({ bank })),
    { bank: "boa", type: "incoming" },
    { bank: "boa", type: "bill" },
    { bank: "cbe", type: "from-another-bank" },
    { bank: "telebirr", type: "merchant", receiverAccount: "407215" },
    // Its message also names the bank and that bank's own number of the transfer.
    { bank: "telebirr", receiverBank: "Commercial Bank of Ethiopia", receiverAccount: "1000123456789" },
    // A transfer to a bank whose references have the same format.
    { bank: "telebirr", receiverBank: "Amhara Bank", receiverAccount: "9900123456789" },
    { bank: "mpesa", type: "merchant", receiverAccount: "407215" },
    { bank: "wegagen", type: "to-wallet", receiverAccount: "0911223344" },
    { bank: "amhara", type: "transfer" },
    { bank: "amhara", receiverBank: "Commercial Bank of Ethiopia" },
  ])("is verified from its message alone, without a bank: %j", async (order) => {
    const { bank } = order;
    const payment = await system.pay({
      amount: "1250.00",
      receiverAccount: receiverFor(bank),
      receiverName: "Sara Coffee Trading",
      ...order,
    });
    const response = await system.verify(
      await system.account(),
      { reference: payment.smsText },
      { waitMs: 15_000 },
    );
    expect(response.body.data?.[0] ?? response.body).toMatchObject({
      ...{ bank, verified: true, amount: 1_250 },
      referenceNumber: payment.transactionId ?? payment.referenceNumber,
    });
  });

  it("is not verified at cbe by its token with a suffix of neither account", async () => {
    const account = { receiverAccount: "1000123456789", receiverName: "Sara Coffee Trading" };
    const { shareUrl: reference, suffix = "" } = await system.pay({
      bank: "cbe",
      amount: "1250",
      ...account,
    });
    const stranger = String((Number(suffix) + 1) % 100_000_000).padStart(8, "0");
    const body = { bank: "cbe", reference, suffix: stranger };
    const response = await system.verify(await system.account(), body, { waitMs: 15_000 });
    expect(response.body.data[0]).toMatchObject({
      ...{ status: "failed", verified: false, amount: null, senderName: null },
    });
  });
});

describe("a submission without a bank", () => {
  const siinqee = "M10W2TB262780417";
  const lacksADigit = "https://receipts.siinqeebank.com:871/generate/M10W2TB22780417";
  it.each<[string, string, string, string | RegExp]>([
    ["amhara's link", "https://receipt.amharabank.com.et/?trx=FT26278AM4T1", "amhara", "FT26278AM4T1"],
    ["amhara's QR code", '{"transactionId":"FT26278AM4T1","creditAccountNo":"x"}', "amhara", "FT26278AM4T1"],
    ["wegagen's token", "204tbaw2627804171002dmbt", "wegagen", "204TBAW262780417"],
    [
      "siinqee's message, whose link lacks a digit",
      `Your account XXXXXX12070118 has been debited with ETB 2,009 Ref: ${siinqee} on 05-OCT-2026 12:02:51. Thank you for banking with SIINQEE BANK. ${lacksADigit}`,
      "siinqee",
      siinqee,
    ],
    [
      "cbe's message, whose amount ends in a full stop",
      "A debit transaction of ETB 5000.0. has occurred on your account 1****1111. Thanks for Banking with CBE. https://mbreciept.cbe.com.et/v2-hfHCqT7mWd2sLx9KbZ11",
      "cbe",
      /^FT/,
    ],
    [
      "boa's message, whose link for feedback comes first",
      "Feedback: https://cs.bankofabyssinia.com/cs/?trx=DFT26278QM4T158203 Receipt: https://cs.bankofabyssinia.com/slip/?trx=FT26278QM4T158203",
      "boa",
      "FT26278QM4T1",
    ],
  ])("is verified from %s", async (_what, reference, bank, id) => {
    const response = await system
      .verify(await system.account(), { reference }, { waitMs: 15_000 })
      .expect(200);
    expect(response.body.data[0]).toMatchObject({
      ...{ bank, verified: true, referenceNumber: expect.stringMatching(id) },
    });
  });

  it.each([
    ["an FT reference", "FT26278AM4T1", "This could be cbe or boa"],
    ["a reference of two banks' shape", "M10OIPS262780417", "This could be dashen or siinqee"],
    ["boa's link for feedback", "https://cs.bankofabyssinia.com/cs/?trx=DFT26278QM4T158203", "reference"],
  ])("is refused with a question about %s alone", async (_what, reference, message) => {
    const response = await system.verify(await system.account(), { reference }).expect(422);
    expect(JSON.stringify(response.body)).toContain(message);
  });

  /** amhara refuses with a 500, which is an outage at any other bank. */
  it("verifies amhara's reference only if `bank` names it, and reads its not-found response", async () => {
    const account = await system.account();
    for (const [reference, status] of [
      ["FT26278AM4T1", "success"],
      ["FT26278AM4NF", "not_found"],
    ]) {
      const response = await system.verify(account, { bank: "amhara", reference }, { waitMs: 15_000 });
      expect(response.body.data[0]).toMatchObject({ bank: "amhara", status });
    }
  });
});

describe("a receipt with fees, masks and second names", () => {
  it.each(printedReceipts.map((receipt) => [describeOrder(receipt), receipt] as const))(
    "is reported exactly as printed: %s",
    async (_order, receipt) => {
      const { order, submittedAs: asked } = receipt;
      const payment = await system.pay({
        ...{ amount: "1250.55", senderName: "Abel Girma", paidAt: "2026-08-14T06:05:07Z" },
        ...order,
      });
      const { referenceNumber: reference, suffix, phone } = payment;
      const identifiers = asked?.(payment) ?? { reference, suffix, phone };
      const account = await system.account();
      const body = { bank: order.bank, settlementAccount: order.receiverAccount, ...identifiers };
      const response = await system.verify(account, body, { waitMs: 15_000 }).expect(200);
      const { completedAt } = await system.statusOf(account, response.body.requestId);
      expect(response.body.data).toEqual([
        {
          bank: order.bank,
          livemode: false,
          paymentKind: aKind,
          status: "success",
          verified: true,
          amount: 1_250.55,
          currency: "ETB",
          ...{ senderName: "Abel Girma", receiverName: order.receiverName, ...receipt.printed },
          referenceNumber: payment.transactionId ?? reference,
          accountSuffix: identifiers.suffix ?? null,
          ...(receipt.time ?? { timestamp: "2026-08-14T06:05:07.000Z" }),
          confirmationHistory: firstConfirmation(completedAt),
          settlementAccountMatch: settlementOf(receipt),
          failureReason: null,
          ...decisionOf(receipt),
        },
      ]);
      expect(response.body.data[0].referenceNumber).toMatch(receipt.id);
    },
  );
});

function describeOrder({ submittedAs: asked, order }: PrintedReceipt): string {
  return `${asked === undefined ? "" : `${asked.name}, `}${JSON.stringify(order)}`;
}

function receiverFor(bank: string): string {
  return ["telebirr", "mpesa", "cbebirr", "kaafiebirr"].includes(bank) ? "0911223344" : "1000123456789";
}
