import { newId, type Permissions, permissionsSchema } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Caller } from "../http/caller.ts";
import { apiKeyHash, newApiKey } from "./api-key-format.ts";

export async function findLiveKey(database: Queryable, hash: Buffer): Promise<Caller | undefined> {
  const { rows } = await database.query<{ id: string; user_id: string; permissions: unknown }>({
    name: "find_live_key",
    text: `select id, user_id, permissions from api_keys
            where key_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    values: [hash],
  });
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    userId: row.user_id,
    apiKeyId: row.id,
    sessionId: null,
    permissions: permissionsSchema.parse(row.permissions),
  };
}

export interface NewApiKey {
  readonly userId: string;
  readonly name: string;
  readonly permissions: Permissions;
  readonly expiresInDays?: number | undefined;
  readonly prefix: string;
}

/** The only moment at which the whole key exists outside its owner's hands. */
export async function createApiKey(
  database: Queryable,
  draft: NewApiKey,
): Promise<{ id: string; key: string }> {
  const id = newId("apiKey");
  const key = newApiKey(draft.prefix);
  await insertApiKey(database, { ...draft, id, key });
  return { id, key };
}

export async function insertApiKey(
  database: Queryable,
  draft: NewApiKey & { readonly id: string; readonly key: string },
): Promise<void> {
  await database.query(
    `insert into api_keys (id, user_id, name, key_hash, permissions, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(days => $6))`,
    [
      draft.id,
      draft.userId,
      draft.name,
      apiKeyHash(draft.key),
      draft.permissions,
      draft.expiresInDays ?? null,
    ],
  );
}
