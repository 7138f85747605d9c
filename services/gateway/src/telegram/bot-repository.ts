import type { Queryable } from "@receipts/database";

/** Longer than a poll: a crashed reader holds the bot for this time. */
const LEASE_SECONDS = 60;

/** Takes or keeps the bot for this reader. Returns false while another one has it. */
export async function leaseBot(database: Queryable, botId: number, token: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "lease_telegram_bot",
    text: `insert into telegram_bots as b (id, lease_token, leased_until)
           values ($1, $2, now() + make_interval(secs => $3))
           on conflict (id) do update set lease_token = excluded.lease_token, leased_until = excluded.leased_until
            where b.lease_token = excluded.lease_token or b.leased_until < now()`,
    values: [botId, token, LEASE_SECONDS],
  });
  return rowCount === 1;
}

export async function releaseBot(database: Queryable, botId: number, token: string): Promise<void> {
  await database.query(
    "update telegram_bots set leased_until = '-infinity' where id = $1 and lease_token = $2",
    [botId, token],
  );
}

export async function nameBot(database: Queryable, botId: number, name: string): Promise<void> {
  await database.query("update telegram_bots set name = $2 where id = $1 and name is distinct from $2", [
    botId,
    name,
  ]);
}

export async function findBotName(database: Queryable, botId: number): Promise<string | null> {
  const { rows } = await database.query<{ name: string | null }>(
    "select name from telegram_bots where id = $1",
    [botId],
  );
  return rows[0]?.name ?? null;
}

export async function wasHandled(database: Queryable, botId: number, updateId: number): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "find_telegram_update",
    text: "select from telegram_updates where bot_id = $1 and id = $2",
    values: [botId, updateId],
  });
  return rowCount === 1;
}

/** Call it in the transaction of the effects. Returns false if the update was handled before. */
export async function markHandled(
  database: Queryable,
  botId: number,
  updateId: number,
  request: { readonly chatId: number; readonly verificationId: string } | undefined,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "mark_telegram_update",
    text: `insert into telegram_updates (bot_id, id, chat_id, verification_id) values ($1, $2, $3, $4)
           on conflict do nothing`,
    values: [botId, updateId, request?.chatId ?? null, request?.verificationId ?? null],
  });
  return rowCount === 1;
}

/** Whether the receipt of this request was sent to the bot in this chat, which gets its verdict. */
export async function wasSentBy(
  database: Queryable,
  chatId: number,
  verificationId: string,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "find_telegram_request",
    text: "select from telegram_updates where verification_id = $1 and chat_id = $2",
    values: [verificationId, chatId],
  });
  return rowCount !== 0;
}
