import { html, nothing, type TemplateResult } from "lit-html";
import { addressOfPage, withQuery } from "../../app/routes.ts";
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
import type { Deposit, DepositContext } from "./deposit-page.ts";
import { pathOf, qrCode, SHOWN_TO_PAYER } from "./payer-view.ts";
import { doubtsView } from "./review-view.ts";

type Receipt = NonNullable<Deposit["receipt"]>;

/** The requested payment, its settlement accounts, and its receipt. */
export function aboutView(context: DepositContext, deposit: Deposit): TemplateResult {
  const { app, texts } = context;
  const { language } = app;
  const words = depositTexts[language];
  const { amount, amountReceived, amountPaid, amountRemaining, amountOverpaid, currency } = deposit;
  const { reference, description, lateReceipt, receipts, resolution } = deposit;
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
    resolution !== null && [texts.resolution, resolutionView(context, resolution)],
    metadata.length > 0 && [texts.metadata, metadataView(metadata)],
  ]);
  const late = () =>
    html`<p class="notice">
        ${texts.lateReceiptHint}
        <strong>${lateReceipt === null || lateReceipt.amount === null ? "" : birr(lateReceipt.amount)}</strong>
      </p>
      ${doubtsView(context, lateReceipt?.reasons ?? [])}`;
  const checkout = () =>
    html`<p class="hint">${texts.checkoutHint}</p>
      ${codeBlock(app, deposit.checkoutUrl, texts.checkout)} ${qrCode(context, deposit)}
      <div class="actions">
        ${button(texts.showToPayer, () => app.go(withQuery(pathOf(deposit), SHOWN_TO_PAYER)))}
        ${checkoutLink(deposit.checkoutUrl, texts.openCheckout)}
      </div>`;
  return html`${card("about", texts.about, about)}
    ${receipts.map((receipt, index) =>
      receiptView(context, {
        title: receipts.length === 1 ? texts.receipt : texts.receiptNumber(String(index + 1)),
        receipt,
        amount: birr(receipt.amount),
      }),
    )}
    ${lateReceipt === null ? nothing : receiptView(context, { title: texts.lateReceipt, receipt: lateReceipt, above: late() })}
    ${isOpen(deposit.status) ? card("checkout", texts.checkout, checkout()) : nothing}`;
}

/** The merchant's or operator's decision about it. */
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

function receiptView(
  { app, texts }: DepositContext,
  {
    title,
    receipt: { bank, referenceNumber, senderName, timestamp, verificationRequestId },
    amount,
    above = nothing,
  }: {
    readonly title: string;
    readonly receipt: Receipt;
    readonly amount?: string;
    readonly above?: TemplateResult | typeof nothing;
  },
): TemplateResult {
  const { shared, language } = app;
  const request = addressOfPage(`/requests/${encodeURIComponent(verificationRequestId)}`);
  return html`<section class="card" aria-label=${title}>
    <h2>${title}</h2>
    ${above}
    ${details([
      amount !== undefined && [shared.amount, html`<strong>${amount}</strong>`],
      [shared.bank, bankName(bank, language)],
      [shared.reference, html`<code>${referenceNumber ?? "–"}</code>`],
      [texts.payer, senderName ?? "–"],
      [shared.paidAt, timestamp === null ? "–" : time(timestamp, language)],
      [texts.verification, html`<a class="link" href=${request}><code>${verificationRequestId}</code></a>`],
    ])}
  </section>`;
}
