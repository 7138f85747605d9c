import { newId, type Permissions, permissionsSchema } from "@receipts/contracts";
import type { PoolClient, Queryable } from "@receipts/database";
import { lockAccount } from "../accounts/lock-account.ts";
import type { Caller } from "../http/caller.ts";
import { apiKeyHash, newApiKey } from "./api-key-format.ts";

/** More are an accident, or somebody who counts keys to get around the limits of one. */
export const MAX_LIVE_KEYS = 50;

export async function findLiveKey(database: Queryable, hash: Buffer): Promise<Caller | undefined> {
  const { rows } = await database.query<{ id: string; user_id: string; permissions: unknown }>({
    name: "find_live_key",
    text: `select k.id, k.user_id, k.permissions from api_keys k join users u on u.id = k.user_id
            where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
              and u.disabled_at is null and u.erased_at is null`,
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
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly prefix: string;
}

/** A key as its owner may see it again: everything but the secret. */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly permissions: Permissions;
  readonly metadata: Readonly<Record<string, string>>;
  readonly requestCount: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

const isLive = "revoked_at is null and (expires_at is null or expires_at > now())";
const columns = `id, name, ${isLive} as enabled, permissions, metadata, request_count as "requestCount",
  created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", revoked_at as "revokedAt"`;

/**
 * The only moment at which the whole key exists outside its owner's hands. Undefined when the account has as many live
 * keys as it may. The account's row is held until the transaction ends: two calls cannot both take the last place, and an
 * erasure finds the key or is found by it.
 */
export async function createApiKey(
  client: PoolClient,
  draft: NewApiKey,
): Promise<{ readonly key: string; readonly row: ApiKeyRow } | undefined> {
  await lockAccount(client, draft.userId);
  const { rows } = await client.query<{ live: number }>(
    `select count(*) as live from api_keys where user_id = $1 and ${isLive}`,
    [draft.userId],
  );
  if ((rows[0]?.live ?? 0) >= MAX_LIVE_KEYS) return undefined;
  const key = newApiKey(draft.prefix);
  return { key, row: await insertApiKey(client, { ...draft, id: newId("apiKey"), key }) };
}

export async function insertApiKey(
  database: Queryable,
  draft: NewApiKey & { readonly id: string; readonly key: string },
): Promise<ApiKeyRow> {
  const { rows } = await database.query<ApiKeyRow>(
    `insert into api_keys (id, user_id, name, key_hash, permissions, metadata, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7))
     returning ${columns}`,
    [
      draft.id,
      draft.userId,
      draft.name,
      apiKeyHash(draft.key),
      draft.permissions,
      draft.metadata ?? {},
      draft.expiresInDays ?? null,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an insert answers with its row");
  return row;
}

export async function listApiKeys(
  database: Queryable,
  userId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: ApiKeyRow[]; readonly total: number }> {
  const { rows } = await database.query<ApiKeyRow>(
    `select ${columns} from api_keys where user_id = $1 order by created_at desc, id desc limit $2 offset $3`,
    [userId, page.limit, page.offset],
  );
  const counted = await database.query<{ total: number }>(
    "select count(*) as total from api_keys where user_id = $1",
    [userId],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Undefined when the account has no such key, or has it no more. */
export async function revokeApiKey(
  client: PoolClient,
  userId: string,
  id: string,
): Promise<Pick<ApiKeyRow, "id" | "name"> | undefined> {
  await lockAccount(client, userId);
  const { rows } = await client.query<Pick<ApiKeyRow, "id" | "name">>(
    `update api_keys set revoked_at = now() where id = $1 and user_id = $2 and revoked_at is null
     returning id, name`,
    [id, userId],
  );
  return rows[0];
}
