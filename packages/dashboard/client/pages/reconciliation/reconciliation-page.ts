import { html, nothing, type TemplateResult } from "lit-html";
import { unlessNotFound } from "../../api/api-fault.ts";
import type { App } from "../../app/app-context.ts";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext } from "../../app/page.ts";
import { addressOfPage, withQuery } from "../../app/routes.ts";
import { downloadLinks } from "../../elements/download-links.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { badNotice } from "../../elements/form.ts";
import { pageOf, pager } from "../../elements/pager.ts";
import { table } from "../../elements/table.ts";
import { count, money } from "../../format/money.ts";
import { bankName } from "../../language/banks.ts";
import { reconciliationPlace } from "../../statements/reconciliation-places.ts";
import { statementTexts } from "../../statements/statement-texts.ts";
import { linesTable } from "./lines-table.ts";
import type { LineClass, Loaded, ReconciliationContext, Result } from "./reconciliation-state.ts";
import { reconciliationTexts } from "./reconciliation-texts.ts";

const PENDING_MS = 2_000;

export const reconciliationPage = definePage({
  ...reconciliationPlace,
  texts: reconciliationTexts,
  start: () => ({}),
  load,
  heading: ({ texts, data }) =>
    data === undefined
      ? texts.title
      : html`${texts.title} <bdi>${data.result.fileName ?? data.result.id}</bdi>`,
  actions: ({ app, texts, data }) =>
    data?.result.sums == null ? html`` : exportLinks(texts.exportAll, app, data.result),
  view: (context) => {
    const { app, texts, data } = context;
    if (data === undefined) {
      const all = html`<a class="button" href=${addressOfPage("/reconciliations")}>${texts.toList}</a>`;
      return emptyState(texts.unknown, app.shared.notYours, all);
    }
    const { result } = data;
    const words = statementTexts[app.language];
    return html`<p>${bankName(result.bank, app.language)} · ${words.statuses[result.status]}</p>
      ${result.failure === null ? nothing : badNotice(words.failures[result.failure])}
      ${result.warnings.length === 0 ? nothing : warningsView(context, result)}
      ${result.sums === null ? nothing : html`${sumsTable(context, data, result.sums)} ${linesView(context, data)}`}`;
  },
  live: ({ data, reload }) => {
    if (data?.result.status !== "pending") return undefined;
    const timer = setTimeout(() => void reload(), PENDING_MS);
    return () => clearTimeout(timer);
  },
});

/** The numbers of the file do not agree with each other: a page may be missing, or a row was changed. */
function warningsView({ app, texts }: ReconciliationContext, { warnings }: Result): TemplateResult {
  const birr = (text: string) => money(Number(text), "ETB", app.language);
  return html`<section class="notice warn stack" aria-labelledby="warnings">
    <h2 id="warnings">${texts.warnings}</h2>
    <p>${texts.warningsTodo}</p>
    <ul>
      ${warnings.map(
        ({ kind, row, expected, found }) =>
          html`<li>${texts.warned[kind](String(row), birr(expected), birr(found))}</li>`,
      )}
    </ul>
  </section>`;
}

async function load({ app, params, query, signal }: LoadContext): Promise<Loaded | undefined> {
  const id = params["reconciliationId"] ?? "";
  const found = await unlessNotFound(app.api.get("/api/reconciliations/{id}", { params: { id }, signal }));
  if (found === undefined) return undefined;
  const result = found.data;
  const shown = classIn(query) ?? firstOf(result);
  const lines = await app.api.get("/api/reconciliations/{id}/lines", {
    params: { id },
    signal,
    query: { ...pageOf(query), class: shown },
  });
  return { result, shown, lines };
}

const isClass = (text: string | null): text is LineClass =>
  text !== null && Object.hasOwn(statementTexts.en.classes, text);

function classIn(query: URLSearchParams): LineClass | undefined {
  const text = query.get("class");
  return isClass(text) ? text : undefined;
}

const toCheck: readonly LineClass[] = ["differing", "statement_only", "ours_only", "unread"];

/** What needs a person comes first. */
const firstOf = ({ sums }: Result): LineClass =>
  toCheck.find((name) => (sums?.[name].lines ?? 0) > 0) ?? "matched";

const exportLinks = (label: string, app: App, { id }: Result, name?: LineClass) =>
  downloadLinks(label, "/api/reconciliations/{id}/export", { params: { id }, query: { class: name } }, app);

const pathOf = ({ id }: Result) => `/reconciliations/${encodeURIComponent(id)}`;

function sumsTable(
  { app, texts }: ReconciliationContext,
  { result, shown }: Loaded,
  sums: NonNullable<Result["sums"]>,
): TemplateResult {
  const { language } = app;
  const words = statementTexts[language];
  const birr = (text: string) => money(Number(text), "ETB", language);
  const addressOfClass = (name: LineClass) =>
    addressOfPage(withQuery(pathOf(result), new URLSearchParams({ class: name })));
  const names = Object.keys(words.classes).filter(isClass);
  return table({
    caption: texts.result,
    rows: names.map((name) => ({ name, ...sums[name] })),
    columns: [
      {
        title: texts.result,
        cell: ({ name }) =>
          html`<a href=${addressOfClass(name)} aria-current=${name === shown ? "true" : nothing}
            >${words.classes[name]}</a
          >`,
      },
      { title: texts.lines, isNumber: true, cell: ({ lines }) => count(lines) },
      { title: texts.statement, isNumber: true, cell: ({ amount }) => birr(amount) },
      { title: texts.ours, isNumber: true, cell: ({ ours }) => birr(ours) },
      { title: texts.difference, isNumber: true, cell: ({ difference }) => birr(difference) },
    ],
  });
}

function linesView(context: ReconciliationContext, { result, shown, lines }: Loaded): TemplateResult {
  const { app, texts, query } = context;
  const title = statementTexts[app.language].classes[shown];
  return html`<section class="list stack" aria-labelledby="lines">
    <div class="section-head">
      <h2 id="lines">${title}</h2>
      ${lines.meta.total === 0 ? nothing : exportLinks(texts.exportClass, app, result, shown)}
    </div>
    ${lines.meta.total === 0 ? emptyState(texts.noLines, texts.noLinesTodo) : linesTable(context, title, lines.data)}
    ${pager({ meta: lines.meta, path: pathOf(result), query, shared: app.shared })}
  </section>`;
}
