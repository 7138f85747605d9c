import { type Access, hasPermission, type Permission, type RouteContract } from "@receipts/contracts";
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from "express";
import type { Authenticate } from "../api-keys/authenticate.ts";
import type { AuthenticateSession } from "../sessions/authenticate-session.ts";
import { ApiProblem } from "./api-problem.ts";
import type { Caller } from "./caller.ts";
import { jsonBody } from "./json-body.ts";
import { contextOf } from "./request-context.ts";
import type { RequireSameOrigin } from "./require-same-origin.ts";

export type Handler = (request: Request, response: Response) => Promise<void> | void;

export interface MountedRoute {
  readonly contract: RouteContract;
  readonly handler: Handler;
  /** In place of the JSON body's reader, for a body of another kind. */
  readonly readBody?: RequestHandler;
}

export interface Guards {
  readonly authenticate: Authenticate;
  readonly authenticateSession: AuthenticateSession;
  readonly requireSameOrigin: RequireSameOrigin;
  readonly rateLimit: (caller: Caller, response: Response) => Promise<void>;
}

/** Mounts routes behind their guards, in the contract's order: route, credential, permission, rate limit, body. */
export function mountRoutes(routes: readonly MountedRoute[], guards: Guards): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, group] of byPath(routes)) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ":$1"));
    for (const mounted of group) {
      const { contract, handler } = mounted;
      route[contract.method](...guardsOf(mounted, guards), (request, response) => handler(request, response));
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

function guardsOf({ contract, readBody }: MountedRoute, guards: Guards): RequestHandler[] {
  const named: RequestHandler = (request, _response, next) => {
    contextOf(request).route = contract.path;
    next();
  };
  const keyed: RequestHandler = async (request, response, next) => {
    // Of an account, and not to be kept: neither `x-api-key` nor a cookie forbids it to a cache in between.
    response.setHeader("Cache-Control", "no-store");
    const caller = await callerFrom(request, contract.access, guards);
    contextOf(request).caller = caller;
    requirePermission(caller, contract.access);
    await guards.rateLimit(caller, response);
    next();
  };
  return [named, ...(contract.access === "public" ? [] : [keyed]), ...bodyReaders(contract, readBody)];
}

function bodyReaders(contract: RouteContract, own: RequestHandler | undefined): RequestHandler[] {
  if (own !== undefined) return [own];
  return contract.body === undefined ? [] : [jsonBody];
}

/** A key that is sent is what counts, even where a cookie came along; only a session opens what is for people alone. */
async function callerFrom(request: Request, access: Access, guards: Guards): Promise<Caller> {
  const key = request.get("x-api-key");
  if (access !== "session" && key !== undefined) return await guards.authenticate(key);
  const caller = await guards.authenticateSession(request);
  if (caller === undefined)
    throw new ApiProblem(access === "session" ? "unauthenticated" : "invalid_api_key");
  guards.requireSameOrigin(request);
  return caller;
}

function requirePermission(caller: Caller, access: Access): void {
  if (access === "public" || access === "any_key" || access === "session") return;
  const permission: Permission = access;
  if (hasPermission(caller.permissions, permission)) return;
  throw new ApiProblem("permission_denied", { message: `This key lacks the permission ${permission}` });
}
