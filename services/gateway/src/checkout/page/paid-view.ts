import { bankTitle } from "@receipts/contracts";
import { type Html, html } from "@receipts/web-pages";
import { copyButton } from "./copy-button.ts";
import type { DepositPage } from "./page-content.ts";
import { birrOf } from "./page-money.ts";
import { daysOf, paymentTime } from "./page-time.ts";

/** The payer's proof: amount, date and number, to show, print or send. It says no more than the page's link opens. */
export function paidView(page: DepositPage): Html {
  const { deposit, facts, texts, language } = page;
  const { amount, amountReceived, receipt, confirmedAt } = deposit;
  const received = amountReceived ?? amount;
  // Several people may have paid in parts: the number and date of one are not those of the amount.
  const isInParts = deposit.parts.length > 1;
  const shown = isInParts ? null : receipt;
  const paidAt = shown?.timestamp ?? null;
  const days = daysOf(page);
  const rows: readonly (readonly [title: string, value: string | null | undefined])[] = [
    [texts.amount, birrOf(texts, received)],
    [texts.paidOn, paidAt && paymentTime(new Date(paidAt), days)],
    // A payment accepted by hand has no receipt.
    [texts.confirmedOn, paidAt === null && confirmedAt !== null ? paymentTime(confirmedAt, days) : null],
    [texts.transactionNumber, shown?.referenceNumber],
    ...(isInParts ? deposit.parts : []).map(
      (part) => [bankTitle(part.bank, language), birrOf(texts, part.amount)] as const,
    ),
    [texts.paidFrom, shown && bankTitle(shown.bank, language)],
    [texts.paidTo, facts.merchant],
  ];
  return html`<div class="notice good"><p>${texts.confirmed.todo(birrOf(texts, received))}</p>${received > amount && html`<p>${texts.overpaid(birrOf(texts, received - amount))}</p>`}</div>
<section class="card" aria-labelledby="proof">
<h2 id="proof">${texts.proof}</h2>
<dl>${rows.map(([title, value]) => value && html`<div><dt>${title}</dt><dd>${value}</dd></div>`)}</dl>
<p class="small">${texts.proofLink}</p>
<p class="address"><bdi>${page.address}</bdi></p>
<p class="send">${sendButton(page)}<button type="button" class="copy" data-print hidden>${texts.print}</button></p>
</section>`;
}

/** Copies the page's address, or opens the device's own menu for sharing where the script finds one. */
function sendButton({ texts, address }: DepositPage): Html {
  return html`<span data-share="${texts.share}">${copyButton(texts, address, texts.copyLink)}</span>`;
}
