import type { ChangeTelegramChatBody, TelegramChat, TelegramTopic } from "@receipts/contracts";
import { newId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { PageLanguage } from "@receipts/web-pages";

const columns = `id, name, language, topics, may_verify as "mayVerify", summary_hour as "summaryHour",
  iso_utc(blocked_at) as "blockedAt", iso_utc(created_at) as "createdAt"`;

/** For an account `u`. */
const localTime = "now() at time zone u.time_zone";

export async function listChats(database: Queryable, userId: string): Promise<TelegramChat[]> {
  const { rows } = await database.query<TelegramChat>({
    name: "list_telegram_chats",
    text: `select ${columns} from telegram_chats c where user_id = $1 order by c.created_at, id`,
    values: [userId],
  });
  return rows;
}

export async function findChat(
  database: Queryable,
  userId: string,
  id: string,
): Promise<TelegramChat | undefined> {
  const { rows } = await database.query<TelegramChat>({
    name: "find_telegram_chat",
    text: `select ${columns} from telegram_chats where user_id = $1 and id = $2`,
    values: [userId, id],
  });
  return rows[0];
}

/** A new hour or a newly chosen summary does not make a summary due at once. */
export async function updateChat(
  database: Queryable,
  userId: string,
  id: string,
  change: ChangeTelegramChatBody,
): Promise<void> {
  await database.query({
    name: "update_telegram_chat",
    text: `update telegram_chats c
              set language = coalesce($3, c.language), topics = coalesce($4, c.topics),
                  may_verify = coalesce($5, c.may_verify), summary_hour = coalesce($6, c.summary_hour),
                  summarized_on = case
                    when coalesce($6, c.summary_hour) <> c.summary_hour
                      or $4 @> '{daily_summary}'::text[] and not c.topics @> '{daily_summary}'
                    then (${localTime} - make_interval(hours => coalesce($6, c.summary_hour)))::date
                    else c.summarized_on end
             from users u where u.id = c.user_id and c.user_id = $1 and c.id = $2`,
    values: [
      userId,
      id,
      change.language ?? null,
      change.topics ?? null,
      change.mayVerify ?? null,
      change.summaryHour ?? null,
    ],
  });
}

/** Unlinks the chat and drops its waiting messages. Returns false if it is not linked. */
export async function deleteChat(database: Queryable, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `with gone as (delete from telegram_chats where user_id = $1 and id = $2 returning chat_id),
          unsent as (delete from telegram_messages m using gone where m.chat_id = gone.chat_id)
     select from gone`,
    [userId, id],
  );
  return rowCount === 1;
}

export async function countChats(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ chats: number }>(
    "select count(*) as chats from telegram_chats where user_id = $1 and blocked_at is null",
    [userId],
  );
  return rows[0]?.chats ?? 0;
}

/** For the member `m` of a chat or code: null is the holder. */
export const mayLink = `(m.id is null or m.removed_at is null and m.role in ('owner', 'manager')
  and exists (select from users p where p.id = m.person_id and p.erased_at is null and p.disabled_at is null))`;

/** A chat that its account may still use. */
export interface LinkedChat {
  readonly id: string;
  readonly userId: string;
  readonly language: PageLanguage;
  readonly mayVerify: boolean;
}

export async function findLinkedChat(database: Queryable, chatId: number): Promise<LinkedChat | undefined> {
  const { rows } = await database.query<LinkedChat>({
    name: "find_linked_telegram_chat",
    text: `select c.id, c.user_id as "userId", c.language, c.may_verify as "mayVerify"
             from telegram_chats c join users u on u.id = c.user_id left join members m on m.id = c.member_id
            where c.chat_id = $1 and c.blocked_at is null and u.erased_at is null and u.disabled_at is null and ${mayLink}`,
    values: [chatId],
  });
  return rows[0];
}

const CODE_MINUTES = 10;

/** Replaces the account's code. Returns the end of the new one. */
export async function replaceCode(
  database: Queryable,
  { userId, memberId, hash }: { readonly userId: string; readonly memberId: string; readonly hash: Buffer },
): Promise<string> {
  const { rows } = await database.query<{ expiresAt: string }>({
    name: "replace_telegram_code",
    text: `insert into telegram_codes (user_id, code_hash, expires_at, member_id)
           values ($1, $2, now() + make_interval(mins => $3), $4)
           on conflict (user_id) do update
              set code_hash = excluded.code_hash, expires_at = excluded.expires_at, member_id = excluded.member_id
           returning iso_utc(expires_at) as "expiresAt"`,
    values: [userId, hash, CODE_MINUTES, memberId],
  });
  const [code] = rows;
  if (code === undefined) throw new Error("the insert returned no row");
  return code.expiresAt;
}

