import type { BankCode } from "@receipts/contracts";
import { type Html, html, htmlText, ownMarkup, type PageLanguageChoice } from "@receipts/web-pages";
import { languageLinks, type PageAssets, sandboxNotice } from "../../http/page-parts.ts";
import { pageTexts } from "./page-texts.ts";

export interface PageFrame {
  readonly choice: PageLanguageChoice;
  /** Address of the page itself, for the language links. */
  readonly path: string;
  /** Other parameters of the page's address, which these links keep. */
  readonly parameters?: string;
  readonly title: string;
  readonly assets: Pick<PageAssets, "style" | "pathOf">;
  readonly main: Html;
  readonly sandboxed: readonly BankCode[];
}

/** Wraps the page's content into a whole document. */
export function framed({ choice, path, parameters, title, assets, main, sandboxed }: PageFrame): string {
  const texts = pageTexts[choice.language];
  return htmlText(html`<!doctype html>
<html lang="${choice.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${ownMarkup(assets.style.text)}</style>
<link rel="icon" href="${assets.pathOf("checkout.svg")}">
<script type="module" src="${assets.pathOf("checkout.js")}"></script>
</head>
<body data-sending="${texts.sending}" data-copied="${texts.copied}" data-not-sent="${texts.notSent}">
${languageLinks(path, choice.language, texts.language, parameters)}
${sandboxNotice(sandboxed, choice.language)}
<p id="announcer" class="unseen" role="status" aria-live="polite"></p>
${main}
<footer class="bottom"><p>${texts.neverSecrets}</p></footer>
</body>
</html>
`);
}
