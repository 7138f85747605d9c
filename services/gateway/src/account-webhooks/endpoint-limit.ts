import { MAX_WEBHOOK_ENDPOINTS } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { ApiProblem } from "../http/api-problem.ts";

/** Without listeners. */
export async function countEndpoints(database: Queryable, userId: string): Promise<number> {
  const { rows } = await database.query<{ total: number }>(
    "select count(*) as total from webhook_endpoints where user_id = $1 and listening_until is null",
    [userId],
  );
  return rows[0]?.total ?? 0;
}

/** Call it under the account's lock. Throws 409 if the account can have no further endpoint. */
export async function requireFreeEndpoint(database: Queryable, userId: string): Promise<void> {
  if ((await countEndpoints(database, userId)) < MAX_WEBHOOK_ENDPOINTS) return;
  throw new ApiProblem("invalid_state", {
    message: `The account has ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints: delete one first`,
  });
}
