import { html, nothing, type TemplateResult } from "lit-html";
import { addressOfPage } from "../../app/routes.ts";
import { checkoutLink, isOpen } from "../../deposits/deposit-status.ts";
import { depositTexts } from "../../deposits/deposit-texts.ts";
import { card } from "../../elements/card.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { details } from "../../elements/table.ts";
import { isolated } from "../../format/isolated.ts";
import { money } from "../../format/money.ts";
import { time } from "../../format/time.ts";
import { bankName } from "../../language/banks.ts";
import type { Deposit, DepositContext } from "./deposit-page.ts";
import { doubtsView } from "./review-view.ts";

type Receipt = NonNullable<Deposit["receipt"]>;

/** What was asked for, where it may be paid, and what paid it. */
export function aboutView(context: DepositContext, deposit: Deposit): TemplateResult {
  const { app, texts } = context;
  const { language } = app;
  const words = depositTexts[language];
  const { amount, amountReceived, currency, reference, description, lateReceipt, receipt } = deposit;
  const birr = (text: string) => money(Number(text), currency, language);
  const about = details([
    [words.asked, html`<strong>${birr(amount)}</strong>`],
    ...(amountReceived === null ? [] : [[words.received, birr(amountReceived)] as const]),
    [words.orderReference, reference],
    ...(description === null ? [] : [[texts.description, description] as const]),
    ...customerPairs(context, deposit),
    [words.made, time(deposit.createdAt, language, "second")],
    [words.expires, time(deposit.expiresAt, language, "second")],
    [texts.attemptsLeft, String(deposit.attemptsLeft)],
    [texts.payTo, payToView(context, deposit)],
    ...resolutionPairs(context, deposit),
    ...metadataPairs(context, deposit),
  ]);
  const late = () =>
    html`<p class="notice">
        ${texts.lateReceiptHint}
        <strong>${lateReceipt === null || lateReceipt.amount === null ? "" : birr(lateReceipt.amount)}</strong>
      </p>
      ${doubtsView(context, lateReceipt?.reasons ?? [])}`;
  const checkout = () =>
    html`<p class="hint">${texts.checkoutHint}</p>
      ${codeBlock(app, deposit.checkoutUrl, texts.checkout)}
      <p>${checkoutLink(deposit.checkoutUrl, texts.openCheckout)}</p>`;
  return html`${card("about", texts.about, about)}
    ${receipt === null ? nothing : receiptView(context, texts.receipt, receipt, nothing)}
    ${lateReceipt === null ? nothing : receiptView(context, texts.lateReceipt, lateReceipt, late())}
    ${isOpen(deposit.status) ? card("checkout", texts.checkout, checkout()) : nothing}`;
}

function customerPairs({ texts }: DepositContext, { customer }: Deposit) {
  const known = [customer?.name, customer?.email, customer?.phone].filter((text) => text !== undefined);
  return known.length === 0 ? [] : [[texts.customer, known.map(isolated).join(", ")] as const];
}

/** What a person has decided about it. */
function resolutionPairs({ app, texts }: DepositContext, { resolution }: Deposit) {
  if (resolution === null) return [];
  const { decision, note, resolvedBy, resolvedAt } = resolution;
  const who = texts.resolvedBy[resolvedBy];
  const what = html`${texts.resolutions[decision]} (${who}, ${time(resolvedAt, app.language)})${
    note === null ? "" : html`<br />${note}`
  }`;
  return [[texts.resolution, what] as const];
}

function metadataPairs({ texts }: DepositContext, { metadata }: Deposit) {
  const pairs = Object.entries(metadata);
  if (pairs.length === 0) return [];
  const list = html`<ul class="plain-list">
    ${pairs.map(([name, value]) => html`<li><code>${name}</code> ${value}</li>`)}
  </ul>`;
  return [[texts.metadata, list] as const];
}

function payToView({ app }: DepositContext, { paymentOptions }: Deposit): TemplateResult {
  return html`<ul class="plain-list">
    ${paymentOptions.map(
      ({ bank, accountNumber, accountName }) =>
        html`<li>${bankName(bank, app.language)} <code>${accountNumber}</code> ${accountName}</li>`,
    )}
  </ul>`;
}

function receiptView(
  { app, texts }: DepositContext,
  title: string,
  { bank, referenceNumber, senderName, timestamp, verificationRequestId }: Receipt,
  above: TemplateResult | typeof nothing,
): TemplateResult {
  const { shared, language } = app;
  const request = addressOfPage(`/requests/${encodeURIComponent(verificationRequestId)}`);
  return html`<section class="card" aria-label=${title}>
    <h2>${title}</h2>
    ${above}
    ${details([
      [shared.bank, bankName(bank, language)],
      [shared.reference, html`<code>${referenceNumber ?? "–"}</code>`],
      [texts.payer, senderName ?? "–"],
      [shared.paidAt, timestamp === null ? "–" : time(timestamp, language)],
      [texts.verification, html`<a class="link" href=${request}><code>${verificationRequestId}</code></a>`],
    ])}
  </section>`;
}
