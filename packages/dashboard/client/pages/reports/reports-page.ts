import { html } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext } from "../../app/page.ts";
import { chosenReport } from "./chosen-report.ts";
import { dailyView } from "./daily-view.ts";
import { recentView } from "./recent-view.ts";
import { choiceOf, REPORTS_PATH } from "./reports-query.ts";
import type { Loaded } from "./reports-state.ts";
import { reportsTexts } from "./reports-texts.ts";

export const reportsPage = definePage({
  name: "reports",
  path: REPORTS_PATH,
  nav: { group: "developers", icon: "chart" },
  texts: reportsTexts,
  start: () => ({}),
  load,
  view: (context) => html`${recentView(context)} ${dailyView(context)}`,
});

async function load({ app, query, signal }: LoadContext): Promise<Loaded> {
  const { bank, period } = await chosenReport(app, query);
  const [metrics, report] = await Promise.all([
    app.api.get("/api/metrics", { query: { window: choiceOf(query).window }, signal }),
    bank === undefined
      ? app.api.get("/api/reports/verifications/overview", { query: period, signal })
      : app.api.get("/api/reports/banks/{bank}", { params: { bank }, query: period, signal }),
  ]);
  return { metrics: metrics.data, report: report.data, bank };
}
