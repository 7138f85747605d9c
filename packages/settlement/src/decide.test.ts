import {
  type DecisionReason,
  type Expectation,
  noExpectation,
  type Santim,
  type VerificationResult,
} from "@receipts/contracts";
import { type DecidedResult, decide } from "./decide.ts";

type Match = VerificationResult["settlementAccountMatch"];

/** A genuine receipt of 1,250.00, paid an hour ago to an account that it prints whole. */
function aResult(changes: Partial<DecidedResult> = {}, match: Partial<Match> = {}): DecidedResult {
  return {
    status: "success",
    failureReason: null,
    paymentKind: null,
    amount: 1_250,
    timestamp: "2026-11-01T09:00:00.000Z",
    settlementAccountMatch: {
      matched: true,
      matchType: "exact",
      matchConfidence: "high",
      source: "account_registry",
      bank: "cbe",
      matchedUserBankAccountId: "acc_1",
      matchedBusinessBankAccountId: null,
      candidateCount: 1,
      ambiguous: false,
      reason: "receiver_account_exact_match",
      proof: "account",
      nameMatch: "agrees",
      ...match,
    },
    ...changes,
  };
}

const requestedAt = new Date("2026-11-01T10:00:00.000Z");
const birr = (amount: number) => BigInt(Math.round(amount * 100)) as Santim;

function decided(
  result: DecidedResult,
  expected: Partial<Expectation> = {},
  confirmedBefore = false,
): [string | null, ...DecisionReason[]] {
  const { decision, decisionReasons } = decide({
    result,
    expectation: { ...noExpectation, ...expected },
    requestedAt,
    confirmedBefore,
  });
  return [decision, ...decisionReasons];
}

const unmatched = { matched: false, matchType: "unmatched", matchConfidence: "none", proof: "none" } as const;

describe("accepts", () => {
  it.each<[string, DecidedResult, Partial<Expectation>]>([
    ["when the receipt prints the whole account", aResult(), {}],
    ["when the mask and the name match", aResult({}, { proof: "mask_and_name" }), {}],
    ["when the account's own digits opened the receipt", aResult({}, { proof: "opened" }), {}],
    ["for exactly the expected amount", aResult(), { amount: birr(1_250) }],
    ["for more than the expected amount", aResult(), { amount: birr(1_000) }],
    ["for as little less as is tolerated", aResult(), { amount: birr(1_255), amountTolerance: birr(5) }],
    ["paid at the very moment", aResult(), { paidAfter: new Date("2026-11-01T09:00:00.000Z") }],
    [
      "within the minute that the document prints",
      aResult({ timestampPrecision: "minute" }),
      { paidAfter: new Date("2026-11-01T09:00:59.000Z") },
    ],
    ["as young as is allowed", aResult(), { maxAgeMinutes: 60 }],
    ["with the expected name", aResult({}, { nameMatch: "agrees" }), { receiverName: "Hana Girma" }],
    [
      "though no name is printed that was expected",
      aResult({}, { nameMatch: "unknown" }),
      { receiverName: "Hana Girma" },
    ],
  ])("%s", (_why, result, expected) => {
    expect(decided(result, expected)).toEqual(["accept"]);
  });

  it("a receipt with an earlier confirmation only if the caller allows it", () => {
    expect(decided(aResult(), {}, true)).toEqual(["reject", "already_confirmed"]);
    expect(decided(aResult(), { firstConfirmationOnly: false }, true)).toEqual(["accept"]);
  });
});

/** A receipt of another day is shown to a cashier as if it were of today. */
describe("a payment that is old for the account", () => {
  const evening = new Date("2026-10-31T15:00:00.000Z");
  it.each<[string, Partial<DecidedResult>, boolean]>([
    ["made in the second before", { timestamp: "2026-10-31T14:59:59.000Z" }, true],
    ["made at the limit", { timestamp: "2026-10-31T15:00:00.000Z" }, false],
    [
      "printed to the minute before",
      { timestamp: "2026-10-31T14:59:00.000Z", timestampPrecision: "minute" },
      true,
    ],
    // 21:00 UTC is midnight in Addis Ababa: a day without a time counts to its end.
    [
      "of the day before, without a time",
      { timestamp: "2026-10-29T21:00:00.000Z", timestampPrecision: "day" },
      true,
    ],
    [
      "of the same day, without a time",
      { timestamp: "2026-10-30T21:00:00.000Z", timestampPrecision: "day" },
      false,
    ],
    ["without a date", { timestamp: null }, false],
  ])("%s", (_name, changes, isOld) => {
    expect(decided(aResult(changes), { oldBefore: evening })).toEqual(
      isOld ? ["review", "paid_long_ago"] : ["accept"],
    );
  });

  it("is rejected for other reasons first, and has other doubts before its age", () => {
    const old = { timestamp: "2026-10-01T15:00:00.000Z" };
    expect(decided(aResult(old), { oldBefore: evening }, true)).toEqual([
      "reject",
      "already_confirmed",
      "paid_long_ago",
    ]);
    expect(decided(aResult(old, { proof: "mask_only" }), { oldBefore: evening })).toEqual([
      ...["review", "receiver_not_proven", "paid_long_ago"],
    ]);
  });
});

