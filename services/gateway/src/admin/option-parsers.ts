import {
  emailSchema,
  type Permissions,
  permissionActions,
  permissionResources,
  permissionsSchema,
  personNameSchema,
} from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { InvalidArgumentError } from "commander";
import { z } from "zod";
import { tryLockAccount } from "../account-lock/lock-account.ts";
import { type Account, findAccount } from "../accounts/account-repository.ts";

export async function requireAccount(database: Queryable, idOrEmail: string): Promise<Account> {
  const account = await findAccount(database, idOrEmail);
  if (account === undefined) throw new Error(`Account not found: ${idOrEmail}`);
  return account;
}

/** Called in the transaction that gives the account something: it would outlive the erasure. */
export async function requireUnerased(client: Queryable, userId: string): Promise<void> {
  if (!(await tryLockAccount(client, userId))) throw new Error(`Account ${userId} has been erased`);
}

export const defaultPermissions: Permissions = { verification: ["read", "write"] };

export function parsePermissions(text: string): Permissions {
  const permissions: Record<string, string[]> = {};
  for (const permission of text.split(",")) {
    const [resource = "", action = ""] = permission.trim().split(":");
    permissions[resource] = [...(permissions[resource] ?? []), action];
  }
  const parsed = permissionsSchema.safeParse(permissions);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(
    `must be resource:action, with resources ${permissionResources.join(", ")} and actions ${permissionActions.verification.join(", ")} (resolve for verification alone)`,
  );
}

/** Parses an option with a schema; `fault` is the message for invalid values. */
function parser<T>(schema: z.ZodType<T>, fault: string): (text: string) => T {
  return (text) => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    throw new InvalidArgumentError(fault);
  };
}

export const parseCount = parser(
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number),
  "must be a whole number above 0",
);

export function parseDays(text: string): number {
  const days = parseCount(text);
  if (days <= 3_650) return days;
  throw new InvalidArgumentError("must be a whole number from 1 to 3650");
}

export const parseDecision = parser(z.enum(["accept", "reject"]), "must be accept or reject");
export const parseEmail = parser(emailSchema, "must be an email address");
export const parseName = parser(personNameSchema, "must be 1 to 200 characters, without control characters");

/** Requires a time zone: the operator's clock and the server's can differ. */
export function parseMoment(text: string): Date {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const moment = new Date(text);
  if (isWhole && !Number.isNaN(moment.getTime())) return moment;
  throw new InvalidArgumentError("must be a time with a zone, such as 2026-01-31T12:00:00Z");
}
