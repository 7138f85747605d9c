import type { CreditTransaction } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import { addressOfPage } from "../../app/routes.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { pager } from "../../elements/pager.ts";
import { table } from "../../elements/table.ts";
import { count } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { CREDITS_PATH } from "./credits-query.ts";
import type { CreditsContext } from "./credits-state.ts";

/** The credit ledger, newest first. */
export function transactionsView({ app, texts, data, query }: CreditsContext): TemplateResult {
  const { shared, language } = app;
  const { data: rows, meta } = data.transactions;
  return html`<section class="list stack" aria-labelledby="transactions">
    <h2 id="transactions">${texts.transactions}</h2>
    ${
      meta.total === 0
        ? emptyState(texts.noTransactions, texts.noTransactionsTodo)
        : html`${table({
            caption: texts.transactions,
            rows,
            columns: [
              { title: shared.time, cell: ({ createdAt }) => time(createdAt, language) },
              { title: texts.type, cell: ({ type }) => texts.types[type] },
              { title: texts.about, cell: aboutView },
              { title: texts.change, isNumber: true, cell: ({ amount }) => signed(amount) },
              { title: texts.after, isNumber: true, cell: ({ balanceAfter }) => count(balanceAfter) },
            ],
          })}
        ${pager({ meta, path: CREDITS_PATH, query, shared })}`
    }
  </section>`;
}

function aboutView({ requestId, note }: CreditTransaction): TemplateResult | string {
  if (requestId === null) return note ?? "–";
  return html`<a href=${addressOfPage(`/requests/${encodeURIComponent(requestId)}`)}><code>${requestId}</code></a>`;
}

/** Signed, since debits and credits share a column. */
function signed(amount: number): string {
  return amount > 0 ? `+${count(amount)}` : count(amount).replace("-", "−");
}
