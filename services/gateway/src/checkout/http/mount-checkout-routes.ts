import { CHECKOUT_VERSION, type CheckoutRouteContract, type CheckoutScope } from "@receipts/contracts";
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from "express";
import type { Caller } from "../../http/caller.ts";
import { jsonBody, optionalJsonBody } from "../../http/json-body.ts";
import type { Handler } from "../../http/mount-routes.ts";
import { contextOf } from "../../http/request-context.ts";
import { bearerKey, requiredIdempotencyKey } from "./checkout-input.ts";
import { CheckoutProblem } from "./checkout-problem.ts";

export interface CheckoutCaller extends Caller {
  readonly scopes: readonly CheckoutScope[];
}

export interface MountedCheckoutRoute {
  readonly contract: CheckoutRouteContract;
  readonly handler: Handler;
}

export interface CheckoutGuards {
  readonly authenticate: (key: string | undefined) => Promise<CheckoutCaller>;
  readonly rateLimit: (caller: Caller, response: Response) => Promise<void>;
}

/** In the contract's order: route, credential, scope, rate limit, version, idempotency key, body. */
export function mountCheckoutRoutes(
  routes: readonly MountedCheckoutRoute[],
  guards: CheckoutGuards,
): RequestHandler {
  const router = Router({ caseSensitive: true, strict: true });
  const groups = Map.groupBy(routes, ({ contract }) => contract.path);
  for (const [path, group] of groups) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ":$1"));
    for (const { contract, handler } of group) {
      route[contract.method](...guardsOf(contract, guards), (request, response) =>
        handler(request, response),
      );
    }
    const allowed = group.flatMap(({ contract }) => (contract.method === "get" ? ["GET", "HEAD"] : ["POST"]));
    route.all((request: Request, response: Response, next: NextFunction) => {
      contextOf(request).route = path;
      response.set("Allow", allowed.join(", "));
      next(new CheckoutProblem("method_not_allowed"));
    });
  }
  return router;
}

function guardsOf(contract: CheckoutRouteContract, guards: CheckoutGuards): RequestHandler[] {
  const { access } = contract;
  const named: RequestHandler = (request, _response, next) => {
    contextOf(request).route = contract.path;
    next();
  };
  if (access === "public") return [named];
  const keyed: RequestHandler = async (request, response, next) => {
    response.set("Cache-Control", "no-store");
    const caller = await guards.authenticate(bearerKey(request));
    contextOf(request).caller = caller;
    requireScope(caller, access);
    await guards.rateLimit(caller, response);
    requireVersion(request);
    if (contract.method === "post") requiredIdempotencyKey(request);
    next();
  };
  if (contract.body === undefined) return [named, keyed];
  return [named, keyed, contract.bodyIsOptional === true ? optionalJsonBody : jsonBody];
}

function requireScope(caller: CheckoutCaller, scope: CheckoutScope): void {
  if (caller.scopes.includes(scope)) return;
  throw new CheckoutProblem("insufficient_scope", { message: `This key lacks the scope ${scope}` });
}

function requireVersion(request: Request): void {
  const asked = request.get("service-checkout-version")?.trim() ?? "";
  if (asked === "" || asked === CHECKOUT_VERSION) return;
  throw new CheckoutProblem("unsupported_version", {
    message: `Service-Checkout-Version: must be ${CHECKOUT_VERSION}, or left out`,
  });
}
