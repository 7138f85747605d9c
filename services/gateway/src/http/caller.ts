import {
  type CheckoutScope,
  type Permissions,
  permissionActions,
  permissionResources,
} from "@receipts/contracts";

/** The caller: an API key, or a signed-in person. */
export interface Caller {
  readonly userId: string;
  /** Null for a session. */
  readonly apiKeyId: string | null;
  /** Null for an API key. */
  readonly sessionId: string | null;
  readonly permissions: Permissions;
  /** Only for a checkout key. */
  readonly scopes?: readonly CheckoutScope[];
}

/** A signed-in person has all permissions of the account. */
export const everyPermission: Permissions = Object.fromEntries(
  permissionResources.map((resource) => [resource, [...permissionActions]]),
);

/** The id that rate limits count. */
export function credentialId(caller: Caller): string {
  return caller.apiKeyId ?? caller.sessionId ?? caller.userId;
}
