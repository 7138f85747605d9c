import { newId, type Resolution } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { resolvedBody, type ToldRequest } from "./verdict-event.ts";

export interface DecidedRequest {
  readonly userId: string;
  readonly verificationId: string;
  readonly cause: { readonly requestId: string; readonly traceparent: string | null };
}

/** An ended request, locked. */
export interface EndedRequest extends ToldRequest {
  readonly source: "api" | "checkout";
  readonly isErased: boolean;
  readonly webhookUrl: string | null;
}

/** Records the event of a decision and queues its webhooks, to the request's own URL and the account's endpoints. */
export async function queueResolved(
  client: PoolClient,
  { userId, verificationId, cause }: DecidedRequest,
  request: EndedRequest,
  resolution: Resolution,
): Promise<void> {
  const body = resolvedBody({ id: newId("event"), verificationId }, request, resolution);
  await client.query({
    name: "queue_resolved_webhook",
    text: `with event as (
             insert into account_events (id, user_id, type, subject, created_at) values ($5, $2, $4, $3, $10))
           insert into webhook_deliveries
             (id, user_id, verification_id, event, event_id, endpoint_id, url, payload, http_request_id, traceparent, next_attempt_at)
           select webhook_delivery_id($1, target.place), $2, $3, $4, $5, target.endpoint_id, target.url, $6, $7, $8, target.due_at
             from webhook_targets($2, $4, $9) target`,
    values: [
      ...[newId("webhookDelivery"), userId, verificationId, body.type, body.id, JSON.stringify(body)],
      ...[cause.requestId, cause.traceparent, request.webhookUrl, resolution.at],
    ],
  });
}
