import { bankTitle } from "@receipts/contracts";
import { createDashboard } from "@receipts/dashboard";
import { type RequestHandler, Router } from "express";
import { mountPage } from "../http/mount-page.ts";
import { SESSION_COOKIE } from "../sessions/session-cookie.ts";

/** The dashboard's one document, on each of its paths, and the files that it is made of. */
export function dashboardRoutes(): RequestHandler {
  const dashboard = createDashboard({ cookieName: SESSION_COOKIE, bankName: bankTitle });
  const router = Router({ caseSensitive: true, strict: true });
  mountPage(router, {
    paths: "/dashboard/assets/:hash/*file",
    name: "/dashboard/assets/{hash}/{file}",
    handler: dashboard.asset,
  });
  // Paths have ids in them.
  mountPage(router, {
    paths: ["/dashboard", "/dashboard/", "/dashboard/*path"],
    name: "/dashboard",
    handler: dashboard.page,
  });
  return router;
}
