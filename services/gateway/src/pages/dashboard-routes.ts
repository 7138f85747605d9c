import type { IsLive } from "@receipts/banks";
import { bankTitle } from "@receipts/contracts";
import { createDashboard } from "@receipts/dashboard";
import type { RequestHandler } from "express";
import { pageRouter } from "../http/mount-page.ts";
import { SESSION_COOKIE } from "../sessions/session-cookie.ts";
import { readTillAssets } from "../tills/page/till-assets.ts";
import { TILL_PATH } from "../tills/page/till-page.ts";

/** The dashboard's only document, on all its paths, and its files. */
export function dashboardRoutes(isLive: IsLive): RequestHandler {
  const shared = readTillAssets(`${TILL_PATH}/assets`);
  const dashboard = createDashboard({
    cookieName: SESSION_COOKIE,
    bankName: bankTitle,
    isLive,
    fileReader: () => shared.pathOf("receipt-file.js"),
  });
  return pageRouter([
    { paths: "/dashboard/assets/:hash/*file", handlers: [dashboard.asset] },
    { paths: ["/dashboard", "/dashboard/", "/dashboard/*path"], handlers: [dashboard.page] },
  ]);
}
