import { inTransaction, type Pool, type PoolClient, type Queryable } from "@receipts/database";
import type { Request } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { callerOf } from "../http/request-context.ts";

/** A change of the caller's account: all of it or nothing, and one at a time. */
export async function inAccount<T>(
  pool: Pool,
  request: Request,
  change: (client: PoolClient, userId: string) => Promise<T>,
): Promise<T> {
  const { userId } = callerOf(request);
  return await inTransaction(pool, async (client) => {
    await lockAccount(client, userId);
    return await change(client, userId);
  });
}

/**
 * Changes of one account wait for each other from here to the end of the transaction; verifications do not wait. Before
 * any other row of the account but its balance, which comes first: an erasure locks in that order too, and else each
 * would wait for the other.
 */
export async function lockAccount(database: Queryable, userId: string): Promise<void> {
  // Erased since the session was looked up.
  if (!(await tryLockAccount(database, userId))) throw new ApiProblem("unauthenticated");
}

/** The same; answers false for an account that is erased or never was. */
export async function tryLockAccount(database: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "lock_account",
    text: "select from users where id = $1 and erased_at is null for no key update",
    values: [userId],
  });
  return rowCount === 1;
}

/**
 * Keeps an account as it is, without making anybody wait but an erasure: for what is made in an account's name by many at
 * once. Answers false for an account that is erased or never was.
 */
export async function shareLockAccount(database: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await database.query({
    name: "keep_account",
    text: "select from users where id = $1 and erased_at is null for key share",
    values: [userId],
  });
  return rowCount === 1;
}
