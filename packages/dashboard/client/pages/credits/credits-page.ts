import { html, type TemplateResult } from "lit-html";
import type { AnswerAt, DataAt } from "../../api/api-routes.ts";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { isOpen } from "../../deposits/deposit-status.ts";
import { type FormState, idleForm } from "../../elements/form.ts";
import { offsetOf } from "../../elements/pager.ts";
import { count } from "../../format/money.ts";
import { buyView } from "./buy-view.ts";
import { lastDays } from "./credit-usage.ts";
import { CREDITS_PATH, periodOf } from "./credits-query.ts";
import { type CreditsTexts, creditsTexts } from "./credits-texts.ts";
import { transactionsView } from "./transactions-view.ts";
import { usageView } from "./usage-view.ts";

const PAGE_SIZE = 25;
/** More than can be open at once. */
const PURCHASES = 10;
const LOOK_AGAIN_MS = 5_000;

interface Loaded {
  readonly balance: number;
  readonly dates: readonly string[];
  readonly usage: DataAt<"get", "/api/credits/usage">;
  readonly packages: DataAt<"get", "/api/credits/packages">;
  readonly purchases: DataAt<"get", "/api/credits/purchases">;
  readonly transactions: AnswerAt<"get", "/api/credits/transactions">;
}

export type CreditsContext = ViewContext<CreditsTexts, Loaded, { readonly buying: FormState }>;

export const creditsPage = definePage({
  name: "credits",
  path: CREDITS_PATH,
  nav: { group: "money", icon: "credits" },
  texts: creditsTexts,
  start: (): { readonly buying: FormState } => ({ buying: idleForm }),
  load,
  view: (context) =>
    html`<div class="columns small-first">
        <div class="stack">${balanceView(context)} ${buyView(context)}</div>
        ${usageView(context)}
      </div>
      ${transactionsView(context)}`,
  // Paid in another window, or on the way back from the checkout: what becomes of it shows by itself.
  live: ({ data, reload }) => {
    const isAnyOpen = data.purchases.some(({ status }) => isOpen(status));
    const timer = isAnyOpen ? setTimeout(() => void reload(), LOOK_AGAIN_MS) : undefined;
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) void reload();
    };
    window.addEventListener("pageshow", back);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pageshow", back);
    };
  },
});

async function load({ app, query, signal }: LoadContext): Promise<Loaded> {
  const dates = lastDays(periodOf(query), new Date());
  const page = { limit: PAGE_SIZE, offset: offsetOf(query) };
  const [balance, usage, packages, purchases, transactions] = await Promise.all([
    app.api.get("/api/credits/balance", { signal }),
    app.api.get("/api/credits/usage", { query: { startDate: dates[0] }, signal }),
    app.api.get("/api/credits/packages", { signal }),
    app.api.get("/api/credits/purchases", { query: { limit: PURCHASES }, signal }),
    app.api.get("/api/credits/transactions", { query: page, signal }),
  ]);
  return {
    balance: balance.data.balance,
    dates,
    usage: usage.data,
    packages: packages.data,
    purchases: purchases.data,
    transactions,
  };
}

function balanceView({ texts, data }: CreditsContext): TemplateResult {
  return html`<section class="card" aria-labelledby="balance">
    <h2 id="balance">${texts.balance}</h2>
    <p class="figure">${count(data.balance)}</p>
    ${
      data.balance === 0
        ? html`<div class="notice bad"><p><strong>${texts.empty}</strong></p><p>${texts.emptyTodo}</p></div>`
        : ""
    }
    <p class="hint">${texts.balanceHint}</p>
  </section>`;
}
