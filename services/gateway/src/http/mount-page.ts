import { type RequestHandler, Router } from "express";
import { ApiProblem } from "./api-problem.ts";
import { contextOf } from "./request-context.ts";

export interface Page {
  readonly paths: string | readonly [string, ...string[]];
  /** If they pass a call on, it gets a 404. */
  readonly handlers: readonly RequestHandler[];
  readonly method?: "get" | "post";
}

/**
 * Routes for browsers. Logs and metrics show the name of the first path, since the path of a call may contain secrets.
 */
export function pageRouter(pages: readonly Page[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const { paths, handlers, method = "get" } of pages) {
    const all = [paths].flat();
    const name = String(all[0]).replaceAll(/[:*](\w+)/g, "{$1}");
    router
      .route(all)
      .all((request, _response, next) => {
        contextOf(request).route = name;
        next();
      })
      [method](...handlers, (_request, _response, next) => next(new ApiProblem("not_found")))
      .all((_request, response, next) => {
        response.set("Allow", method === "get" ? "GET, HEAD" : "POST");
        next(new ApiProblem("method_not_allowed"));
      });
  }
  return router;
}
