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
 * Records the event of a change of the account and queues its webhooks, to its endpoints. Call it in the transaction of the
 * change. If the default URL itself changes, call it before, so that the present receiver is notified.
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
    text: `with event as (
             insert into account_events (id, user_id, type, subject, created_at, body)
             select $7, $2, $3, $8, at,
                    json_build_object('event', $3::text, 'timestamp', iso_utc(at), 'id', $7::text, 'type', $3::text,
                                      'createdAt', iso_utc(at), 'livemode', $10::boolean, 'data', $4::json)
               from (select now_ms() as at) happened
             returning body)
           insert into webhook_deliveries
             (id, user_id, event, event_id, subject, endpoint_id, url, payload, http_request_id, traceparent, next_attempt_at)
           select webhook_delivery_id($1, place), $2, $3, $7, $8,
                  nullif(endpoint_id, (select id from webhook_endpoints where user_id = $2 and is_default and $9)), url,
                  event.body::text, $5, $6, due_at
             from event, webhook_targets($2, $3, null)`,
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
