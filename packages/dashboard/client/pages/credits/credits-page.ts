import { html, type TemplateResult } from "lit-html";
import { definePage, type LoadContext, type ViewContext } from "../../app/page.ts";
import { isOpen } from "../../deposits/deposit-status.ts";
import { card } from "../../elements/card.ts";
import { idleForm } from "../../elements/form.ts";
import { pageOf } from "../../elements/pager.ts";
import { count } from "../../format/money.ts";
import { lastDays } from "../../format/time.ts";
import { buyView } from "./buy-view.ts";
import { CREDITS_PATH, periodOf } from "./credits-query.ts";
import { creditsTexts } from "./credits-texts.ts";
import { transactionsView } from "./transactions-view.ts";
import { usageView } from "./usage-view.ts";

/** More than can be unpaid at once. */
const PURCHASES = 10;
const POLL_MS = 5_000;

const start = () => ({ buying: idleForm });

export type CreditsContext = ViewContext<
  typeof creditsTexts,
  Awaited<ReturnType<typeof load>>,
  ReturnType<typeof start>
>;

export const creditsPage = definePage({
  name: "credits",
  path: CREDITS_PATH,
  roles: ["owner", "manager"],
  nav: { group: "money", icon: "credits" },
  texts: creditsTexts,
  start,
  load,
  view: (context) =>
    html`<div class="columns small-first">
        <div class="stack">${balanceView(context)} ${buyView(context)}</div>
        ${usageView(context)}
      </div>
      ${transactionsView(context)}`,
  // Shows payments made in another window, and those on return from the checkout.
  live: ({ data, reload }) => {
    const isAnyOpen = data.purchases.some(({ status }) => isOpen(status));
    const timer = isAnyOpen ? setTimeout(() => void reload(), POLL_MS) : undefined;
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

async function load({ app, query, signal }: LoadContext) {
  const { timeZone } = (await app.whenSignedIn()).user;
  const dates = lastDays(periodOf(query), new Date(), timeZone);
  const [balance, usage, packages, purchases, transactions] = await Promise.all([
    app.api.get("/api/credits/balance", { signal }),
    app.api.get("/api/credits/usage", { query: { startDate: dates[0], timeZone }, signal }),
    app.api.get("/api/credits/packages", { signal }),
    app.api.get("/api/credits/purchases", { query: { limit: PURCHASES }, signal }),
    app.api.get("/api/credits/transactions", { query: pageOf(query), signal }),
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
  return card(
    "balance",
    texts.balance,
    html`<p class="figure">${count(data.balance)}</p>
      ${
        data.balance === 0
          ? html`<div class="notice bad"><p><strong>${texts.empty}</strong></p><p>${texts.emptyTodo}</p></div>`
          : ""
      }
      <p class="hint">${texts.balanceHint}</p>`,
  );
}
