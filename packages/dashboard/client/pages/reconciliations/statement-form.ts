import { html, type TemplateResult } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import { addressOfPage } from "../../app/routes.ts";
import { card } from "../../elements/card.ts";
import { type FormValues, formOf, formView, idleForm } from "../../elements/form.ts";
import { bankName, supportedBanks } from "../../language/banks.ts";
import { mappingForm, mappingIn } from "./mapping-form.ts";
import type { Detail, ReconciliationsContext } from "./reconciliations-state.ts";

/** A person can say what is missing. */
const toAsk: ReadonlySet<NonNullable<Detail["failure"]>> = new Set([
  "unknown_layout",
  "missing_column",
  "ambiguous_amounts",
]);
const EVERY_MS = 1_000;
/** Windows names CSV files otherwise, and some browsers not at all. */
const fileTypes = ".csv,.xlsx,.txt,.pdf,text/csv,application/pdf";

export function statementForm(context: ReconciliationsContext): TemplateResult {
  const { app, texts, state } = context;
  const { unmapped } = state;
  if (unmapped !== undefined) {
    const send = async (values: FormValues) =>
      await sendStatement(context, unmapped.file, { ...unmapped.query, mapping: mappingIn(values) });
    return card("map", texts.mapTitle, mappingForm(context, unmapped, send));
  }
  return card(
    "new",
    texts.newTitle,
    formView({
      ...formOf(context),
      send: async (values) => {
        const file = chosenFile();
        if (file === undefined) throw noFile(texts.noFile);
        await sendStatement(context, file, {
          bank: values.text("bank"),
          fileName: file.name.slice(0, 120),
          startDate: values.optional("startDate"),
          endDate: values.optional("endDate"),
        });
      },
      body: ({ field, select, submit }) =>
        html`<div class="field">
            <label for="field-file">${texts.file}</label>
            <p class="hint" id="hint-file">${texts.fileHint}</p>
            <input id="field-file" type="file" accept=${fileTypes} aria-describedby="hint-file" />
          </div>
          ${select({
            name: "bank",
            label: app.shared.bank,
            options: supportedBanks().map((bank) => [bank, bankName(bank, app.language)]),
          })}
          ${field({ name: "startDate", label: app.shared.fromDay, type: "date", isOptional: true, hint: texts.daysHint })}
          ${field({ name: "endDate", label: app.shared.toDay, type: "date", isOptional: true })}
          <p>${submit(texts.compare)}</p>
          <p role="status">${state.form.isBusy ? texts.waiting : ""}</p>`,
    }),
  );
}

function chosenFile(): File | undefined {
  const input = document.getElementById("field-file");
  return input instanceof HTMLInputElement ? input.files?.[0] : undefined;
}

const noFile = (message: string) =>
  new ApiFault({ status: 422, code: "invalid_payload", message, details: [{ field: "file", message }] });

/** Sends the file, and opens its result or asks for its columns. It replaces a failed try by its name. */
async function sendStatement(
  { app, change, signal }: ReconciliationsContext,
  file: File,
  query: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { data } = await app.api.postFile("/api/reconciliations", file, { query, signal });
  const result = await ended(app, data.id, signal);
  if (result.failure !== null && toAsk.has(result.failure)) {
    change({ unmapped: { file, query, result }, form: idleForm });
    return;
  }
  app.go(`/reconciliations/${encodeURIComponent(result.id)}`);
}

async function ended(app: ReconciliationsContext["app"], id: string, signal: AbortSignal): Promise<Detail> {
  for (;;) {
    const { data } = await app.api.get("/api/reconciliations/{id}", { params: { id }, signal });
    if (data.status !== "pending") return data;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

export const addressOfResult = (id: string) => addressOfPage(`/reconciliations/${encodeURIComponent(id)}`);
