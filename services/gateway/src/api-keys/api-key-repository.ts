import { type Permissions, permissionsSchema } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Caller } from "../http/caller.ts";
import { createKeyTable, type KeyRow, type NewKey } from "./key-table.ts";

export async function findActiveKey(database: Queryable, hash: Buffer): Promise<Caller | undefined> {
  const found = await apiKeys.findActive<{ branchId: string | null; permissions: unknown }>(database, hash);
  if (found === undefined) return undefined;
  const { id: apiKeyId, permissions, ...key } = found;
  return {
    ...key,
    apiKeyId,
    sessionId: null,
    member: null,
    permissions: permissionsSchema.parse(permissions),
  };
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
  shown: `k.permissions, k.metadata, k.branch_id as "branchId",
    json_build_object('sha256Prefix', left(encode(k.key_hash, 'hex'), 12)) as fingerprint`,
  used: `k.branch_id as "branchId", k.permissions`,
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
