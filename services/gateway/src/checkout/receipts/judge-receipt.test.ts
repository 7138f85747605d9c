import type { BankCode, Santim, VerificationResult } from "@receipts/contracts";
import { type JudgedDeposit, judgeReceipt } from "./judge-receipt.ts";

const deposit: JudgedDeposit = {
  amount: 125_000n as Santim,
  paymentOptions: [
    { bank: "telebirr", accountNumber: "0911223344", accountName: "Shop" },
    { bank: "cbe", accountNumber: "1000222233334444", accountName: "Shop" },
    { bank: "cbe", accountNumber: "1000222299994444", accountName: "Shop" },
    { bank: "boa", accountNumber: "104273658", accountName: "Shop" },
  ],
  createdAt: new Date("2026-06-01T21:05:00.000Z"),
};

function judge(change: Partial<VerificationResult> = {}, bank: BankCode = "telebirr", isUsed = false) {
  const result = {
    bank,
    status: "success",
    amount: 1250,
    receiverAccount: "251911223344",
    timestamp: "2026-06-01T21:30:00.000Z",
    failureReason: null,
    ...change,
  } as VerificationResult;
  const judgement = judgeReceipt(deposit, bank, { result, isUsed });
  return judgement.kind === "fits" ? judgement.amount : judgement.reason;
}

describe("judgeReceipt", () => {
  it("takes what was paid to the account that the payer was shown", () => {
    expect(judge()).toBe(125_000n);
    expect(judge({ receiverAccount: "2519****3344" })).toBe(125_000n);
    expect(judge({ amount: 1250.01 })).toBe(125_001n);
  });

  it.each<[string, Partial<VerificationResult>, BankCode]>([
    ["another number", { receiverAccount: "0911223345" }, "telebirr"],
    ["no number", { receiverAccount: null }, "telebirr"],
    ["three digits, which are no proof", { receiverAccount: "*******344" }, "telebirr"],
    ["an account of another option's bank", { receiverAccount: "1000222233334444" }, "telebirr"],
    ["a mask that two options fit", { receiverAccount: "1000********4444" }, "cbe"],
    ["the end of a number, which is medium", { receiverAccount: "33334444" }, "cbe"],
    ["the three digits that boa shows", { receiverAccount: "1******58" }, "boa"],
    [
      "the shop's name with another number",
      { receiverName: "Shop", receiverAccount: "0999887766" },
      "telebirr",
    ],
    [
      "the shop's name with another masked number",
      { receiverName: "Shop", receiverAccount: "2519****7766" },
      "telebirr",
    ],
    ["the shop's name with no digit", { receiverName: "Shop", receiverAccount: "**********" }, "telebirr"],
    ["a bank that is not offered", { receiverAccount: "0911223344" }, "mpesa"],
  ])("is not sure of the receiver by %s", (_what, change, bank) => {
    expect(judge(change, bank)).toBe("wrong_receiver");
  });

  /** From telebirr to a bank: the bank's own receipt of that payment confirms, and would do so a second time. */
  it.each(["cbe", null] as const)(
    "takes no wallet's receipt of money that went to a bank: %s",
    (receiverBank) => {
      const account = "1000222233334444";
      expect(judge({ receiverAccount: account, receiverBank })).toBe("wrong_receiver");
      expect(judge({ receiverAccount: "0911223344", receiverBank })).toBe("wrong_receiver");
      expect(judge({ receiverAccount: account }, "cbe")).toBe(125_000n);
    },
  );

  it.each<[string, Partial<VerificationResult>]>([
    ["bank_unavailable", { status: "failed", failureReason: "bank_unavailable" }],
    ["bank_unavailable", { status: "failed", failureReason: "deadline_exceeded" }],
    ["receipt_not_found", { status: "not_found" }],
    ["receipt_not_found", { status: "failed" }],
    ["amount_too_low", { amount: 1249.99 }],
  ])("says %s of %j", (reason, change) => {
    expect(judge(change)).toBe(reason);
  });

  it("says receipt_already_used of one that is on record", () => {
    expect(judge({}, "telebirr", true)).toBe("receipt_already_used");
    expect(judge({ receiverAccount: "0999999999" }, "telebirr", true)).toBe("wrong_receiver");
  });

  /** The deposit was made at 00:05 in Addis Ababa: midnight and the evening before are in question. */
  it.each<[string, VerificationResult["timestampPrecision"], string | bigint]>([
    ["2026-06-01T20:55:00.000Z", undefined, 125_000n],
    ["2026-06-01T20:54:58.000Z", undefined, "paid_before_created"],
    ["2026-06-01T20:54:00.000Z", "minute", "paid_before_created"],
    ["2026-06-01T20:55:00.000Z", "minute", 125_000n],
    ["2026-06-01T21:00:00.000Z", "day", 125_000n],
    ["2026-05-31T21:00:00.000Z", "day", 125_000n],
    ["2026-05-30T21:00:00.000Z", "day", "paid_before_created"],
  ])("of a payment at %s to the %s: %s", (timestamp, timestampPrecision, expected) => {
    const precision = timestampPrecision === undefined ? {} : { timestampPrecision };
    expect(judge({ timestamp, ...precision })).toBe(expected);
  });
});
