import { type BankCode, bankCodes, bankTitle, isSupportedBank } from "@receipts/contracts";
import { type Html, html, htmlText, ownMarkup, type PageLanguage } from "@receipts/web-pages";
import { languageLinks, numberHelp, sandboxNotice } from "../../http/page-parts.ts";
import type { TillAssets } from "./till-assets.ts";
import { type TillTexts, tillTexts } from "./till-texts.ts";

export const TILL_PATH = "/till";

/** The same page for every device: scripts show one of its screens. */
export function tillPage(language: PageLanguage, assets: TillAssets, sandboxed: readonly BankCode[]): string {
  const texts = tillTexts[language];
  return htmlText(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#0b6b3a">
<title>${texts.title}</title>
<style>${ownMarkup(assets.style.text)}</style>
<link rel="icon" href="${assets.pathOf("till.svg")}">
<link rel="apple-touch-icon" href="${assets.pathOf("till-192.png")}">
<link rel="manifest" href="${TILL_PATH}/manifest.webmanifest?lang=${language}">
<script type="module" src="${assets.pathOf("main.js")}"></script>
</head>
<body data-texts="${JSON.stringify(texts)}">
${languageLinks(TILL_PATH, language, texts.language)}
${sandboxNotice(sandboxed, language)}
<p id="offline" class="notice bad" role="status" hidden></p>
<main id="content">
<p id="place" class="small"></p>
<noscript><h1>${texts.title}</h1><p>${texts.noScript}</p></noscript>
${enrollScreen(texts)}
${signInScreen(texts)}
${counterScreen(language, texts)}
</main>
</body>
</html>
`);
}

const faultOf = (id: string) => html`<p class="fault" id="${id}" role="alert"></p>`;

function enrollScreen({ enroll }: TillTexts): Html {
  return html`<section id="enroll" aria-labelledby="enroll-title" hidden>
<h1 id="enroll-title" tabindex="-1">${enroll.title}</h1>
<p>${enroll.todo}</p>
<form id="enroll-form" novalidate>
<label for="code">${enroll.code}</label>
<input id="code" name="code" type="text" maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-fault">
${faultOf("code-fault")}
<button class="button" type="submit">${enroll.submit}</button>
</form>
</section>`;
}

function signInScreen({ signIn }: TillTexts): Html {
  const digit = (key: string) => html`<button type="button" data-digit="${key}">${key}</button>`;
  return html`<section id="sign-in" aria-labelledby="sign-in-title" hidden>
<h1 id="sign-in-title" tabindex="-1">${signIn.title}</h1>
<p class="fault" id="pin-fault" role="alert"></p>
<ul id="cashiers" class="names"></ul>
<p id="no-cashier" hidden>${signIn.none}</p>
<form id="pin-form" novalidate hidden>
<label for="pin" id="pin-label">${signIn.pin}</label>
<input id="pin" name="pin" type="password" inputmode="numeric" maxlength="6" autocomplete="off" aria-describedby="pin-fault">
<div class="pad">${[..."123456789"].map(digit)}<button type="button" id="back">${signIn.back}</button>${digit("0")}<button type="button" id="erase">${signIn.erase}</button></div>
</form>
</section>`;
}

function counterScreen(language: PageLanguage, { verify, answer, shift }: TillTexts): Html {
  return html`<section id="counter" aria-labelledby="counter-title" hidden>
<div id="outages" class="notice busy" role="status" hidden></div>
<div id="ask">
<h1 id="counter-title" tabindex="-1">${verify.title}</h1>
<form id="ask-form" novalidate>
<label for="reference">${verify.reference}</label>
<textarea id="reference" name="reference" rows="3" maxlength="2000" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="reference-fault"></textarea>
${faultOf("reference-fault")}
${numberHelp(verify.whereIsNumber, language)}
<div class="scan"><button class="button quiet" type="button" id="camera">${verify.camera}</button>
<label class="button quiet choice">${verify.picture}<input class="unseen" id="picture" type="file" accept="image/*,application/pdf"></label></div>
<p id="picture-status" class="small" role="status"></p>
<progress id="picture-progress" max="1" aria-labelledby="picture-status" hidden></progress>
<div id="choices" role="group" aria-labelledby="picture-status"></div>
<div id="bank-field" class="more" hidden><label for="bank">${verify.bank}</label><select id="bank" name="bank"><option value="">${verify.anyBank}</option>${bankCodes.filter(isSupportedBank).map((bank) => html`<option value="${bank}">${bankTitle(bank, language)}</option>`)}</select></div>
<div id="suffix-field" class="more" hidden><label for="suffix">${verify.suffix}</label><input id="suffix" name="suffix" type="text" inputmode="numeric" maxlength="32" autocomplete="off" aria-describedby="reference-fault"></div>
<div id="phone-field" class="more" hidden><label for="phone">${verify.phone}</label><input id="phone" name="phone" type="text" inputmode="tel" maxlength="32" autocomplete="off" aria-describedby="reference-fault"></div>
<label for="amount">${verify.amount}</label>
<input id="amount" name="amount" type="text" inputmode="decimal" maxlength="16" autocomplete="off" aria-describedby="amount-fault">
${faultOf("amount-fault")}
<button class="button" type="submit">${verify.submit}</button>
</form>
</div>
<div id="answer" class="answer" hidden>
<h1 id="answer-title" tabindex="-1"></h1>
<div id="answer-text" role="status"></div>
<button class="button" type="button" id="again" hidden>${answer.again}</button>
<button class="button quiet" type="button" id="correct" hidden>${answer.correct}</button>
<button class="button" type="button" id="next">${answer.next}</button>
</div>
<p id="news" class="news" role="status"></p>
<section class="card" aria-labelledby="shift-title"><h2 id="shift-title">${shift.title}</h2><div id="shift-sums"></div><ol id="shift"></ol></section>
<div class="settings"><label class="choice"><input type="checkbox" id="sound"> ${verify.sound}</label>
<label class="choice"><input type="checkbox" id="vibration"> ${verify.vibration}</label>
<button class="button quiet" type="button" id="sign-out">${verify.signOut}</button></div>
<dialog id="scanner" aria-labelledby="scanner-text"><p id="scanner-text">${verify.scanning}</p><video id="video" playsinline muted></video>
<button class="button quiet" type="button" id="scanner-close">${verify.close}</button></dialog>
</section>`;
}
