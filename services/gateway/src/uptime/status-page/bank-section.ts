import { type BankHistory, isSupportedBank } from "@receipts/contracts";
import { countLevels, type Html, html, type PageLanguage } from "@receipts/web-pages";
import { dayChart } from "./day-chart.ts";
import type { StatusTexts } from "./status-texts.ts";
import { dayText, durationBetween, percentText, timeText } from "./status-time.ts";
import { type DayRun, dayRunsOf } from "./status-view.ts";

interface Said {
  readonly texts: StatusTexts;
  readonly language: PageLanguage;
  /** Name of the bank in this language. */
  readonly name: string;
}

const spans = ["24h", "7d", "30d", "90d"] as const;

/** One bank: its state, its availability, and a table of days for people who cannot use the chart. */
export function bankSection(bank: BankHistory, said: Said): Html {
  const { texts, language, name } = said;
  const heading = html`<h3 id="${bank.bank}">${name}</h3>`;
  if (!isSupportedBank(bank.bank)) {
    return html`<li class="card">${heading}<p class="small">${texts.unsupported}</p></li>`;
  }
  return html`<li class="card">
${heading}
<p><span class="state ${bank.state}">${texts.states[bank.state]}</span> ${sinceOf(bank, said)}</p>
${bank.relays !== null && html`<p class="small">${texts.relays(bank.relays)}</p>`}
${bank.dailyProbe !== null && html`<p class="small">${texts.dailyProbe[bank.dailyProbe.outcome]} <time datetime="${bank.dailyProbe.at}">${timeText(bank.dailyProbe.at, language)}</time></p>`}
<p class="small">${texts.availability}</p>
<dl class="spans">${spans.map((span) => {
    const share = bank.availability[span];
    return html`<div><dt>${texts.spans[span]}</dt><dd>${share === null ? texts.noData : percentText(share)}</dd></div>`;
  })}</dl>
${dayChart(bank.days, texts.daysSummary(countLevels(bank.days)))}
<p class="ends" aria-hidden="true"><span>${texts.oldestDay}</span><span>${texts.newestDay}</span></p>
${dayTable(bank, said)}
${incidentTable(bank, said)}
</li>`;
}

function sinceOf({ since }: BankHistory, { texts, language }: Said): Html {
  if (since === null) return html`<span class="small">${texts.noDataYet}</span>`;
  return html`<span class="small">${texts.since} <time datetime="${since}">${timeText(since, language)}</time></span>`;
}

function dayTable({ days }: BankHistory, said: Said): Html {
  const { texts, name } = said;
  return html`<details><summary>${texts.dayByDay}<span class="unseen">: ${name}</span></summary>
<table><thead><tr><th scope="col">${texts.day}</th><th scope="col">${texts.answered}</th></tr></thead>
<tbody>${dayRunsOf(days).map((run) => html`<tr><td>${runText(run, said)}</td><td>${answeredText(run, texts)}</td></tr>`)}</tbody></table></details>`;
}

function runText({ from, to }: DayRun, { language }: Said): Html {
  const day = (date: string) => html`<time datetime="${date}">${dayText(date, language)}</time>`;
  return from === to ? day(to) : html`${day(from)} – ${day(to)}`;
}

function answeredText({ level, lowest }: DayRun, texts: StatusTexts): string {
  return level === "good" || lowest === null ? texts.levels[level] : percentText(lowest);
}

function incidentTable({ incidents }: BankHistory, said: Said): Html {
  const { texts, language, name } = said;
  if (incidents.length === 0) return html`<p class="small">${texts.noIncidents}</p>`;
  const at = (time: string) => html`<time datetime="${time}">${timeText(time, language)}</time>`;
  return html`<details><summary>${texts.incidents(incidents.length)}<span class="unseen">: ${name}</span></summary>
<table><thead><tr><th scope="col">${texts.incidentStart}</th><th scope="col">${texts.incidentEnd}</th><th scope="col">${texts.incidentDuration}</th></tr></thead>
<tbody>${incidents.map(
    ({ startedAt, endedAt }) =>
      html`<tr><td>${at(startedAt)}</td><td>${endedAt === null ? texts.ongoing : at(endedAt)}</td><td>${endedAt !== null && texts.duration(durationBetween(startedAt, endedAt))}</td></tr>`,
  )}</tbody></table></details>`;
}
