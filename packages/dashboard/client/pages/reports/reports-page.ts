import { html } from "lit-html";
import type { DataAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { type ChosenReport, chosenReport } from "./chosen-report.ts";
import { dailyView } from "./daily-view.ts";
import { recentView } from "./recent-view.ts";
import { choiceOf, REPORTS_PATH } from "./reports-query.ts";
import { reportsTexts } from "./reports-texts.ts";

interface Loaded extends Pick<ChosenReport, "bank"> {
  readonly metrics: DataAt<"get", "/api/metrics">;
  /** Report of one bank or of all. */
  readonly report: Pick<DataAt<"get", "/api/reports/banks/{bank}">, "days" | "totals">;
}

export type ReportsContext = ViewContext<typeof reportsTexts, Loaded, object>;

export const reportsPage = definePage({
  name: "reports",
  path: REPORTS_PATH,
  nav: { group: "work", icon: "chart" },
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
