import type { RouteContract } from "@receipts/contracts";
import type { NextFunction, Request, RequestHandler, Response, Router } from "express";
import type { InTurn } from "./account-turns.ts";
import { ApiProblem } from "./api-problem.ts";
import { credentialId } from "./caller.ts";
import { jsonBody, optionalJsonBody } from "./json-body.ts";
import { callerOf, contextOf } from "./request-context.ts";
import { requireFreshFor } from "./require-fresh-sign-in.ts";

export type Handler = (request: Request, response: Response) => Promise<void> | void;

/** A contract of either surface. */
type AnyContract = RouteContract<string, string>;

export interface MountedRoute<Contract extends AnyContract = RouteContract> {
  readonly contract: Contract;
  readonly handler: Handler;
  /** Throws for input that no proof of identity makes right: no person is asked for one. */
  readonly check?: (request: Request) => Promise<void> | void;
  /** Replaces the reader of JSON bodies, for other bodies. */
  readonly readBody?: RequestHandler;
  /** Pages of any origin can read it, with headers of their own too: browsers then send a preflight first. */
  readonly isForAnyOrigin?: boolean;
  /** Works long without the database, within limits of its own: it takes no turn of its account. */
  readonly hasOwnLimits?: boolean;
}

/** Checks the caller of a route that is not public. Throws. */
export interface RequireCaller<Contract extends AnyContract = RouteContract> {
  /** Credential, permission, rate limit. */
  first(request: Request, response: Response, contract: Contract): Promise<void>;
  /** Credential and permission once more, for a body that came slowly: they may have ended meanwhile. */
  again(request: Request, contract: Contract): Promise<void>;
}

/** A body takes longer on a slow line only, and a turn in a crowd of the account's own calls. */
const SLOW_MS = 100;

/** What stands before the handlers. */
export interface RouteGuards<Contract extends AnyContract = RouteContract> {
  readonly requireCaller: RequireCaller<Contract>;
  readonly inTurn: InTurn;
}

/** Mounts routes behind their guards, in the contract's order: route, caller, body, the account's turn. */
export function mountRoutes<Contract extends AnyContract>(
  router: Pick<Router, "route">,
  routes: readonly MountedRoute<Contract>[],
  guards: RouteGuards<Contract>,
): void {
  for (const [path, group] of byPath(routes)) {
    const route = router.route(path.replaceAll(/\{(\w+)\}/g, ":$1"));
    const allowed = group.flatMap(({ contract }) =>
      contract.method === "get" ? ["GET", "HEAD"] : [contract.method.toUpperCase()],
    );
    if (group.some(({ isForAnyOrigin }) => isForAnyOrigin)) openToAnyOrigin(route, path, allowed.join(", "));
    for (const mounted of group) route[mounted.contract.method](callOf(mounted, path, guards));
    route.all((request: Request, response: Response, next: NextFunction) => {
      contextOf(request).route = path;
      response.set("Allow", allowed.join(", "));
      next(new ApiProblem("method_not_allowed"));
    });
  }
}

function callOf<Contract extends AnyContract>(
  mounted: MountedRoute<Contract>,
  path: string,
  { requireCaller, inTurn }: RouteGuards<Contract>,
): Handler {
  const { contract, handler, check, readBody = bodyReaderOf(contract) } = mounted;
  const isPublic = contract.access === "public";
  const takesTurn = needsTurn(mounted);

  async function receive(request: Request, response: Response): Promise<void> {
    if (readBody === undefined) return;
    const startedAt = performance.now();
    await runReader(readBody, request, response);
    // A caller who holds a body back would act long after the credential has ended.
    if (!isPublic && performance.now() - startedAt > SLOW_MS) await requireCaller.again(request, contract);
  }

  async function work(request: Request, response: Response): Promise<void> {
    await check?.(request);
    requireFreshFor(request, contract);
    await handler(request, response);
  }

  return async (request, response) => {
    contextOf(request).route = path;
    if (!isPublic) {
      // Private data: neither a key nor a cookie keeps a cache in between from storing it.
      response.setHeader("Cache-Control", "no-store");
      await requireCaller.first(request, response, contract);
    }
    await receive(request, response);
    if (!takesTurn) return await work(request, response);
    const waitsSince = performance.now();
    const caller = callerOf(request);
    await inTurn({ accountId: caller.userId, credentialId: credentialId(caller) }, async (turn) => {
      contextOf(request).turn = turn;
      // Its caller has left, and others wait for the place.
      if (response.destroyed) return;
      if (performance.now() - waitsSince > SLOW_MS) await requireCaller.again(request, contract);
      await work(request, response);
    });
  };
}

/**
 * Not for calls that last without work: those that wait for a verdict, and files that are read at their pace. A stream has
 * its turn until it is open.
 */
function needsTurn<Contract extends AnyContract>({
  contract,
  hasOwnLimits,
}: MountedRoute<Contract>): boolean {
  if (contract.access === "public" || hasOwnLimits === true) return false;
  if (contract.query !== undefined && "waitMs" in contract.query.shape) return false;
  return Object.values(contract.responses).every(
    ({ contentType = "application/json" }) => ![contentType].flat().some((type) => type === "text/csv"),
  );
}

/** Also for errors. Without credentials: the routes are public. */
function openToAnyOrigin(route: ReturnType<Router["route"]>, path: string, methods: string): void {
  route.all((_request: Request, response: Response, next: NextFunction) => {
    response.set({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
    next();
  });
  route.options((request: Request, response: Response, next: NextFunction) => {
    if (request.get("access-control-request-method") === undefined) {
      next();
      return;
    }
    contextOf(request).route = path;
    response.set({
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": "*",
      "Access-Control-Max-Age": "86400",
    });
    response.status(204).end();
  });
}

export function runReader(readBody: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const read = readBody(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    // An async reader rejects its promise.
    Promise.resolve(read).catch(reject);
  });
}

/** Paths without parameters first, so that `history` is never read as an id. */
function byPath<Route extends { readonly contract: AnyContract }>(
  routes: readonly Route[],
): [string, Route[]][] {
  const groups = Map.groupBy(routes, ({ contract }) => contract.path);
  return [...groups].sort(([a], [b]) => Number(a.includes("{")) - Number(b.includes("{")));
}

function bodyReaderOf(contract: AnyContract): RequestHandler | undefined {
  if (contract.body === undefined) return undefined;
  return contract.bodyIsOptional === true ? optionalJsonBody : jsonBody;
}
