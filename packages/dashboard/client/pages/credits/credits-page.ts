import { html, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import { isOpen } from "../../deposits/deposit-status.ts";
import { card } from "../../elements/card.ts";
import { count } from "../../format/money.ts";
import { buyView } from "./buy-view.ts";
import { CREDITS_PATH } from "./credits-query.ts";
import { type CreditsContext, load, start } from "./credits-state.ts";
import { creditsTexts } from "./credits-texts.ts";
import { transactionsView } from "./transactions-view.ts";
import { usageView } from "./usage-view.ts";

const POLL_MS = 5_000;

export const creditsPage = definePage({
  name: "credits",
  path: CREDITS_PATH,
  roles: ["owner", "manager"],
  nav: { group: "settings", icon: "credits" },
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
