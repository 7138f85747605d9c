import { type BankCode, bankCodes, isSupportedBank, receiverShown } from "@receipts/contracts";
import {
  type AssetFolder,
  both,
  type Html,
  html,
  htmlText,
  type PageLanguage,
  pageLanguages,
} from "@receipts/web-pages";
import { firstFrameTexts } from "./first-frame-texts.ts";

const noScript = both("The dashboard needs JavaScript. The API works without it.", "ይህ ገጽ ያለ ጃቫስክሪፕት አይሰራም።");

export type BankName = (bank: BankCode, language: PageLanguage) => string;

/** All banks with their names, so that the client needs no list of its own. */
export function bankList(bankName: BankName, isLive: (bank: BankCode) => boolean): string {
  const namesOf = (code: BankCode) =>
    Object.fromEntries(pageLanguages.map((language) => [language, bankName(code, language)]));
  return JSON.stringify(
    bankCodes.map((code) => ({
      code,
      names: namesOf(code),
      isSupported: isSupportedBank(code),
      showsLittle: receiverShown(code) === "part",
      isSandboxed: isSupportedBank(code) && !isLive(code),
    })),
  );
}

export interface DocumentSettings {
  readonly assets: AssetFolder;
  readonly language: PageLanguage;
  readonly banks: string;
  /**
   * Whether the browser sent a session cookie, valid or not. Without one, the client opens the sign-in page at once.
   */
  readonly hasCookie: boolean;
  readonly frame: Html;
}

/** The HTML document of the dashboard. Its script draws everything after the first frame. */
export function dashboardDocument({ assets, language, banks, hasCookie, frame }: DocumentSettings): string {
  return documentOf(
    { assets, language },
    html`<script type="module" src="${assets.pathOf("main.js")}"></script>
</head>
<body data-session="${hasCookie ? "asked" : "none"}" data-banks="${banks}">
<div id="app">${frame}</div>
<noscript><p class="notice">${noScript[language]}</p></noscript>`,
  );
}

/** The answer to a form that was sent before the client was there, or without it. */
export function scriptlessDocument(
  settings: Pick<DocumentSettings, "assets" | "language">,
  frame: Html,
): string {
  return documentOf(settings, html`</head>\n<body>${frame}`);
}

function documentOf({ assets, language }: Pick<DocumentSettings, "assets" | "language">, rest: Html): string {
  const page = html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${firstFrameTexts[language].brand}</title>
<link rel="icon" href="${assets.pathOf("dashboard.svg")}">
<link rel="stylesheet" href="${assets.pathOf("dashboard.css")}">
${rest}
</body>
</html>`;
  return `<!doctype html>\n${htmlText(page)}`;
}
