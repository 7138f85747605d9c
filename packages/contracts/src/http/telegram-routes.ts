import { z } from "zod";
import { rolesFor } from "../roles.ts";
import { envelopeOf } from "./envelope.ts";
import { ids, times } from "./examples/example-values.ts";
import {
  flagField,
  noStore,
  nullableTextField,
  nullableTimeField,
  shownOnceField,
  textField,
  timeField,
} from "./response-fields.ts";
import type { RouteContract } from "./route-contract.ts";

/** Linked chats of an account. */
export const MAX_TELEGRAM_CHATS = 20;

export const telegramTopics = ["review_needed", "receipt_reused", "credits_low", "daily_summary"] as const;
export type TelegramTopic = (typeof telegramTopics)[number];

const topics = {
  description:
    "`review_needed`: a receipt or deposit needs a decision. `receipt_reused`: a receipt was used twice. `credits_low`: as the event `credits.low`. `daily_summary`: payments of the last 24 hours, at `summaryHour`.",
  examples: [["review_needed", "daily_summary"]],
};
const topic = z.enum(telegramTopics).meta({ id: "TelegramTopic", description: "What a chat can get." });
const language = z
  .enum(["en", "am"])
  .meta({ id: "TelegramLanguage", description: "Language of messages: English or Amharic." });
const mayVerify = {
  description: "True if the person in the chat can verify receipts, with the account's credits.",
  examples: [true],
};
const summaryHour = {
  description: "Hour of the daily summary, in the time zone of the account.",
  examples: [20],
};

const telegramChatSchema = z
  .object({
    id: textField("Id of the linked chat.", ids.telegramChat),
    name: textField("Name of the person, as Telegram shows it.", "Sara Tadesse (@sara)"),
    language,
    topics: z.array(topic).meta(topics),
    mayVerify: z.boolean().meta(mayVerify),
    summaryHour: z.int().min(0).max(23).meta(summaryHour),
    blockedAt: nullableTimeField(
      "When the person was found to have blocked the bot, which ended the link. Null otherwise.",
    ),
    createdAt: timeField("When the chat was linked."),
  })
  .meta({ id: "TelegramChat", description: "A private chat with the bot that is linked to the account." });
export type TelegramChat = z.infer<typeof telegramChatSchema>;

export const changeTelegramChatBodySchema = z
  .object({
    language: language.optional(),
    topics: z
      .array(topic)
      .max(telegramTopics.length)
      .transform((names) => [...new Set(names)])
      .optional()
      .meta(topics),
    mayVerify: z.boolean().optional().meta(mayVerify),
    summaryHour: z.int().min(0).max(23).optional().meta(summaryHour),
  })
  .meta({ id: "ChangeTelegramChatBody", description: "A field that is absent stays as it is." });
export type ChangeTelegramChatBody = z.infer<typeof changeTelegramChatBodySchema>;

const telegramSchema = z
  .object({
    enabled: flagField("False if the operator has set up no bot.", true),
    bot: nullableTextField("User name of the bot. Null until it is known.", "receipts_bot"),
    chats: z.array(telegramChatSchema).meta({ description: "The linked chats, the oldest first." }),
  })
  .meta({ id: "Telegram", description: "The bot, and the account's linked chats." });

const telegramCodeSchema = z
  .object({
    code: shownOnceField("Send it to the bot in a private chat. It works once, for 10 minutes.", "7KQ2-M9XD"),
    url: shownOnceField(
      "Opens the chat with the bot and sends the code. Null until the bot's name is known.",
      "https://t.me/receipts_bot?start=7KQ2-M9XD",
    ),
    expiresAt: timeField("End of the code.", times.later),
  })
  .meta({ id: "TelegramCode", description: "A code that links a chat to the account." });

export const telegramRoutes = {
  getTelegram: {
    method: "get",
    path: "/api/telegram",
    summary: "List the Telegram chats that are linked to the account",
    access: "session",
    roles: rolesFor.management,
    responses: { 200: { description: "The bot and the chats.", schema: envelopeOf(telegramSchema) } },
  },
  createTelegramCode: {
    method: "post",
    path: "/api/telegram/codes",
    summary: `Create a code that links a Telegram chat; at most ${MAX_TELEGRAM_CHATS} chats an account`,
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: true,
    isRepeatable: true,
    responses: {
      201: {
        description: "The code, shown only here. It replaces the previous one.",
        schema: envelopeOf(telegramCodeSchema),
        headers: noStore,
      },
    },
    errors: ["invalid_state"],
  },
  changeTelegramChat: {
    method: "patch",
    path: "/api/telegram/chats/{id}",
    summary: "Change what a linked Telegram chat gets",
    access: "session",
    roles: rolesFor.management,
    needsFreshSignIn: ["mayVerify", "topics"],
    body: changeTelegramChatBodySchema,
    responses: { 200: { description: "The chat after the change.", schema: envelopeOf(telegramChatSchema) } },
  },
  deleteTelegramChat: {
    method: "delete",
    path: "/api/telegram/chats/{id}",
    summary: "Unlink a Telegram chat. Waiting messages are not sent",
    access: "session",
    roles: rolesFor.management,
    responses: { 204: { description: "The chat is not linked any more." } },
  },
} as const satisfies Record<string, RouteContract>;
