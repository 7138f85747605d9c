import { html, nothing, type TemplateResult } from "lit-html";
import type { ResponseAt } from "../../api/api-routes.ts";
import { addressOfPage } from "../../app/routes.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { paymentTime, time } from "../../format/time.ts";
import type { ReconciliationContext } from "./reconciliation-state.ts";

type Line = ResponseAt<"get", "/api/reconciliations/{id}/lines">["data"][number];

/** Lines of one class: both sides beside each other. */
export function linesTable(
  { app, texts }: ReconciliationContext,
  caption: string,
  lines: readonly Line[],
): TemplateResult {
  const { language } = app;
  const birr = (text: string | null | undefined) =>
    text == null ? "–" : money(Number(text), "ETB", language);
  return table({
    caption,
    rows: lines,
    columns: [
      { title: texts.row, isNumber: true, cell: ({ row }) => (row === null ? "–" : String(row)) },
      {
        title: texts.reference,
        cell: ({ reference, payment, description }) => {
          const number = reference ?? payment?.reference ?? null;
          return html`${number === null ? "–" : html`<code>${number}</code>`}
            ${description === null ? nothing : html`<br /><bdi class="soft">${description}</bdi>`}`;
        },
      },
      { title: texts.statement, isNumber: true, cell: ({ amount }) => birr(amount) },
      {
        title: app.shared.time,
        cell: (line) => timeOf(line, language),
      },
      {
        title: texts.ours,
        isNumber: true,
        cell: ({ payment }) => (payment === null ? "–" : paymentLink(payment, birr(payment.amount))),
      },
      { title: texts.difference, isNumber: true, cell: ({ difference }) => birr(difference) },
      { title: texts.result, cell: (line) => resultOf(line, texts) },
    ],
  });
}

function timeOf({ time: posted, timeIsDay, payment }: Line, language: "en" | "am") {
  if (posted !== null) return time(posted, language, timeIsDay ? "day" : "minute");
  return payment === null ? "–" : paymentTime(payment.paidAt, language);
}

function paymentLink({ requestId, depositId }: NonNullable<Line["payment"]>, text: string): TemplateResult {
  const path = requestId === null ? `/deposits/${depositId ?? ""}` : `/requests/${requestId}`;
  return html`<a href=${addressOfPage(path)}>${text}</a>`;
}

function resultOf(line: Line, texts: ReconciliationContext["texts"]): TemplateResult {
  const { note, detail, suggestedPaymentId, suggestedRow } = line;
  return html`${note === null ? "" : texts.notes[note]}
    ${detail === null ? nothing : html`<br /><bdi class="soft">${detail}</bdi>`}
    ${suggestedRow === null ? nothing : html`<br />${texts.maybeRow(String(suggestedRow))}`}
    ${
      suggestedPaymentId === null
        ? nothing
        : html`<br />${texts.maybePayment}
            <a href=${addressOfSuggestion(suggestedPaymentId)}><code>${suggestedPaymentId}</code></a>`
    }`;
}

const addressOfSuggestion = (id: string) =>
  addressOfPage(`/${id.startsWith("dep_") ? "deposits" : "requests"}/${id}`);
