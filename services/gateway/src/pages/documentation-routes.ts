import { createDocumentation, type DocumentationDeps } from "@receipts/documentation";
import { type RequestHandler, Router } from "express";
import { mountPage } from "../http/mount-page.ts";

/** Guides and the API reference, for everybody. */
export function documentationRoutes(deps: DocumentationDeps): RequestHandler {
  const documentation = createDocumentation(deps);
  const router = Router({ caseSensitive: true, strict: true });
  mountPage(router, {
    paths: "/docs/assets/:hash/*file",
    name: "/docs/assets/{hash}/{file}",
    handler: documentation.asset,
  });
  // One name for all of them, those that are not there included.
  mountPage(router, {
    paths: ["/docs", "/docs/", "/docs/*path"],
    name: "/docs",
    handler: documentation.page,
  });
  return router;
}
