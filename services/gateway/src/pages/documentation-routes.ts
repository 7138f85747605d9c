import { createDocumentation, type DocumentationDeps } from "@receipts/documentation";
import { type Request, type RequestHandler, Router } from "express";
import { pageRouter } from "../http/mount-page.ts";

/** Serves the front page, the guides and the API reference, public. After all other pages: unknown paths end here. */
export function documentationRoutes(deps: DocumentationDeps): RequestHandler {
  const documentation = createDocumentation(deps);
  const places = pageRouter([
    { paths: "/", handlers: [documentation.front] },
    { paths: "/favicon.ico", handlers: [documentation.icon] },
    { paths: "/docs/assets/:hash/*file", handlers: [documentation.asset] },
    { paths: "/docs/search.json", handlers: [documentation.search] },
    { paths: ["/docs", "/docs/", "/docs/*path"], handlers: [documentation.page] },
  ]);
  return Router().use(places, async (request, response, next) =>
    isPerson(request) ? await documentation.missing(request, response, next) : next(),
  );
}

/** A person who mistyped an address gets a page; a program gets the API's error. */
function isPerson(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && !/^\/(?:api|v1)(?:\/|$)/.test(request.path) && request.accepts("json", "html") === "html";
}
