import type { CheckoutScope } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { createKeyTable, type KeyRow } from "../../api-keys/key-table.ts";
import type { CheckoutCaller } from "../http/require-checkout-caller.ts";

export async function findActiveCheckoutKey(
  database: Queryable,
  hash: Buffer,
): Promise<CheckoutCaller | undefined> {
  const found = await checkoutKeys.findActive<{ scopes: CheckoutScope[] }>(database, hash);
  if (found === undefined) return undefined;
  const { id: apiKeyId, ...key } = found;
  return { ...key, apiKeyId, sessionId: null, member: null, branchId: null, permissions: {} };
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
  shown: `k.scopes,
    json_build_object('last4', k.last4, 'sha256Prefix', left(encode(k.key_hash, 'hex'), 12)) as fingerprint`,
  used: "k.scopes",
  stored: ({ scopes, key }) => ({ scopes, last4: key.slice(-4) }),
});

export const insertCheckoutKey = checkoutKeys.insert;
