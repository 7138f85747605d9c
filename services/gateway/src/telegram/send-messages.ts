import { inTransaction, type Pool } from "@receipts/database";
import { type Log, periodicWorker, type ServiceMetrics, type Worker } from "@receipts/service-kit";
import { recordAudit, systemActor } from "../audit/audit-log.ts";
import { BotCallFailed, type BotClient } from "./bot-client.ts";
import { blockChat } from "./chat-repository.ts";
import { type ComposeDeps, type ComposedText, composeMessage } from "./compose-message.ts";
import { deleteMessage, leaseMessages, postponeMessage, type QueuedMessage } from "./message-repository.ts";

const EVERY_MS = 500;
const AT_ONCE = 20;
const VERDICT_EVERY_SECONDS = 1;
/** Seconds before attempts 2, 3, …; the last value repeats until the message expires. */
const RETRY_SECONDS = [5, 30, 120, 480, 1_800];
const MOST_SECONDS = 3_600;

export interface SendMessagesDeps extends ComposeDeps {
  readonly pool: Pool;
  readonly bot: Pick<BotClient, "sendMessage">;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
}

/** Sends queued messages. Any number of copies can run: each message has one sender at a time. */
export function createSendMessages(deps: SendMessagesDeps): Worker {
  const { pool, log } = deps;
  const outcomes = deps.metrics.counter(
    "telegram_messages_total",
    "Attempts to send a Telegram message: sent, failed and to be retried, postponed by Telegram, blocked by the person, or given up",
    ["outcome"],
    { outcome: ["sent", "failed", "postponed", "blocked", "given_up"] },
  );

  async function sendOne(message: QueuedMessage, stop: AbortSignal): Promise<void> {
    const language = message.userId === null ? message.content.language : message.language;
    // Unlinked meanwhile.
    if (language === null || language === undefined) return await deleteMessage(pool, message);
    if (message.isExpired) return await giveUp(message, "expired");
    const composed = await composeMessage(deps, message, language);
    if (composed.kind === "nothing") return await deleteMessage(pool, message);
    if (composed.kind === "later")
      return await postponeMessage(pool, message, { seconds: VERDICT_EVERY_SECONDS, counts: false });
    await sendText(message, composed, stop);
  }

  async function sendText(message: QueuedMessage, composed: ComposedText, stop: AbortSignal): Promise<void> {
    try {
      await deps.bot.sendMessage(message.chatId, composed, stop);
    } catch (error) {
      if (!(error instanceof BotCallFailed)) throw error;
      return await onFailure(message, error);
    }
    await deleteMessage(pool, message);
    outcomes.inc({ outcome: "sent" });
  }

  async function giveUp(message: QueuedMessage, reason: string): Promise<void> {
    await deleteMessage(pool, message);
    outcomes.inc({ outcome: "given_up" });
    log.error("telegram.message_given_up", { ...lineOf(message), reason });
  }

  async function onFailure(message: QueuedMessage, failure: BotCallFailed): Promise<void> {
    const { status, retryAfterSeconds } = failure;
    if (status === 403) return await block(message);
    // The chat does not exist, or the message is not accepted: another attempt would fail too.
    if (status === 400) return await giveUp(message, failure.message);
    const isPostponed = status === 429 && retryAfterSeconds !== undefined;
    const seconds = isPostponed
      ? Math.min(Math.max(1, Math.ceil(retryAfterSeconds)), MOST_SECONDS)
      : (RETRY_SECONDS[message.attempts - 1] ?? RETRY_SECONDS.at(-1) ?? 0);
    await postponeMessage(pool, message, { seconds, counts: !isPostponed });
    outcomes.inc({ outcome: isPostponed ? "postponed" : "failed" });
    log.warn("telegram.message_failed", {
      ...lineOf(message),
      reason: failure.message,
      retryInSeconds: seconds,
    });
  }

  async function block(message: QueuedMessage): Promise<void> {
    await inTransaction(pool, async (client) => {
      const chat = await blockChat(client, message.chatId);
      if (chat === undefined) return await deleteMessage(client, message);
      const { userId, id: subject } = chat;
      await recordAudit(client, {
        userId,
        actor: systemActor(null),
        action: "telegram_chat.blocked",
        subject,
      });
    });
    outcomes.inc({ outcome: "blocked" });
    log.info("telegram.chat_blocked", lineOf(message));
  }

  return periodicWorker({
    name: "send-telegram-messages",
    everyMs: EVERY_MS,
    log,
    work: async (stop) => {
      const messages = await leaseMessages(pool, AT_ONCE);
      await Promise.all(
        messages.map((message) =>
          // The lease expires and the message is retried.
          sendOne(message, stop).catch((error: unknown) =>
            log.error("telegram.message_failed", { ...lineOf(message), error }),
          ),
        ),
      );
      return messages.length === AT_ONCE;
    },
  });
}

const lineOf = ({ id, kind, attempts }: QueuedMessage) => ({ messageId: id, kind, attempt: attempts });
