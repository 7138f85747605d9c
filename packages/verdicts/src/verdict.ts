import type { Receipt } from "@receipts/banks";
import {
  type BankCode,
  type Expectation,
  type FailureReason,
  formatSantim,
  type ProcessingStatus,
  santimToNumber,
  type VerificationResult,
  type VerificationStatus,
} from "@receipts/contracts";
import { type AccountOpening, decide, matchSettlement, type SavedAccount } from "@receipts/settlement";
import { type StoredInput, shownInput } from "./stored-input.ts";

/** How a verification ended. */
export type Verdict =
  /** Genuine, and the payment completed. */
  | { readonly kind: "success"; readonly receipt: Receipt; readonly opening?: AccountOpening | undefined }
  /** The bank has no such receipt. */
  | { readonly kind: "not_found" }
  /** Genuine, but the payment was reversed. */
  | { readonly kind: "reversed"; readonly receipt: Receipt }
  /** Genuine, but suffix or phone belongs to neither party: the receipt stays hidden, as this may be a guess. */
  | { readonly kind: "identifier_mismatch" }
  /** No verdict; the credit is refunded. */
  | { readonly kind: "undecided"; readonly reason: FailureReason };

/** The request of a verdict, held by a claim. */
export interface ClaimedVerification {
  readonly id: string;
  readonly userId: string;
  readonly bank: BankCode;
  readonly reference: string;
  readonly suffix: string | null;
  readonly settlementAccount: string | null;
  readonly savedAccounts: readonly SavedAccount[];
  /** Null if unknown: accepted by an earlier release. */
  readonly expectation: Expectation | null;
  /** Null unless it came as a file. */
  readonly input: StoredInput | null;
  readonly requestedAt: Date;
  /** The fence: only the holder of the latest number may record. */
  readonly claimAttempt: number;
  readonly httpRequestId: string;
  readonly traceparent: string | null;
  /** It was parked because the bank's breaker was open. */
  readonly parked?: boolean;
}

export interface VerdictState {
  readonly processingStatus: ProcessingStatus;
  readonly status: VerificationStatus;
  readonly failureReason: FailureReason | null;
}

export function stateOf(verdict: Verdict): VerdictState {
  switch (verdict.kind) {
    case "success":
      return { processingStatus: "completed", status: "success", failureReason: null };
    case "not_found":
      return { processingStatus: "completed", status: "not_found", failureReason: null };
    case "reversed":
    case "identifier_mismatch":
      return { processingStatus: "completed", status: "failed", failureReason: null };
    case "undecided":
      return { processingStatus: "failed", status: "failed", failureReason: verdict.reason };
  }
}

export function receiptOf(verdict: Verdict): Receipt | undefined {
  return verdict.kind === "success" || verdict.kind === "reversed" ? verdict.receipt : undefined;
}

/** The result without the parts that depend on earlier confirmations, which only the database knows. */
export type ResultDraft = Omit<VerificationResult, "confirmationHistory" | "decision" | "decisionReasons">;

/** The parts of a request that a result repeats or compares. */
export type ResultRequest = Pick<
  ClaimedVerification,
  "bank" | "reference" | "suffix" | "settlementAccount" | "savedAccounts" | "expectation" | "input"
>;

/** `livemode`: the bank itself was asked, or would have been. */
export function resultOf(request: ResultRequest, verdict: Verdict, livemode: boolean): ResultDraft {
  const receipt = receiptOf(verdict);
  const { status, failureReason } = stateOf(verdict);
  return {
    bank: request.bank,
    livemode,
    status,
    verified: status === "success",
    ...(receipt === undefined ? withoutReceipt(request.reference) : shownReceipt(receipt)),
    accountSuffix: request.suffix,
    settlementAccountMatch: matchSettlement({
      bank: request.bank,
      succeeded: status === "success",
      receiverAccount: receipt?.receiverAccount ?? null,
      receiverName: receipt?.receiverName ?? null,
      expectedName: request.expectation?.receiverName ?? null,
      ...(receipt && withBank(receipt)),
      settlementAccount: request.settlementAccount,
      savedAccounts: request.savedAccounts,
      opening: verdict.kind === "success" ? (verdict.opening ?? null) : null,
    }),
    failureReason,
    ...withInput(request),
  };
}

function shownReceipt(receipt: Receipt) {
  const { currency, senderName, receiverName, receiverAccount, referenceNumber, paidAtPrecision } = receipt;
  return {
    amount: santimToNumber(receipt.amount),
    currency,
    senderName,
    receiverName,
    receiverAccount,
    referenceNumber,
    ...withBank(receipt),
    timestamp: receipt.paidAt.toISOString(),
    ...(paidAtPrecision === undefined ? {} : { timestampPrecision: paidAtPrecision }),
    paymentKind: receipt.paymentKind ?? null,
  };
}

const withoutReceipt = (referenceNumber: string) => ({
  amount: null,
  currency: null,
  senderName: null,
  receiverName: null,
  receiverAccount: null,
  referenceNumber,
  timestamp: null,
  paymentKind: null,
});

const withInput = ({ input }: ResultRequest) => (input === null ? {} : { input: shownInput(input) });

/** The receiver's bank, if the receipt is of a wallet. */
const withBank = ({ receiverBank }: Receipt) => (receiverBank === undefined ? {} : { receiverBank });

/** Decides all ways: the recording statement knows whether the receipt was confirmed before or is held in review. */
export function decisionsOf(
  request: Pick<ClaimedVerification, "expectation" | "requestedAt">,
  result: ResultDraft,
) {
  const decideIf = (confirmedBefore: boolean, isHeld = false) =>
    decide({ ...request, result, confirmedBefore, isHeld });
  return { first: decideIf(false), again: decideIf(true), held: decideIf(false, true) };
}

/** The mode and `data` of the webhook as JSON, without the parts that the database adds at the end of the request. */
export function webhookDataOf(
  request: ResultRequest,
  verdict: Verdict,
  { livemode, settlementAccountMatch, input }: ResultDraft,
): string {
  const receipt = receiptOf(verdict);
  const { processingStatus, status } = stateOf(verdict);
  const data = {
    processingStatus,
    status,
    verified: status === "success",
    bank: request.bank,
    amount: receipt === undefined ? null : formatSantim(receipt.amount),
    currency: receipt?.currency ?? null,
    senderName: receipt?.senderName ?? null,
    receiverName: receipt?.receiverName ?? null,
    referenceNumber: receipt?.referenceNumber ?? request.reference,
    accountSuffix: request.suffix,
    settlementAccountMatch,
    ...(input === undefined ? {} : { input }),
  };
  return `"livemode":${livemode},"data":${JSON.stringify(data)}`;
}
