import { type Html, html, htmlText, ownMarkup } from "@receipts/web-pages";
import { type FrameTexts, frameTexts } from "./frame-texts.ts";
import { addressOf, languageOf } from "./page-list.ts";
import type { Heading } from "./render-markdown.ts";

export interface NamedPage {
  readonly name: string;
  readonly title: string;
}

export interface PageContent {
  readonly headings: readonly Heading[];
  readonly markup: string;
  /** Shown above the page. */
  readonly note?: Html | undefined;
  /** Names the source of the page, for readers who want to change it. */
  readonly source?: Html | undefined;
}

/** A page of the navigation, rendered when it is first requested. */
export interface ListedPage extends NamedPage {
  readonly write: () => PageContent;
}

export type FramedPage = NamedPage & PageContent;

export interface Frame {
  readonly style: string;
  readonly script: string;
  readonly icon: string;
  /** Address of the sections that search reads. */
  readonly search: string;
  readonly navigation: readonly { readonly title: string; readonly pages: readonly NamedPage[] }[];
}

/** A page with fewer parts needs no table of contents. */
const PARTS_WORTH_A_LIST = 3;

/** Returns a whole document. On a phone the navigation is folded above the page. The script shows the search field. */
export function framed(frame: Frame, page: FramedPage): string {
  const language = languageOf(page.name);
  const texts = frameTexts[language];
  return htmlText(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} - Receipt verification</title>
<link rel="stylesheet" href="${frame.style}">
<link rel="icon" href="${frame.icon}">
<script type="module" src="${frame.script}"></script>
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header class="top"><p class="brand"><a class="home" href="/docs">Receipt verification</a> <span class="what">${texts.documentation}</span></p>
<search class="search" data-sections="${frame.search}" hidden><label class="unseen" for="search">${texts.search}</label><input id="search" type="search" placeholder="${texts.search}" autocomplete="off" spellcheck="false" aria-controls="found" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd><p class="unseen" role="status"></p><ul class="found" id="found" hidden></ul></search>
<details class="menu"><summary>${texts.allPages}</summary><nav aria-label="${texts.menu}">${links(frame, page)}</nav></details></header>
<div class="columns">
<nav class="side" aria-label="${texts.allPages}">${links(frame, page)}</nav>
<main id="content" tabindex="-1">
${page.note}${withContents(page, texts)}${
  page.source !== undefined &&
  html`<p class="source">${page.source}</p>
`
}${waysOn(frame, page, texts)}</main>
${partsOf(page, texts)}</div>
<footer class="bottom"><p><a href="/status">${texts.status}</a> <a href="/dashboard">${texts.dashboard}</a> <a href="/docs/reference">${texts.reference}</a></p></footer>
</body>
</html>
`);
}

function links({ navigation }: Frame, current: NamedPage): Html {
  return html`<ul>${navigation.map(
    ({ title, pages }) => html`<li><p>${title}</p><ul>${pages.map(
      (page) => html`<li>${linkTo(page, page.name === current.name && html` aria-current="page"`)}</li>`,
    )}</ul></li>
`,
  )}</ul>`;
}

function linkTo({ name, title }: NamedPage, more: Html | false): Html {
  const language = languageOf(name);
  const named = language !== "en" && html` lang="${language}" hreflang="${language}"`;
  return html`<a href="${addressOf(name)}"${named}${more}>${title}</a>`;
}

function waysOn({ navigation }: Frame, { name }: NamedPage, texts: FrameTexts): Html | undefined {
  const pages = navigation.flatMap((group) => group.pages);
  const at = pages.findIndex((page) => page.name === name);
  if (at === -1) return undefined;
  const [previous, next] = [pages[at - 1], pages[at + 1]];
  return html`<nav class="ways" aria-label="${texts.ways}">${previous !== undefined && html`<p><span>${texts.previous}</span> ${linkTo(previous, html` rel="prev"`)}</p>`}${next !== undefined && html`<p class="next"><span>${texts.next}</span> ${linkTo(next, html` rel="next"`)}</p>`}</nav>
`;
}

function partsOf(page: FramedPage, texts: FrameTexts): Html | undefined {
  const list = partList(page);
  return (
    list &&
    html`<nav class="parts" aria-label="${texts.onThisPage}"><p>${texts.onThisPage}</p>${list}</nav>
`
  );
}

/** Adds folded contents below the title, for screens without space beside the text. */
function withContents(page: FramedPage, texts: FrameTexts): Html {
  const list = partList(page);
  if (list === undefined) return ownMarkup(page.markup);
  const [title = "", ...rest] = page.markup.split(/(?<=<\/h1>\n)/);
  return html`${ownMarkup(title)}<details class="contents"><summary>${texts.onThisPage}</summary>${list}</details>
${ownMarkup(rest.join(""))}`;
}

function partList({ headings }: FramedPage): Html | undefined {
  const parts = headings.filter(({ level }) => level === 2);
  if (parts.length < PARTS_WORTH_A_LIST) return undefined;
  return html`<ul>${parts.map(({ text, anchor }) => html`<li><a class="part" href="#${anchor}">${text}</a></li>`)}</ul>`;
}
