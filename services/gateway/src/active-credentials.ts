import { isId } from "@receipts/contracts";
import type { Queryable } from "@receipts/database";
import { apiKeys } from "./api-keys/api-key-repository.ts";
import { checkoutKeys } from "./checkout/checkout-keys/checkout-key-repository.ts";
import { ApiProblem } from "./http/api-problem.ts";
import { type ActiveCredential, credentialId, isUnchanged } from "./http/caller.ts";
import type { RequireStillActive } from "./http/request-context.ts";
import { findOpenSessions } from "./sessions/session-repository.ts";

/** Returns the keys and sessions that are still accepted. */
export async function findActiveCredentials(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ActiveCredential>> {
  const find = async (
    kind: Parameters<typeof isId>[0],
    from: (ids: readonly string[]) => Promise<readonly ActiveCredential[]>,
  ) => {
    const ofKind = ids.filter((id) => isId(kind, id));
    return ofKind.length === 0 ? [] : await from(ofKind);
  };
  const found = [
    ...(await find("session", (some) => findOpenSessions(database, some))),
    ...(await find("apiKey", (some) => apiKeys.findActiveByIds(database, some))),
    ...(await find("checkoutKey", (some) => checkoutKeys.findActiveByIds(database, some))),
  ];
  return new Map(found.map((active) => [active.id, active]));
}

export const requireStillActive: RequireStillActive = async (database, caller) => {
  const id = credentialId(caller);
  const active = (await findActiveCredentials(database, [id])).get(id);
  if (active === undefined)
    throw caller.sessionId === null
      ? new ApiProblem("invalid_api_key")
      : new ApiProblem("unauthenticated", { message: "The session has ended: sign in again" });
  if (isUnchanged(caller, active)) return;
  if (active.mustEnroll === true) throw new ApiProblem("two_factor_enrollment_required");
  throw new ApiProblem("permission_denied", {
    message: "The role or branch of the person, or of the key's maker, has changed meanwhile",
  });
};