/** The account of a code, and the person who made it. */
export interface LinkCode {
  readonly userId: string;
  readonly memberId: string | null;
}

/** Returns the code's account if it still works. */
export async function findCode(database: Queryable, hash: Buffer): Promise<LinkCode | undefined> {
  const { rows } = await database.query<LinkCode>({
    name: "find_telegram_code",
    text: `select k.user_id as "userId", k.member_id as "memberId"
             from telegram_codes k join users u on u.id = k.user_id left join members m on m.id = k.member_id
            where k.code_hash = $1 and k.expires_at > now() and u.erased_at is null and u.disabled_at is null and ${mayLink}`,
    values: [hash],
  });
  return rows[0];
}

/** Uses the code up. Returns false if another chat was faster. */
export async function takeCode(database: Queryable, hash: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(
    "delete from telegram_codes where code_hash = $1 and expires_at > now()",
    [hash],
  );
  return rowCount === 1;
}

export interface NewChat extends LinkCode {
  readonly chatId: number;
  readonly name: string;
  readonly language: PageLanguage;
}

const firstTopics: readonly TelegramTopic[] = ["review_needed", "receipt_reused", "credits_low"];

/**
 * Takes the place of a link that has ended: the bot was blocked, or its person may no longer link. Returns undefined if
 * the chat is linked.
 */
export async function insertChat(database: Queryable, chat: NewChat): Promise<string | undefined> {
  const id = newId("telegramChat");
  await database.query(
    `delete from telegram_chats c
      where c.chat_id = $1
        and (c.blocked_at is not null
             or c.member_id is not null and not exists (select from members m where m.id = c.member_id and ${mayLink}))`,
    [chat.chatId],
  );
  const { rowCount } = await database.query({
    name: "insert_telegram_chat",
    text: `insert into telegram_chats (id, user_id, chat_id, name, language, topics, summarized_on, member_id)
           select $1, u.id, $3, $4, $5, $6, (${localTime} - interval '20 hours')::date, $7 from users u where u.id = $2
           on conflict (chat_id) do nothing`,
    values: [id, chat.userId, chat.chatId, chat.name, chat.language, firstTopics, chat.memberId],
  });
  return rowCount === 1 ? id : undefined;
}

/** Returns the account, if the chat was linked to one. */
export async function blockChat(
  database: Queryable,
  chatId: number,
): Promise<{ readonly id: string; readonly userId: string } | undefined> {
  const { rows } = await database.query<{ id: string; userId: string }>(
    `with unsent as (delete from telegram_messages where chat_id = $1)
     update telegram_chats set blocked_at = now() where chat_id = $1 and blocked_at is null
     returning id, user_id as "userId"`,
    [chatId],
  );
  return rows[0];
}

/** Queues the summaries that are due, once each. Days begin at the chat's hour of its account's time zone. */
export async function queueSummaries(database: Queryable): Promise<number> {
  const { rowCount } = await database.query({
    name: "queue_telegram_summaries",
    text: `with due as (
             update telegram_chats c
                set summarized_on = (${localTime} - make_interval(hours => c.summary_hour))::date
               from users u
              where u.id = c.user_id and c.topics @> '{daily_summary}' and c.blocked_at is null
                and (c.member_id is null or exists (select from members m where m.id = c.member_id and ${mayLink}))
                and u.erased_at is null and u.disabled_at is null
                and c.summarized_on < (${localTime} - make_interval(hours => c.summary_hour))::date
             returning c.chat_id, c.user_id, c.summarized_on + make_interval(hours => c.summary_hour) as until,
                       u.time_zone as zone
           )
           insert into telegram_messages (id, chat_id, user_id, kind, content)
           select 'tgm_' || new_ulid(), chat_id, user_id, 'daily_summary',
                  jsonb_build_object('from', (until - interval '1 day') at time zone zone, 'to', until at time zone zone)
             from due`,
  });
  return rowCount ?? 0;
}
