import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { encodeMessage, type MessageBus, verificationFinished } from "@receipts/messaging";
import { type PublishedRows, RELAY_GRACE_MS } from "@receipts/outbox";
import type { LiveStatusChannel } from "./live-status.ts";
import { receiptHash } from "./receipt-hash.ts";
import { recordVerdictStatement } from "./record-verdict-statement.ts";
import {
  type ClaimedVerification,
  receiptOf,
  resultOf,
  stateOf,
  type Verdict,
  webhookDataOf,
} from "./verdict.ts";

export interface RecordedVerdict {
  readonly durationMs: number;
  readonly completedAt: Date;
  readonly deliveryId: string | null;
}

/** Answers undefined when the claim was lost or the request has ended already: then nothing was changed. */
export type RecordVerdict = (
  request: ClaimedVerification,
  verdict: Verdict,
) => Promise<RecordedVerdict | undefined>;

export interface RecordVerdictDeps {
  readonly database: Queryable;
  readonly bus: Pick<MessageBus, "publish">;
  readonly liveStatus: Pick<LiveStatusChannel, "announce">;
  readonly publishedRows: Pick<PublishedRows, "forget">;
  readonly receiptHashKey: string;
  /** The message could not be sent at once; the relay will. */
  readonly onPublishError: (error: unknown) => void;
}

export function createRecordVerdict(deps: RecordVerdictDeps): RecordVerdict {
  return async (request, verdict) => {
    const state = stateOf(verdict);
    const deliveryId = newId("webhookDelivery");
    const message = encodeMessage(verificationFinished, {
      topicName: verificationFinished.name(),
      requestId: request.httpRequestId,
      data: { verificationId: request.id, deliveryId },
      headers: request.traceparent === null ? {} : { traceparent: request.traceparent },
    });
    const transactionId = receiptOf(verdict)?.referenceNumber ?? request.reference;
    const { rows } = await deps.database.query<RecordedVerdict & { outboxId: number | null }>({
      name: "record_verdict",
      text: recordVerdictStatement,
      values: [
        request.id,
        request.claimAttempt,
        state.processingStatus,
        state.status,
        state.failureReason,
        JSON.stringify(resultOf(request, verdict)),
        receiptHash(deps.receiptHashKey, request.userId, request.bank, transactionId),
        newId("creditTransaction"),
        deliveryId,
        JSON.stringify(webhookDataOf(request, verdict)),
        message.topic,
        message.key,
        message.value,
        JSON.stringify(message.headers ?? {}),
        RELAY_GRACE_MS / 1_000,
      ],
    });
    const recorded = rows[0];
    if (recorded === undefined) return undefined;
    const { processingStatus, status } = state;
    deps.liveStatus.announce(request.id, { processingStatus, status, verified: status === "success" });
    const { outboxId } = recorded;
    if (outboxId !== null) {
      deps.bus.publish([message]).then(() => deps.publishedRows.forget([outboxId]), deps.onPublishError);
    }
    return recorded;
  };
}
