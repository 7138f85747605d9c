import type {
  ProcessingStatus,
  Resolution,
  VerificationCompleted,
  VerificationResolved,
  VerificationResult,
} from "@receipts/contracts";
import { resultItem } from "./status-record.ts";

/** An ended request, as its events tell of it. */
export interface ToldRequest {
  readonly processingStatus: ProcessingStatus;
  readonly createdAt: Date;
  readonly completedAt: Date;
  readonly result: VerificationResult;
}

function dataOf(request: ToldRequest, shown: { readonly debug: boolean }): VerificationCompleted["data"] {
  const { createdAt, completedAt } = request;
  const result = resultItem(request.result, shown);
  return {
    processingStatus: request.processingStatus,
    status: result.status,
    verified: result.verified,
    bank: result.bank,
    amount: result.amount?.toFixed(2) ?? null,
    currency: result.currency,
    senderName: result.senderName,
    receiverName: result.receiverName,
    referenceNumber: result.referenceNumber,
    accountSuffix: result.accountSuffix,
    settlementAccountMatch: result.settlementAccountMatch,
    ...(result.input === undefined ? {} : { input: result.input }),
    durationMs: completedAt.getTime() - createdAt.getTime(),
    completedAt: completedAt.toISOString(),
    confirmationHistory: result.confirmationHistory,
    decision: result.decision,
    decisionReasons: result.decisionReasons,
  };
}

interface ToldEvent {
  readonly id: string;
  readonly verificationId: string;
}

/** The body of `verification.completed`. */
export function completedBody(
  { id, verificationId }: ToldEvent,
  request: ToldRequest,
): VerificationCompleted {
  const at = request.completedAt.toISOString();
  return {
    event: "verification.completed",
    requestId: verificationId,
    type: "verification.completed",
    id,
    createdAt: at,
    livemode: request.result.livemode,
    timestamp: at,
    data: dataOf(request, { debug: true }),
  };
}

/** The body of `verification.resolved`. `request`: after the decision. */
export function resolvedBody(
  { id, verificationId }: ToldEvent,
  request: ToldRequest,
  resolution: Resolution,
): VerificationResolved {
  return {
    event: "verification.resolved",
    requestId: verificationId,
    type: "verification.resolved",
    id,
    createdAt: resolution.at,
    livemode: request.result.livemode,
    timestamp: resolution.at,
    data: { ...dataOf(request, { debug: false }), resolution },
  };
}
