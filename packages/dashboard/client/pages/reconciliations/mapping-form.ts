import type { StatementField } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import { button } from "../../elements/button.ts";
import { badNotice, type FormValues, formOf, formView, idleForm } from "../../elements/form.ts";
import { statementTexts } from "../../statements/statement-texts.ts";
import { guessColumns } from "./guess-columns.ts";
import { headerRow } from "./header-row.ts";
import type { ReconciliationsContext, Unmapped } from "./reconciliations-state.ts";

const decimals = [".", ","] as const;

/** Names the columns of a file, below its first rows. */
export function mappingForm(
  context: ReconciliationsContext,
  { result }: Unmapped,
  send: (values: FormValues) => Promise<void>,
): TemplateResult {
  const { app, texts, state, change } = context;
  const header = headerRow(result.preview).filter((name) => name.trim() !== "");
  const options: [string, string][] = [
    ["", texts.noColumn],
    ...header.map((name): [string, string] => [name, name]),
  ];
  const guessed = guessColumns(result.preview);
  // Only how its amounts are written.
  const isKnown = result.failure === "ambiguous_amounts";
  const fields = Object.entries(texts.fields) as [StatementField, string][]; // Object.entries loses the key type
  return html`${result.failure === null ? "" : badNotice(statementTexts[app.language].failures[result.failure])}
    <div class="scroll" tabindex="0" role="region" aria-label=${texts.firstRows}>
      <table>
        <caption class="unseen">${texts.firstRows}</caption>
        <tbody>
          ${result.preview.map(
            (row) => html`<tr>${row.map((cell) => html`<td><bdi>${cell}</bdi></td>`)}</tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${formView({
      ...formOf(context),
      send,
      body: ({ select, submit }) =>
        html`${
          isKnown
            ? ""
            : html`${fields.map(([name, label]) => select({ name, label, options, value: guessed.columns[name] ?? "" }))}
                ${select({ name: "dateOrder", label: texts.dateOrder, value: guessed.dateOrder, options: Object.entries(texts.dateOrders) })}`
        }
          ${select({ name: "decimal", label: texts.decimal, value: guessed.decimal, options: decimals.map((sign) => [sign, `1${sign}50`]) })}
          <div class="actions">
            ${submit(texts.compare)}
            ${button(app.shared.cancel, () => change({ unmapped: undefined, form: idleForm }), { look: "quiet" })}
          </div>
          <p role="status">${state.form.isBusy ? texts.waiting : ""}</p>`,
    })}`;
}

const names: readonly StatementField[] = [
  ...(["reference", "time", "clock", "amount", "credit", "debit"] as const),
  ...(["direction", "fee", "status", "description", "account", "balance"] as const),
];

/** The `mapping` of the API, of the chosen columns. */
export function mappingIn(values: FormValues): string {
  const chosen = names.flatMap((name) => {
    const column = values.optional(name);
    return column === undefined ? [] : [[name, column]];
  });
  const decimal = values.text("decimal");
  if (chosen.length === 0) return JSON.stringify({ decimal });
  return JSON.stringify({
    columns: Object.fromEntries(chosen),
    dateOrder: values.text("dateOrder"),
    decimal,
  });
}
