import type { BatchItem } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../../app/app-context.ts";
import { addressOfPage } from "../../app/routes.ts";
import { badge } from "../../elements/badge.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { bankName } from "../../language/banks.ts";
import { stateBadge } from "../../receipts/state-badge.ts";
import type { BatchContext } from "./batch-page.ts";

/** Items in the order of the list, with links to their requests. */
export function itemTable(
  items: readonly BatchItem[],
  texts: BatchContext["texts"],
  app: App,
): TemplateResult {
  const { shared, language } = app;
  return table({
    caption: texts.results,
    rows: items,
    columns: [
      { title: texts.position, isNumber: true, cell: ({ position }) => String(position) },
      {
        title: shared.reference,
        cell: ({ requestId, reference, bank, label }) => {
          const number = html`<code class="whole">${reference ?? requestId ?? "–"}</code>`;
          return html`${requestId === null ? number : html`<a href=${addressOfPage(`/requests/${encodeURIComponent(requestId)}`)}>${number}</a>`}<br /><span
              class="soft"
              >${bankName(bank, language)}${label === null ? nothing : html` · ${label}`}</span
            >`;
        },
      },
      {
        title: shared.amount,
        isNumber: true,
        cell: ({ result }) =>
          result?.amount == null
            ? "–"
            : html`<strong>${money(result.amount, result.currency, language)}</strong>`,
      },
      { title: texts.payer, cell: ({ result }) => result?.senderName ?? "–" },
      { title: shared.status, cell: (item) => itemBadge(item, texts, app) },
    ],
  });
}

function itemBadge(item: BatchItem, texts: BatchContext["texts"], app: App): TemplateResult {
  const { state, processingStatus, status, decision, decisionReasons } = item;
  if (state === "canceled") return badge("plain", texts.itemCanceled);
  if (processingStatus === null || status === null) return badge("busy", texts.waiting);
  return stateBadge({ processingStatus, status, decision, decisionReasons }, app);
}