/** Two orders would otherwise be delivered for one payment: the deposit's and the request's. */
describe("a receipt that a deposit holds", () => {
  const decideHeld = (result: DecidedResult, expected: Partial<Expectation> = {}) => {
    const expectation = { ...noExpectation, ...expected };
    const { decision, decisionReasons } = decide({
      ...{ result, expectation, requestedAt, confirmedBefore: false, isHeld: true },
    });
    return [decision, ...decisionReasons];
  };

  it("is in review, also if all else would be accepted", () => {
    expect(decideHeld(aResult())).toEqual(["review", "held_for_deposit"]);
    expect(decideHeld(aResult({}, { proof: "mask_only" }))).toEqual([
      ...["review", "held_for_deposit", "receiver_not_proven"],
    ]);
  });

  it("is rejected for other reasons first", () => {
    expect(decideHeld(aResult(), { amount: birr(2_000) })).toEqual([
      ...["reject", "amount_too_low", "held_for_deposit"],
    ]);
    const failed = aResult({ status: "failed" }, { ...unmatched, reason: "verification_not_successful" });
    expect(decideHeld(failed)).toEqual(["reject", "not_verified"]);
  });

  it("is accepted if the caller also takes receipts with earlier confirmations", () => {
    expect(decideHeld(aResult(), { firstConfirmationOnly: false })).toEqual(["accept"]);
  });
});

/** An older gateway drops `expect`: its requests may have expected a rejection. */
describe("a request with unknown expectations", () => {
  const decideUnknown = (result: DecidedResult) =>
    decide({ result, expectation: null, requestedAt, confirmedBefore: false });

  it("gets no decision for a genuine receipt", () => {
    expect(decideUnknown(aResult())).toEqual({ decision: null, decisionReasons: [] });
  });

  it("is rejected if the receipt is not genuine", () => {
    expect(decideUnknown(aResult({ status: "failed" }))).toEqual({
      decision: "reject",
      decisionReasons: ["not_verified"],
    });
  });
});

describe("rejects", () => {
  it.each(["failed", "not_found", "pending"] as const)(
    "a receipt that is %s, with or without other reasons",
    (status) => {
      const nothing = aResult(
        { status, amount: null, timestamp: null },
        { ...unmatched, reason: "verification_not_successful" },
      );
      expect(decided(nothing, { amount: birr(1) }, true)).toEqual(["reject", "not_verified"]);
    },
  );

  it.each<[DecisionReason, string, DecidedResult, Partial<Expectation>]>([
    [
      "wrong_receiver",
      "paid to another account",
      aResult({}, { ...unmatched, reason: "candidate_account_mismatch" }),
      {},
    ],
    [
      "wrong_receiver",
      "in another name than expected",
      aResult({}, { nameMatch: "differs" }),
      { receiverName: "Hana Girma" },
    ],
    ["amount_too_low", "one santim short", aResult(), { amount: birr(1_250.01) }],
    [
      "amount_too_low",
      "one santim below the tolerance",
      aResult(),
      { amount: birr(1_255.01), amountTolerance: birr(5) },
    ],
    ["paid_too_early", "before the order", aResult(), { paidAfter: new Date("2026-11-01T09:00:01.001Z") }],
    ["paid_too_early", "too long ago", aResult(), { maxAgeMinutes: 59 }],
    [
      "paid_too_early",
      "on the day before",
      aResult({ timestamp: "2026-10-30T21:00:00.000Z", timestampPrecision: "day" }),
      { paidAfter: new Date("2026-11-01T00:00:00.000Z") },
    ],
  ])("%s: %s", (reason, _why, result, expected) => {
    expect(decided(result, expected)).toEqual(["reject", reason]);
  });

  it("names every reason, the most important first, and doubts last", () => {
    const wrong = aResult({ amount: 10 }, { ...unmatched, reason: "candidate_account_mismatch" });
    expect(decided(wrong, { amount: birr(100), maxAgeMinutes: 1 }, true)).toEqual([
      ...["reject", "wrong_receiver", "amount_too_low", "paid_too_early", "already_confirmed"],
    ]);
    expect(decided(aResult({}, { proof: "mask_only" }), {}, true)).toEqual([
      ...["reject", "already_confirmed", "receiver_not_proven"],
    ]);
  });
});

describe("sends to review", () => {
  it.each<[DecisionReason, string, DecidedResult]>([
    [
      "receiver_not_proven",
      "only visible digits match",
      aResult({}, { proof: "mask_only", nameMatch: "differs" }),
    ],
    [
      "receiver_not_checked",
      "there is no account to compare with",
      aResult({}, { ...unmatched, reason: "no_registered_accounts" }),
    ],
    [
      "receiver_not_checked",
      "the receipt names no receiver",
      aResult({}, { ...unmatched, reason: "missing_receiver_account" }),
    ],
    [
      "receiver_ambiguous",
      "several accounts match",
      aResult({}, { ...unmatched, ambiguous: true, reason: "ambiguous_registered_accounts" }),
    ],
    ["amount_unknown", "the receipt prints no amount", aResult({ amount: null })],
    [
      "receiver_not_proven",
      "a wallet paid to a bank, which has a receipt too",
      aResult({ receiverBank: "cbe" }),
    ],
    ["receiver_not_proven", "a wallet paid to an unknown bank", aResult({ receiverBank: null })],
  ])("%s: %s", (reason, _why, result) => {
    expect(decided(result)).toEqual(["review", reason]);
  });
});
