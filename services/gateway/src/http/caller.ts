import {
  type CheckoutScope,
  type Permissions,
  permissionActions,
  permissionResources,
} from "@receipts/contracts";

/** Who calls: an API key, or a person who has signed in. */
export interface Caller {
  readonly userId: string;
  /** Null for a session. */
  readonly apiKeyId: string | null;
  /** Null for an API key. */
  readonly sessionId: string | null;
  readonly permissions: Permissions;
  /** Of a checkout key. */
  readonly scopes?: readonly CheckoutScope[];
}

/** A person may do on the account what every key of it together may do. */
export const everyPermission: Permissions = Object.fromEntries(
  permissionResources.map((resource) => [resource, [...permissionActions]]),
);

/** What the limits count by. */
export function credentialId(caller: Caller): string {
  return caller.apiKeyId ?? caller.sessionId ?? caller.userId;
}
