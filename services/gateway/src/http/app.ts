import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { hostFault, type Log, type ServiceMetrics } from "@receipts/service-kit";
import type { Tracing } from "@receipts/tracing";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import helmet from "helmet";
import { accessLog } from "./access-log.ts";
import { ApiProblem } from "./api-problem.ts";
import { warnOfUntrustedProxy } from "./client-address.ts";
import { type MountedRoute, mountRoutes, type RouteGuards } from "./mount-routes.ts";
import { contextOf, startRequestContext } from "./request-context.ts";
import {
  codeOn,
  logProblem,
  type ProblemSurface,
  sendProblem,
  toProblem,
  verificationProblems,
} from "./send-problem.ts";

/** The surface with its own envelope, also for errors of the framework. */
export interface CheckoutSurface {
  readonly routes: RequestHandler;
  /** Whether a call belongs to this surface, with any outcome. */
  readonly isCalled: (request: Request) => boolean;
  /** On all its responses. */
  readonly headers: Readonly<Record<string, string>>;
  readonly problems: ProblemSurface;
}

export interface AppDeps extends RouteGuards {
  readonly routes: readonly MountedRoute[];
  readonly checkout: CheckoutSurface;
  /** Pages for people: each has its own paths, and passes on all others. */
  readonly pages: readonly RequestHandler[];
  /** Addresses (CIDR) with a trusted `X-Forwarded-For`. If empty, the connection's address is the client's. */
  readonly trustedProxies: readonly string[];
  /** Of the documentation. */
  readonly publicBaseUrl: string;
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  readonly tracing: Tracing;
}

/** The HTTP application: the steps of every call, in order. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").set("query parser", "simple");
  app.enable("case sensitive routing").enable("strict routing");
  app.set("trust proxy", [...deps.trustedProxies]);
  app.use(beginCall(app, deps));
  // The most frequent first; no path is in two of them.
  mountRoutes(app, deps.routes, deps);
  app.use(deps.checkout.routes, ...deps.pages);
  app.use((_request: Request, _response: Response) => {
    throw new ApiProblem("not_found", { message: "There is no such path" });
  });
  app.use(errorHandler(deps));
  return app;
}

function beginCall(app: Express, deps: AppDeps): RequestHandler {
  const startContext = startRequestContext(deps.tracing);
  const logAccess = accessLog(deps);
  const warnOfProxy = warnOfUntrustedProxy(app, deps.log);
  const headers = securityHeaders();
  return (request, response, next) => {
    startContext(request, response);
    logAccess(request, response);
    warnOfProxy(request);
    for (const [name, value] of headers) response.setHeader(name, value);
    if (deps.checkout.isCalled(request)) response.set(deps.checkout.headers);
    requireHost(request, response);
    next();
  };
}

/** The headers of helmet, computed once: helmet computes the same ones for each response. */
function securityHeaders(): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  const sample = new ServerResponse(new IncomingMessage(new Socket()));
  sample.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return sample;
  };
  helmet()(sample.req, sample, () => undefined);
  return headers;
}

function requireHost(request: Request, response: Response): void {
  const fault = hostFault(request);
  if (fault === undefined) return;
  response.set("Connection", "close");
  throw new ApiProblem("invalid_request", { message: fault });
}

/** The only place that turns errors into responses, in the envelope of the called surface. */
function errorHandler({
  log,
  checkout,
  publicBaseUrl,
}: Pick<AppDeps, "log" | "checkout" | "publicBaseUrl">): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const problem = toProblem(error);
    const surface = checkout.isCalled(request) ? checkout.problems : verificationProblems;
    // The request was accepted although the call failed.
    if (problem.options.requestId !== undefined)
      contextOf(request).logFields["verificationId"] = problem.options.requestId;
    logProblem(log, request, codeOn(surface, problem), error);
    if (response.headersSent) response.destroy();
    else sendProblem(request, response, problem, { surface, publicBaseUrl });
  };
}
