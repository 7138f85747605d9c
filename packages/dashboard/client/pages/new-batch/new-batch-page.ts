import { html } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import { type Sent, sentOnce } from "../../api/sent-once.ts";
import { definePage } from "../../app/define-page.ts";
import type { ViewContext } from "../../app/page.ts";
import { BATCHES_PATH, newBatchPlace } from "../../batches/batch-places.ts";
import { type FormState, type FormValues, formOf, formView, idleForm } from "../../elements/form.ts";
import { newBatchTexts } from "./new-batch-texts.ts";
import { type PastedList, pastedLineOf, readPastedList } from "./pasted-list.ts";

interface State {
  readonly form: FormState;
  /** Text of the chosen file. */
  readonly text: string;
  readonly sent: Sent | undefined;
}

type Context = ViewContext<typeof newBatchTexts, undefined, State>;

export const newBatchPage = definePage({
  ...newBatchPlace,
  texts: newBatchTexts,
  start: (): State => ({ form: idleForm, text: "", sent: undefined }),
  load: async () => undefined,
  view: (context) => {
    const { texts, state } = context;
    return html`<p>${texts.intro}</p>
      <section class="card">
        ${formView({
          ...formOf(context),
          send: (values) => create(context, values),
          body: ({ field, submit }) =>
            html`${field({ name: "label", label: texts.label, isOptional: true })}
            ${field({
              name: "items",
              label: texts.receipts,
              hint: texts.receiptsHint,
              type: "lines",
              rows: 12,
              value: state.text,
            })}
            <div class="field">
              <label for="field-file">${texts.file}</label>
              <p class="hint" id="hint-file">${texts.fileHint}</p>
              <input
                id="field-file"
                type="file"
                accept=".csv,.txt,text/csv,text/plain"
                aria-describedby="hint-file"
                @change=${(event: Event) => void read(context, event)}
              />
            </div>
            <div class="actions">${submit(texts.submit)}</div>`,
        })}
      </section>`;
  },
});

async function read({ change }: Context, event: Event): Promise<void> {
  const input = event.currentTarget;
  const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
  if (file === undefined) return;
  const text = await file.text();
  change({ text });
}

async function create(context: Context, values: FormValues): Promise<void> {
  const { app, state, change, texts } = context;
  const list = readPastedList(values.text("items"));
  const label = values.optional("label");
  const sent = sentOnce(state.sent, JSON.stringify([label, list]));
  change({ sent });
  try {
    const { data } = await send(app.api, list, { label, key: sent.key });
    app.go(`${BATCHES_PATH}/${encodeURIComponent(data.id)}`, { replace: true });
  } catch (error) {
    throw error instanceof ApiFault && error.details.length > 0
      ? withPastedLines(error, list, texts.line)
      : error;
  }
}

/** Lines that cannot be read are shown with the list: the others run. */
async function send(
  api: Context["app"]["api"],
  list: PastedList,
  { label, key }: { readonly label: string | undefined; readonly key: string },
) {
  const headers = { "idempotency-key": key };
  const onInvalid = "skip";
  if (list.kind === "table") {
    const file = new Blob([list.csv], { type: "text/csv" });
    return await api.postFile("/api/verify/batch", file, { query: { label, onInvalid }, headers });
  }
  const items = list.receipts.map(({ text, line }) => ({ referenceNumber: text, line }));
  return await api.post("/api/verify/batch", { label, items, onInvalid }, { headers });
}

/** Errors of the API name lines of the CSV, or items. */
function withPastedLines(fault: ApiFault, list: PastedList, lineText: (line: number) => string): ApiFault {
  const details = fault.details.map(({ field, message }) => {
    const line = pastedLineOf(field, list);
    return { field: line === undefined ? field : lineText(line), message };
  });
  const { status, code, message } = fault;
  return new ApiFault({ status, code, message, details }, { cause: fault });
}
