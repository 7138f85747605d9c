import type { BankCode } from "@receipts/contracts";
import {
  chooseLanguage,
  createClientFolder,
  type PageLanguage,
  pageLanguages,
  sendPage,
} from "@receipts/web-pages";
import type { Request, RequestHandler, Response } from "express";
import { readClientFiles } from "./client-files.ts";
import { type BankName, bankList, dashboardDocument, scriptlessDocument } from "./dashboard-document.ts";
import { firstFrame, type SignInRefusal, signInFrame } from "./first-frame.ts";

export interface Dashboard {
  /** Serves `/dashboard` and every path below it: the client knows the pages. */
  readonly page: RequestHandler;
  /** Serves `/dashboard/assets/:hash/*file`. */
  readonly asset: RequestHandler;
  /** Shows the sign-in form again after a form was refused. */
  readonly sendSignIn: (
    request: Request,
    response: Response,
    shown: {
      readonly status: number;
      readonly email: string;
      readonly next: string;
      readonly refusal: SignInRefusal;
    },
  ) => Promise<void>;
}

/**
 * Only files of this origin run and load, lit-html alone creates elements, no site can frame the pages, and other
 * sites get no referrer. `blob:` previews an image before its upload. With no referrer at all, browsers would send the
 * sign-in form without an origin.
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
  "Referrer-Policy": "same-origin",
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

/** Creates the handlers that the gateway mounts. Reads the client on the first request. */
export function createDashboard({ cookieName, bankName, isLive }: DashboardDeps): Dashboard {
  const assets = createClientFolder("/dashboard/assets", readClientFiles);
  const banks = bankList(bankName, isLive);
  return {
    asset: assets.send,
    page: async (request, response) => {
      await assets.ready();
      const language = languageOf(request);
      const hasCookie = cookieIn(request, cookieName) !== undefined;
      const frame = firstFrame({
        language,
        hasCookie,
        mark: assets.pathOf("dashboard.svg"),
        address: new URL(request.originalUrl, "http://dashboard"),
      });
      setHeaders(response);
      await sendPage(request, response, {
        status: 200,
        text: dashboardDocument({ assets, language, banks, hasCookie, frame }),
      });
    },
    sendSignIn: async (request, response, { status, ...shown }) => {
      await assets.ready();
      const language = languageOf(request);
      const frame = signInFrame({
        ...shown,
        language,
        mark: assets.pathOf("dashboard.svg"),
        address: new URL(
          `/dashboard/sign-in?${new URLSearchParams({ next: shown.next })}`,
          "http://dashboard",
        ),
      });
      setHeaders(response);
      await sendPage(request, response, { status, text: scriptlessDocument({ assets, language }, frame) });
    },
  };
}

function setHeaders(response: Response): void {
  response.set(headers);
  response.vary("Accept-Language");
  response.vary("Cookie");
}

/** The client keeps the choice of a person in this cookie. */
const LANGUAGE_COOKIE = "language";

function languageOf(request: Request): PageLanguage {
  const chosen = request.query["lang"] ?? cookieIn(request, LANGUAGE_COOKIE);
  return pageLanguages.find((language) => language === chosen) ?? chooseLanguage(request).language;
}

function cookieIn(request: Request, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
