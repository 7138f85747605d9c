import { isId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { apiKeys } from "./api-keys/api-key-repository.ts";
import { checkoutKeys } from "./checkout/checkout-keys/checkout-key-repository.ts";
import { ApiProblem } from "./http/api-problem.ts";
import { credentialId } from "./http/caller.ts";
import type { RequireStillActive } from "./http/request-context.ts";
import { findOpenRole, findOpenSessionIds } from "./sessions/session-repository.ts";

/** Returns the ids of keys and sessions that are still accepted. */
export async function findActiveCredentials(
  database: Queryable,
  ids: readonly string[],
): Promise<readonly string[]> {
  const sessions = ids.filter((id) => isId("session", id));
  const open = sessions.length === 0 ? [] : await findOpenSessionIds(database, sessions);
  const keys = await findActiveKeys(database, ids);
  return [...open, ...keys.map(({ id }) => id)];
}

async function findActiveKeys(database: Queryable, ids: readonly string[]) {
  const ofApi = ids.filter((id) => isId("apiKey", id));
  const ofCheckout = ids.filter((id) => isId("checkoutKey", id));
  return [
    ...(ofApi.length === 0 ? [] : await apiKeys.findActiveByIds(database, ofApi)),
    ...(ofCheckout.length === 0 ? [] : await checkoutKeys.findActiveByIds(database, ofCheckout)),
  ];
}

export const requireStillActive: RequireStillActive = async (database, caller) => {
  const { member, sessionId } = caller;
  if (member === null || sessionId === null) {
    const [active] = await findActiveKeys(database, [credentialId(caller)]);
    if (active === undefined) throw new ApiProblem("invalid_api_key");
    if (active.makerRole !== caller.makerRole)
      throw new ApiProblem("permission_denied", {
        message: "The role of the key's maker has changed meanwhile",
      });
    return;
  }
  const role = await findOpenRole(database, sessionId);
  if (role === undefined)
    throw new ApiProblem("unauthenticated", { message: "The session has ended: sign in again" });
  if (role !== member.role)
    throw new ApiProblem("permission_denied", { message: "Your role has changed meanwhile" });
};
