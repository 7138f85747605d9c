import { html, type TemplateResult } from "lit-html";
import type { ResponseAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { addressOfPage, withQuery } from "../../app/routes.ts";
import {
  chosenIn,
  emptyList,
  type Filtered,
  filterState,
  loadFiltered,
} from "../../elements/filtered-list.ts";
import { filterForm } from "../../elements/form.ts";
import { pager } from "../../elements/pager.ts";
import { allBanks, bankName } from "../../language/banks.ts";
import { requestTable } from "../../receipts/request-table.ts";
import { requestsTexts } from "./requests-texts.ts";

const PATH = "/requests";
const filters = ["bank", "status", "processingStatus", "startDate", "endDate"] as const;

type Loaded = Filtered<ResponseAt<"get", "/api/verify/history">>;
type Context = ViewContext<typeof requestsTexts, Loaded, object>;

export const requestsPage = definePage({
  name: "requests",
  path: PATH,
  nav: { group: "work", icon: "list" },
  texts: requestsTexts,
  start: () => ({}),
  load: ({ app, query, signal }: LoadContext): Promise<Loaded> =>
    loadFiltered(query, filters, (asked) => app.api.get("/api/verify/history", { query: asked, signal })),
  view: (context) => html`${filtersView(context)}
    <div class="list stack">${listView(context)}</div>`,
});

function listView({ app, texts, data, query }: Context): TemplateResult {
  if (data.kind === "refused") return html``;
  const { data: rows, meta } = data.answer;
  if (meta.total > 0)
    return html`${requestTable(rows, texts.title, app)} ${pager({ meta, path: PATH, query, shared: app.shared })}`;
  return emptyList({
    texts,
    isFiltered: chosenIn(query, filters).length > 0,
    clear: { path: PATH, title: app.shared.clearFilters },
    first: html`<a class="button" href=${addressOfPage("/")}>${texts.tryIt}</a>`,
  });
}

function filtersView({ app, texts, data, query }: Context): TemplateResult {
  const { shared, language } = app;
  const isChosen = chosenIn(query, filters).length > 0;
  // Phones show the list first.
  const isOpen = isChosen || matchMedia("(min-width: 48rem)").matches;
  const form = filterForm({
    app,
    label: shared.filters,
    form: filterState(data),
    pathOf: (entered) => withQuery(PATH, entered),
    body: (parts) => {
      const select = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
        parts.select({
          name,
          label,
          value: query.get(name) ?? "",
          options: [["", shared.all], ...options],
        });
      const day = (name: string, label: string) => {
        const value = (query.get(name) ?? "").slice(0, 10);
        return parts.field({ name, label, type: "date", value, isOptional: "unsaid" });
      };
      const banks = allBanks().map((bank) => [bank, bankName(bank, language)] as const);
      return html`<div class="filters">
          ${select("bank", shared.bank, banks)}
          ${select("status", texts.verdict, Object.entries(shared.verdicts))}
          ${select("processingStatus", texts.processing, Object.entries(shared.processing))}
          ${day("startDate", shared.fromDay)} ${day("endDate", shared.toDay)}
          <button type="submit" class="button">${shared.filter}</button>
        </div>
        <p class="hint">
          ${shared.utcDays}
          ${isChosen ? html`<a class="link" href=${addressOfPage(PATH)}>${shared.clearFilters}</a>` : ""}
        </p>`;
    },
  });
  return html`<details class="card filter-box" ?open=${isOpen}>
    <summary>${shared.filters}</summary>
    ${form}
  </details>`;
}
