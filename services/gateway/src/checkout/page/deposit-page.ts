import { bankTitle, type PaymentOption, parseSantim, type ReceiptRejection } from "@receipts/contracts";
import { type Html, html, type PageLanguage } from "@receipts/web-pages";
import { type DepositRow, paidOf, remainingOf } from "../deposits/deposit-row.ts";
import { groupedAmount, plainAmount } from "./page-money.ts";
import type { PageFacts } from "./page-repository.ts";
import type { PageTexts } from "./page-texts.ts";
import { paymentTime, timeInEthiopia, timeLeft } from "./page-time.ts";
import type { PageView } from "./page-view.ts";
import { type FilledForm, receiptForm } from "./receipt-form.ts";

export interface DepositPage {
  readonly deposit: DepositRow;
  readonly facts: PageFacts;
  readonly view: PageView;
  readonly texts: PageTexts;
  readonly language: PageLanguage;
  /** Path `/checkout/…`; `query` is appended to the page's links. */
  readonly path: string;
  readonly query: string;
  /** Input that was not accepted as a receipt. */
  readonly filled?: FilledForm | undefined;
}

/** The main heading: title of the browser tab and first words of a screen reader. */
export function headingOf({ deposit, view, texts }: DepositPage): string {
  switch (view.scene) {
    case "waiting":
      return view.form === "open"
        ? (hasParts(deposit) ? texts.payRest : texts.payTitle)(birrOf(texts, remainingOf(deposit)))
        : texts.noAttemptsLeft.title;
    case "verifying":
      return view.recheck === null ? texts.verifying.title : texts.notBooked.title;
    default:
      return texts[view.scene].title;
  }
}

export function depositMain(page: DepositPage): Html {
  const { deposit, view, path, query } = page;
  return html`<main id="content" data-revision="${view.revision}"${view.isLive && html` data-events="${path}/events"`}${deposit.allowPartial && html` data-parts="${deposit.parts.length}"`} data-page="${path}${query}">
${merchantBlock(page)}
<h1 tabindex="-1" id="heading">${headingOf(page)}</h1>
${parts(page)}
${scene(page)}
${orderBlock(deposit, page.texts)}
${wayBack(page)}
</main>`;
}

function scene(page: DepositPage): Html {
  const { deposit, view, texts } = page;
  const asked = birrOf(texts, deposit.amount);
  switch (view.scene) {
    case "waiting":
      return view.form === "open"
        ? html`${countdown(page)}${rejectionNotice(page)}${accounts(page)}${receiptForm(page)}`
        : noAttemptsLeft(page);
    case "verifying":
      return html`<div class="notice busy"><p>${verifyingText(page)}</p></div>
<p><a class="button quiet" href="${page.path}${page.query}" data-again>${texts.checkAgain}</a></p>
${(page.filled !== undefined || view.form === "open") && receiptForm(page)}`;
    case "review":
      return html`<div class="notice busy"><p>${texts.review.todo}</p></div>
${rejectionNotice(page)}
<p><a class="button quiet" href="${page.path}${page.query}" data-again>${texts.checkAgain}</a></p>
${view.form === "open" && receiptForm(page)}`;
    case "confirmed":
      return html`<div class="notice good"><p>${texts.confirmed.todo(birrOf(texts, deposit.amountReceived ?? deposit.amount))}</p>${paidOn(deposit, texts)}${overpaid(deposit, texts)}</div>`;
    case "expired":
      return expired(page);
    case "late":
      return html`<div class="notice bad"><p>${texts.late.todo(lateAmount(deposit, texts) ?? asked)}</p></div>`;
    case "canceled":
      return html`<div class="notice bad"><p>${texts.canceled.todo}</p></div>`;
    case "suspended":
      return html`<div class="notice bad" data-notice><p>${texts.suspended.todo}</p></div>`;
  }
}

function verifyingText({ deposit, view: { recheck }, texts }: DepositPage): string {
  if (recheck === null) return texts.verifying.todo;
  return texts.notBooked.todo(timeInEthiopia(deposit.now, new Date(recheck.nextAt)));
}

