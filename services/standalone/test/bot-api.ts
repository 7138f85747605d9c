import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { settlesWithin } from "@receipts/service-kit";
import { until } from "@receipts/testing";
import { rememberSecret } from "@receipts/testing/suite-log";

export const BOT_TOKEN = "7000001:AAtestTokenOfTheBotThatNobodyKnows";

interface Sender {
  readonly chatId: number;
  readonly language?: string;
  readonly type?: "private" | "group";
  readonly firstName?: string;
}

type Method = "getMe" | "getUpdates" | "sendMessage";

interface Refusal {
  readonly status: number;
  readonly retryAfter?: number;
  readonly redirectTo?: string;
}

/** A server that speaks Telegram's Bot API, for one bot. */
export interface BotApi {
  readonly env: { readonly TELEGRAM_BOT_TOKEN: string; readonly TELEGRAM_API_URL: string };
  /** A person sends a message. Returns the number of its update. */
  readonly say: (from: Sender, text: string) => number;
  /** Delivers an update again, as after a lost confirmation. */
  readonly deliverAgain: (updateId: number) => void;
  /** Texts of a chat, in order of arrival. */
  readonly texts: (chatId: number) => readonly string[];
  /** Addresses of the buttons below the messages of a chat. */
  readonly buttons: (chatId: number) => readonly string[];
  /** Waits for a message to the chat that contains the text. */
  readonly next: (chatId: number, part: string) => Promise<string>;
  /** Refuses calls until it is undefined again; to one chat or all. */
  readonly refuse: (method: Method, refusal: Refusal | undefined, chatId?: number) => void;
  /** Refused calls of this method so far. */
  readonly refused: (method: Method) => number;
  /** Most polls that were open at once. */
  readonly mostPolls: () => number;
  /** Whether all updates are confirmed. */
  readonly isIdle: () => boolean;
  readonly close: () => Promise<void>;
}

interface Update {
  readonly update_id: number;
  readonly message: object;
}

export async function openBotApi(): Promise<BotApi> {
  rememberSecret(BOT_TOKEN);
  const all: Update[] = [];
  let waiting: Update[] = [];
  let arrived = Promise.withResolvers<void>();
  let nextUpdate = 500_000;
  let polls = 0;
  let mostPolls = 0;
  const sent: { readonly chatId: number; readonly text: string; readonly links: readonly string[] }[] = [];
  const refusals = new Map<Method, { readonly refusal: Refusal; readonly chatId: number | undefined }>();
  const refused: Method[] = [];

  async function getUpdates({ offset, timeout = 0 }: { offset?: number; timeout?: number }) {
    if (offset !== undefined) waiting = waiting.filter(({ update_id }) => update_id >= offset);
    polls += 1;
    mostPolls = Math.max(mostPolls, polls);
    if (waiting.length === 0) await settlesWithin(arrived.promise, Math.min(timeout * 1_000, 1_000));
    polls -= 1;
    arrived = Promise.withResolvers();
    return waiting;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    const reply = (status: number, content: object, headers = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(content));
    const fail = ({ status, retryAfter, redirectTo }: Refusal) =>
      reply(
        status,
        {
          ok: false,
          error_code: status,
          description: "refused",
          ...(retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }),
        },
        redirectTo === undefined ? {} : { location: redirectTo },
      );
    if (token !== BOT_TOKEN) return void fail({ status: 401 });
    const found = refusals.get(method as Method);
    if (found !== undefined && (found.chatId === undefined || found.chatId === body.chat_id)) {
      refused.push(method as Method);
      return void fail(found.refusal);
    }
    if (method === "getMe")
      return void reply(200, { ok: true, result: { id: 7_000_001, username: "test_bot" } });
    if (method === "getUpdates") return void reply(200, { ok: true, result: await getUpdates(body) });
    if (method !== "sendMessage") return void fail({ status: 404 });
    const links = body.reply_markup?.inline_keyboard.flat().map(({ url }: { url: string }) => url) ?? [];
    sent.push({ chatId: body.chat_id, text: body.text, links });
    reply(200, { ok: true, result: { message_id: sent.length } });
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const deliver = (update: Update) => {
    waiting = [...waiting, update].toSorted((a, b) => a.update_id - b.update_id);
    arrived.resolve();
  };
  const texts = (chatId: number) => sent.filter((each) => each.chatId === chatId).map(({ text }) => text);
  return {
    env: { TELEGRAM_BOT_TOKEN: BOT_TOKEN, TELEGRAM_API_URL: `http://127.0.0.1:${port}` },
    say: ({ chatId, language = "en", type = "private", firstName = "Sara" }, text) => {
      nextUpdate += 1;
      const update = {
        update_id: nextUpdate,
        message: {
          message_id: nextUpdate,
          date: 1_700_000_000,
          chat: { id: chatId, type },
          from: {
            id: chatId,
            is_bot: false,
            first_name: firstName,
            username: "sara",
            language_code: language,
          },
          text,
        },
      };
      all.push(update);
      deliver(update);
      return nextUpdate;
    },
    deliverAgain: (updateId) => {
      const update = all.find(({ update_id }) => update_id === updateId);
      if (update === undefined) throw new Error(`no update ${updateId}`);
      deliver(update);
    },
    texts,
    buttons: (chatId) => sent.filter((each) => each.chatId === chatId).flatMap(({ links }) => links),
    next: async (chatId, part) => {
      const find = () => texts(chatId).findLast((text) => text.includes(part));
      await until(() => find() !== undefined, { what: `a message with ${part}` });
      return find() ?? "";
    },
    refuse: (method, refusal, chatId) => {
      if (refusal === undefined) refusals.delete(method);
      else refusals.set(method, { refusal, chatId });
    },
    refused: (method) => refused.filter((each) => each === method).length,
    mostPolls: () => mostPolls,
    isIdle: () => waiting.length === 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
