import { periodicWorker, type Worker } from "@receipts/service-kit";
import type { GatewayParts } from "./gateway-parts.ts";
import type { MountedRoute } from "./http/mount-routes.ts";
import { createBotClient } from "./telegram/bot-client.ts";
import { queueSummaries } from "./telegram/chat-repository.ts";
import { createHandleUpdate } from "./telegram/handle-update.ts";
import { createReadUpdates } from "./telegram/read-updates.ts";
import { createSendMessages } from "./telegram/send-messages.ts";
import { telegramRoutesOf } from "./telegram/telegram-routes.ts";
import type { Verification } from "./verification/build-verification.ts";

const HOUR_SECONDS = 3_600;
/** A code has 39 bits and lasts 10 minutes. */
const STRANGER_MESSAGES_PER_HOUR = 5;
const RECEIPTS_PER_MINUTE = 30;
/** For all chats of an account. The bot handles one update after another, and each receipt costs the others time. */
const RECEIPTS_OF_ACCOUNT_PER_MINUTE = 120;
const SUMMARIES_EVERY_MS = 15_000;

export interface BuiltTelegram {
  readonly routes: readonly MountedRoute[];
  /** None without a bot. */
  readonly workers: readonly Worker[];
}

export function buildTelegram(
  deps: GatewayParts & Pick<Verification, "submit" | "rules" | "verifications">,
): BuiltTelegram {
  const { config, pool, limiter, log, metrics, verifications } = deps;
  const token = config.TELEGRAM_BOT_TOKEN;
  if (token === undefined) return { routes: telegramRoutesOf({ pool, botId: undefined }), workers: [] };
  const bot = createBotClient(token, config.TELEGRAM_API_URL);
  const handle = createHandleUpdate({
    pool,
    botId: bot.id,
    submit: deps.submit,
    rules: deps.rules,
    strangers: limiter("telegram-strangers", STRANGER_MESSAGES_PER_HOUR, HOUR_SECONDS),
    receipts: limiter("telegram-receipts", RECEIPTS_PER_MINUTE),
    receiptsOfAccount: limiter("telegram-receipts-of-account", RECEIPTS_OF_ACCOUNT_PER_MINUTE),
  });
  const { PUBLIC_BASE_URL: publicBaseUrl } = config;
  return {
    routes: telegramRoutesOf({ pool, botId: bot.id }),
    workers: [
      createReadUpdates({ pool, bot, handle, log }),
      createSendMessages({ pool, database: pool, bot, verifications, publicBaseUrl, log, metrics }),
      periodicWorker({
        name: "queue-telegram-summaries",
        everyMs: SUMMARIES_EVERY_MS,
        log,
        work: async () => {
          await queueSummaries(pool);
          return false;
        },
      }),
    ],
  };
}
