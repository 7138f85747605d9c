import { type Html, html, htmlText, ownMarkup } from "@receipts/web-pages";
import { addressOf, languageOf } from "./page-list.ts";
import type { Heading } from "./render-markdown.ts";

export interface NamedPage {
  readonly name: string;
  readonly title: string;
}

export interface PageContent {
  readonly headings: readonly Heading[];
  readonly markup: string;
  /** What stands above it. */
  readonly note?: Html | undefined;
}

/** One that is in the navigation, and is written when it is asked for. */
export interface ListedPage extends NamedPage {
  readonly write: () => PageContent;
}

export type FramedPage = NamedPage & PageContent;

export interface Frame {
  readonly style: string;
  readonly icon: string;
  readonly navigation: readonly { readonly title: string; readonly pages: readonly NamedPage[] }[];
}

/** Fewer parts than this are seen at a glance. */
const PARTS_WORTH_A_LIST = 3;

/** A whole document: navigation at the side (on a phone in front, folded), the page, and the ways on. */
export function framed(frame: Frame, page: FramedPage): string {
  const language = languageOf(page.name);
  return htmlText(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} - Receipt verification</title>
<link rel="stylesheet" href="${frame.style}">
<link rel="icon" href="${frame.icon}">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="top"><p class="brand"><a class="home" href="/docs">Receipt verification</a> <span class="what">Documentation</span></p>
<details class="menu"><summary>All pages</summary><nav aria-label="All pages, folded">${links(frame, page)}</nav></details></header>
<div class="columns">
<nav class="side" aria-label="All pages">${links(frame, page)}</nav>
<main id="content" tabindex="-1">
${page.note}${ownMarkup(page.markup)}${waysOn(frame, page)}</main>
${partsOf(page)}</div>
<footer class="bottom"><p><a href="/status">Status of the banks</a> <a href="/dashboard">Dashboard</a> <a href="/docs/reference">API reference</a></p></footer>
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

function waysOn({ navigation }: Frame, { name }: NamedPage): Html {
  const pages = navigation.flatMap((group) => group.pages);
  const at = pages.findIndex((page) => page.name === name);
  const previous = at > 0 ? pages[at - 1] : undefined;
  const next = at < 0 ? undefined : pages[at + 1];
  return html`<nav class="ways" aria-label="Previous and next">${previous !== undefined && html`<p><span>Previous</span> ${linkTo(previous, html` rel="prev"`)}</p>`}${next !== undefined && html`<p class="next"><span>Next</span> ${linkTo(next, html` rel="next"`)}</p>`}</nav>
`;
}

function partsOf({ headings }: FramedPage): Html | undefined {
  const parts = headings.filter(({ level }) => level === 2);
  if (parts.length < PARTS_WORTH_A_LIST) return undefined;
  return html`<nav class="parts" aria-label="On this page"><p>On this page</p><ul>${parts.map(
    ({ text, anchor }) => html`<li><a href="#${anchor}">${text}</a></li>`,
  )}</ul></nav>
`;
}
