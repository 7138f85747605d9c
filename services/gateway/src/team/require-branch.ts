import type { PoolClient } from "@receipts/database";
import { invalidPayload } from "../http/api-problem.ts";
import { hasBranch } from "./member-repository.ts";

/** Throws 422 for a branch that is not the account's, or archived. Null is every branch. */
export async function requireBranch(
  client: PoolClient,
  userId: string,
  branchId: string | null,
): Promise<void> {
  if (branchId === null || (await hasBranch(client, userId, branchId))) return;
  throw invalidPayload([{ field: "branchId", message: "is not a branch of this account" }]);
}
