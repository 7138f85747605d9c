import type { BankCode } from "@receipts/contracts";
import { html } from "lit-html";
import type { DataAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { lastDays } from "../../format/time.ts";
import { allBanks } from "../../language/banks.ts";
import { dailyView } from "./daily-view.ts";
import { recentView } from "./recent-view.ts";
import { choiceOf, REPORTS_PATH } from "./reports-query.ts";
import { reportsTexts } from "./reports-texts.ts";

interface Loaded {
  readonly metrics: DataAt<"get", "/api/metrics">;
  /** Report of one bank or of all. */
  readonly report: Pick<DataAt<"get", "/api/reports/banks/{bank}">, "days" | "totals">;
  readonly bank: BankCode | undefined;
  readonly period: Readonly<Record<"startDate" | "endDate", string | undefined>> & {
    readonly timeZone: string;
  };
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
  const choice = choiceOf(query);
  const bank = allBanks().find((code) => code === choice.bank);
  const { timeZone } = (await app.whenSignedIn()).user;
  const dates = lastDays(choice.days, new Date(), timeZone);
  const period = { startDate: dates[0], endDate: dates.at(-1), timeZone };
  const [metrics, report] = await Promise.all([
    app.api.get("/api/metrics", { query: { window: choice.window }, signal }),
    bank === undefined
      ? app.api.get("/api/reports/verifications/overview", { query: period, signal })
      : app.api.get("/api/reports/banks/{bank}", { params: { bank }, query: period, signal }),
  ]);
  return { metrics: metrics.data, report: report.data, bank, period };
}
