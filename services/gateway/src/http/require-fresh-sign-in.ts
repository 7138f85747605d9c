import type { RouteContract } from "@receipts/contracts";
import type { Request } from "express";
import { ApiProblem } from "./api-problem.ts";
import { callerOf } from "./request-context.ts";

/** Throws if the call, or a field of its body, needs a fresher session than that of this caller. */
export function requireFreshFor(
  request: Request,
  { needsFreshSignIn }: Pick<RouteContract, "needsFreshSignIn">,
): void {
  if (needsFreshSignIn === undefined) return;
  const body: unknown = request.body;
  const has = (field: string) =>
    (typeof body === "object" && body !== null && Object.hasOwn(body, field)) ||
    (field === "webhookUrl" && request.headers["x-webhook-url"] !== undefined);
  if (needsFreshSignIn === true || needsFreshSignIn.some(has)) requireFreshSignIn(request);
}

/** Throws for a session whose person has not proved the identity within the last minutes. Keys have no sign-in. */
export function requireFreshSignIn(request: Request): void {
  const { member } = callerOf(request);
  if (member !== null && !member.isFresh) throw new ApiProblem("fresh_sign_in_required");
}
