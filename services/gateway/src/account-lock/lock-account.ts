import type { Queryable } from "@receipts/database";
import { ApiProblem } from "../http/api-problem.ts";

/**
 * Serializes changes of an account until the end of the transaction; verifications do not wait. Lock it before any
 * other row of the account except its balance, which comes first: an erasure locks in the same order, so neither
 * deadlocks.
 */
export async function lockAccount(database: Queryable, userId: string): Promise<void> {
  // Erased after the session was checked.
  if (!(await tryLockAccount(database, userId))) throw new ApiProblem("unauthenticated");
}

/** Locks the account. Returns false if it is erased or unknown. */
export async function tryLockAccount(database: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "lock_account",
    text: "select from users where id = $1 and erased_at is null for no key update",
    values: [userId],
  });
  return rowCount === 1;
}

/** The same without waiting: a worker that serves all accounts must not wait for one. */
export async function lockIfFree(
  database: Queryable,
  userId: string,
): Promise<"locked" | "busy" | "unknown"> {
  const { rows } = await database.query<{ locked: boolean; known: boolean }>({
    name: "lock_account_if_free",
    text: `with free as (select id from users where id = $1 and erased_at is null for no key update skip locked)
           select exists (select from free) as locked,
                  exists (select from users where id = $1 and erased_at is null) as known`,
    values: [userId],
  });
  if (rows[0]?.locked === true) return "locked";
  return rows[0]?.known === true ? "busy" : "unknown";
}

/**
 * Prevents the account's erasure and blocks nothing else: for rows that many calls create in its name at once. Returns
 * false if the account is erased or unknown.
 */
export async function shareLockAccount(database: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "keep_account",
    text: "select from users where id = $1 and erased_at is null for key share",
    values: [userId],
  });
  return rowCount === 1;
}
