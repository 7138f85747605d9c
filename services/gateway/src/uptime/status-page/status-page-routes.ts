import type { BankCode } from "@receipts/contracts";
import type { Log } from "@receipts/service-kit";
import { shareReading } from "@receipts/service-kit";
import { chooseLanguage, type PageLanguage, sendPage } from "@receipts/web-pages";
import type { Request, RequestHandler, Response } from "express";
import { isDatabaseOutage } from "../../http/database-outage.ts";
import { pageRouter } from "../../http/mount-page.ts";
import { type PageAssets, readPageAssets } from "../../http/page-parts.ts";
import { logProblem } from "../../http/send-problem.ts";
import type { UptimeReader } from "../uptime-reader.ts";
import { STATUS_PATH, statusPage, statusProblemPage } from "./status-page.ts";

/** Each language is rendered at most once in this time: the page is public and unlimited. */
const FRESH_FOR_MS = 1_000;
const CACHE_SECONDS = 30;
const RETRY_AFTER_SECONDS = 5;

/** Serves the public page with the state of all banks. */
export function statusPageRoutes(
  reader: Pick<UptimeReader, "history">,
  sandboxed: readonly BankCode[],
  log: Log,
): RequestHandler {
  const assets = readPageAssets(`${STATUS_PATH}/assets`, "status.css", ["status.svg"]);
  const draw = (language: PageLanguage) =>
    shareReading(FRESH_FOR_MS, async () => {
      const banks = await reader.history();
      return statusPage({ language, banks, asOf: new Date(), assets, sandboxed });
    });
  const pages: Readonly<Record<PageLanguage, () => Promise<string>>> = { en: draw("en"), am: draw("am") };

  async function send(request: Request, response: Response): Promise<void> {
    await assets.ready();
    response.set(headersOf(assets)).vary("Accept-Language");
    const { language } = chooseLanguage(request);
    try {
      const text = await pages[language]();
      response.set("Cache-Control", `public, max-age=${CACHE_SECONDS}`);
      await sendPage(request, response, { status: 200, text });
    } catch (error) {
      const isAway = isDatabaseOutage(error);
      logProblem(log, request, isAway ? "service_unavailable" : "internal_error", error);
      response.set("Cache-Control", "no-store");
      if (isAway) response.set("Retry-After", String(RETRY_AFTER_SECONDS));
      const text = statusProblemPage({
        language,
        problem: isAway ? "unreadable" : "failed",
        assets,
        sandboxed,
      });
      await sendPage(request, response, { status: isAway ? 503 : 500, text });
    }
  }

  return pageRouter([
    { paths: STATUS_PATH, handlers: [send] },
    { paths: `${STATUS_PATH}/assets/:hash/:file`, handlers: [assets.send] },
  ]);
}

/** Nothing runs, only the icon loads, and the one style is allowed by its hash. */
function headersOf({ style }: Pick<PageAssets, "style">): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": `default-src 'none'; style-src ${style.source}; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
  };
}
