import { createDocumentation, type DocumentationDeps } from "@receipts/documentation";
import type { RequestHandler } from "express";
import { pageRouter } from "../http/mount-page.ts";

/** Serves the front page, the guides and the API reference, public. */
export function documentationRoutes(deps: DocumentationDeps): RequestHandler {
  const documentation = createDocumentation(deps);
  return pageRouter([
    { paths: "/", handlers: [documentation.front] },
    { paths: "/favicon.ico", handlers: [documentation.icon] },
    { paths: "/docs/assets/:hash/*file", handlers: [documentation.asset] },
    { paths: "/docs/search.json", handlers: [documentation.search] },
    { paths: ["/docs", "/docs/", "/docs/*path"], handlers: [documentation.page] },
  ]);
}
