import type { IsLive } from "@receipts/banks";
import { bankTitle } from "@receipts/contracts";
import { createDashboard } from "@receipts/dashboard";
import type { RequestHandler } from "express";
import { pageRouter } from "../http/mount-page.ts";
import { SESSION_COOKIE } from "../sessions/session-cookie.ts";

/** The dashboard's only document, on all its paths, and its files. */
export function dashboardRoutes(isLive: IsLive): RequestHandler {
  const dashboard = createDashboard({ cookieName: SESSION_COOKIE, bankName: bankTitle, isLive });
  return pageRouter([
    { paths: "/dashboard/assets/:hash/*file", handlers: [dashboard.asset] },
    { paths: ["/dashboard", "/dashboard/", "/dashboard/*path"], handlers: [dashboard.page] },
  ]);
}
