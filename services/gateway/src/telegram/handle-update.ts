import { randomUUID } from "node:crypto";
import { verificationRoutes } from "@receipts/contracts";
import { inTransaction, type Pool, type PoolClient } from "@receipts/database";
import type { RateLimiter } from "@receipts/fast-store";
import { newTraceparent } from "@receipts/service-kit";
import type { PageLanguage } from "@receipts/web-pages";
import { lockIfFree } from "../account-lock/lock-account.ts";
import { recordAudit, systemActor } from "../audit/audit-log.ts";
import { ApiProblem } from "../http/api-problem.ts";
import { noCaller } from "../http/caller.ts";
import { collectFaults, parseWith } from "../http/validation.ts";
import type { SubmitVerification } from "../verification/submit-verification.ts";
import { readVerifyCommand, type VerifyCommand, type VerifyRules } from "../verification/verify-command.ts";
import type { BotMessage, BotUpdate } from "./bot-client.ts";
import { markHandled, wasHandled } from "./bot-repository.ts";
import {
  deleteChat,
  findCode,
  findLinkedChat,
  insertChat,
  type LinkedChat,
  takeCode,
} from "./chat-repository.ts";
import { codeIn, hashOfCode } from "./link-code.ts";
import { queueMessage } from "./message-repository.ts";
import type { FixedKind } from "./message-texts.ts";

export interface HandleUpdateDeps {
  readonly pool: Pool;
  readonly botId: number;
  readonly submit: SubmitVerification;
  readonly rules: VerifyRules;
  /** Messages of a chat that is not linked: each may be a guess of a code. */
  readonly strangers: RateLimiter;
  /** Receipts of a linked chat, and of all chats of an account. */
  readonly receipts: RateLimiter;
  readonly receiptsOfAccount: RateLimiter;
}

/** Returns false if the account is erased. Throws while another call changes it: others' updates must not wait. */
async function lockAccount(client: PoolClient, userId: string): Promise<boolean> {
  const outcome = await lockIfFree(client, userId);
  if (outcome === "busy") throw new Error("the account is being changed");
  return outcome === "locked";
}

/** Later than "checking", which is sent first. */
const VERDICT_AFTER_SECONDS = 1;

/** Handles an update once, however often it is delivered: its effects and its mark are stored together. */
export function createHandleUpdate(deps: HandleUpdateDeps): (update: BotUpdate) => Promise<void> {
  const { pool, botId } = deps;
  const isAllowedOnce = createUpdateCounts();

  /** Skips the effects if the update was handled meanwhile. */
  async function once(
    updateId: number,
    effects: (client: PoolClient) => Promise<void> = async () => undefined,
    request?: { readonly chatId: number; readonly verificationId: string },
  ) {
    await inTransaction(pool, async (client) => {
      if (await markHandled(client, botId, updateId, request)) await effects(client);
    });
  }

  async function fromStranger(updateId: number, message: BotMessage, text: string): Promise<void> {
    const { id: chatId } = message.chat;
    const language: PageLanguage = message.from.language_code?.startsWith("am") === true ? "am" : "en";
    const isAllowed = await isAllowedOnce(
      updateId,
      async () => (await deps.strangers.consume(`${chatId}`)).allowed,
    );
    if (!isAllowed) return await once(updateId);
    const typed = codeIn(text);
    const hash = typed === undefined ? undefined : hashOfCode(typed);
    await once(updateId, async (client) => {
      const reply = (kind: FixedKind) =>
        queueMessage(client, { chatId, userId: null, kind, content: { language } });
      const code = hash === undefined ? undefined : await findCode(client, hash);
      if (hash === undefined || code === undefined) return await reply("not_linked");
      const { userId } = code;
      if (!(await lockAccount(client, userId)) || !(await takeCode(client, hash)))
        return await reply("not_linked");
      const id = await insertChat(client, { ...code, chatId, name: nameOf(message), language });
      if (id === undefined) return await reply("already_linked");
      await recordAudit(client, {
        userId,
        actor: systemActor(null),
        action: "telegram_chat.linked",
        subject: id,
        after: { name: nameOf(message) },
      });
      await queueMessage(client, { chatId, userId, kind: "linked" });
    });
  }

  async function unlink(updateId: number, { id, userId, language }: LinkedChat, chatId: number) {
    await once(updateId, async (client) => {
      if (!(await lockAccount(client, userId)) || !(await deleteChat(client, userId, id))) return;
      const actor = systemActor(null);
      await recordAudit(client, { userId, actor, action: "telegram_chat.unlinked", subject: id });
      await queueMessage(client, { chatId, userId: null, kind: "unlinked", content: { language } });
    });
  }

  async function fromLinked(updateId: number, chat: LinkedChat, chatId: number, text: string): Promise<void> {
    const { userId } = chat;
    const reply = (kind: FixedKind) =>
      once(updateId, (client) => queueMessage(client, { chatId, userId, kind }));
    if (/^\/stop\b/.test(text)) return await unlink(updateId, chat, chatId);
    const isAllowed = () => isAllowedOnce(updateId, () => mayVerifyNow(deps, chat, chatId));
    const kind = await replyWithoutBank(chat, text, isAllowed);
    if (kind !== undefined) return await reply(kind);
    const verified = await verify(deps, updateId, chat, text);
    if ("reply" in verified) return await reply(verified.reply);
    const { verificationId } = verified;
    const verdict = {
      kind: "verdict",
      subject: verificationId,
      afterSeconds: VERDICT_AFTER_SECONDS,
    } as const;
    const effects = async (client: PoolClient) => {
      await queueMessage(client, { chatId, userId, kind: "checking" });
      await queueMessage(client, { chatId, userId, ...verdict });
    };
    await once(updateId, effects, { chatId, verificationId });
  }

  return async ({ update_id: updateId, message }) => {
    if (await wasHandled(pool, botId, updateId)) return;
    // In a group, people whom the account does not know would verify with its credits.
    if (message === undefined || message.chat.type !== "private") return await once(updateId);
    const text = (message.text ?? message.caption ?? "").trim();
    const chat = await findLinkedChat(pool, message.chat.id);
    if (chat === undefined) await fromStranger(updateId, message, text);
    else await fromLinked(updateId, chat, message.chat.id, text);
  };
}

