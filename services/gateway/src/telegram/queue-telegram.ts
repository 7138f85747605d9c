import type { TelegramTopic } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";

/** Queues a message about a request or deposit to each chat of the account that takes the topic. */
export async function queueTelegram(
  database: Queryable,
  message: { readonly userId: string; readonly topic: TelegramTopic; readonly subject: string },
): Promise<void> {
  await database.query({
    name: "queue_telegram",
    text: "select queue_telegram($1, $2, $3, '{}')",
    values: [message.userId, message.topic, message.subject],
  });
}
