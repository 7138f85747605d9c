import { type DepositEventType, newId, type TelegramTopic } from "@receipts/contracts";
import type { PoolClient } from "@receipts/database";
import { queueTelegram } from "../../telegram/queue-telegram.ts";
import { type DepositRow, depositView } from "./deposit-row.ts";

/** The call that caused an event; its ids are added to the webhook. */
export interface EventCause {
  readonly requestId: string;
  readonly traceparent: string | null;
}

/**
 * Records an event of a deposit, numbers it within its account, and queues the webhooks. Call it last in the
 * transaction: the account's counter stays locked until the commit, so the numbers have no gaps.
 */
export async function recordEvent(
  client: PoolClient,
  event: {
    readonly type: DepositEventType;
    readonly deposit: DepositRow;
    readonly cause: EventCause;
    readonly checkoutBaseUrl: string;
  },
): Promise<void> {
  const { deposit, cause } = event;
  await client.query({
    name: "record_deposit_event",
    text: `with numbered as (
             insert into deposit_event_counters as c (user_id, last) values ($2, 1)
             on conflict (user_id) do update set last = c.last + 1
             returning last
           ),
           event as (
             insert into deposit_events (id, user_id, deposit_id, sequence, publication, type, data)
             select $1, $2, $3, $4, last, $5, $6::jsonb from numbered
             returning created_at
           )
           insert into webhook_deliveries
             (id, user_id, event, event_id, subject, endpoint_id, url, payload, http_request_id, traceparent, next_attempt_at)
           select webhook_delivery_id($7, target.place), $2, $5, $1, $3, target.endpoint_id, target.url,
                  json_build_object('id', $1::text, 'sequence', $4::int, 'type', $5::text, 'depositId', $3::text,
                                    'createdAt', iso_utc(event.created_at), 'livemode', $10::boolean, 'data', $6::json)::text, $8, $9, target.due_at
             from event, deposits d cross join lateral webhook_targets($2, $5, d.webhook_url) target
            where d.id = $3`,
    values: [
      newId("event"),
      deposit.userId,
      deposit.id,
      deposit.eventCount,
      event.type,
      JSON.stringify(depositView(deposit, event.checkoutBaseUrl)),
      newId("webhookDelivery"),
      cause.requestId,
      cause.traceparent,
      deposit.livemode,
    ],
  });
  const topic = telegramTopics[event.type]?.(deposit);
  if (topic !== undefined)
    await queueTelegram(client, { userId: deposit.userId, topic, subject: deposit.id });
}

const telegramTopics: {
  readonly [Type in DepositEventType]?: (deposit: DepositRow) => TelegramTopic | undefined;
} = {
  "deposit.review_required": () => "review_needed",
  "deposit.receipt_rejected": ({ lastError }) =>
    lastError === "receipt_already_used" ? "receipt_reused" : undefined,
};