/** Returns the request's id, or the reply if there is none. */
async function verify(
  deps: HandleUpdateDeps,
  updateId: number,
  { userId }: LinkedChat,
  text: string,
): Promise<{ readonly verificationId: string } | { readonly reply: FixedKind }> {
  try {
    const { row } = await deps.submit({
      userId,
      caller: noCaller,
      command: readCommand(text, deps.rules),
      // An update that is delivered again finds its request.
      idempotencyKey: `telegram-${deps.botId}-${updateId}`,
      // A cached verdict does not show a later reversal.
      bypassCache: true,
      waitMs: 0,
      httpRequestId: randomUUID(),
      traceparent: newTraceparent(),
    });
    return { verificationId: row.id };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    // Accepted: it is processed once the queue works.
    if (error.code === "queue_unavailable" && error.options.requestId !== undefined)
      return { verificationId: error.options.requestId };
    return { reply: replies[error.code] ?? "refused" };
  }
}

/** Returns the reply to a command, and to what may not be verified now. */
async function replyWithoutBank(
  chat: LinkedChat,
  text: string,
  isAllowed: () => Promise<boolean>,
): Promise<FixedKind | undefined> {
  if (/^\/start\b/.test(text) && codeIn(text) !== undefined) return "already_linked";
  if (text === "" || text.startsWith("/")) return "help";
  if (!chat.mayVerify) return "may_not_verify";
  return (await isAllowed()) ? undefined : "busy";
}

async function mayVerifyNow(deps: HandleUpdateDeps, chat: LinkedChat, chatId: number): Promise<boolean> {
  const isOfChat = (await deps.receipts.consume(`${chatId}`)).allowed;
  return isOfChat && (await deps.receiptsOfAccount.consume(chat.userId)).allowed;
}

const MOST_UPDATES = 1_000;

/** Counts an update against its limits once, also if it is tried again while its account is being changed. */
function createUpdateCounts(): (updateId: number, count: () => Promise<boolean>) => Promise<boolean> {
  const counted = new Map<number, boolean>();
  return async (updateId, count) => {
    const before = counted.get(updateId);
    if (before !== undefined) return before;
    const isAllowed = await count();
    counted.set(updateId, isAllowed);
    const [oldest] = counted.keys();
    if (counted.size > MOST_UPDATES && oldest !== undefined) counted.delete(oldest);
    return isAllowed;
  };
}

const replies: Readonly<Partial<Record<ApiProblem["code"], FixedKind>>> = {
  credits_exhausted: "no_credits",
  unsupported_bank: "bank_not_supported",
  bank_not_detected: "not_readable",
  no_receipt_in_message: "not_readable",
  invalid_payload: "not_readable",
  queue_saturated: "busy",
};

/** As `POST /api/verify` reads a body with this reference. */
function readCommand(text: string, rules: VerifyRules): VerifyCommand {
  const faults = collectFaults();
  const body = parseWith(verificationRoutes.submitVerification.body, { reference: text });
  const command = readVerifyCommand(body, undefined, rules, faults);
  if (command === undefined) throw faults.problem();
  return command;
}

const MAX_NAME = 100;

function nameOf({ from }: BotMessage): string {
  const { first_name: first, last_name: last, username } = from;
  const handle = username === undefined ? undefined : `(@${username})`;
  const name = [first, last, handle]
    .filter((part) => part !== undefined)
    .join(" ")
    .replaceAll(/\p{C}/gu, "");
  // By characters: PostgreSQL takes no half of an emoji.
  return [...name].slice(0, MAX_NAME).join("");
}
