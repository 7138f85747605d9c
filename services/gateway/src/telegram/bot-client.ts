import { limitTime, type Secret } from "@receipts/service-kit";
import { z } from "zod";

/** Contains neither a URL, which holds the token, nor any text of a message. */
export class BotCallFailed extends Error {
  /** HTTP status of the Bot API; undefined if there was no readable response. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  constructor(
    method: string,
    options: { readonly status?: number | undefined; readonly retryAfterSeconds?: number | undefined } = {},
  ) {
    super(`${method}: ${options.status ?? "no response"}`);
    this.name = new.target.name;
    this.status = options.status;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

const messageSchema = z.object({
  chat: z.object({ id: z.int(), type: z.string() }),
  from: z.object({
    first_name: z.string().catch(""),
    last_name: z.string().optional().catch(undefined),
    username: z.string().optional().catch(undefined),
    language_code: z.string().optional().catch(undefined),
  }),
  text: z.string().optional().catch(undefined),
  caption: z.string().optional().catch(undefined),
});
const updateSchema = z.object({ update_id: z.int(), message: messageSchema.optional().catch(undefined) });
/** An update without a readable `message` is one that the bot does not use. */
export type BotUpdate = z.infer<typeof updateSchema>;
export type BotMessage = z.infer<typeof messageSchema>;

const responseSchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional().catch(undefined),
});

const CALL_MS = 15_000;
const POLL_SECONDS = 25;

export interface BotText {
  readonly text: string;
  /** A link below the text. */
  readonly button?: { readonly title: string; readonly url: string };
}

export interface BotClient {
  /** The number in the token. */
  readonly id: number;
  /** Returns the bot's user name. */
  readName(stop: AbortSignal): Promise<string>;
  /** Waits for updates from this number on; without it, from the oldest that was not confirmed. */
  readUpdates(from: number | undefined, stop: AbortSignal): Promise<readonly BotUpdate[]>;
  sendMessage(chatId: number, message: BotText, stop: AbortSignal): Promise<void>;
}

/** Calls the Bot API. Rejects with `BotCallFailed`, whose text can be logged. */
export function createBotClient(token: Secret, apiUrl: string): BotClient {
  async function call(method: string, body: object, stop: AbortSignal, ms = CALL_MS): Promise<unknown> {
    using limit = limitTime(stop, ms);
    let response: Response;
    let read: ReturnType<typeof responseSchema.safeParse>;
    try {
      response = await fetch(`${apiUrl}/bot${token.reveal()}/${method}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        // The address contains the token: no other host may see it.
        redirect: "error",
        signal: limit.signal,
      });
      read = responseSchema.safeParse(await response.json());
    } catch {
      throw new BotCallFailed(method);
    }
    const { status } = response;
    if (read.data?.ok === true) return read.data.result;
    throw new BotCallFailed(method, {
      status: status === 200 ? undefined : status,
      retryAfterSeconds: read.data?.parameters?.retry_after,
    });
  }

  function parse<T extends z.ZodType>(method: string, schema: T, result: unknown): z.output<T> {
    const parsed = schema.safeParse(result);
    if (parsed.success) return parsed.data;
    throw new BotCallFailed(method);
  }

  return {
    id: Number(token.reveal().split(":", 1)[0]),
    readName: async (stop) => {
      const result = await call("getMe", {}, stop);
      return parse("getMe", z.object({ username: z.string() }), result).username;
    },
    readUpdates: async (offset, stop) => {
      const body = { offset, timeout: POLL_SECONDS, allowed_updates: ["message"] };
      const result = await call("getUpdates", body, stop, POLL_SECONDS * 1_000 + CALL_MS);
      return parse("getUpdates", z.array(updateSchema), result);
    },
    sendMessage: async (chat_id, { text, button }, stop) => {
      const keyboard = button && { inline_keyboard: [[{ text: button.title, url: button.url }]] };
      const options = { link_preview_options: { is_disabled: true }, reply_markup: keyboard };
      await call("sendMessage", { chat_id, text, ...options }, stop);
    },
  };
}
