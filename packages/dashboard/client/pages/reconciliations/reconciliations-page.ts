import { html, nothing, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext } from "../../app/page.ts";
import { badge, type Tone } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { confirmation } from "../../elements/dialog.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { idleForm } from "../../elements/form.ts";
import { pageOf, pager } from "../../elements/pager.ts";
import { table } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import {
  RECONCILIATIONS_PATH as PATH,
  reconciliationsPlace,
} from "../../statements/reconciliation-places.ts";
import { statementTexts } from "../../statements/statement-texts.ts";
import type { Item, Loaded, ReconciliationsContext, State } from "./reconciliations-state.ts";
import { reconciliationsTexts } from "./reconciliations-texts.ts";
import { addressOfResult, statementForm } from "./statement-form.ts";

const tones: Readonly<Record<Item["status"], Tone>> = { pending: "busy", completed: "good", failed: "bad" };

export const reconciliationsPage = definePage({
  ...reconciliationsPlace,
  texts: reconciliationsTexts,
  start: (): State => ({ form: idleForm, unmapped: undefined, removing: undefined }),
  load: async ({ app, query, signal }: LoadContext): Promise<Loaded> =>
    await app.api.get("/api/reconciliations", { query: pageOf(query), signal }),
  view: (context) => {
    const { app, texts, data, query } = context;
    return html`<p>${texts.intro} <a class="link" href="/docs/reconciliation">${texts.docs}</a></p>
      ${statementForm(context)}
      <div class="list stack">
        ${data.meta.total === 0 ? emptyState(texts.none, texts.noneTodo) : resultTable(context)}
        ${pager({ meta: data.meta, path: PATH, query, shared: app.shared })}
      </div>
      ${removeDialog(context)}`;
  },
});

function resultTable({ app, texts, data, change }: ReconciliationsContext): TemplateResult {
  const { language, shared } = app;
  const words = statementTexts[language];
  const open = ({ sums }: Item) =>
    sums === null ? "–" : count(sums.differing.lines + sums.statement_only.lines + sums.ours_only.lines);
  return table({
    caption: texts.title,
    rows: data.data,
    columns: [
      {
        title: texts.file,
        cell: ({ id, fileName }) => html`<a href=${addressOfResult(id)}><bdi>${fileName ?? id}</bdi></a>`,
      },
      { title: shared.bank, cell: ({ bank }) => bankName(bank, language) },
      {
        title: texts.period,
        cell: ({ period }) =>
          period === null
            ? "–"
            : html`${time(period.from, language, "day")} – ${time(lastMoment(period.to), language, "day")}`,
      },
      { title: shared.status, cell: ({ status }) => badge(tones[status], words.statuses[status]) },
      {
        title: words.classes.matched,
        isNumber: true,
        cell: ({ sums }) => (sums === null ? "–" : count(sums.matched.lines)),
      },
      { title: texts.toCheck, isNumber: true, cell: open },
      {
        title: shared.actions,
        cell: (item) =>
          button(texts.remove, () => change({ removing: item, form: idleForm }), {
            look: "danger",
            of: item.fileName ?? item.id,
          }),
      },
    ],
  });
}

/** A period ends where the next day begins. */
export const lastMoment = (to: string) => new Date(Date.parse(to) - 1).toISOString();

function removeDialog({ app, texts, state, change, reload }: ReconciliationsContext) {
  const { removing } = state;
  if (removing === undefined) return nothing;
  const close = () => change({ removing: undefined });
  return confirmation({
    title: texts.remove,
    effect: html`<p><strong>${removing.fileName ?? removing.id}</strong></p><p>${texts.removeEffect}</p>`,
    action: texts.remove,
    app,
    form: state.form,
    set: (form) => change({ form }),
    onClose: close,
    send: async () => {
      await app.api.remove("/api/reconciliations/{id}", { params: { id: removing.id } });
      close();
      app.announce(texts.removed);
      void reload();
    },
  });
}
