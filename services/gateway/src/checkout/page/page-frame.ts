import {
  type Html,
  html,
  htmlText,
  languageNames,
  ownMarkup,
  type PageLanguageChoice,
  pageLanguages,
} from "@receipts/web-pages";
import type { PageAssets } from "./page-assets.ts";
import { pageTexts } from "./page-texts.ts";

export interface PageFrame {
  readonly choice: PageLanguageChoice;
  /** Of the page itself, in which the language is changed. */
  readonly path: string;
  readonly title: string;
  readonly assets: Pick<PageAssets, "style" | "paths">;
  readonly main: Html;
}

/** A whole document around what the page says. */
export function framed({ choice, path, title, assets, main }: PageFrame): string {
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
<link rel="icon" href="${assets.paths.icon}">
<script src="${assets.paths.script}" defer></script>
</head>
<body data-sending="${texts.sending}" data-copied="${texts.copied}" data-not-sent="${texts.notSent}">
<header class="top">
<nav aria-label="${texts.language}"><ul class="languages">${pageLanguages.map((language) => {
    const isThis = language === choice.language;
    return html`<li><a href="${path}?lang=${language}" lang="${language}" hreflang="${language}"${isThis && html` aria-current="true"`}>${languageNames[language]}</a></li>`;
  })}</ul></nav>
</header>
<p id="announcer" class="unseen" role="status" aria-live="polite"></p>
${main}
<footer class="bottom"><p>${texts.neverSecrets}</p></footer>
</body>
</html>
`);
}
