import type { DataAt } from "../../api/api-routes.ts";
import type { ViewContext } from "../../app/page.ts";
import type { ChosenReport } from "./chosen-report.ts";
import type { reportsTexts } from "./reports-texts.ts";

export interface Loaded extends Pick<ChosenReport, "bank"> {
  readonly metrics: DataAt<"get", "/api/metrics">;
  /** Report of one bank or of all. */
  readonly report: Pick<DataAt<"get", "/api/reports/banks/{bank}">, "days" | "totals">;
}

export type ReportsContext = ViewContext<typeof reportsTexts, Loaded, object>;