/** When the payment was made, and its number: what a payer shows later. Nothing for one that was accepted by hand. */
function paidOn({ receipt }: DepositRow, texts: PageTexts): Html | undefined {
  if (receipt === null || receipt.timestamp === null) return undefined;
  const at = paymentTime(new Date(receipt.timestamp));
  return html`<p>${texts.paidOn(at, receipt.referenceNumber)}</p>`;
}

const birrOf = (texts: PageTexts, santim: number) => texts.birr(groupedAmount(santim));

const hasParts = ({ parts }: DepositRow) => parts.length > 0;

/** The receipts that count so far, by bank and amount alone: several people may share the page. */
function parts({ deposit, view, texts, language }: DepositPage): Html | undefined {
  if (!hasParts(deposit) || view.scene === "confirmed") return undefined;
  const { amount } = deposit;
  return html`<section class="card" aria-labelledby="paid">
<h2 id="paid">${texts.partsTitle(birrOf(texts, paidOf(deposit)), birrOf(texts, amount))}</h2>
<dl>${deposit.parts.map((part) => html`<div><dt>${bankTitle(part.bank, language)}</dt><dd>${birrOf(texts, part.amount)}</dd></div>`)}</dl>
<dl class="amount"><div><dt>${texts.missing}</dt><dd><span class="number">${birrOf(texts, remainingOf(deposit))}</span></dd></div></dl>
${!view.isLive && html`<p>${texts.partsAtEnd}</p>`}
</section>`;
}

function merchantBlock({ facts, path }: DepositPage): Html {
  return html`<div class="merchant">${facts.logo !== null && html`<img src="${path}/logo?${facts.logo}" alt="" width="48" height="48">`}<p>${facts.merchant}</p></div>`;
}

function orderBlock(deposit: DepositRow, texts: PageTexts): Html {
  return html`<p class="order"><span class="name">${texts.order}:</span> ${deposit.description !== null && html`<bdi>${deposit.description}</bdi> · `}<bdi>${deposit.reference}</bdi></p>`;
}

function countdown({ deposit, texts }: DepositPage): Html {
  const { now, expiresAt } = deposit;
  return html`<p class="time"><span>${texts.timeLeft}:</span> <strong role="timer" data-expires="${expiresAt.toISOString()}" data-now="${now.toISOString()}">${timeLeft(texts, now, expiresAt)}</strong>
<span class="small">${texts.payBefore(timeInEthiopia(now, expiresAt))}</span></p>`;
}

/** The rejection of the last receipt. Later input that was not accepted has its own notice. */
function rejectionNotice(page: DepositPage): Html | undefined {
  const { view, filled } = page;
  if (view.rejection === null || filled !== undefined) return undefined;
  const { title, todo } = rejectionText(page, view.rejection);
  return html`<div class="notice bad" data-notice><h2>${title}</h2><p>${todo}</p></div>`;
}

function rejectionText({ deposit, view, texts }: DepositPage, rejection: ReceiptRejection) {
  const isSecond = view.scene === "review" && rejection === "receipt_rejected";
  if (isSecond) return deposit.allowPartial ? texts.waitForReview : texts.stillInReview;
  const mayCount = rejection === "receipt_already_used" && hasParts(deposit);
  return mayCount ? texts.usedOrCounted : texts.rejections[rejection];
}

function noAttemptsLeft({ deposit, view, texts }: DepositPage): Html {
  const last = view.rejection === null ? undefined : texts.rejections[view.rejection].title;
  const { todoPart, todoNoVerdict: todoUnasked } = texts.noAttemptsLeft;
  const todo = hasParts(deposit) ? todoPart : texts.noAttemptsLeft.todo;
  return html`<div class="notice bad" data-notice>${last !== undefined && html`<h2>${last}</h2>`}<p>${view.rejection === "bank_unavailable" ? todoUnasked : todo}</p></div>`;
}

