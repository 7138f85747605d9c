import type { RequestHandler, Router } from "express";
import { ApiProblem } from "./api-problem.ts";
import { contextOf } from "./request-context.ts";

/** Paths that are read and nothing else; logs and metrics have the one name. What the handler passes on is not there. */
export function mountPage(
  router: Router,
  page: {
    readonly paths: string | string[];
    readonly name: string;
    readonly handler: RequestHandler;
  },
): void {
  const named: RequestHandler = (request, _response, next) => {
    contextOf(request).route = page.name;
    next();
  };
  router
    .route(page.paths)
    .all(named)
    .get(page.handler, (_request, _response, next) => next(new ApiProblem("not_found")))
    .all((_request, response, next) => {
      response.set("Allow", "GET, HEAD");
      next(new ApiProblem("method_not_allowed"));
    });
}
