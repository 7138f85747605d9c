import { type IdKind, isId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import type { Request } from "express";
import { ApiProblem } from "./api-problem.ts";
import { callerOf } from "./request-context.ts";

/**
 * Returns how a call finds the row that its path names; 404 with the same body for an unknown id, one of another kind, and
 * another account's.
 */
export function ownedRow<Row>(
  kind: IdKind,
  message: string,
  find: (database: Queryable, userId: string, id: string) => Promise<Row | undefined>,
) {
  return async (database: Queryable, request: Request, id: unknown = request.params["id"]): Promise<Row> => {
    const row =
      typeof id === "string" && isId(kind, id)
        ? await find(database, callerOf(request).userId, id)
        : undefined;
    if (row === undefined) throw new ApiProblem("not_found", { message });
    return row;
  };
}

/** Throws if the account has as many as it may. `wayOut`: what makes room, as a verb. */
export function requireRoom(
  count: number,
  most: number,
  { what, wayOut }: { readonly what: string; readonly wayOut: string },
): void {
  if (count < most) return;
  throw new ApiProblem("invalid_state", {
    message: `The account has ${most} ${what}, the most allowed: ${wayOut} one first`,
  });
}
