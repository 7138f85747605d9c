import type { ApiKeyView, CheckoutKeyView, Permissions } from "@receipts/contracts";

/** `left`: its maker has left, so that it does not work. */
export type KeyState = "active" | "expired" | "revoked" | "left";

/** A key of either kind, as shown in the list. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  /** Permissions or scopes, such as `verification:read` or `deposits:write`. */
  readonly grants: readonly string[];
  /** Public part of the key, to recognize it. */
  readonly fingerprint: string;
  /** Only API keys have metadata. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Only API keys belong to branches. */
  readonly branchId: string | null;
  readonly state: KeyState;
  readonly requestCount: number;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly madeBy: ApiKeyView["madeBy"];
}

/** Input for a new key. */
export interface KeyDraft {
  readonly name: string;
  readonly grants: readonly string[];
  readonly expiresInDays?: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly branchId: string | null;
}

export function apiKeyRow(key: ApiKeyView): KeyRow {
  return {
    ...commonOf(key),
    grants: grantsOf(key.permissions),
    fingerprint: `${key.prefix}… (SHA-256 ${key.fingerprint.sha256Prefix}…)`,
    metadata: key.metadata,
    branchId: key.branchId,
  };
}

export function checkoutKeyRow(key: CheckoutKeyView): KeyRow {
  const { prefix, fingerprint, scopes } = key;
  return {
    ...commonOf(key),
    grants: scopes,
    fingerprint: `${prefix}…${fingerprint.last4} (SHA-256 ${fingerprint.sha256Prefix}…)`,
    metadata: {},
    branchId: null,
  };
}

function commonOf(key: ApiKeyView | CheckoutKeyView) {
  const { id, name, requestCount, createdAt, lastUsedAt, expiresAt, madeBy } = key;
  return { id, name, state: stateOf(key), requestCount, createdAt, lastUsedAt, expiresAt, madeBy };
}

function stateOf({ enabled, revokedAt, expiresAt, madeBy }: ApiKeyView | CheckoutKeyView): KeyState {
  if (revokedAt !== null) return "revoked";
  if (enabled) return "active";
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return madeBy?.hasLeft === true && !isExpired ? "left" : "expired";
}

/** Turns `{ verification: ["read"] }` into `["verification:read"]`. */
function grantsOf(permissions: Permissions): string[] {
  return Object.entries(permissions)
    .flatMap(([resource, actions]) => (actions ?? []).map((action) => `${resource}:${action}`))
    .sort();
}

/** Reverses `grantsOf`. */
export function permissionsOf(grants: readonly string[]): Permissions {
  const permissions: Record<string, string[]> = {};
  for (const grant of grants) {
    const [resource = "", action = ""] = grant.split(":");
    permissions[resource] = [...(permissions[resource] ?? []), action];
  }
  return permissions as Permissions; // grants from the table of choices; the API checks them
}

/**
 * Finds an unused active key, and an older active key with the same name, branch and grants. The secret of the newer one may be
 * lost, if the page was left while it was shown.
 */
export function unusedReplacement(
  rows: readonly KeyRow[],
): { readonly old: KeyRow; readonly fresh: KeyRow } | undefined {
  const active = rows.filter(({ state }) => state === "active");
  for (const fresh of active.filter(({ lastUsedAt }) => lastUsedAt === null)) {
    const old = active.find((key) => isReplacedBy(key, fresh));
    if (old !== undefined) return { old, fresh };
  }
  return undefined;
}

function isReplacedBy(old: KeyRow, fresh: KeyRow): boolean {
  return (
    old.name === fresh.name &&
    old.branchId === fresh.branchId &&
    old.grants.join() === fresh.grants.join() &&
    Date.parse(old.createdAt) < Date.parse(fresh.createdAt)
  );
}

const DAY_MS = 86_400_000;

/** A replacement has the same permissions, branch and lifetime. */
export function replacementOf(key: KeyRow): KeyDraft {
  const { name, grants, metadata, branchId, createdAt, expiresAt } = key;
  if (expiresAt === null) return { name, grants, metadata, branchId };
  const days = (Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MS;
  return { name, grants, metadata, branchId, expiresInDays: Math.max(1, Math.round(days)) };
}
