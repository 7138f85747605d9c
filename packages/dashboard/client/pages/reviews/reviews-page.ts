import { html, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { pageOf, pager } from "../../elements/pager.ts";
import { refreshList } from "../../elements/refresh-list.ts";
import { table } from "../../elements/table.ts";
import { money } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import { decisionTexts } from "../../receipts/decision-texts.ts";
import { pathOfReview } from "../../receipts/reviews.ts";
import { reviewsPlace } from "./reviews-place.ts";
import { reviewsTexts } from "./reviews-texts.ts";

export const reviewsPage = definePage({
  ...reviewsPlace,
  texts: reviewsTexts,
  start: () => ({}),
  load: ({ app, query, signal }) => app.api.get("/api/reviews", { query: pageOf(query), signal }),
  live: refreshList,
  view: ({ app, texts, data: { data: rows, meta }, query }): TemplateResult => {
    const { language, shared } = app;
    if (meta.total === 0) return emptyState(texts.none, texts.noneTodo);
    const reasons = decisionTexts[language].reasons;
    return html`<p>${texts.intro}</p>
      <div class="list stack">
        ${table({
          caption: texts.title,
          rows,
          keyOf: ({ id }) => id,
          columns: [
            {
              title: shared.amount,
              cell: ({ amount, bank }) =>
                html`<strong>${amount === null ? "–" : money(Number(amount), "ETB", language)}</strong><br /><span class="soft">${bankName(bank, language)}</span>`,
            },
            {
              title: texts.payer,
              cell: ({ senderName, referenceNumber, orderReference }) =>
                html`${senderName ?? "–"}${referenceNumber === null ? "" : html`<br /><code>${referenceNumber}</code>`}${orderReference === null ? "" : html`<br /><span class="soft">${texts.order(orderReference)}</span>`}`,
            },
            {
              title: texts.why,
              cell: ({ decisionReasons }) =>
                decisionReasons.map((reason) => reasons[reason] ?? reason).join("; "),
            },
            { title: texts.since, cell: ({ since }) => time(since, language) },
            {
              title: texts.decide,
              cell: (row) =>
                html`<a class="button quiet" href=${addressOfPage(pathOfReview(row))}>${texts.decide}</a>`,
            },
          ],
        })}
        ${pager({ meta, path: reviewsPlace.path, query, shared })}
      </div>`;
  },
});
