import { chooseLanguage, createAssetFolder, once, sendPage } from "@receipts/web-pages";
import type { RequestHandler } from "express";
import { readClientFiles } from "./client-files.ts";
import { type BankName, bankList, dashboardDocument } from "./dashboard-document.ts";

export interface Dashboard {
  /** Of `/dashboard` and every path below it: the client knows which pages there are. */
  readonly page: RequestHandler;
  /** Of `/dashboard/assets/:hash/*file`. */
  readonly asset: RequestHandler;
}

/**
 * Nothing runs or is loaded but files of this origin, texts become elements by lit-html alone, nobody may frame it, and other
 * sites are not told its addresses. `blob:` is a picture that is looked at before it is sent.
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
  /** Of the cookie that a session is kept in. */
  readonly cookieName: string;
  /** As people know the bank. */
  readonly bankName: BankName;
}

/** The two handlers that the gateway mounts. The client is read on the first request. */
export function createDashboard({ cookieName, bankName }: DashboardDeps): Dashboard {
  const client = once(readClientFiles);
  const assets = createAssetFolder("/dashboard/assets", () => client().files);
  const banks = bankList(bankName);
  const hasCookie = (header: string | undefined) =>
    (header ?? "").split(";").some((pair) => pair.trim().startsWith(`${cookieName}=`));
  return {
    asset: assets.send,
    page: async (request, response) => {
      const { language } = chooseLanguage(request);
      response.set(headers);
      response.vary("Accept-Language");
      await sendPage(request, response, {
        status: 200,
        text: dashboardDocument({
          assets,
          modules: client().modules,
          language,
          banks,
          hasCookie: hasCookie(request.headers.cookie),
        }),
      });
    },
  };
}
