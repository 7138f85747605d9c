import { type BankCode, bankTitle, type PaymentOption } from "@receipts/contracts";
import { type Html, html } from "@receipts/web-pages";
import { remainingOf } from "../deposits/deposit-row.ts";
import { ANY_BANK, parametersOf, withParameters } from "./bank-choice.ts";
import { dialCodeOf, messageHelp } from "./bank-steps.ts";
import { copyButton } from "./copy-button.ts";
import type { DepositPage } from "./page-content.ts";
import { birrOf, plainAmount } from "./page-money.ts";

/** How to pay, beside the form for the receipt. Without a chosen bank the form is folded: the page asks one thing. */
export function payView(page: DepositPage, form: Html): Html {
  const { bankChoice, texts } = page;
  const { account } = bankChoice;
  if (account !== undefined) return html`<div class="pay">${accountCard(page, account)}${form}</div>`;
  // What is to be corrected is never folded.
  const isOpen = page.filled !== undefined || page.view.rejection !== null;
  return html`${question(page)}
<details class="card"${isOpen && html` open`}><summary>${texts.alreadyPaid}</summary>${form}</details>`;
}

function question(page: DepositPage): Html {
  const { bankChoice, texts, language, downBanks } = page;
  return html`<section class="card" aria-labelledby="send">
<h2 id="send">${texts.whichBank}</h2>
<p>${texts.whichBankHint}</p>
<ul class="banks">${bankChoice.banks.map(
    (bank) =>
      html`<li><a class="button quiet" href="${linkTo(page, parametersOf(bank))}" data-go>${bankTitle(bank, language)}${downBanks.has(bank) && html` <span class="small">${texts.bankDownShort}</span>`}</a></li>`,
  )}</ul>
</section>`;
}

function linkTo({ path, languageQuery }: DepositPage, parameters: string): string {
  return `${path}${withParameters(languageQuery, parameters)}`;
}

function accountCard(page: DepositPage, account: PaymentOption): Html {
  const { deposit, texts, language, bankChoice } = page;
  const { bank, accountNumber, accountName } = account;
  const missing = remainingOf(deposit);
  const asked = birrOf(texts, missing);
  const title = bankTitle(bank, language);
  return html`<section class="card accounts" aria-labelledby="send">
<h2 id="send">${texts.sendMoney}</h2>
<p>${deposit.allowPartial ? texts.sendMoneyInParts(asked) : texts.sendMoneyHint(asked)}</p>
${downNotice(page, bank)}
<h3>${title}</h3>
<dl><div><dt>${texts.accountNumber}</dt><dd><span class="number">${accountNumber}</span>${copyButton(texts, accountNumber, texts.copyAccount(title))}</dd></div>
<div><dt>${texts.accountName}</dt><dd>${accountName}</dd></div>
<div><dt>${texts.amount}</dt><dd><span class="number">${asked}</span>${copyButton(texts, plainAmount(missing), texts.copyAmount)}</dd></div></dl>
${steps(page, bank)}
${bankChoice.others.map(
  (other) =>
    html`<a class="help" href="${linkTo(page, other.parameters)}" data-go>${texts.otherAccount(other.account.accountNumber)}</a> `,
)}${bankChoice.banks.length > 1 && html`<a class="help" href="${linkTo(page, parametersOf(ANY_BANK))}" data-go>${texts.anotherBank}</a>`}
</section>`;
}

function steps({ deposit, texts, language }: DepositPage, bank: BankCode): Html {
  const title = bankTitle(bank, language);
  const dial = dialCodeOf(bank);
  const amount = birrOf(texts, remainingOf(deposit));
  return html`<ol class="steps">
<li>${texts.openApp(title)}${dial !== undefined && html` <a class="help" href="${dial.href}">${texts.orDial(dial.code)}</a>`}</li>
<li>${deposit.allowPartial ? texts.sendPartHere : texts.sendHere(amount)}</li>
<li>${texts.pasteMessage(title)} <span class="small">${messageHelp(bank, language)}</span></li>
</ol>`;
}

/** Named before the payer pays: a receipt of this bank cannot be checked now. */
function downNotice({ downBanks, texts, language }: DepositPage, bank: BankCode): Html | undefined {
  if (!downBanks.has(bank)) return undefined;
  return html`<div class="notice bad"><h3>${texts.bankDown(bankTitle(bank, language))}</h3><p>${texts.bankDownTodo}</p></div>`;
}
