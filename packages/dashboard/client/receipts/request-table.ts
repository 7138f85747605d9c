import { html, type TemplateResult } from "lit-html";
import type { DataAt } from "../api/api-routes.ts";
import type { App } from "../app/app-context.ts";
import { addressOfPage } from "../app/routes.ts";
import { badge } from "../elements/badge.ts";
import { table } from "../elements/table.ts";
import { duration, time } from "../format/time.ts";
import { bankName } from "../language/banks.ts";
import { decisionBadge } from "./decision-view.ts";
import { verdictTones } from "./result-view.ts";

export type HistoryItem = DataAt<"get", "/api/verify/history">[number];

/** Requests with links to their details. */
export function requestTable(rows: readonly HistoryItem[], caption: string, app: App): TemplateResult {
  const { shared, language } = app;
  return table({
    caption,
    rows,
    columns: [
      {
        title: shared.requestId,
        cell: ({ requestId }) =>
          html`<a href=${addressOfPage(`/requests/${encodeURIComponent(requestId)}`)}><code>${requestId}</code></a>`,
      },
      { title: shared.bank, cell: ({ bank }) => bankName(bank, language) },
      { title: shared.status, cell: (row) => stateBadge(row, app) },
      { title: shared.time, cell: ({ createdAt }) => time(createdAt, language) },
      {
        title: shared.duration,
        isNumber: true,
        cell: ({ durationMs }) => (durationMs === null ? "–" : duration(durationMs, language)),
      },
    ],
  });
}

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
