import { bankTitle, parseSantim, type ReceiptRejection } from "@receipts/contracts";
import { type Html, html } from "@receipts/web-pages";
import { type DepositRow, paidOf, remainingOf } from "../deposits/deposit-row.ts";
import type { DepositPage } from "./page-content.ts";
import { birrOf } from "./page-money.ts";
import type { Message, PageTexts } from "./page-texts.ts";
import { daysOf, timeInEthiopia, timeLeft } from "./page-time.ts";
import type { PageView } from "./page-view.ts";
import { paidView } from "./paid-view.ts";
import { payView } from "./pay-view.ts";
import { receiptForm } from "./receipt-form.ts";

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
  switch (view.scene) {
    case "waiting":
      return view.form === "open"
        ? html`${countdown(page)}${payView(page, formWith(page, rejection(page)))}`
        : noAttemptsLeft(page);
    case "verifying":
      return html`<div class="notice busy"><p>${verifyingText(page)}</p></div>
<p><a class="button quiet" href="${page.path}${page.query}" data-again>${texts.checkAgain}</a></p>
${(page.filled !== undefined || view.form === "open") && formWith(page)}`;
    case "review":
      return html`<div class="notice busy"><p>${texts.review.todo}</p></div>
${view.form !== "open" && rejectionNotice(rejection(page))}
<p><a class="button quiet" href="${page.path}${page.query}" data-again>${texts.checkAgain}</a></p>
${view.form === "open" && formWith(page, rejection(page))}`;
    case "confirmed":
      return paidView(page);
    case "expired":
      return expired(page);
    case "late":
      return html`<div class="notice bad"><p>${texts.late.todo(lateAmount(deposit, texts) ?? birrOf(texts, deposit.amount))}</p></div>`;
    case "canceled":
      return html`<div class="notice bad"><p>${texts.canceled.todo}</p></div>`;
    case "suspended":
      return html`<div class="notice bad" data-notice><p>${texts.suspended.todo}</p></div>`;
  }
}

function formWith(page: DepositPage, rejected?: Message): Html {
  return receiptForm({ ...page, bank: page.bankChoice.account?.bank, rejected });
}

function verifyingText(page: DepositPage): string {
  const { deposit, texts } = page;
  const { recheck } = page.view;
  if (recheck === null) return texts.verifying.todo;
  return texts.notBooked.todo(timeInEthiopia(deposit.now, new Date(recheck.nextAt), daysOf(page)));
}

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

function countdown(page: DepositPage): Html {
  const { texts } = page;
  const { now, expiresAt } = page.deposit;
  return html`<p class="time"><span>${texts.timeLeft}:</span> <strong role="timer" data-expires="${expiresAt.toISOString()}" data-now="${now.toISOString()}">${timeLeft(texts, now, expiresAt)}</strong>
<span class="small">${texts.payBefore[page.facts.clock](timeInEthiopia(now, expiresAt, daysOf(page)))}</span></p>`;
}

/** The rejection of the last receipt. Later input that was not accepted has its own errors. */
function rejection(page: DepositPage): Message | undefined {
  const { view, filled } = page;
  if (view.rejection === null || (filled !== undefined && filled.faults.length > 0)) return undefined;
  return rejectionText(page, view.rejection);
}

function rejectionNotice(rejected: Message | undefined): Html | undefined {
  if (rejected === undefined) return undefined;
  return html`<div class="notice bad" data-notice><h2>${rejected.title}</h2><p>${rejected.todo}</p></div>`;
}

function rejectionText({ deposit, view, texts }: DepositPage, reason: ReceiptRejection): Message {
  if (view.scene === "expired")
    return { title: texts.rejections[reason].title, todo: texts.expiredReceiptUnfit };
  const isSecond = view.scene === "review" && reason === "receipt_rejected";
  if (isSecond) return deposit.allowPartial ? texts.waitForReview : texts.stillInReview;
  const mayCount = reason === "receipt_already_used" && hasParts(deposit);
  return mayCount ? texts.usedOrCounted : texts.rejections[reason];
}

function noAttemptsLeft({ deposit, view, texts }: DepositPage): Html {
  const last = view.rejection === null ? undefined : texts.rejections[view.rejection].title;
  const { todoPart, todoNoVerdict } = texts.noAttemptsLeft;
  const todo = hasParts(deposit) ? todoPart : texts.noAttemptsLeft.todo;
  return html`<div class="notice bad" data-notice>${last !== undefined && html`<h2>${last}</h2>`}<p>${view.rejection === "bank_unavailable" ? todoNoVerdict : todo}</p></div>`;
}

function lateAmount({ lateReceipt }: DepositRow, texts: PageTexts): string | undefined {
  const amount = parseSantim(lateReceipt?.amount ?? "");
  return amount === undefined ? undefined : birrOf(texts, Number(amount));
}

function expired(page: DepositPage): Html {
  const { view, texts } = page;
  const isOpen = view.form === "open";
  return html`<div class="notice bad" data-notice><p>${texts.expired.todo}</p></div>
${isOpen ? formWith(page, rejection(page)) : html`${rejectionNotice(rejection(page))}<p>${texts.expiredClosed}</p>`}`;
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
