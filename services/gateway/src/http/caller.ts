import {
  type CheckoutScope,
  type Permissions,
  permissionActions,
  permissionResources,
  type Role,
  rolesFor,
} from "@receipts/contracts";

/** A person who acts for the account. */
export interface SignedInMember {
  /** Id of the membership. */
  readonly id: string;
  /** Null for a cashier, who has no sign-in. */
  readonly personId: string | null;
  readonly role: Role;
  /** The till of a cashier's session. */
  readonly tillId: string | null;
  readonly signedInAt: Date;
  /** Proved the identity within the last minutes. */
  readonly isFresh: boolean;
  /** The account requires two-factor sign-in, which the person has not set up. */
  readonly mustEnroll: boolean;
}

/** The caller: an API key, or a signed-in person. */
export interface Caller {
  readonly userId: string;
  /** Null for a session. */
  readonly apiKeyId: string | null;
  /** Null for an API key. */
  readonly sessionId: string | null;
  /** Null for a key. */
  readonly member: SignedInMember | null;
  /** Of the key, the person or the till. Null if they are of the whole account. */
  readonly branchId: string | null;
  readonly permissions: Permissions;
  /** Of the maker of a key, as it is now; undefined for a session. */
  readonly makerRole?: Role;
  /** Only for a checkout key. */
  readonly scopes?: readonly CheckoutScope[];
}

/** How long a process may accept a key that another process revoked: the revocation is confirmed after that time. */
export const KEY_CACHE_MS = 500;

/** The origin of requests that no key and no signed-in person submitted. */
export const noCaller = { apiKeyId: null, member: null, branchId: null } as const satisfies Partial<Caller>;

/** A signed-in person is limited by role, not by permissions. */
export const everyPermission: Permissions = Object.fromEntries(
  permissionResources.map((resource) => [resource, [...permissionActions[resource]]]),
);

/** The id that rate limits count. */
export function credentialId(caller: Caller): string {
  return caller.apiKeyId ?? caller.sessionId ?? caller.userId;
}

/** The role that bounds the caller: the person's, or that of the key's maker. */
export function roleOf({ member, makerRole }: Pick<Caller, "member" | "makerRole">): Role | undefined {
  return member?.role ?? makerRole;
}

/** Whether a session of the caller's role may read saved bank accounts and credits. */
export function seesMoney(caller: Pick<Caller, "member" | "makerRole">): boolean {
  const role = roleOf(caller);
  const roles: readonly Role[] = rolesFor.money;
  return role === undefined || roles.includes(role);
}

/** A key or session that is still accepted. */
export interface ActiveCredential {
  readonly id: string;
  /** The present role of its person. */
  readonly role: Role;
  /** Only of a session: its present branch. */
  readonly branchId?: string | null;
  /** Only of a session. */
  readonly mustEnroll?: boolean;
}

/** Whether the caller may still do all that it could when its call began. */
export function isUnchanged(caller: Caller, active: ActiveCredential | undefined): boolean {
  if (active === undefined || active.role !== roleOf(caller)) return false;
  if (active.branchId !== undefined && active.branchId !== caller.branchId) return false;
  return active.mustEnroll !== true || caller.member?.mustEnroll === true;
}
