import {
  type DecisionReason,
  type Expectation,
  type FailureReason,
  type PaymentKind,
  parseSantim,
  type ResultDecision,
  type VerificationResult,
} from "@receipts/contracts";

/** The part of a result that a decision reads. Only the database knows the confirmations. */
export type DecidedResult = Pick<
  VerificationResult,
  | "status"
  | "failureReason"
  | "amount"
  | "timestamp"
  | "timestampPrecision"
  | "paymentKind"
  | "receiverBank"
  | "settlementAccountMatch"
>;

export interface DecisionInput {
  readonly result: DecidedResult;
  /** Null if the request's expectations are unknown: then a genuine receipt gets no decision. */
  readonly expectation: Expectation | null;
  readonly requestedAt: Date;
  /** Whether the account confirmed this receipt before this request. */
  readonly confirmedBefore: boolean;
  /** Whether a deposit of the account holds this receipt in review. */
  readonly isHeld?: boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Decides whether the goods may be handed over. Returns all reasons against it, the most important first. */
export function decide(input: DecisionInput): ResultDecision {
  const { failureReason } = input.result;
  if (failureReason !== null) return { decision: "wait", decisionReasons: [waitReasons[failureReason]] };
  if (input.result.status !== "success") return { decision: "reject", decisionReasons: ["not_verified"] };
  const { expectation } = input;
  if (expectation === null) return { decision: null, decisionReasons: [] };
  const { paymentKind } = input.result;
  const rejections = reasonsThat({
    not_a_payment_to_merchant: paymentKind !== null && noPaymentsToMerchants.has(paymentKind),
    wrong_receiver: isWrongReceiver(input.result, expectation),
    amount_too_low: isTooLow(input.result, expectation),
    paid_too_early: isTooEarly(input, expectation),
    already_confirmed: input.confirmedBefore && expectation.firstConfirmationOnly,
  });
  const doubts = reasonsThat({
    held_for_deposit: input.isHeld === true && expectation.firstConfirmationOnly,
    ...doubtsAbout(input.result),
    paid_long_ago: isOld(input.result, expectation),
  });
  if (rejections.length > 0) return { decision: "reject", decisionReasons: [...rejections, ...doubts] };
  return { decision: doubts.length > 0 ? "review" : "accept", decisionReasons: doubts };
}

/** No verdict is no rejection: the receipt may be genuine. */
const waitReasons: Readonly<Record<FailureReason, DecisionReason>> = {
  bank_unavailable: "bank_unavailable",
  bank_response_unrecognized: "document_not_recognized",
  deadline_exceeded: "deadline_exceeded",
};

const noPaymentsToMerchants: ReadonlySet<PaymentKind> = new Set([
  "airtime",
  "package",
  "withdrawal",
  "savings",
  "loan",
]);

function reasonsThat(holds: Readonly<Partial<Record<DecisionReason, boolean>>>): DecisionReason[] {
  return (Object.keys(holds) as DecisionReason[]).filter((reason) => holds[reason]);
}

function isWrongReceiver(
  { settlementAccountMatch: match }: DecidedResult,
  { receiverName }: Expectation,
): boolean {
  if (match.reason === "candidate_account_mismatch") return true;
  return receiverName !== null && match.nameMatch === "differs";
}

function isTooLow({ amount }: DecidedResult, expectation: Expectation): boolean {
  const received = amount === null ? undefined : parseSantim(amount.toFixed(2));
  if (expectation.amount === null || received === undefined) return false;
  return received < expectation.amount - expectation.amountTolerance;
}

/** Compares the end of the time that the document leaves open: some print only the minute or the day. */
function isTooEarly(input: DecisionInput, expectation: Expectation): boolean {
  const { paidAfter } = expectation;
  const latest = latestPayment(input.result);
  if (latest === undefined) return false;
  if (paidAfter !== null && latest <= paidAfter.getTime()) return true;
  const tooOld = tooOldFrom(input.result, expectation);
  return tooOld !== undefined && tooOld <= input.requestedAt;
}

/** A day without a time counts to its end; a receipt without a date is not old. */
function isOld(result: DecidedResult, { oldBefore }: Expectation): boolean {
  const latest = latestPayment(result);
  return oldBefore !== null && latest !== undefined && latest <= oldBefore.getTime();
}

/** Returns the time from which a request is too late for this payment: `maxAgeMinutes` counts back from the request. */
export function tooOldFrom(result: DecidedResult, expectation: Expectation | null): Date | undefined {
  const latest = latestPayment(result);
  const maxAgeMinutes = expectation?.maxAgeMinutes ?? null;
  if (latest === undefined || maxAgeMinutes === null) return undefined;
  return new Date(latest + maxAgeMinutes * MINUTE_MS);
}

function latestPayment({ timestamp, timestampPrecision }: DecidedResult): number | undefined {
  return timestamp === null ? undefined : new Date(timestamp).getTime() + precisionMs(timestampPrecision);
}

/** The payment was made within this time after the printed one. */
function precisionMs(precision: VerificationResult["timestampPrecision"]): number {
  if (precision === "day") return DAY_MS;
  return precision === "minute" ? MINUTE_MS : 1_000;
}

/**
 * A wallet's payment to a bank account has two receipts, the wallet's and the bank's, without a common payment number.
 * If each were proof, one payment would be accepted twice.
 */
function isProven({ receiverBank, settlementAccountMatch: { proof } }: DecidedResult): boolean {
  return receiverBank === undefined && proof !== undefined && proofs.has(proof);
}

const proofs: ReadonlySet<string> = new Set(["account", "opened", "mask_and_name"]);

function doubtsAbout(result: DecidedResult) {
  const { amount, settlementAccountMatch: match } = result;
  return {
    receiver_not_proven: match.matched && !isProven(result),
    receiver_not_checked:
      match.reason === "no_registered_accounts" || match.reason === "missing_receiver_account",
    receiver_ambiguous: match.ambiguous,
    amount_unknown: amount === null,
  };
}
