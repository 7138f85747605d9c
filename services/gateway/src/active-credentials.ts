import { isId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { apiKeys } from "./api-keys/api-key-repository.ts";
import { checkoutKeys } from "./checkout/checkout-keys/checkout-key-repository.ts";
import { ApiProblem } from "./http/api-problem.ts";
import { type Caller, credentialId } from "./http/caller.ts";
import { findOpenRole, findOpenSessionIds } from "./sessions/session-repository.ts";

/** Returns the ids of keys and sessions that are still accepted. */
export async function findActiveCredentials(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly string[]> {
  const sessions = ids.filter((id) => isId("session", id));
  const ofCheckout = ids.filter((id) => isId("checkoutKey", id));
  const ofApi = ids.filter((id) => isId("apiKey", id));
  const found = [
    ofApi.length === 0 ? [] : await apiKeys.findActiveIds(database, ofApi),
    ofCheckout.length === 0 ? [] : await checkoutKeys.findActiveIds(database, ofCheckout),
    sessions.length === 0 ? [] : await findOpenSessionIds(database, sessions),
  ];
  return found.flat();
}

/** Throws if the key or session has ended since the call began, or its person has another role. */
export async function requireStillActive(database: Queryable, caller: Caller): Promise<void> {
  const { member, sessionId } = caller;
  if (member === null || sessionId === null) {
    const active = await findActiveCredentials(database, [credentialId(caller)]);
    if (active.length === 0) throw new ApiProblem("invalid_api_key");
    return;
  }
  const role = await findOpenRole(database, sessionId);
  if (role === undefined)
    throw new ApiProblem("unauthenticated", { message: "The session has ended: sign in again" });
  if (role !== member.role)
    throw new ApiProblem("permission_denied", { message: "Your role has changed meanwhile" });
}
