import { html, type TemplateResult } from "lit-html";
import type { ResponseAt } from "../../api/api-routes.ts";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import { addressOfPage, withQuery } from "../../app/routes.ts";
import { depositBadge, depositStatusTexts, mayDecide } from "../../deposits/deposit-status.ts";
import { depositTexts } from "../../deposits/deposit-texts.ts";
import { downloadLinks } from "../../elements/download-links.ts";
import {
  chosenIn,
  emptyList,
  type Filtered,
  filterState,
  loadFiltered,
} from "../../elements/filtered-list.ts";
import { filterForm } from "../../elements/form.ts";
import { pager } from "../../elements/pager.ts";
import { refreshList } from "../../elements/refresh-list.ts";
import { table } from "../../elements/table.ts";
import { count, money } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { depositsTexts } from "./deposits-texts.ts";

const PATH = "/deposits";
const filters = ["q", "status", "startDate", "endDate", "reference"] as const;

type Loaded = Filtered<ResponseAt<"get", "/api/deposits">>;
type Context = ViewContext<typeof depositsTexts, Loaded, object>;

export const depositsPage = definePage({
  name: "deposits",
  path: PATH,
  nav: { group: "work", icon: "deposit" },
  texts: depositsTexts,
  start: () => ({}),
  actions: ({ app, texts }) =>
    mayDecide(app)
      ? html`<a class="button" href=${addressOfPage("/deposits/new")}>${texts.newDeposit}</a>`
      : html``,
  load: async ({ app, query, signal }: LoadContext): Promise<Loaded> => {
    const { timeZone } = (await app.whenSignedIn()).user;
    return await loadFiltered(query, filters, (asked) =>
      app.api.get("/api/deposits", { query: { ...asked, timeZone }, signal }),
    );
  },
  live: refreshList,
  view: (context) =>
    html`<p>${context.texts.intro} <a class="link" href="/docs/deposits">${context.texts.docs}</a></p>
      ${filtersView(context)}
      <div class="list stack">${listView(context)}</div>`,
});

function listView({ app, texts, data, query }: Context): TemplateResult {
  if (data.kind === "refused") return html``;
  const { shared, language } = app;
  const words = depositTexts[language];
  const { data: rows, meta } = data.answer;
  if (meta.total === 0) {
    const first = html`<div class="actions centered">
      <a class="button quiet" href=${addressOfPage("/bank-accounts")}>${texts.addAccount}</a>
      <a class="button" href=${addressOfPage("/checkout-keys")}>${texts.makeKey}</a>
    </div>`;
    const clear = { path: PATH, title: shared.clearFilters };
    const noMatchTodo = meta.totalIsExact ? texts.noMatchTodo : texts.tooMany;
    return emptyList({
      texts: { ...texts, noMatchTodo },
      isFiltered: chosenIn(query, filters).length > 0,
      clear,
      first,
    });
  }
  const birr = (text: string) => html`<strong>${money(Number(text), "ETB", language)}</strong>`;
  const exported = { ...Object.fromEntries(chosenIn(query, filters)), timeZone: app.session?.user.timeZone };
  const total = count(meta.total);
  return html`<div class="section-head">
    <p>
      ${meta.totalIsExact ? texts.total(total) : texts.newest(total)} · ${words.requested}:
      ${birr(meta.amount)} · ${words.received}: ${birr(meta.amountReceived)}
    </p>
    ${downloadLinks(shared.download, "/api/deposits/export", { query: exported }, app)}
  </div>
  ${table({
    caption: texts.title,
    rows,
    keyOf: ({ id }) => id,
    columns: [
      {
        title: words.deposit,
        cell: ({ id }) =>
          html`<a href=${addressOfPage(`${PATH}/${encodeURIComponent(id)}`)}><code>${id}</code></a>`,
      },
      { title: words.orderReference, cell: ({ reference }) => reference },
      {
        title: texts.payer,
        cell: ({ customer, receipt }) => receipt?.senderName ?? customer?.name ?? customer?.phone ?? "–",
      },
      { title: shared.status, cell: ({ status }) => depositBadge(status, language) },
      {
        title: shared.amount,
        isNumber: true,
        cell: ({ amount, amountPaid, amountReceived, currency }) => {
          const isPartlyPaid = amountReceived === null && Number(amountPaid) > 0;
          const paid = `${words.paidSoFar}: ${money(Number(amountPaid), currency, language)}`;
          return html`${money(Number(amount), currency, language)}${isPartlyPaid ? html`<br /><span class="soft">${paid}</span>` : ""}`;
        },
      },
      { title: words.created, cell: ({ createdAt }) => time(createdAt, language) },
    ],
  })}
  ${pager({ meta, path: PATH, query, shared })}`;
}

function filtersView({ app, texts, data, query }: Context): TemplateResult {
  const { shared, language } = app;
  const value = (name: (typeof filters)[number]) => query.get(name) ?? "";
  return filterForm({
    app,
    label: shared.filters,
    className: "card",
    form: filterState(data),
    pathOf: (entered) => withQuery(PATH, entered),
    body: ({ field, select }) =>
      html`<div class="filters">
        ${field({
          name: "q",
          label: texts.search,
          hint: texts.searchHint,
          type: "search",
          value: value("q"),
          isOptional: "unsaid",
        })}
        ${select({
          name: "status",
          label: shared.status,
          value: value("status"),
          options: [["", shared.all], ...Object.entries(depositStatusTexts[language])],
        })}
        ${field({ name: "startDate", label: shared.fromDay, type: "date", value: value("startDate"), isOptional: "unsaid" })}
        ${field({ name: "endDate", label: shared.toDay, type: "date", value: value("endDate"), isOptional: "unsaid" })}
        <button type="submit" class="button">${shared.filter}</button>
      </div>
      <p class="hint">${shared.accountDays}</p>
      ${
        chosenIn(query, filters).length === 0
          ? ""
          : html`<p><a class="link" href=${addressOfPage(PATH)}>${shared.clearFilters}</a></p>`
      }`,
  });
}
