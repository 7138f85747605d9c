import type { RouteContract } from "@receipts/contracts";
import type { Request } from "express";
import { ApiProblem } from "./api-problem.ts";
import { callerOf } from "./request-context.ts";

/** Throws if the body has a field for which the session of this caller is not fresh enough. */
export function requireFreshFields(
  request: Request,
  { needsFreshSignIn }: Pick<RouteContract, "needsFreshSignIn">,
): void {
  if (needsFreshSignIn === undefined || needsFreshSignIn === true) return;
  const body: unknown = request.body;
  if (typeof body !== "object" || body === null) return;
  if (needsFreshSignIn.some((field) => Object.hasOwn(body, field))) requireFreshSignIn(request);
}

/** Throws for a session whose person has not proved the identity within the last minutes. Keys have no sign-in. */
export function requireFreshSignIn(request: Request): void {
  const { member } = callerOf(request);
  if (member !== null && !member.isFresh) throw new ApiProblem("fresh_sign_in_required");
}
