import { type CheckoutScope, newId } from "@receipts/contracts";
import type { PoolClient, Queryable } from "@receipts/database";
import { apiKeyHash, newApiKey } from "../../api-keys/api-key-format.ts";
import type { CheckoutCaller } from "../http/mount-checkout-routes.ts";

/** As many as API keys, and for the same reasons. */
export const MAX_LIVE_CHECKOUT_KEYS = 50;

export async function findLiveCheckoutKey(
  database: Queryable,
  hash: Buffer,
): Promise<CheckoutCaller | undefined> {
  const { rows } = await database.query<{ id: string; userId: string; scopes: CheckoutScope[] }>({
    name: "find_live_checkout_key",
    text: `select k.id, k.user_id as "userId", k.scopes from checkout_keys k join users u on u.id = k.user_id
            where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
              and u.disabled_at is null and u.erased_at is null`,
    values: [hash],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return { userId: row.userId, apiKeyId: row.id, sessionId: null, permissions: {}, scopes: row.scopes };
}

export interface NewCheckoutKey {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly CheckoutScope[];
  readonly expiresInDays?: number | undefined;
}

/** A key as its owner may see it again. */
export interface CheckoutKeyRow {
  readonly id: string;
  readonly name: string;
  readonly fingerprint: { readonly last4: string; readonly sha256Prefix: string };
  readonly enabled: boolean;
  readonly scopes: readonly CheckoutScope[];
  readonly requestCount: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

const isLive = "revoked_at is null and (expires_at is null or expires_at > now())";
const columns = `id, name, ${isLive} as enabled, scopes, request_count as "requestCount",
  json_build_object('last4', last4, 'sha256Prefix', left(encode(key_hash, 'hex'), 12)) as fingerprint,
  created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", revoked_at as "revokedAt"`;

/** Undefined when the account has as many live keys as it may; its row is held, so that two calls cannot both be the last. */
export async function createCheckoutKey(
  client: PoolClient,
  draft: NewCheckoutKey & { readonly prefix: string },
): Promise<{ readonly key: string; readonly row: CheckoutKeyRow } | undefined> {
  await client.query("select 1 from users where id = $1 for no key update", [draft.userId]);
  const { rows } = await client.query<{ live: number }>(
    `select count(*) as live from checkout_keys where user_id = $1 and ${isLive}`,
    [draft.userId],
  );
  if ((rows[0]?.live ?? 0) >= MAX_LIVE_CHECKOUT_KEYS) return undefined;
  const key = newApiKey(draft.prefix);
  return { key, row: await insertCheckoutKey(client, { ...draft, id: newId("checkoutKey"), key }) };
}

export async function insertCheckoutKey(
  database: Queryable,
  draft: NewCheckoutKey & { readonly id: string; readonly key: string },
): Promise<CheckoutKeyRow> {
  const { rows } = await database.query<CheckoutKeyRow>(
    `insert into checkout_keys (id, user_id, name, key_hash, last4, scopes, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(days => $7))
     returning ${columns}`,
    [
      draft.id,
      draft.userId,
      draft.name,
      apiKeyHash(draft.key),
      draft.key.slice(-4),
      draft.scopes,
      draft.expiresInDays ?? null,
    ],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("an insert answers with its row");
  return row;
}

export async function listCheckoutKeys(
  database: Queryable,
  userId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: CheckoutKeyRow[]; readonly total: number }> {
  const { rows } = await database.query<CheckoutKeyRow>(
    `select ${columns} from checkout_keys where user_id = $1 order by created_at desc, id desc limit $2 offset $3`,
    [userId, page.limit, page.offset],
  );
  const counted = await database.query<{ total: number }>(
    "select count(*) as total from checkout_keys where user_id = $1",
    [userId],
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Undefined when the account has no such key, or has it no more. */
export async function revokeCheckoutKey(
  database: Queryable,
  userId: string,
  id: string,
): Promise<{ readonly name: string } | undefined> {
  const { rows } = await database.query<{ name: string }>(
    `update checkout_keys set revoked_at = now() where id = $1 and user_id = $2 and revoked_at is null
     returning name`,
    [id, userId],
  );
  return rows[0];
}
