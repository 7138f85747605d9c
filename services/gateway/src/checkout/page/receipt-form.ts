import type { BankCode, PaymentOption } from "@receipts/contracts";
import { type Html, html, type PageLanguage } from "@receipts/web-pages";
import { numberHelp } from "../../http/page-parts.ts";
import { maxReceiptTextCharacters } from "./form-body.ts";
import type { FormFault, Message, PageTexts } from "./page-texts.ts";
import type { PageView } from "./page-view.ts";

/** The payer's input, kept for correction, and its errors. */
export interface FilledForm {
  readonly text: string;
  readonly suffix: string;
  readonly phone: string;
  readonly read: string;
  readonly faults: readonly FormFault[];
}

interface FormPage {
  readonly path: string;
  readonly query: string;
  readonly texts: PageTexts;
  readonly language: PageLanguage;
  readonly view: PageView;
  readonly deposit: { readonly paymentOptions: readonly PaymentOption[]; readonly allowPartial: boolean };
  readonly filled?: FilledForm | undefined;
  /** Why the last receipt does not count. */
  readonly rejected?: Message | undefined;
  /** The bank that the payer pays from, if it is known. */
  readonly bank?: BankCode | undefined;
}

/** One field. Account digits and phone are requested only for receipts that need them. */
export function receiptForm(form: FormPage): Html {
  const { texts, view, filled, rejected } = form;
  const faults = filled?.faults ?? [];
  const { title, todo } = titleOf(form);
  const missing = faults.filter(isMissing);
  const messages =
    rejected === undefined
      ? faults.filter((fault) => !isMissing(fault)).map((fault) => messageOf(form, fault))
      : [rejected];
  const isWrong = faults.some((fault) => !isMissing(fault) && fault !== "in_progress");
  const hasError = messages.length > 0 || missing.length > 0;
  return html`<section class="card" aria-labelledby="paste">
<h2 id="paste">${title}</h2>
${todo !== undefined && html`<p>${todo}</p>`}
<form method="post" action="${form.path}/receipts${form.query}#paste"${view.scene === "review" && html` data-another`}>
<label for="receipt">${texts.receiptLabel}</label>
<p class="small" id="receipt-hint">${texts.receiptHint}</p>
${messages.length > 0 && errorAt("receipt", messages)}
<textarea id="receipt" name="receipt" rows="4" maxlength="${maxReceiptTextCharacters}" required autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="receipt-hint${messages.length > 0 && html` receipt-fault`}"${(isWrong || rejected !== undefined) && html` aria-invalid="true"`}>
${filled?.text}</textarea>
${numberHelp(texts.whereIsNumber, form.language, form.bank)}
${view.form === "open" && filePicker(form)}
<div id="more">${moreFields(
    form,
    {
      suffix: filled?.suffix || (faults.includes("missing_suffix") ? "" : undefined),
      phone: filled?.phone || (faults.includes("missing_phone") ? "" : undefined),
      read: filled?.read,
    },
    missing,
  )}</div>
<div class="notice bad" id="not-sent" role="alert" hidden></div>
<button type="submit" class="button">${hasError ? texts.tryAgain : texts.submit}</button>
<p class="small">${texts.attemptsLeft(view.attempts.left, view.attempts.allowed)}</p>
<p class="small">${texts.privacy}</p>
</form>
</section>`;
}

const isMissing = (fault: FormFault) => fault === "missing_suffix" || fault === "missing_phone";

/** Stands above its field, so that the keyboard of a phone does not cover it. */
function errorAt(field: string, messages: readonly Message[]): Html {
  return html`<div class="notice bad" id="${field}-fault" data-notice role="alert">${messages.map(({ title, todo }) => html`<h3>${title}</h3><p>${todo}</p>`)}</div>`;
}

/** Hidden until the script, which it needs, shows it. The input has no name, so no form sends the file. */
function filePicker({ path, query, texts }: FormPage): Html {
  return html`<div id="file" data-url="${path}/read-file${query}" data-reading="${texts.fileReading}" data-too-large="${texts.fileFaults.too_large}" data-not-sent="${texts.fileFaults.not_sent}" data-read="${texts.fileRead}" data-others="${texts.fileOthers}" hidden>
<label class="button quiet choice">${texts.file}<input class="unseen" id="picked" type="file" accept="image/*,application/pdf" aria-describedby="file-hint"></label>
<p class="small" id="file-hint">${texts.fileHint}</p>
<div id="file-state" role="status"></div>
</div>`;
}

/** The fields beside the receipt that are defined, also empty ones. */
export function moreFields(
  form: Pick<FormPage, "texts" | "deposit">,
  fields: {
    readonly suffix?: string | undefined;
    readonly phone?: string | undefined;
    readonly read?: string | undefined;
  },
  missing: readonly FormFault[] = [],
): Html {
  const { suffixLabel, phoneLabel, phoneHint } = form.texts;
  const { suffix, phone, read } = fields;
  const faultOf = (fault: FormFault) => (missing.includes(fault) ? messageOf(form, fault) : undefined);
  return html`${read && html`<input type="hidden" name="read" value="${read}">`}${suffix !== undefined && moreField({ name: "suffix", label: suffixLabel, hint: suffixHint(form), value: suffix, inputMode: "numeric", fault: faultOf("missing_suffix") })}
${phone !== undefined && moreField({ name: "phone", label: phoneLabel, hint: phoneHint, value: phone, inputMode: "tel", fault: faultOf("missing_phone") })}`;
}

/** Numbered as the second step if the page shows the first. */
function titleOf({ texts, view, deposit }: Pick<FormPage, "texts" | "view" | "deposit">): {
  readonly title: string;
  readonly todo?: string;
} {
  if (view.scene === "waiting") return { title: texts.pasteReceipt };
  if (view.scene === "review") return deposit.allowPartial ? texts.nextReceipt : texts.reviewForm;
  if (view.scene !== "verifying") return texts.expiredForm;
  return view.recheck === null ? { title: texts.otherReceipt } : texts.correctReceipt;
}

function suffixHint({ texts, deposit }: Pick<FormPage, "texts" | "deposit">): string {
  const banks = new Set(deposit.paymentOptions.map(({ bank }) => bank));
  return [...banks].flatMap((bank) => texts.suffixHints[bank] ?? []).join(" ");
}

function messageOf({ texts, deposit }: Pick<FormPage, "texts" | "deposit">, fault: FormFault): Message {
  const isNext = fault === "in_progress" && deposit.allowPartial;
  return isNext ? texts.oneAtATime : texts.formFaults[fault];
}

function moreField(field: {
  readonly name: "suffix" | "phone";
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly inputMode: "numeric" | "tel";
  readonly fault: Message | undefined;
}): Html {
  const { name, label, hint, value, inputMode, fault } = field;
  return html`<label for="${name}">${label}</label>
<p class="small" id="${name}-hint">${hint}</p>
${fault !== undefined && errorAt(name, [fault])}
<input id="${name}" name="${name}" type="text" inputmode="${inputMode}" maxlength="32" value="${value}" autocomplete="off" aria-describedby="${name}-hint${fault !== undefined && html` ${name}-fault`}"${fault !== undefined && html` aria-invalid="true"`}>`;
}
