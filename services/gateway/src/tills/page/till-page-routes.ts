import type { BankCode } from "@receipts/contracts";
import { chooseLanguage, once, type PageLanguage, pageLanguages, sendPage } from "@receipts/web-pages";
import type { Request, RequestHandler, Response } from "express";
import { pageRouter } from "../../http/mount-page.ts";
import { readTillAssets, readTillWorker, type TillAssets } from "./till-assets.ts";
import { TILL_PATH, tillPage } from "./till-page.ts";
import { tillTexts } from "./till-texts.ts";

/** The cashier's page. It holds no data: scripts get it from the API. */
export function tillPageRoutes(sandboxed: readonly BankCode[]): RequestHandler {
  const assets = readTillAssets(`${TILL_PATH}/assets`);
  const pages = once(
    () =>
      new Map(pageLanguages.map((language) => [language, tillPage(language, assets, sandboxed)] as const)),
  );

  async function page(request: Request, response: Response): Promise<void> {
    await assets.ready();
    response.set(headersOf(assets)).vary("Accept-Language");
    const { language } = chooseLanguage(request);
    await sendPage(request, response, { status: 200, text: pages().get(language) ?? "" });
  }

  async function worker(_request: Request, response: Response): Promise<void> {
    response.set({
      "Cache-Control": "no-cache",
      // It serves `/till`, which is above its own folder.
      "Service-Worker-Allowed": TILL_PATH,
    });
    response.type("text/javascript; charset=utf-8").send(await readTillWorker());
  }

  async function manifest(request: Request, response: Response): Promise<void> {
    await assets.ready();
    const { language } = chooseLanguage(request);
    response.set("Cache-Control", "no-cache").vary("Accept-Language");
    response.type("application/manifest+json").send(JSON.stringify(manifestOf(language, assets)));
  }

  return pageRouter([
    { paths: TILL_PATH, handlers: [page] },
    { paths: `${TILL_PATH}/worker.js`, handlers: [worker] },
    { paths: `${TILL_PATH}/manifest.webmanifest`, handlers: [manifest] },
    { paths: `${TILL_PATH}/assets/:hash/*file`, handlers: [assets.send] },
  ]);
}

function manifestOf(language: PageLanguage, assets: TillAssets): object {
  const { title } = tillTexts[language];
  return {
    id: TILL_PATH,
    name: title,
    short_name: title,
    lang: language,
    start_url: `${TILL_PATH}?lang=${language}`,
    scope: TILL_PATH,
    display: "standalone",
    background_color: "#f4f3ee",
    theme_color: "#0b6b3a",
    icons: [192, 512].map((size) => ({
      src: assets.pathOf(`till-${size}.png`),
      sizes: `${size}x${size}`,
      type: "image/png",
      purpose: "any maskable",
    })),
  };
}

/** Only own files run and load, no site can frame the page, and the camera is its own. */
function headersOf({ style }: TillAssets): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": `default-src 'none'; style-src ${style.source}; script-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(self), geolocation=(), microphone=(), payment=()",
  };
}
