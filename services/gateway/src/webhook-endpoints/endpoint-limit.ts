import { MAX_WEBHOOK_ENDPOINTS } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { ApiProblem } from "../http/api-problem.ts";
import { countEndpoints } from "./endpoint-repository.ts";

/** Call it under the account's lock. Throws 409 if the account can have no further endpoint. */
export async function requireFreeEndpoint(database: Queryable, userId: string): Promise<void> {
  if ((await countEndpoints(database, userId)) < MAX_WEBHOOK_ENDPOINTS) return;
  throw new ApiProblem("invalid_state", {
    message: `The account has ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints: delete one first`,
  });
}
