import {
  newId,
  type Resolution,
  type VerificationResolved,
  type VerificationResult,
} from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { resultItem } from "./status-record.ts";

export interface DecidedRequest {
  readonly userId: string;
  readonly verificationId: string;
  readonly cause: { readonly requestId: string; readonly traceparent: string | null };
}

/** An ended request, locked. */
export interface EndedRequest {
  readonly source: "api" | "checkout";
  readonly isErased: boolean;
  readonly webhookUrl: string | null;
  readonly createdAt: Date;
  readonly completedAt: Date;
  readonly result: VerificationResult;
}

/** Queues the webhooks about a decision, to the request's own URL and the account's endpoints. */
export async function queueResolved(
  client: PoolClient,
  { userId, verificationId, cause }: DecidedRequest,
  request: EndedRequest,
  resolution: Resolution,
): Promise<void> {
  const eventId = newId("event");
  const body: VerificationResolved = {
    event: "verification.resolved",
    requestId: verificationId,
    type: "verification.resolved",
    id: eventId,
    createdAt: resolution.at,
    livemode: request.result.livemode,
    timestamp: resolution.at,
    data: resolvedData(request, resolution),
  };
  await client.query({
    name: "queue_resolved_webhook",
    text: `insert into webhook_deliveries
             (id, user_id, verification_id, event, event_id, endpoint_id, url, payload, http_request_id, traceparent, next_attempt_at)
           select webhook_delivery_id($1, target.place), $2, $3, $4, $5, target.endpoint_id, target.url, $6, $7, $8, target.due_at
             from webhook_targets($2, $4, $9) target`,
    values: [
      ...[newId("webhookDelivery"), userId, verificationId, body.type, eventId, JSON.stringify(body)],
      ...[cause.requestId, cause.traceparent, request.webhookUrl],
    ],
  });
}

function resolvedData(
  { createdAt, completedAt, result: stored }: EndedRequest,
  resolution: Resolution,
): VerificationResolved["data"] {
  const result = resultItem(stored, { debug: false });
  return {
    processingStatus: "completed",
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
    resolution,
  };
}
