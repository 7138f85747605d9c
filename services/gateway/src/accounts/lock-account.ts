import type { Queryable } from "@receipts/database";
import { ApiProblem } from "../http/api-problem.ts";

/** Changes of one account wait for each other from here to the end of the transaction; verifications do not wait. */
export async function lockAccount(database: Queryable, userId: string): Promise<void> {
  const { rowCount } = await database.query({
    name: "lock_account",
    text: "select from users where id = $1 and erased_at is null for no key update",
    values: [userId],
  });
  // Erased since the session was looked up.
  if (rowCount === 0) throw new ApiProblem("unauthenticated");
}
