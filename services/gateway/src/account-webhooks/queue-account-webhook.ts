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
 * Tells a change of the account to its default webhook, if it has one, by the queue of all webhooks. In the transaction
 * of the change; before it where the change is of the URL itself, so that whoever listens now hears of it.
 */
export async function queueAccountWebhook(
  database: Queryable,
  /** The call in which it happened. */
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
