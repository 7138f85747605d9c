import { CHECKOUT_VERSION, type CheckoutRouteContract, type CheckoutScope } from "@receipts/contracts";
import type { Request, Response } from "express";
import { ApiProblem } from "../../http/api-problem.ts";
import type { Caller } from "../../http/caller.ts";
import type { MountedRoute, RequireCaller } from "../../http/mount-routes.ts";
import { contextOf, type RequireStillActive } from "../../http/request-context.ts";
import { bearerKey, isMakerAllowed, makerRefusal } from "../../http/require-caller.ts";
import { idempotencyKeyOf } from "../../http/validation.ts";

export type MountedCheckoutRoute = MountedRoute<CheckoutRouteContract>;

export interface CheckoutCaller extends Caller {
  readonly scopes: readonly CheckoutScope[];
}

/** Checks in the contract's order: credential, scope, rate limit, version, idempotency key. */
export function createRequireCheckoutCaller(deps: {
  readonly authenticate: (key: string | undefined) => Promise<CheckoutCaller>;
  readonly requireStillActive: RequireStillActive;
  readonly rateLimit: (caller: Caller, response: Response) => Promise<void>;
}): RequireCaller<CheckoutRouteContract> {
  async function allowed(request: Request, contract: CheckoutRouteContract): Promise<Caller> {
    const { access } = contract;
    const caller = await deps.authenticate(bearerKey(request));
    const context = contextOf(request);
    context.caller = caller;
    context.requireStillActive = deps.requireStillActive;
    if (access !== "public" && !caller.scopes.includes(access))
      throw new ApiProblem("insufficient_scope", { message: `This key lacks the scope ${access}` });
    if (!isMakerAllowed(caller, contract))
      throw new ApiProblem("insufficient_scope", { message: makerRefusal(caller) });
    return caller;
  }

  return {
    first: async (request, response, contract) => {
      await deps.rateLimit(await allowed(request, contract), response);
      requireVersion(request);
      if (contract.method === "post") requiredIdempotencyKey(request);
    },
    again: async (request, contract) => void (await allowed(request, contract)),
  };
}

function requireVersion(request: Request): void {
  const requested = request.get("service-checkout-version")?.trim() ?? "";
  if (requested === "" || requested === CHECKOUT_VERSION) return;
  throw new ApiProblem("unsupported_version", {
    message: `Service-Checkout-Version: must be ${CHECKOUT_VERSION}, or left out`,
  });
}

export function requiredIdempotencyKey(request: Request): string {
  const key = idempotencyKeyOf(request, "Idempotency-Key");
  if (key === undefined) throw new ApiProblem("idempotency_key_required");
  return key;
}
