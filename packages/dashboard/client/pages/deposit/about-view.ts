import { html, nothing, type TemplateResult } from "lit-html";
import { withQuery } from "../../app/routes.ts";
import { checkoutLink, isOpen } from "../../deposits/deposit-status.ts";
import { depositTexts } from "../../deposits/deposit-texts.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { details } from "../../elements/table.ts";
import { isolated } from "../../format/isolated.ts";
import { money } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import type { Deposit, DepositContext } from "./deposit-state.ts";
import { pathOf, qrCode, SHOWN_TO_PAYER } from "./payer-view.ts";
import { type DepositReceipts, decisionView, lastDecision, receiptsView } from "./receipts-view.ts";

/** The requested payment, its bank accounts, and its receipts. */
export function aboutView(
  context: DepositContext,
  deposit: Deposit,
  receipts: DepositReceipts,
): TemplateResult {
  const { app, texts } = context;
  const { language } = app;
  const words = depositTexts[language];
  const { amount, amountReceived, amountPaid, amountRemaining, amountOverpaid, currency } = deposit;
  const { reference, description, resolution } = deposit;
  const decision = lastDecision(receipts);
  const { name, email, phone } = deposit.customer ?? {};
  const customer = [name, email, phone].filter((text) => text !== undefined);
  const metadata = Object.entries(deposit.metadata);
  const birr = (text: string) => money(Number(text), currency, language);
  const about = details([
    [words.requested, html`<strong>${birr(amount)}</strong>`],
    amountReceived !== null && [words.received, birr(amountReceived)],
    ...(deposit.allowPartial && amountReceived === null
      ? ([
          [words.paidSoFar, birr(amountPaid)],
          [texts.missing, birr(amountRemaining)],
        ] as const)
      : []),
    Number(amountOverpaid) > 0 && [texts.overpaid, birr(amountOverpaid)],
    [words.orderReference, reference],
    description !== null && [texts.description, description],
    customer.length > 0 && [texts.customer, customer.map(isolated).join(", ")],
    [words.created, time(deposit.createdAt, language, "second")],
    [words.expires, time(deposit.expiresAt, language, "second")],
    [texts.attemptsLeft, String(deposit.attemptsLeft)],
    [texts.payTo, payToView(context, deposit)],
    resolution !== null && [
      texts.resolution,
      decision?.by == null ? resolutionView(context, resolution) : decisionView(context, decision),
    ],
    metadata.length > 0 && [texts.metadata, metadataView(metadata)],
  ]);
  const checkout = () =>
    html`<p class="hint">${texts.checkoutHint}</p>
      ${codeBlock(app, deposit.checkoutUrl, texts.checkout)} ${qrCode(context, deposit)}
      <div class="actions">
        ${button(texts.showToPayer, () => app.go(withQuery(pathOf(deposit), SHOWN_TO_PAYER)))}
        ${checkoutLink(deposit.checkoutUrl, texts.openCheckout)}
      </div>`;
  return html`${card("about", texts.about, about)}
    ${receiptsView(context, deposit, receipts)}
    ${isOpen(deposit.status) ? card("checkout", texts.checkout, checkout()) : nothing}`;
}

/** A decision without a name: of the operator, or erased. */
function resolutionView(
  { app, texts }: DepositContext,
  { decision, note, resolvedBy, resolvedAt }: NonNullable<Deposit["resolution"]>,
): TemplateResult {
  return html`${texts.resolutions[decision]} (${texts.resolvedBy[resolvedBy]}, ${time(resolvedAt, app.language)})${
    note === null ? "" : html`<br />${note}`
  }`;
}

function metadataView(pairs: readonly (readonly [string, string])[]): TemplateResult {
  return html`<ul class="plain-list">
    ${pairs.map(([name, value]) => html`<li><code>${name}</code> ${value}</li>`)}
  </ul>`;
}

function payToView({ app }: DepositContext, { paymentOptions }: Deposit): TemplateResult {
  return html`<ul class="plain-list">
    ${paymentOptions.map(
      ({ bank, accountNumber, accountName }) =>
        html`<li>${bankName(bank, app.language)} <code>${accountNumber}</code> ${accountName}</li>`,
    )}
  </ul>`;
}
