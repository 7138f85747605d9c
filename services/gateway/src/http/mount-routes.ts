import { type Access, hasPermission, type Permission, type RouteContract } from "@receipts/contracts";
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from "express";
import type { Authenticate, Caller } from "../api-keys/authenticate.ts";
import { ApiProblem } from "./api-problem.ts";
import { jsonBody } from "./json-body.ts";
import { contextOf } from "./request-context.ts";

export type Handler = (request: Request, response: Response) => Promise<void> | void;

export interface MountedRoute {
  readonly contract: RouteContract;
  readonly handler: Handler;
}

export interface Guards {
  readonly authenticate: Authenticate;
  readonly rateLimit: (caller: Caller, response: Response) => Promise<void>;
}

/** Mounts routes behind their guards, in the contract's order: route, credential, permission, rate limit, body. */
export function mountRoutes(routes: readonly MountedRoute[], guards: Guards): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, group] of byPath(routes)) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ":$1"));
    for (const { contract, handler } of group) {
      route[contract.method](...guardsOf(contract, guards), (request, response) =>
        handler(request, response),
      );
    }
    const allowed = group.flatMap(({ contract }) =>
      contract.method === "get" ? ["GET", "HEAD"] : [contract.method.toUpperCase()],
    );
    route.all((request: Request, response: Response, next: NextFunction) => {
      contextOf(request).route = path;
      response.set("Allow", allowed.join(", "));
      next(new ApiProblem("method_not_allowed"));
    });
  }
  return router;
}

/** Paths without parameters first, so that `history` is never taken for an id. */
function byPath(routes: readonly MountedRoute[]): [string, MountedRoute[]][] {
  const groups = Map.groupBy(routes, ({ contract }) => contract.path);
  return [...groups].sort(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")));
}

function guardsOf(contract: RouteContract, guards: Guards): RequestHandler[] {
  const named: RequestHandler = (request, _response, next) => {
    contextOf(request).route = contract.path;
    next();
  };
  const keyed: RequestHandler = async (request, response, next) => {
    const caller = await guards.authenticate(request.get("x-api-key"));
    contextOf(request).caller = caller;
    requirePermission(caller, contract.access);
    await guards.rateLimit(caller, response);
    next();
  };
  return [
    named,
    ...(contract.access === "public" ? [] : [keyed]),
    ...(contract.body === undefined ? [] : [jsonBody]),
  ];
}

function requirePermission(caller: Caller, access: Access): void {
  if (access === "public" || access === "any_key") return;
  const permission: Permission = access;
  if (hasPermission(caller.permissions, permission)) return;
  throw new ApiProblem("permission_denied", { message: `This key lacks the permission ${permission}` });
}
