import { telegramRoutes as contracts, MAX_TELEGRAM_CHATS, type TelegramChat } from "@receipts/contracts";
import { inAccount } from "../account-lock/in-account.ts";
import { repeatable } from "../account-lock/respond-once.ts";
import { recordAct } from "../audit/audit-log.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { ApiProblem } from "../http/api-problem.ts";
import type { MountedRoute } from "../http/mount-routes.ts";
import { ownedRow, requireRoom } from "../http/owned-row.ts";
import { callerOf } from "../http/request-context.ts";
import { sendResult } from "../http/send-result.ts";
import { parseWith } from "../http/validation.ts";
import { signedInPersonOf } from "../sessions/prove-person.ts";
import { findBotName } from "./bot-repository.ts";
import { countChats, deleteChat, findChat, listChats, replaceCode, updateChat } from "./chat-repository.ts";
import { hashOfCode, newLinkCode } from "./link-code.ts";

/** `botId`: undefined if the operator has set up no bot. */
export function telegramRoutesOf({
  pool,
  botId,
}: Pick<GatewayParts, "pool"> & { readonly botId: number | undefined }): MountedRoute[] {
  const botName = async () => (botId === undefined ? null : await findBotName(pool, botId));
  return [
    {
      contract: contracts.getTelegram,
      handler: async (request, response) => {
        const chats = await listChats(pool, callerOf(request).userId);
        sendResult(response, "Telegram", { enabled: botId !== undefined, bot: await botName(), chats });
      },
    },
    {
      contract: contracts.createTelegramCode,
      handler: async (request, response) => {
        if (botId === undefined)
          throw new ApiProblem("invalid_state", { message: "The operator has set up no Telegram bot" });
        const code = newLinkCode();
        const bot = await botName();
        const url = bot === null ? null : `https://t.me/${bot}?start=${code}`;
        const contract = contracts.createTelegramCode;
        await repeatable(pool, request, response, { contract }, async (client, userId) => {
          const count = await countChats(client, userId);
          requireRoom(count, MAX_TELEGRAM_CHATS, { what: "linked chats", wayOut: "unlink" });
          await recordAct(client, request, { action: "telegram_code.created", subject: userId });
          const { memberId } = signedInPersonOf(request);
          const expiresAt = await replaceCode(client, { userId, memberId, hash: hashOfCode(code) });
          return { message: "Send this code to the bot", data: { code, url, expiresAt } };
        });
      },
    },
    {
      contract: contracts.changeTelegramChat,
      handler: async (request, response) => {
        // Before the body, so that an unknown id is a 404 with any body.
        await requireChat(pool, request);
        const change = parseWith(contracts.changeTelegramChat.body, request.body);
        const chat = await inAccount(pool, request, async (client, userId) => {
          const before = await requireChat(client, request);
          await updateChat(client, userId, before.id, change);
          const after = await requireChat(client, request);
          if (JSON.stringify(before) !== JSON.stringify(after))
            await recordAct(client, request, {
              action: "telegram_chat.updated",
              subject: before.id,
              before: choicesOf(before),
              after: choicesOf(after),
            });
          return after;
        });
        sendResult(response, "Telegram chat", chat);
      },
    },
    {
      contract: contracts.deleteTelegramChat,
      handler: async (request, response) => {
        await inAccount(pool, request, async (client, userId) => {
          const { id, name } = await requireChat(client, request);
          await deleteChat(client, userId, id);
          const before = { name };
          await recordAct(client, request, { action: "telegram_chat.unlinked", subject: id, before });
        });
        response.status(204).end();
      },
    },
  ];
}

const requireChat = ownedRow("telegramChat", "There is no such Telegram chat", findChat);

const choicesOf = ({ language, topics, mayVerify, summaryHour }: TelegramChat) => ({
  language,
  topics,
  mayVerify,
  summaryHour,
});
