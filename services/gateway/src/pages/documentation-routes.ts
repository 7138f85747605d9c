import { createDocumentation, type DocumentationDeps } from "@receipts/documentation";
import { type RequestHandler, Router } from "express";
import { ApiProblem } from "../http/api-problem.ts";
import { contextOf } from "../http/request-context.ts";

/** Guides and the API reference, for everybody. */
export function documentationRoutes(deps: DocumentationDeps): RequestHandler {
  const documentation = createDocumentation(deps);
  const router = Router({ caseSensitive: true, strict: true });
  const mount = (paths: string | string[], name: string, handler: RequestHandler) => {
    const named: RequestHandler = (request, _response, next) => {
      contextOf(request).route = name;
      next();
    };
    router
      .route(paths)
      .all(named)
      .get(handler)
      .all((_request, response, next) => {
        response.set("Allow", "GET, HEAD");
        next(new ApiProblem("method_not_allowed"));
      });
  };
  mount("/docs/assets/:hash/*file", "/docs/assets/{hash}/{file}", documentation.asset);
  // One name for all of them, those that are not there included.
  mount(["/docs", "/docs/", "/docs/*path"], "/docs", documentation.page);
  return router;
}