function accounts({ deposit, texts, language }: DepositPage): Html {
  const missing = remainingOf(deposit);
  const asked = birrOf(texts, missing);
  return html`<section class="card" aria-labelledby="send">
<h2 id="send">${texts.sendMoney}</h2>
<p>${deposit.allowPartial ? texts.sendMoneyInParts(asked) : texts.sendMoneyHint(asked)}</p>
<dl class="amount"><div><dt>${texts.amount}</dt><dd><span class="number">${asked}</span>${copyButton(texts, plainAmount(missing), texts.copyAmount)}</dd></div></dl>
<ul class="accounts">${deposit.paymentOptions.map((option) => account(option, texts, language))}</ul>
</section>`;
}

function account(option: PaymentOption, texts: PageTexts, language: PageLanguage): Html {
  const { bank, accountNumber, accountName } = option;
  const title = bankTitle(bank, language);
  return html`<li><h3>${title}</h3><dl>
<div><dt>${texts.accountNumber}</dt><dd><span class="number">${accountNumber}</span>${copyButton(texts, accountNumber, texts.copyAccount(title))}</dd></div>
<div><dt>${texts.accountName}</dt><dd>${accountName}</dd></div></dl></li>`;
}

/** Hidden until the script, which it needs, shows it. */
function copyButton(texts: PageTexts, value: string, what: string): Html {
  return html`<button type="button" class="copy" data-copy="${value}" hidden><span data-label>${texts.copy}</span><span class="unseen"> ${what}</span></button>`;
}

function overpaid({ amount, amountReceived }: DepositRow, texts: PageTexts): Html | undefined {
  if (amountReceived === null || amountReceived <= amount) return undefined;
  return html`<p>${texts.overpaid(birrOf(texts, amountReceived - amount))}</p>`;
}

function lateAmount({ lateReceipt }: DepositRow, texts: PageTexts): string | undefined {
  const amount = parseSantim(lateReceipt?.amount ?? "");
  return amount === undefined ? undefined : birrOf(texts, Number(amount));
}

function expired(page: DepositPage): Html {
  const { view, texts, filled } = page;
  const isUnfit = view.rejection !== null && filled === undefined;
  return html`<div class="notice bad" data-notice><p>${texts.expired.todo}</p></div>
${isUnfit && view.rejection !== null && html`<div class="notice bad"><h2>${texts.rejections[view.rejection].title}</h2><p>${texts.expiredReceiptUnfit}</p></div>`}
${view.form === "open" ? receiptForm(page) : html`<p>${texts.expiredClosed}</p>`}`;
}

function wayBack({ deposit, facts, view, texts }: DepositPage): Html | undefined {
  if (view.scene === "verifying") return undefined;
  const isPaid = view.scene === "confirmed";
  const href = safeLink(wayBackUrl(deposit, view));
  if (href === undefined) return undefined;
  const isUnpaid = view.scene === "waiting" && view.form === "open" && !hasParts(deposit);
  return html`<p><a class="button${!isPaid && html` quiet`}" href="${href}" rel="noreferrer">${isUnpaid ? texts.backWithoutPaying : texts.returnTo(facts.merchant)}</a></p>`;
}

/** Unpaid payers return to the cancel URL, if there is one, otherwise to the return URL: no page is a dead end. */
function wayBackUrl(deposit: DepositRow, { scene }: PageView): string | null {
  const { returnUrl, cancelUrl } = deposit;
  if (scene === "confirmed") return returnUrl;
  const hasPaid = scene === "late" || scene === "review" || hasParts(deposit);
  return hasPaid ? (returnUrl ?? cancelUrl) : (cancelUrl ?? returnUrl);
}

/** Checked at creation, and again here: no link may ever run a script. */
function safeLink(url: string | null): string | undefined {
  const parsed = url === null ? null : URL.parse(url);
  return parsed?.protocol === "https:" || parsed?.protocol === "http:" ? parsed.href : undefined;
}
