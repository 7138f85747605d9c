import type { BankCode } from "@receipts/contracts";
import { chooseLanguage, createClientFolder, sendPage } from "@receipts/web-pages";
import type { RequestHandler } from "express";
import { readClientFiles } from "./client-files.ts";
import { type BankName, bankList, dashboardDocument } from "./dashboard-document.ts";

export interface Dashboard {
  /** Serves `/dashboard` and every path below it: the client knows the pages. */
  readonly page: RequestHandler;
  /** Serves `/dashboard/assets/:hash/*file`. */
  readonly asset: RequestHandler;
}

/**
 * Only files of this origin run and load, lit-html alone creates elements, no site can frame the pages, and other
 * sites get no referrer. `blob:` previews an image before its upload.
 */
const headers = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html",
  ].join("; "),
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

export interface DashboardDeps {
  /** Name of the session cookie. */
  readonly cookieName: string;
  readonly bankName: BankName;
  /** Whether the bank is asked itself, not the sandbox. */
  readonly isLive: (bank: BankCode) => boolean;
}

/** Creates the two handlers that the gateway mounts. Reads the client on the first request. */
export function createDashboard({ cookieName, bankName, isLive }: DashboardDeps): Dashboard {
  const assets = createClientFolder("/dashboard/assets", readClientFiles);
  const banks = bankList(bankName, isLive);
  const hasCookie = (header: string | undefined) =>
    (header ?? "").split(";").some((pair) => pair.trim().startsWith(`${cookieName}=`));
  return {
    asset: assets.send,
    page: async (request, response) => {
      const { language } = chooseLanguage(request);
      await assets.ready();
      response.set(headers);
      response.vary("Accept-Language");
      await sendPage(request, response, {
        status: 200,
        text: dashboardDocument({
          assets,
          language,
          banks,
          hasCookie: hasCookie(request.headers.cookie),
        }),
      });
    },
  };
}
