import type { Santim, VerificationResult } from "@receipts/contracts";
import { matchSettlement } from "@receipts/settlement";
import { evaluateReceipt } from "./evaluate-receipt.ts";

const deposit = { amount: 125_000n as Santim, createdAt: new Date("2026-06-01T21:05:00.000Z") };
const saved = [
  ["telebirr", "0911223344"],
  ["cbe", "1000222233334444"],
  ["cbe", "1000222299994444"],
  ["boa", "104273658"],
] as const;

interface Change extends Partial<VerificationResult> {
  readonly isUsed?: boolean;
}

/** Returns `accepted 125000`, `wrong_receiver`, or the reasons of a doubt. */
function evaluate({ isUsed = false, ...change }: Change = {}) {
  const shown = {
    bank: "telebirr",
    status: "success",
    amount: 1250,
    receiverAccount: "251911223344",
    receiverName: "Corner Shop Trading",
    timestamp: "2026-06-01T21:30:00.000Z",
    failureReason: null,
    ...change,
  } as VerificationResult;
  const settlementAccountMatch = matchSettlement({
    ...shown,
    succeeded: shown.status === "success",
    settlementAccount: null,
    savedAccounts: saved.map(([bank, accountNumber], index) => ({
      ...{ id: String(index), bank, owner: "user" as const, accountNumber, names: ["Corner Shop Trading"] },
    })),
  });
  const evaluation = evaluateReceipt(deposit, { result: { ...shown, settlementAccountMatch }, isUsed });
  if (evaluation.kind === "accepted") return `accepted ${evaluation.amount}`;
  return evaluation.kind === "rejected" ? evaluation.reason : evaluation.reasons.join(" ");
}

const masked = { receiverAccount: "2519****3344" };
const ofCbe = { receiverAccount: "1000222233334444" };

describe("a receipt of a deposit", () => {
  it.each<[string, Change]>([
    ["prints the whole number", {}],
    ["prints a mask and the name", masked],
    ["prints the end of the number and the name", { bank: "boa", receiverAccount: "1******58" }],
  ])("is accepted if it %s", (_what, change) => {
    expect(evaluate(change)).toBe("accepted 125000");
  });

  it("is accepted with more than the deposit's amount, and returns the amount", () => {
    expect(evaluate({ amount: 1250.01 })).toBe("accepted 125001");
  });

  it.each<[string, Change, string]>([
    ["a mask with another name", { ...masked, receiverName: "Abel Girma" }, "receiver_not_proven"],
    ["a mask without a name", { ...masked, receiverName: null }, "receiver_not_proven"],
    ["no number", { receiverAccount: null }, "receiver_not_checked"],
    ["a mask of two accounts", { bank: "cbe", receiverAccount: "1000********4444" }, "receiver_ambiguous"],
    // That bank has its own receipt of the same payment: if each were proof, the payment would confirm two deposits.
    ["a wallet's payment to an account at a bank", { ...ofCbe, receiverBank: "cbe" }, "receiver_not_proven"],
    ["no amount", { amount: null }, "amount_unknown"],
    ["neither", { amount: null, ...masked, receiverName: null }, "receiver_not_proven amount_unknown"],
  ])("goes to review with %s", (_what, change, reasons) => {
    expect(evaluate(change)).toBe(reasons);
  });

  it.each<[string, Change]>([
    ["another number", { receiverAccount: "0911223345" }],
    ["an account of another bank", ofCbe],
    ["the shop's name and another number", { receiverAccount: "0999887766" }],
    ["the shop's name and another masked number", { receiverAccount: "2519****7766" }],
    ["the shop's name and no digit", { receiverAccount: "**********" }],
    ["a number at a bank where the shop has none", { ...ofCbe, receiverBank: null }],
  ])("was paid to another account if it shows %s", (_what, change) => {
    expect(evaluate(change)).toBe("wrong_receiver");
  });

  it.each<[string, Change]>([
    ["bank_unavailable", { status: "failed", failureReason: "bank_unavailable" }],
    ["bank_unavailable", { status: "failed", failureReason: "deadline_exceeded" }],
    ["receipt_not_found", { status: "not_found" }],
    ["receipt_not_found", { status: "failed" }],
    ["amount_too_low", { amount: 1249.99 }],
    ["receipt_already_used", { isUsed: true }],
    ["receipt_already_used", { isUsed: true, amount: 1 }],
    ["wrong_receiver", { isUsed: true, receiverAccount: "0999999999" }],
    ["amount_too_low", { amount: 1, ...masked, receiverName: null }],
  ])("is rejected as %s with %j", (reason, change) => {
    expect(evaluate(change)).toBe(reason);
  });

  /** The deposit was created at 00:05 in Addis Ababa: midnight and the evening before are the edge cases. */
  it.each<[string, VerificationResult["timestampPrecision"], string]>([
    ["2026-06-01T20:55:00.000Z", undefined, "accepted 125000"],
    ["2026-06-01T20:54:58.000Z", undefined, "paid_before_created"],
    ["2026-06-01T20:54:00.000Z", "minute", "paid_before_created"],
    ["2026-06-01T20:55:00.000Z", "minute", "accepted 125000"],
    ["2026-06-01T21:00:00.000Z", "day", "accepted 125000"],
    ["2026-05-31T21:00:00.000Z", "day", "accepted 125000"],
    ["2026-05-30T21:00:00.000Z", "day", "paid_before_created"],
  ])("of a payment at %s to the %s: %s", (timestamp, timestampPrecision, expected) => {
    const precision = timestampPrecision === undefined ? {} : { timestampPrecision };
    expect(evaluate({ timestamp, ...precision })).toBe(expected);
  });
});
