import type { IsLive } from "@receipts/banks";
import { bankTitle } from "@receipts/contracts";
import { createDashboard, SIGN_IN_FORM_PATH } from "@receipts/dashboard";
import { type RequestHandler, Router } from "express";
import { pageRouter } from "../http/mount-page.ts";
import { SESSION_COOKIE } from "../sessions/session-cookie.ts";
import { createSignInForm, type SignInFormDeps, showSignInPage } from "../sessions/sign-in-form.ts";

/** The dashboard's document, on all its paths, its files, and its sign-in form. */
export function dashboardRoutes(isLive: IsLive, signInForm: SignInFormDeps): RequestHandler {
  const dashboard = createDashboard({
    cookieName: SESSION_COOKIE,
    bankName: bankTitle,
    isLive,
  });
  const router = Router({ caseSensitive: true, strict: true }).get(SIGN_IN_FORM_PATH, showSignInPage);
  const pages = pageRouter([
    {
      paths: SIGN_IN_FORM_PATH,
      method: "post",
      handlers: [createSignInForm(signInForm, dashboard.sendSignIn)],
    },
    { paths: "/dashboard/assets/:hash/*file", handlers: [dashboard.asset] },
    { paths: ["/dashboard", "/dashboard/", "/dashboard/*path"], handlers: [dashboard.page] },
  ]);
  return router.use(pages);
}
