import { html, type TemplateResult } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import type { AnswerAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { field, selectField } from "../../elements/field.ts";
import { formFault, idleForm } from "../../elements/form.ts";
import { offsetOf, pager } from "../../elements/pager.ts";
import { allBanks, bankName } from "../../language/banks.ts";
import { requestTable } from "../../receipts/request-table.ts";
import { requestsTexts } from "./requests-texts.ts";

const PATH = "/requests";
const PAGE_SIZE = 25;
/** As the API calls them; they are the page's own query as well, so that each view has its address. */
const filters = ["bank", "status", "processingStatus", "startDate", "endDate"] as const;
type Filter = (typeof filters)[number];

/** A filter that the API refuses is a fault of the form, not of the page. */
type Loaded =
  | { readonly kind: "list"; readonly answer: AnswerAt<"get", "/api/verify/history"> }
  | { readonly kind: "refused"; readonly fault: ApiFault };

type Context = ViewContext<(typeof requestsTexts)["en"], Loaded, object>;

export const requestsPage = definePage({
  name: "requests",
  path: PATH,
  nav: { group: "work", icon: "list" },
  texts: requestsTexts,
  start: () => ({}),
  load,
  view: (context) => html`${filtersView(context)}
    <div class="list stack">${listView(context)}</div>`,
});

async function load({ app, query, signal }: LoadContext): Promise<Loaded> {
  const asked = new URLSearchParams({ limit: String(PAGE_SIZE), offset: String(offsetOf(query)) });
  for (const [name, value] of chosen(query)) asked.set(name, value);
  try {
    return { kind: "list", answer: await app.api.get("/api/verify/history", { query: asked, signal }) };
  } catch (error) {
    if (error instanceof ApiFault && error.code === "invalid_payload")
      return { kind: "refused", fault: error };
    throw error;
  }
}

function chosen(query: URLSearchParams): [Filter, string][] {
  return filters.flatMap((name): [Filter, string][] => {
    const value = query.get(name) ?? "";
    return value === "" ? [] : [[name, value]];
  });
}

function listView({ app, texts, data, query }: Context): TemplateResult {
  if (data.kind === "refused") return html``;
  const { data: rows, meta } = data.answer;
  if (rows.length > 0 || meta.total > 0) {
    return html`${requestTable(rows, texts.title, app)} ${pager({ meta, path: PATH, query, shared: app.shared })}`;
  }
  if (chosen(query).length > 0) {
    return emptyState(
      texts.noMatch,
      texts.noMatchTodo,
      html`<a class="button quiet" href=${addressOfPage(PATH)}>${texts.clear}</a>`,
    );
  }
  return emptyState(
    texts.none,
    texts.noneTodo,
    html`<a class="button" href=${addressOfPage("/")}>${texts.tryIt}</a>`,
  );
}

function filtersView(context: Context): TemplateResult {
  const { app, texts, data, query } = context;
  const { shared, language } = app;
  const form = data.kind === "refused" ? { isBusy: false, fault: data.fault } : idleForm;
  const select = (name: Filter, label: string, options: readonly [value: string, label: string][]) =>
    selectField({
      name,
      label,
      value: query.get(name) ?? "",
      options: [["", texts.all] as const, ...options].map(([value, text]) => ({ value, label: text })),
      shared,
      form,
    });
  const day = (name: "startDate" | "endDate", label: string) =>
    field({
      name,
      label,
      type: "date",
      value: (query.get(name) ?? "").slice(0, 10),
      isOptional: "unsaid",
      shared,
      form,
    });
  const isChosen = chosen(query).length > 0;
  // On a phone the list comes first.
  const isOpen = isChosen || matchMedia("(min-width: 48rem)").matches;
  return html`<details class="card filter-box" ?open=${isOpen}>
    <summary>${texts.filters}</summary>
    <form aria-label=${texts.filters} @submit=${applyFilters(context)} novalidate>
      ${formFault(form, shared, filters)}
      <div class="filters">
        ${select(
          "bank",
          shared.bank,
          allBanks().map((bank) => [bank, bankName(bank, language)]),
        )}
        ${select("status", texts.verdict, Object.entries(shared.verdicts))}
        ${select("processingStatus", texts.processing, Object.entries(shared.processing))}
        ${day("startDate", texts.from)} ${day("endDate", texts.to)}
        <button type="submit" class="button">${texts.filter}</button>
      </div>
      <p class="hint">
        ${texts.daysHint} ${isChosen ? html`<a class="link" href=${addressOfPage(PATH)}>${texts.clear}</a>` : ""}
      </p>
    </form>
  </details>`;
}

function applyFilters({ app }: Context): (event: SubmitEvent) => void {
  return (event) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const data = new FormData(event.currentTarget);
    const query = new URLSearchParams(
      filters.flatMap((name): [string, string][] => {
        const value = data.get(name);
        return typeof value === "string" && value !== "" ? [[name, value]] : [];
      }),
    ).toString();
    app.go(query === "" ? PATH : `${PATH}?${query}`);
  };
}
