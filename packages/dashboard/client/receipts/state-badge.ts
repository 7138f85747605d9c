import type { TemplateResult } from "lit-html";
import type { DataAt } from "../api/api-routes.ts";
import type { App } from "../app/app-context.ts";
import { badge } from "../elements/badge.ts";
import { decisionBadge } from "./decision-view.ts";
import { verdictTones } from "./result-view.ts";

type HistoryItem = DataAt<"get", "/api/verify/history">[number];

/** The decision; without one, the verdict or the processing state. */
export function stateBadge(
  row: Pick<HistoryItem, "processingStatus" | "status" | "decision" | "decisionReasons">,
  app: App,
): TemplateResult {
  const { processingStatus, status } = row;
  const { shared } = app;
  if (processingStatus === "completed") {
    const decided = decisionBadge(row, app);
    return decided === "" ? badge(verdictTones[status], shared.verdicts[status]) : decided;
  }
  return badge(processingStatus === "failed" ? "bad" : "busy", shared.processing[processingStatus]);
}
