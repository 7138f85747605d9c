import type { Log, ServiceMetrics } from "@receipts/service-kit";
import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type Response,
} from "express";
import helmet from "helmet";
import { accessLog } from "./access-log.ts";
import { ApiProblem, sendProblem } from "./api-problem.ts";
import { type Guards, type MountedRoute, mountRoutes } from "./mount-routes.ts";
import { contextOf, startRequestContext } from "./request-context.ts";

export interface AppDeps {
  readonly routes: readonly MountedRoute[];
  readonly guards: Guards;
  /** Addresses (CIDR) whose `X-Forwarded-For` is believed; none, and the connection's own address is the client's. */
  readonly trustedProxies: readonly string[];
  readonly log: Log;
  readonly metrics: ServiceMetrics;
  /** Faults that mean "the database is away" rather than "we have a bug". */
  readonly isOutage: (error: unknown) => boolean;
}

/** The HTTP application: what every call passes, in order. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable("x-powered-by").disable("etag").set("query parser", "simple");
  app.set("trust proxy", [...deps.trustedProxies]);
  app.use(startRequestContext, accessLog(deps), helmet(), requireHost);
  app.use(mountRoutes(deps.routes, deps.guards));
  app.use((_request: Request, _response: Response) => {
    throw new ApiProblem("not_found", { message: "There is no such path" });
  });
  app.use(errorHandler(deps));
  return app;
}

/** HTTP/1.1 asks for it (RFC 9112, 3.2); nothing here trusts what it says. */
function requireHost(request: Request, response: Response, next: NextFunction): void {
  if (request.httpVersion !== "1.1" || request.headers.host !== undefined) {
    next();
    return;
  }
  response.set("Connection", "close");
  next(new ApiProblem("invalid_request", { message: "The Host header is missing" }));
}

/** The one place where a fault becomes an answer; nothing internal is in it. */
function errorHandler(deps: Pick<AppDeps, "log" | "isOutage">): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const problem = toProblem(error, deps.isOutage);
    const context = contextOf(request);
    context.logFields["errorCode"] = problem.code;
    // The request was accepted although the call failed.
    if (problem.options.requestId !== undefined)
      context.logFields["verificationId"] = problem.options.requestId;
    if (problem.code === "internal_error" || problem.code === "service_unavailable") {
      deps.log.error("http.request_failed", { requestId: context.requestId, route: context.route, error });
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendProblem(response, problem);
  };
}

function toProblem(error: unknown, isOutage: (error: unknown) => boolean): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (isOutage(error)) return new ApiProblem("service_unavailable", { cause: error, retryAfterSeconds: 5 });
  // Express's own refusal of a path such as `/api/verify/%E0%A4%A`.
  if (error instanceof URIError) return new ApiProblem("not_found", { message: "There is no such path" });
  return new ApiProblem("internal_error", { cause: error });
}
