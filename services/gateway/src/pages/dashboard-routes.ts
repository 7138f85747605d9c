import { createDashboard } from "@receipts/dashboard";
import { type Request, type RequestHandler, Router } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { contextOf } from "../http/request-context.ts";
import { SESSION_COOKIE } from "../sessions/session-cookie.ts";
import { bankName } from "./bank-names.ts";

/** The dashboard's one document, on each of its paths, and the files that it is made of. */
export function dashboardRoutes(): RequestHandler {
  const dashboard = createDashboard({ cookieName: SESSION_COOKIE, bankName });
  const router = Router({ caseSensitive: true, strict: true });
  const mount = (paths: string | string[], name: string, handler: RequestHandler) => {
    const named: RequestHandler = (request: Request, _response, next) => {
      contextOf(request).route = name;
      next();
    };
    router
      .route(paths)
      .all(named)
      .get(handler, (_request, _response, next) => next(new ApiProblem("not_found")))
      .all((_request, response, next) => {
        response.set("Allow", "GET, HEAD");
        next(new ApiProblem("method_not_allowed"));
      });
  };
  mount("/dashboard/assets/:hash/*file", "/dashboard/assets/{hash}/{file}", dashboard.asset);
  // Paths have ids in them: logs and metrics have the one name.
  mount(["/dashboard", "/dashboard/", "/dashboard/*path"], "/dashboard", dashboard.page);
  return router;
}
