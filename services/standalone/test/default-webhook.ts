import type { Queryable } from "@receipts/database";

/** Makes `url` the default webhook of an account that has none. */
export async function setDefaultWebhook(database: Queryable, userId: string, url: string): Promise<void> {
  await database.query(
    "insert into webhook_endpoints (id, user_id, url, is_default) values ('whe_' || new_ulid(), $1, $2, true)",
    [userId, url],
  );
}
