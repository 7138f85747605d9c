import {
  type BankAccountChanged,
  newId,
  type ProfileUpdated,
  type RegistrationAttempted,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

type AccountEvent =
  | Omit<BankAccountChanged, "timestamp">
  | Omit<ProfileUpdated, "timestamp">
  | Omit<RegistrationAttempted, "timestamp">;

/**
 * Queues a webhook about a change of the account to its default URL, if it has one. Call it in the transaction of the
 * change. If the URL itself changes, call it before, so that the present receiver is notified.
 */
export async function queueAccountWebhook(
  database: Queryable,
  /** The call that made the change. */
  { requestId, traceparent }: { readonly requestId: string; readonly traceparent: string | null },
  userId: string,
  { event, data }: AccountEvent,
): Promise<void> {
  await database.query({
    name: "queue_account_webhook",
    text: `insert into webhook_deliveries (id, user_id, event, url, payload, http_request_id, traceparent)
           select $1, id, $3, default_webhook_url,
                  json_build_object('event', $3::text, 'timestamp', iso_utc(now_ms()), 'data', $4::json)::text, $5, $6
             from users where id = $2 and default_webhook_url is not null`,
    values: [newId("webhookDelivery"), userId, event, JSON.stringify(data), requestId, traceparent],
  });
}
