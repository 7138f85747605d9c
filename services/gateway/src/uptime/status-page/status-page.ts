import { type BankCode, type BankHistory, bankTitle } from "@receipts/contracts";
import { dayLevels, type Html, html, htmlText, ownMarkup, type PageLanguage } from "@receipts/web-pages";
import { languageLinks, type PageAssets, sandboxNotice } from "../../http/page-parts.ts";
import { bankSection } from "./bank-section.ts";
import { sampleBar } from "./day-chart.ts";
import { type StatusTexts, statusTexts } from "./status-texts.ts";
import { timeText } from "./status-time.ts";
import { type Overall, overallOf, withDataFirst } from "./status-view.ts";

export const STATUS_PATH = "/status";

type Drawn = Pick<PageAssets, "style" | "pathOf">;

/** Renders the state and the history of all banks, with an explanation of the states. */
export function statusPage(page: {
  readonly language: PageLanguage;
  readonly banks: readonly BankHistory[];
  readonly asOf: Date;
  readonly assets: Drawn;
  readonly sandboxed: readonly BankCode[];
}): string {
  const { language, banks, asOf, assets, sandboxed } = page;
  const texts = statusTexts[language];
  const [heading, ...more] = sentencesOf(overallOf(banks), texts, language);
  const main = html`<p class="small">${texts.title}</p>
<h1>${heading}</h1>
${more.map((sentence) => html`<p class="more">${sentence}</p>`)}
<p class="small">${texts.intro}</p>
<p class="small">${texts.asOf} <time datetime="${asOf.toISOString()}">${timeText(asOf, language)}</time></p>
${againLink(texts, language)}
<p class="small legend-title">${texts.bars}</p>
<ul class="legend">${dayLevels.map((level) => html`<li>${sampleBar(level)} ${texts.levels[level]}</li>`)}</ul>
<h2 class="unseen">${texts.banks}</h2>
<ul class="banks">${withDataFirst(banks).map((bank) => bankSection(bank, { texts, language, name: bankTitle(bank.bank, language) }))}</ul>
<section aria-labelledby="meaning"><h2 id="meaning">${texts.meaning}</h2>
<dl class="meanings">${(["operational", "degraded", "down", "unknown"] as const).map(
    (state) =>
      html`<div><dt class="state ${state}">${texts.states[state]}</dt><dd>${texts.meanings[state]}</dd></div>`,
  )}</dl>
<p class="small">${texts.times}</p></section>`;
  return documentOf({ language, title: `${heading} – ${texts.title}`, main, assets, sandboxed });
}

/** Replaces the page when the status is unavailable. */
export function statusProblemPage(page: {
  readonly language: PageLanguage;
  readonly problem: "unreadable" | "failed";
  readonly assets: Drawn;
  readonly sandboxed: readonly BankCode[];
}): string {
  const texts = statusTexts[page.language];
  const { title, todo } = texts[page.problem];
  const main = html`<p class="small">${texts.title}</p>
<h1>${title}</h1>
<p class="more">${todo}</p>
${againLink(texts, page.language)}`;
  return documentOf({ ...page, title: `${title} – ${texts.title}`, main });
}

/** The first sentence is the heading. */
function sentencesOf(overall: Overall, texts: StatusTexts, language: PageLanguage): string[] {
  switch (overall.kind) {
    case "all_operational":
      return [texts.allOperational];
    case "known_operational":
      return [texts.knownOperational];
    case "none_known":
      return [texts.noneKnown];
    case "faults": {
      const named = (banks: typeof overall.down) => banks.map((bank) => bankTitle(bank, language));
      return [
        ...(overall.down.length > 0 ? [texts.areDown(named(overall.down))] : []),
        ...(overall.degraded.length > 0 ? [texts.areDegraded(named(overall.degraded))] : []),
      ];
    }
  }
}

/** A link instead of an automatic reload, which would lose the reader's place. */
function againLink(texts: StatusTexts, language: PageLanguage): Html {
  return html`<p><a class="button" href="${STATUS_PATH}?lang=${language}">${texts.refresh}</a></p>`;
}

function documentOf(page: {
  readonly language: PageLanguage;
  readonly title: string;
  readonly main: Html;
  readonly assets: Drawn;
  readonly sandboxed: readonly BankCode[];
}): string {
  const { language, title, main, assets, sandboxed } = page;
  return htmlText(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${ownMarkup(assets.style.text)}</style>
<link rel="icon" href="${assets.pathOf("status.svg")}">
</head>
<body>
${languageLinks(STATUS_PATH, language, statusTexts[language].language)}
${sandboxNotice(sandboxed, language)}
<main id="content">
${main}
</main>
</body>
</html>
`);
}
