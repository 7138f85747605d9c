import type { CheckoutScope } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { createKeyTable, type KeyRow } from "../../api-keys/key-table.ts";
import type { CheckoutCaller } from "../http/require-checkout-caller.ts";

/** For a key `k` and its account `u`. */
const isActive = `k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
              and u.disabled_at is null and u.erased_at is null`;

export async function findActiveCheckoutKey(
  database: Queryable,
  hash: Buffer,
): Promise<CheckoutCaller | undefined> {
  const { rows } = await database.query<{ id: string; userId: string; scopes: CheckoutScope[] }>({
    name: "find_live_checkout_key",
    text: `select k.id, k.user_id as "userId", k.scopes from checkout_keys k join users u on u.id = k.user_id
            where k.key_hash = $1 and ${isActive}`,
    values: [hash],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    userId: row.userId,
    apiKeyId: row.id,
    sessionId: null,
    member: null,
    branchId: null,
    permissions: {},
    scopes: row.scopes,
  };
}

/** Returns the ids that `findActiveCheckoutKey` would still find. */
export async function findActiveCheckoutKeyIds(
  database: Queryable,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: "find_live_checkout_key_ids",
    text: `select k.id from checkout_keys k join users u on u.id = k.user_id where k.id = any($1) and ${isActive}`,
    values: [ids],
  });
  return rows.map(({ id }) => id);
}

interface CheckoutKeyDraft {
  readonly scopes: readonly CheckoutScope[];
}

interface CheckoutKeyRow extends KeyRow, CheckoutKeyDraft {
  readonly fingerprint: { readonly last4: string; readonly sha256Prefix: string };
}

export const checkoutKeys = createKeyTable<CheckoutKeyDraft, CheckoutKeyRow>({
  table: "checkout_keys",
  idKind: "checkoutKey",
  shown: `scopes, json_build_object('last4', last4, 'sha256Prefix', left(encode(key_hash, 'hex'), 12)) as fingerprint`,
  stored: ({ scopes, key }) => ({ scopes, last4: key.slice(-4) }),
});

export const insertCheckoutKey = checkoutKeys.insert;
