import type { BatchItem } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../../app/app-context.ts";
import { addressOfPage } from "../../app/routes.ts";
import { badge } from "../../elements/badge.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { bankName } from "../../language/banks.ts";
import { decisionTexts } from "../../receipts/decision-texts.ts";
import { stateBadge } from "../../receipts/state-badge.ts";
import type { BatchContext } from "./batch-state.ts";

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
      { title: texts.line, isNumber: true, cell: (item) => String(lineOf(item)) },
      {
        title: shared.reference,
        cell: ({ state, requestId, reference, bank, label }) => {
          const number =
            state === "invalid"
              ? html`${shortened(reference ?? "–")}`
              : html`<code class="whole">${reference ?? requestId ?? "–"}</code>`;
          return html`${requestId === null ? number : html`<a href=${addressOfPage(`/requests/${encodeURIComponent(requestId)}`)}>${number}</a>`}<br /><span
              class="soft"
              >${bank === null ? nothing : bankName(bank, language)}${label === null ? nothing : html` · ${label}`}</span
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

/** The whole text is with the lines to correct. */
const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40).trimEnd()}…` : text);

/** The line of the file. A list without lines of its own counts its receipts. */
export const lineOf = ({ line, position }: Pick<BatchItem, "line" | "position">) => line ?? position;

function itemBadge(item: BatchItem, texts: BatchContext["texts"], app: App): TemplateResult {
  const { state, sameAs, processingStatus, status, decision, decisionReasons } = item;
  if (state === "invalid") return badge("warn", texts.invalid);
  if (state === "canceled") return badge("plain", texts.itemCanceled);
  if (sameAs !== null) return repeatedView(sameAs, texts, app);
  if (processingStatus === null || status === null) return badge("busy", texts.waiting);
  return stateBadge({ processingStatus, status, decision, decisionReasons }, app);
}

/** Not in the colour of the decision: it is that of the other line, and one payment counts once. */
function repeatedView(
  sameAs: NonNullable<BatchItem["sameAs"]>,
  texts: BatchContext["texts"],
  { language }: App,
): TemplateResult {
  const line = lineOf(sameAs);
  const { decision } = sameAs;
  return html`${badge("plain", texts.asLine(line))}${
    decision === null
      ? nothing
      : html`<br /><span class="soft">${texts.ofLine(line, decisionTexts[language].decisions[decision])}</span>`
  }`;
}
