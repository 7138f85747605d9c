import { type Permissions, permissionsSchema } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Caller } from "../http/caller.ts";
import { createKeyTable, type KeyRow, type NewKey } from "./key-table.ts";

/** For a key `k` and its account `u`. */
const isActive = `k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
              and u.disabled_at is null and u.erased_at is null`;

export async function findActiveKey(database: Queryable, hash: Buffer): Promise<Caller | undefined> {
  const { rows } = await database.query<{
    id: string;
    user_id: string;
    branch_id: string | null;
    permissions: unknown;
  }>({
    name: "find_live_key",
    text: `select k.id, k.user_id, k.branch_id, k.permissions from api_keys k join users u on u.id = k.user_id
            where k.key_hash = $1 and ${isActive}`,
    values: [hash],
  });
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    userId: row.user_id,
    apiKeyId: row.id,
    sessionId: null,
    member: null,
    branchId: row.branch_id,
    permissions: permissionsSchema.parse(row.permissions),
  };
}

/** Returns the ids that `findActiveKey` would still find. */
export async function findActiveKeyIds(database: Queryable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: "find_live_key_ids",
    text: `select k.id from api_keys k join users u on u.id = k.user_id where k.id = any($1) and ${isActive}`,
    values: [ids],
  });
  return rows.map(({ id }) => id);
}

interface ApiKeyDraft {
  readonly permissions: Permissions;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly branchId?: string | null | undefined;
}

export interface ApiKeyRow extends KeyRow {
  readonly permissions: Permissions;
  readonly metadata: Readonly<Record<string, string>>;
  readonly branchId: string | null;
  readonly fingerprint: { readonly sha256Prefix: string };
}

export const apiKeys = createKeyTable<ApiKeyDraft, ApiKeyRow>({
  table: "api_keys",
  idKind: "apiKey",
  shown: `permissions, metadata, branch_id as "branchId", json_build_object('sha256Prefix', left(encode(key_hash, 'hex'), 12)) as fingerprint`,
  stored: ({ permissions, metadata = {}, branchId = null }) => ({
    permissions,
    metadata,
    branch_id: branchId,
  }),
});

export async function insertApiKey(
  database: Queryable,
  draft: NewKey & ApiKeyDraft & { readonly id: string; readonly key: string; readonly prefix: string },
): Promise<ApiKeyRow> {
  return await apiKeys.insert(database, draft);
}
