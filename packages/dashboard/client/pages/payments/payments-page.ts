import { html, nothing, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { downloadLinks } from "../../elements/download-links.ts";
import { chosenIn, emptyList, loadFiltered } from "../../elements/filtered-list.ts";
import { idleForm } from "../../elements/form.ts";
import { pager } from "../../elements/pager.ts";
import { refreshList } from "../../elements/refresh-list.ts";
import { count } from "../../format/money.ts";
import { PAYMENTS_PATH, paymentFilters, paymentFiltersView } from "./payment-filters.ts";
import { paymentTable } from "./payment-table.ts";
import { paymentViewsView } from "./payment-views.ts";
import type { Loaded, PaymentsContext, State } from "./payments-state.ts";
import { paymentsTexts } from "./payments-texts.ts";

export const paymentsPage = definePage({
  name: "payments",
  path: PAYMENTS_PATH,
  nav: { group: "work", icon: "list" },
  texts: paymentsTexts,
  start: (): State => ({ form: idleForm, isNaming: false }),
  load,
  live: refreshList,
  view: (context) => html`${paymentFiltersView(context)} ${paymentViewsView(context)}
    <div class="list stack">${listView(context)}</div>`,
});

async function load({ app, query, signal }: LoadContext): Promise<Loaded> {
  const { timeZone } = (await app.whenSignedIn()).user;
  const [list, choices, views] = await Promise.all([
    loadFiltered(query, paymentFilters, (asked) =>
      app.api.get("/api/payments", { query: { ...asked, timeZone }, signal }),
    ),
    app.api.get("/api/payments/filters", { signal }),
    app.api.get("/api/payment-views", { signal }),
  ]);
  return { list, choices: choices.data, views: views.data };
}

function listView({ app, texts, data, query }: PaymentsContext): TemplateResult | typeof nothing {
  if (data.list.kind === "refused") return nothing;
  const { data: rows, meta } = data.list.answer;
  if (meta.total === 0) {
    return emptyList({
      texts: { ...texts, noMatchTodo: meta.totalIsExact ? texts.noMatchTodo : texts.tooMany },
      isFiltered: chosenIn(query, paymentFilters).length > 0,
      clear: { path: PAYMENTS_PATH, title: app.shared.clearFilters },
      first: html`<a class="button" href=${addressOfPage("/")}>${texts.tryIt}</a>`,
    });
  }
  const exported = {
    ...Object.fromEntries(chosenIn(query, paymentFilters)),
    timeZone: app.session?.user.timeZone,
  };
  const total = count(meta.total);
  return html`<div class="section-head">
      <p role="status">${meta.totalIsExact ? texts.total(total) : texts.newest(total)}</p>
      ${downloadLinks(app.shared.download, "/api/payments/export", { query: exported }, app)}
    </div>
    ${paymentTable(rows, texts, app)}
    ${pager({ meta, path: PAYMENTS_PATH, query, shared: app.shared })}`;
}
