import type { BankCode } from "@receipts/contracts";
import { html } from "lit-html";
import type { DataAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { allBanks } from "../../language/banks.ts";
import { dailyView } from "./daily-view.ts";
import { latelyView } from "./lately-view.ts";
import { choiceOf, periodOf, REPORTS_PATH } from "./reports-query.ts";
import { type ReportsTexts, reportsTexts } from "./reports-texts.ts";

interface Loaded {
  readonly metrics: DataAt<"get", "/api/metrics">;
  /** Of one bank or of all. */
  readonly report: Pick<DataAt<"get", "/api/reports/banks/{bank}">, "days" | "totals">;
  readonly bank: BankCode | undefined;
  readonly period: { readonly startDate: string; readonly endDate: string };
}

export type ReportsContext = ViewContext<ReportsTexts, Loaded, object>;

export const reportsPage = definePage({
  name: "reports",
  path: REPORTS_PATH,
  nav: { group: "work", icon: "chart" },
  texts: reportsTexts,
  start: () => ({}),
  load,
  view: (context) => html`${latelyView(context)} ${dailyView(context)}`,
});

async function load({ app, query, signal }: LoadContext): Promise<Loaded> {
  const choice = choiceOf(query);
  const bank = allBanks().find((code) => code === choice.bank);
  const period = periodOf(choice.days, new Date());
  const [metrics, report] = await Promise.all([
    app.api.get("/api/metrics", { query: { window: choice.window }, signal }),
    bank === undefined
      ? app.api.get("/api/reports/verifications/overview", { query: period, signal })
      : app.api.get("/api/reports/banks/{bank}", { params: { bank }, query: period, signal }),
  ]);
  return { metrics: metrics.data, report: report.data, bank, period };
}
