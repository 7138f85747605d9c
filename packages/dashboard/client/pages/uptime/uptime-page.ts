import type { BankState } from "@receipts/contracts";
import { countLevels, type DayLevel, levelOf } from "@receipts/web-pages/bank-uptime";
import { html, svg, type TemplateResult } from "lit-html";
import type { DataAt } from "../../api/api-routes.ts";
import { definePage } from "../../app/define-page.ts";
import type { ViewContext } from "../../app/page.ts";
import { badge, type Tone } from "../../elements/badge.ts";
import { table } from "../../elements/table.ts";
import { dateText, time, timeText } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { percent } from "./percent.ts";
import { uptimeTexts } from "./uptime-texts.ts";

type Bank = DataAt<"get", "/api/uptime/v2/overview">["banks"][number];
type Context = ViewContext<typeof uptimeTexts, { readonly banks: readonly Bank[] }, object>;

const tones: Readonly<Record<BankState, Tone>> = {
  operational: "good",
  degraded: "warn",
  down: "bad",
  unknown: "plain",
};
const spans = ["24h", "7d", "30d", "90d"] as const;
const levels: readonly DayLevel[] = ["good", "faults", "down", "unasked"];
const dayTones: Readonly<Record<DayLevel, Tone>> = {
  good: "good",
  faults: "warn",
  down: "bad",
  unasked: "plain",
};

export const uptimePage = definePage({
  name: "uptime",
  path: "/uptime",
  nav: { group: "work", icon: "pulse" },
  texts: uptimeTexts,
  start: () => ({}),
  load: async ({ app, signal }) => (await app.api.get("/api/uptime/v2/overview", { signal })).data,
  view: (context) => {
    const { texts, data } = context;
    return html`<p>${texts.intro} <a class="link" href="/status">${texts.publicPage}</a></p>
      <div class="legend-line">
        <span>${texts.legend}</span>
        <ul class="legend">
          ${levels.map((level) => html`<li class=${dayTones[level]}>${texts.levels[level]}</li>`)}
        </ul>
      </div>
      <div class="bank-grid">${data.banks.map((bank) => bankView(context, bank))}</div>`;
  },
});

function bankView(context: Context, bank: Bank): TemplateResult {
  const { app, texts } = context;
  const { language } = app;
  const { state, since, availability, incidents } = bank;
  const id = `bank-${bank.bank}`;
  return html`<section class="card" aria-labelledby=${id}>
    <div class="section-head">
      <h2 id=${id}>${bankName(bank.bank, language)}</h2>
      ${badge(tones[state], texts.states[state])}
    </div>
    <p class="soft">${since === null ? texts.noDataYet : texts.since(timeText(since, language))}</p>
    ${daysView(context, bank)}
    <dl class="spans" aria-label=${texts.availability}>
      ${spans.map((span) => {
        const share = availability[span];
        return html`<div>
          <dt>${texts.spans[span]}</dt>
          <dd>${share === null ? html`<span class="soft">${texts.noData}</span>` : percent(share)}</dd>
        </div>`;
      })}
    </dl>
    ${
      incidents.length === 0
        ? html`<p class="soft">${texts.noIncidents}</p>`
        : html`<details>
          <summary>${texts.incidents(incidents.length)}</summary>
          ${incidentTable(context, bank)}
        </details>`
    }
  </section>`;
}

const STEP = 4;
const WIDTH = 3;
const HEIGHT = 34;

/** Bars by day, with a sentence for screen readers. */
function daysView({ app, texts }: Context, { days }: Bank): TemplateResult {
  const bars = days.map(({ date, availability }, index) => {
    const share = availability === null ? texts.noData : percent(availability);
    const day = dateText(date, app.language);
    return svg`<rect class=${dayTones[levelOf(availability)]} x=${index * STEP} y="0" width=${WIDTH} height=${HEIGHT}>
      <title>${day}: ${share}</title>
    </rect>`;
  });
  return html`<figure class="days">
    <svg
      role="img"
      aria-label=${texts.daysSummary(countLevels(days))}
      viewBox=${`0 0 ${days.length * STEP - (STEP - WIDTH)} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      ${svg`${bars}`}
    </svg>
    <p class="ends" aria-hidden="true"><span>${texts.oldestDay}</span><span>${texts.newestDay}</span></p>
  </figure>`;
}

function incidentTable({ app, texts }: Context, { bank, incidents }: Bank): TemplateResult {
  return table({
    caption: `${texts.incidents(incidents.length)}, ${bankName(bank, app.language)}`,
    rows: incidents,
    columns: [
      { title: texts.began, cell: ({ startedAt }) => time(startedAt, app.language) },
      {
        title: texts.ended,
        cell: ({ endedAt }) =>
          endedAt === null ? html`<strong>${texts.ongoing}</strong>` : time(endedAt, app.language),
      },
    ],
  });
}
