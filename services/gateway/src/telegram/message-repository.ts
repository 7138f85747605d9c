import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { PageLanguage } from "@receipts/web-pages";
import { mayLink } from "./chat-repository.ts";
import type { MessageKind } from "./message-texts.ts";

export interface QueuedMessage {
  readonly id: string;
  readonly chatId: number;
  /** Null: to a chat that is not linked. */
  readonly userId: string | null;
  readonly kind: MessageKind;
  readonly subject: string | null;
  readonly content: MessageContent;
  /** Includes the current attempt. */
  readonly attempts: number;
  readonly isExpired: boolean;
  /** Of the linked chat; null if the chat may not read of this account any more. */
  readonly language: PageLanguage | null;
}

export interface MessageContent {
  /** For a chat that is not linked. */
  readonly language?: PageLanguage;
  readonly balance?: number;
  readonly from?: string;
  readonly to?: string;
}

export interface NewMessage {
  readonly chatId: number;
  readonly userId: string | null;
  readonly kind: MessageKind;
  readonly subject?: string;
  readonly content?: MessageContent;
  readonly afterSeconds?: number;
}

/** Longer than a call of the Bot API may take: a crashed sender holds its message for this time. */
const LEASE_SECONDS = 60;

export async function queueMessage(database: Queryable, message: NewMessage): Promise<void> {
  const { chatId, userId, kind, subject = null, content = {}, afterSeconds = 0 } = message;
  await database.query({
    name: "queue_telegram_message",
    text: `insert into telegram_messages (id, chat_id, user_id, kind, subject, content, next_attempt_at)
           values ($1, $2, $3, $4, $5, $6, greatest(now() + make_interval(secs => $7), telegram_turn($2)))`,
    values: [newId("telegramMessage"), chatId, userId, kind, subject, content, afterSeconds],
  });
}

/** Leases due messages to this sender. */
export async function leaseMessages(database: Queryable, limit: number): Promise<QueuedMessage[]> {
  const { rows } = await database.query<QueuedMessage>({
    name: "lease_telegram_messages",
    text: `update telegram_messages q
              set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
            where id in (select id from telegram_messages where next_attempt_at <= now()
                          order by next_attempt_at limit $1 for update skip locked)
        returning id, chat_id as "chatId", user_id as "userId", kind, subject, content, attempts,
                  expires_at <= now() as "isExpired",
                  (select c.language
                     from telegram_chats c join users u on u.id = c.user_id left join members m on m.id = c.member_id
                    where c.chat_id = q.chat_id and c.user_id = q.user_id and c.blocked_at is null
                      and u.erased_at is null and u.disabled_at is null and ${mayLink})`,
    values: [limit, LEASE_SECONDS],
  });
  return rows;
}

type Leased = Pick<QueuedMessage, "id" | "attempts">;

/** A message that was leased again meanwhile has another number of attempts and stays. */
export async function deleteMessage(database: Queryable, { id, attempts }: Leased): Promise<void> {
  await database.query("delete from telegram_messages where id = $1 and attempts = $2", [id, attempts]);
}

/** `counts`: whether this was an attempt to send. */
export async function postponeMessage(
  database: Queryable,
  { id, attempts }: Leased,
  { seconds, counts }: { readonly seconds: number; readonly counts: boolean },
): Promise<void> {
  await database.query(
    `update telegram_messages set attempts = attempts - $4, next_attempt_at = now() + make_interval(secs => $3)
      where id = $1 and attempts = $2`,
    [id, attempts, seconds, counts ? 0 : 1],
  );
}
