import { html, type TemplateResult } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import type { AnswerAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { depositBadge, depositStatusTexts } from "../../deposits/deposit-status.ts";
import { depositTexts } from "../../deposits/deposit-texts.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { field, selectField } from "../../elements/field.ts";
import { formFault, idleForm } from "../../elements/form.ts";
import { offsetOf, pager } from "../../elements/pager.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { depositsTexts } from "./deposits-texts.ts";

const PATH = "/deposits";
const PAGE_SIZE = 25;
const filters = ["status", "reference"] as const;

/** A filter that the API refuses is a fault of the form, not of the page. */
type Loaded =
  | { readonly kind: "list"; readonly answer: AnswerAt<"get", "/api/deposits"> }
  | { readonly kind: "refused"; readonly fault: ApiFault };

type Context = ViewContext<(typeof depositsTexts)["en"], Loaded, object>;

export const depositsPage = definePage({
  name: "deposits",
  path: PATH,
  nav: { group: "work", icon: "deposit" },
  texts: depositsTexts,
  start: () => ({}),
  load,
  view: (context) =>
    html`<p>${context.texts.intro} <a class="link" href="/docs/deposits">${context.texts.docs}</a></p>
      ${filtersView(context)}
      <div class="list stack">${listView(context)}</div>`,
});

async function load({ app, query, signal }: LoadContext): Promise<Loaded> {
  const asked = new URLSearchParams({ limit: String(PAGE_SIZE), offset: String(offsetOf(query)) });
  for (const [name, value] of chosen(query)) asked.set(name, value);
  try {
    return { kind: "list", answer: await app.api.get("/api/deposits", { query: asked, signal }) };
  } catch (error) {
    if (error instanceof ApiFault && error.code === "invalid_payload")
      return { kind: "refused", fault: error };
    throw error;
  }
}

function chosen(query: URLSearchParams): [string, string][] {
  return filters.flatMap((name): [string, string][] => {
    const value = (query.get(name) ?? "").trim();
    return value === "" ? [] : [[name, value]];
  });
}

function listView({ app, texts, data, query }: Context): TemplateResult {
  if (data.kind === "refused") return html``;
  const { shared, language } = app;
  const words = depositTexts[language];
  const { data: rows, meta } = data.answer;
  if (meta.total === 0) return emptyView(texts, chosen(query).length > 0);
  return html`${table({
    caption: texts.title,
    rows,
    columns: [
      {
        title: words.deposit,
        cell: ({ id }) =>
          html`<a href=${addressOfPage(`${PATH}/${encodeURIComponent(id)}`)}><code>${id}</code></a>`,
      },
      { title: words.orderReference, cell: ({ reference }) => reference },
      { title: shared.status, cell: ({ status }) => depositBadge(status, language) },
      {
        title: shared.amount,
        isNumber: true,
        cell: ({ amount, currency }) => money(Number(amount), currency, language),
      },
      { title: words.made, cell: ({ createdAt }) => time(createdAt, language) },
    ],
  })}
  ${pager({ meta, path: PATH, query, shared })}`;
}

function emptyView(texts: Context["texts"], isFiltered: boolean): TemplateResult {
  if (isFiltered) {
    const clear = html`<a class="button quiet" href=${addressOfPage(PATH)}>${texts.clear}</a>`;
    return emptyState(texts.noMatch, texts.noMatchTodo, clear);
  }
  return emptyState(
    texts.none,
    texts.noneTodo,
    html`<div class="actions centered">
      <a class="button quiet" href=${addressOfPage("/bank-accounts")}>${texts.addAccount}</a>
      <a class="button" href=${addressOfPage("/checkout-keys")}>${texts.makeKey}</a>
    </div>`,
  );
}

function filtersView({ app, texts, data, query }: Context): TemplateResult {
  const { shared, language } = app;
  const form = data.kind === "refused" ? { isBusy: false, fault: data.fault } : idleForm;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const entered = new FormData(event.currentTarget);
    const next = new URLSearchParams(
      filters.flatMap((name): [string, string][] => {
        const value = entered.get(name);
        return typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : [];
      }),
    ).toString();
    app.go(next === "" ? PATH : `${PATH}?${next}`);
  };
  return html`<form class="card" aria-label=${texts.filters} @submit=${submit} novalidate>
    ${formFault(form, shared, filters)}
    <div class="filters">
      ${selectField({
        name: "status",
        label: shared.status,
        value: query.get("status") ?? "",
        options: [
          { value: "", label: texts.all },
          ...Object.entries(depositStatusTexts[language]).map(([value, label]) => ({ value, label })),
        ],
        shared,
        form,
      })}
      ${field({
        name: "reference",
        label: depositTexts[language].orderReference,
        value: query.get("reference") ?? "",
        isOptional: "unsaid",
        shared,
        form,
      })}
      <button type="submit" class="button">${texts.filter}</button>
    </div>
    ${
      chosen(query).length === 0
        ? ""
        : html`<p><a class="link" href=${addressOfPage(PATH)}>${texts.clear}</a></p>`
    }
  </form>`;
}
