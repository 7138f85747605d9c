import { html, type TemplateResult } from "lit-html";
import type { ResponseAt } from "../../api/api-routes.ts";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { BATCHES_PATH, batchesPlace } from "../../batches/batch-places.ts";
import { batchBadge } from "../../batches/batch-state.ts";
import { batchTexts } from "../../batches/batch-texts.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { pageOf, pager } from "../../elements/pager.ts";
import { refreshList } from "../../elements/refresh-list.ts";
import { table } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { decisionTexts } from "../../receipts/decision-texts.ts";
import { batchesTexts } from "./batches-texts.ts";

type Loaded = ResponseAt<"get", "/api/batches">;
type Context = ViewContext<typeof batchesTexts, Loaded, object>;

export const batchesPage = definePage({
  ...batchesPlace,
  texts: batchesTexts,
  start: () => ({}),
  actions: ({ texts }) => newBatchLink(texts.newBatch),
  load: ({ app, query, signal }: LoadContext): Promise<Loaded> =>
    app.api.get("/api/batches", { query: pageOf(query), signal }),
  live: refreshList,
  view: (context) =>
    html`<p>${context.texts.intro} <a class="link" href="/docs/lists">${context.texts.docs}</a></p>
      <div class="list stack">${listView(context)}</div>`,
});

const newBatchLink = (label: string) =>
  html`<a class="button" href=${addressOfPage(`${BATCHES_PATH}/new`)}>${label}</a>`;

function listView({ app, texts, data, query }: Context): TemplateResult {
  const { shared, language } = app;
  if (data.meta.total === 0) return emptyState(texts.none, texts.noneTodo, newBatchLink(texts.newBatch));
  const words = batchTexts[language];
  const { decisions } = decisionTexts[language];
  return html`${table({
    caption: texts.title,
    rows: data.data,
    keyOf: ({ id }) => id,
    columns: [
      {
        title: words.list,
        cell: ({ id, label, total }) =>
          html`<a href=${addressOfPage(`${BATCHES_PATH}/${encodeURIComponent(id)}`)}>${label ?? html`<code>${id}</code>`}</a><br /><span
              class="soft"
              >${words.receipts}: ${count(total)}</span
            >`,
      },
      { title: words.created, cell: ({ createdAt }) => time(createdAt, language) },
      { title: shared.status, cell: (batch) => batchBadge(batch, language) },
      { title: decisions.accept, isNumber: true, cell: ({ counts }) => count(counts.accept) },
      { title: decisions.review, isNumber: true, cell: ({ counts }) => count(counts.review) },
      { title: decisions.reject, isNumber: true, cell: ({ counts }) => count(counts.reject) },
    ],
  })}
  ${pager({ meta: data.meta, path: BATCHES_PATH, query, shared })}`;
}
