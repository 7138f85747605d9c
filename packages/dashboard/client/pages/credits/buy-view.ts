import { html, nothing, type TemplateResult } from "lit-html";
import { faultOf } from "../../api/api-fault.ts";
import { sentOnce } from "../../api/sent-once.ts";
import { checkoutLink, depositBadge, isOpen } from "../../deposits/deposit-status.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { idleForm } from "../../elements/form.ts";
import { count, money } from "../../format/money.ts";
import { timeText } from "../../format/time.ts";
import type { CreditsContext } from "./credits-state.ts";

/** The packages for sale, and past and unpaid purchases. */
export function buyView(context: CreditsContext): TemplateResult {
  const { app, texts, data } = context;
  const { packages } = data;
  const isOwner = app.session?.member.role === "owner";
  const buttonOf = ({ id, credits }: (typeof packages)[number]) =>
    button(texts.buyPackage, () => buy(context, id), { of: texts.credits(count(credits)) });
  const offers = () =>
    html`<p>${isOwner ? texts.buyHint : texts.ownersBuy}</p>
      ${faultView(context)}
      <ul class="rows">
        ${packages.map(
          (offer) =>
            html`<li>
              <span
                ><strong>${texts.credits(count(offer.credits))}</strong>
                <span class="soft">${money(Number(offer.price), offer.currency, app.language)}</span></span
              >
              ${isOwner ? buttonOf(offer) : nothing}
            </li>`,
        )}
      </ul>`;
  const buying = packages.length === 0 ? emptyState(texts.noPackages, texts.noPackagesTodo) : offers();
  return html`${card("buy", texts.buy, buying)}
    ${data.purchases.length === 0 ? nothing : purchasesView(context)}`;
}

/** Starts a purchase and opens its checkout page. Afterwards it is in the list. */
async function buy({ app, state, change }: CreditsContext, packageId: string): Promise<void> {
  if (state.buying.isBusy) return;
  const sent = sentOnce(state.sent, packageId);
  change({ sent, buying: { isBusy: true, fault: undefined } });
  try {
    const headers = { "idempotency-key": sent.key };
    const { data } = await app.api.post("/api/credits/purchases", { packageId }, { headers });
    if (!/^https?:\/\//.test(data.checkoutUrl)) throw new Error("the checkout has no address of the web");
    // Going back in the browser may show this page in its last state.
    change({ sent: undefined, buying: idleForm });
    location.assign(data.checkoutUrl);
  } catch (error) {
    change({ buying: { isBusy: false, fault: faultOf(error) } });
  }
}

function faultView({ app, texts, state }: CreditsContext): TemplateResult | typeof nothing {
  const { fault } = state.buying;
  if (fault === undefined) return nothing;
  // The API's message names settings, which only the operator can change.
  const text = fault.code === "service_unavailable" ? texts.notForSale : app.shared.faults(fault);
  return html`<div class="notice bad" role="alert"><p>${text}</p></div>`;
}

function purchasesView({ app, texts, data }: CreditsContext): TemplateResult {
  const { language } = app;
  const list = html`<ul class="rows">
      ${data.purchases.map(
        ({ credits, amount, currency, status, checkoutUrl, expiresAt, creditedAt, createdAt }) =>
          html`<li>
            <span>
              <strong>${texts.credits(count(credits))}</strong>
              <span class="soft">${money(Number(amount), currency, language)}</span><br />
              ${depositBadge(status, language)}
              <span class="soft"
                >${
                  creditedAt !== null
                    ? texts.addedAt(timeText(creditedAt, language))
                    : isOpen(status)
                      ? texts.payBefore(timeText(expiresAt, language))
                      : timeText(createdAt, language)
                }</span
              >
            </span>
            ${status === "awaiting_payment" ? checkoutLink(checkoutUrl, texts.pay, "button quiet") : nothing}
          </li>`,
      )}
    </ul>`;
  return card("purchases", texts.purchases, list);
}
