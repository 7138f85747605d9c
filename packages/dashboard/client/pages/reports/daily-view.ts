import { html, nothing, type TemplateResult } from "lit-html";
import { addressOfPage } from "../../app/routes.ts";
import { button } from "../../elements/button.ts";
import { barChart, lineChart } from "../../elements/chart.ts";
import { type DownloadFormat, downloadFormats, forPeople } from "../../elements/download-links.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { filterForm } from "../../elements/form.ts";
import { count } from "../../format/money.ts";
import { dateText } from "../../format/time.ts";
import { allBanks, bankName } from "../../language/banks.ts";
import { chosenReport } from "./chosen-report.ts";
import { choiceOf, pathOfChoice, reportPeriods } from "./reports-query.ts";
import type { ReportsContext } from "./reports-state.ts";
import { saveFile } from "./save-file.ts";

/** Requests by day, for one bank or all, with a download. */
export function dailyView(context: ReportsContext): TemplateResult {
  const { texts, data } = context;
  return html`<section class="card" aria-labelledby="daily">
    <div class="section-head">
      <h2 id="daily">${texts.daily}</h2>
      <div class="downloads">
        <span class="soft">${context.app.shared.download}</span>
        ${(["xlsx", "csv"] as const).map((format) =>
          button(downloadFormats[format], () => download(context, format), {
            look: "quiet",
            of: context.app.shared.download,
          }),
        )}
      </div>
    </div>
    ${chooserView(context)}
    ${
      data.report.totals.total === 0
        ? emptyState(
            texts.noneDaily,
            texts.noneDailyTodo,
            html`<a class="button" href=${addressOfPage("/")}>${texts.tryIt}</a>`,
          )
        : chartsView(context)
    }
  </section>`;
}

function chartsView(context: ReportsContext): TemplateResult {
  const { app, texts, data } = context;
  const { shared, language } = app;
  const { days } = data.report;
  const labels = days.map(({ date }) => dateText(date, language));
  const title = data.bank === undefined ? shared.allBanks : bankName(data.bank, language);
  const { success, not_found } = shared.verdicts;
  return html`${barChart({
    title,
    labelTitle: shared.day,
    labels,
    series: [
      { title: success, tone: "good", values: days.map((day) => day.success) },
      { title: not_found, tone: "busy", values: days.map((day) => day.not_found) },
      { title: texts.failed, tone: "bad", values: days.map((day) => day.failed) },
    ],
    shared,
    format: count,
  })}
  ${rateView(context)}`;
}

/** Days without ended requests have no success rate and are left out. A line needs two points. */
function rateView({ app, texts, data }: ReportsContext): TemplateResult | typeof nothing {
  const days = data.report.days.filter(({ successRate }) => successRate !== null);
  if (days.length < 2) return nothing;
  return lineChart({
    title: texts.successRateChart,
    labelTitle: app.shared.day,
    labels: days.map(({ date }) => dateText(date, app.language)),
    series: [
      {
        title: texts.successRate,
        tone: "good",
        values: days.map(({ successRate }) => Math.round((successRate ?? 0) * 1_000) / 10),
      },
    ],
    shared: app.shared,
    format: (share) => `${share} %`,
  });
}

function chooserView({ app, data, query }: ReportsContext): TemplateResult {
  const { shared, language } = app;
  const { window, days: shownDays } = choiceOf(query);
  return html`${filterForm({
    app,
    label: shared.period,
    className: "filters",
    pathOf: (entered) => pathOfChoice({ ...choiceOf(entered), window }),
    body: ({ select }) =>
      html`${select({
        name: "days",
        label: shared.period,
        value: String(shownDays),
        options: reportPeriods.map((days) => [String(days), shared.lastDays(days)]),
      })}
      ${select({
        name: "bank",
        label: shared.bank,
        value: data.bank ?? "",
        options: [
          ["", shared.allBanks],
          ...allBanks().map((bank) => [bank, bankName(bank, language)] as const),
        ],
      })}
      <button type="submit" class="button quiet">${shared.show}</button>`,
  })}
    <p class="hint">${shared.accountDays}</p>`;
}

/** Downloads the chosen period and bank, also while their report is still on its way. */
async function download({ app, query }: ReportsContext, format: DownloadFormat): Promise<void> {
  await app.attempt(async () => {
    const { bank, period } = await chosenReport(app, query);
    const wanted = { query: { ...period, ...forPeople(format, app) } };
    const file =
      bank === undefined
        ? await app.api.getFile("/api/reports/verifications/overview", "*/*", wanted)
        : await app.api.getFile("/api/reports/banks/{bank}", "*/*", { params: { bank }, ...wanted });
    saveFile(file, `${bank ?? "verifications"}-${period.startDate}-${period.endDate}.${format}`);
  });
}
