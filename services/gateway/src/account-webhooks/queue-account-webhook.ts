import {
  type BankAccountChanged,
  type BatchCompleted,
  newId,
  type ProfileUpdated,
  type RegistrationAttempted,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

type AccountEvent =
  | Pick<BatchCompleted, "event" | "data">
  | Pick<BankAccountChanged, "event" | "data">
  | Pick<ProfileUpdated, "event" | "data">
  | Pick<RegistrationAttempted, "event" | "data">;

/**
 * Queues the webhooks about a change of the account, to its endpoints. Call it in the transaction of the change. If the
 * default URL itself changes, call it before, so that the present receiver is notified.
 */
export async function queueAccountWebhook(
  database: Queryable,
  /** The call that made the change. */
  { requestId, traceparent }: { readonly requestId: string; readonly traceparent: string | null },
  userId: string,
  { event, data }: AccountEvent,
  /**
   * `toPresentUrl`: the default endpoint changes or ends, and this webhook does not follow it. `livemode`: false if it is
   * about receipts of the bank sandbox.
   */
  {
    toPresentUrl = false,
    livemode = true,
  }: { readonly toPresentUrl?: boolean; readonly livemode?: boolean } = {},
): Promise<void> {
  await database.query({
    name: "queue_account_webhook",
    text: `insert into webhook_deliveries
             (id, user_id, event, event_id, subject, endpoint_id, url, payload, http_request_id, traceparent, next_attempt_at)
           select webhook_delivery_id($1, place), $2, $3, $7, $8,
                  nullif(endpoint_id, (select id from webhook_endpoints where user_id = $2 and is_default and $9)), url,
                  json_build_object('event', $3::text, 'timestamp', at, 'id', $7::text, 'type', $3::text, 'createdAt', at,
                                    'livemode', $10::boolean, 'data', $4::json)::text, $5, $6, due_at
             from webhook_targets($2, $3, null), (select iso_utc(now_ms()) as at) happened`,
    values: [
      newId("webhookDelivery"),
      userId,
      event,
      JSON.stringify(data),
      requestId,
      traceparent,
      newId("event"),
      "id" in data ? data.id : userId,
      toPresentUrl,
      livemode,
    ],
  });
}
