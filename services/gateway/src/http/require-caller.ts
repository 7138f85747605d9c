import {
  type Access,
  acceptsCheckoutKeys,
  hasPermission,
  makerRolesOf,
  type Permission,
  type RouteContract,
  rolesOf,
} from "@receipts/contracts";
import type { Request, Response } from "express";
import { ApiProblem } from "./api-problem.ts";
import type { Caller, SignedInMember } from "./caller.ts";
import type { RequireCaller } from "./mount-routes.ts";
import { contextOf, type RequireStillActive } from "./request-context.ts";
import type { RequireSameOrigin } from "./require-same-origin.ts";

export interface RequireCallerDeps {
  /** Throws 401 for an invalid key. */
  readonly authenticate: (key: string) => Promise<Caller>;
  /** The same for a checkout key. */
  readonly authenticateCheckoutKey: (key: string) => Promise<Caller>;
  /** Undefined without a session; throws 401 for one that has ended. */
  readonly authenticateSession: (request: Request) => Promise<Caller | undefined>;
  readonly requireSameOrigin: RequireSameOrigin;
  readonly requireStillActive: RequireStillActive;
  readonly rateLimit: (caller: Caller, response: Response) => Promise<void>;
}

/** Checks in the contract's order: credential, permission, rate limit. */
export function createRequireCaller(deps: RequireCallerDeps): RequireCaller {
  /** A key counts before a cookie. Routes for people need a session. */
  async function callerFrom(request: Request, access: Access): Promise<Caller> {
    const key = request.get("x-api-key");
    if (access !== "session" && key !== undefined) return await deps.authenticate(key);
    const checkoutKey = acceptsCheckoutKeys(access) ? bearerKey(request) : undefined;
    if (checkoutKey !== undefined) return await deps.authenticateCheckoutKey(checkoutKey);
    const caller = await deps.authenticateSession(request);
    if (caller === undefined)
      throw new ApiProblem(access === "session" ? "unauthenticated" : "invalid_api_key");
    deps.requireSameOrigin(request);
    return caller;
  }

  /** A signed-in person is limited by role, a key by its permissions. */
  function requireAllowed(caller: Caller, contract: RouteContract): void {
    const { access } = contract;
    if (caller.member !== null) {
      requireMember(caller.member, contract);
      return;
    }
    const isForAll = access === "public" || access === "any_key" || access === "session";
    if (!isForAll && !isAllowed(caller, access))
      throw new ApiProblem("permission_denied", { message: `This key lacks the permission ${access}` });
    if (!isMakerAllowed(caller, contract))
      throw new ApiProblem("permission_denied", { message: makerRefusal(caller) });
  }

  async function allowed(request: Request, contract: RouteContract): Promise<Caller> {
    const caller = await callerFrom(request, contract.access);
    const context = contextOf(request);
    context.caller = caller;
    context.requireStillActive = deps.requireStillActive;
    requireAllowed(caller, contract);
    return caller;
  }

  return {
    first: async (request, response, contract) =>
      await deps.rateLimit(await allowed(request, contract), response),
    again: async (request, contract) => void (await allowed(request, contract)),
  };
}

function requireMember({ role, mustEnroll }: SignedInMember, contract: RouteContract): void {
  if (!rolesOf(contract).includes(role)) {
    throw new ApiProblem("permission_denied", {
      message: `Your role (${role}) cannot do this: ask an owner or a manager of the account`,
    });
  }
  const { isBeforeEnrollment = false } = contract;
  if (mustEnroll && !isBeforeEnrollment) throw new ApiProblem("two_factor_enrollment_required");
}

/** Whether the maker of the key may do the same in a session now. */
export function isMakerAllowed(
  { makerRole }: Pick<Caller, "makerRole">,
  contract: Parameters<typeof makerRolesOf>[0],
): boolean {
  return makerRole !== undefined && makerRolesOf(contract).includes(makerRole);
}

export function makerRefusal({ makerRole }: Pick<Caller, "makerRole">): string {
  return `The person who made this key (${makerRole}) may not do this: an owner or a manager makes a key for it`;
}

/** Scopes for routes of this surface have the names of permissions. */
function isAllowed({ permissions, scopes = [] }: Caller, permission: Permission): boolean {
  return hasPermission(permissions, permission) || scopes.some((scope) => scope === permission);
}

/** RFC 6750: the scheme in any case, one space, the key. */
export function bearerKey(request: Request): string | undefined {
  return /^bearer ([!-~]{1,200})$/i.exec(request.get("authorization") ?? "")?.[1];
}
