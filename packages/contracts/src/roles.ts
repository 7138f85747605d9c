import type { CheckoutScope } from "./checkout-scopes.ts";
import type { Permission } from "./permissions.ts";

/** Roles of the people of an account, from most to least permissions. */
export const roles = ["owner", "manager", "developer", "cashier"] as const;
export type Role = (typeof roles)[number];

/** The roles of a route, by what it is about. The documentation has the table. */
export const rolesFor = {
  /** Own sign-in and session. */
  everyone: roles,
  /** Own sign-in, for people who have a password. */
  people: ["owner", "manager", "developer"],
  payments: ["owner", "manager", "developer"],
  /** Keys, webhook endpoints and their deliveries. */
  integration: ["owner", "manager", "developer"],
  /** Saved bank accounts, deposits, branches, tills, the team, the audit log. */
  management: ["owner", "manager"],
  /** The cashier's page. */
  counter: ["cashier"],
  /** Amounts of the account: totals and credits. */
  money: ["owner", "manager"],
  /** Buying credits, closing the account. */
  ownership: ["owner"],
} as const satisfies Record<string, readonly Role[]>;

/**
 * Roles whose people may give a key the permission or scope. At every call a key may do what both it and a session of
 * its maker may do.
 */
export const rolesThatGive: Readonly<Record<Permission | CheckoutScope, readonly Role[]>> = {
  "verification:read": rolesFor.integration,
  "verification:write": rolesFor.integration,
  "verification:resolve": rolesFor.money,
  "metrics:read": rolesFor.money,
  "metrics:write": rolesFor.money,
  "uptime:read": rolesFor.integration,
  "uptime:write": rolesFor.integration,
  "webhooks:read": rolesFor.integration,
  "webhooks:write": rolesFor.integration,
  "deposits:read": rolesFor.integration,
  "deposits:write": rolesFor.integration,
  "deposits:resolve": rolesFor.money,
  "events:read": rolesFor.integration,
};
