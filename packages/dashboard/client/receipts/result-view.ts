import type { FileReading, VerificationResult, VerificationStatus } from "@receipts/contracts";
import type { PageLanguage } from "@receipts/web-pages/texts";
import { html, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { badge, type Tone } from "../elements/badge.ts";
import { details } from "../elements/table.ts";
import { money } from "../format/money.ts";
import { time, timeText } from "../format/time.ts";
import { bankName } from "../language/banks.ts";
import { decisionHeadline } from "./decision-view.ts";
import { receiptTexts } from "./receipt-texts.ts";

export const verdictTones: Readonly<Record<VerificationStatus, Tone>> = {
  success: "good",
  failed: "bad",
  not_found: "bad",
  pending: "busy",
};

/** The decision of a request, then all details. */
export function decidedResultView(result: VerificationResult, app: App): TemplateResult {
  return html`${headlineOf(result, app)} ${resultView(result, app)}`;
}

/** Requests without a verdict have no decision. */
export function headlineOf(result: VerificationResult, app: App): TemplateResult | "" {
  return result.failureReason === null ? decisionHeadline(result, app) : "";
}

/** The verdict as a word and a sentence, then the receipt's fields. */
export function resultView(result: VerificationResult, app: App): TemplateResult {
  const { language, shared } = app;
  const texts = receiptTexts[language];
  const { status, failureReason, amount } = result;
  const meaning = failureReason === null ? verdictMeaning(result, app) : shared.failureReasons[failureReason];
  return html`<div class="verdict">
      ${badge(verdictTones[status], failureReason === null ? shared.verdicts[status] : shared.processing.failed)}
      ${amount === null ? "" : html`<span class="amount">${money(amount, result.currency, language)}</span>`}
    </div>
    <p>${meaning} ${failureReason === null ? "" : texts.noVerdict}</p>
    ${failureReason === null ? receiptDetails(result, app) : ""}`;
}

function verdictMeaning({ status, input }: VerificationResult, { language }: App) {
  const meaning = receiptTexts[language].meaning[status];
  const read = input?.candidates[input.chosen];
  return status !== "not_found" || read === undefined
    ? meaning
    : html`${meaning} ${checkLetters(read, language)}`;
}

type Reading = Pick<FileReading["candidates"][number], "referenceNumber"> & {
  readonly unsureAt?: readonly number[];
};

/** The number as it was read, with the letters marked that may as well be others. */
export function checkLetters(
  { referenceNumber, unsureAt = [] }: Reading,
  language: PageLanguage,
): TemplateResult | "" {
  if (unsureAt.length === 0) return "";
  const letters = Array.from(referenceNumber, (letter, at) =>
    unsureAt.includes(at) ? html`<mark>${letter}</mark>` : letter,
  );
  return html`${receiptTexts[language].checkLetters} <code>${letters}</code>`;
}

function receiptDetails(result: VerificationResult, app: App): TemplateResult {
  const { language, shared } = app;
  const texts = receiptTexts[language];
  const { timestamp, timestampPrecision } = result;
  const receiverBank = result.receiverBank ?? undefined;
  const account = result.receiverAccount ?? texts.unknown;
  return details([
    [shared.bank, bankName(result.bank, language)],
    [texts.reference, html`<code>${result.referenceNumber ?? texts.unknown}</code>`],
    [texts.from, result.senderName ?? texts.unknown],
    [texts.to, result.receiverName ?? texts.unknown],
    [
      texts.toAccount,
      html`<code>${account}</code>${receiverBank === undefined ? "" : ` · ${bankName(receiverBank, language)}`}`,
    ],
    [
      shared.paidAt,
      timestamp === null
        ? texts.unknown
        : time(timestamp, language, timestampPrecision === "day" ? "day" : "minute"),
    ],
    [texts.match, matchView(result, app)],
    [texts.confirmation, confirmationText(result, app)],
  ]);
}

/** True if there was an account to compare the receiver with. */
export function isCompared({ settlementAccountMatch: { reason } }: VerificationResult): boolean {
  return reason !== "verification_not_successful" && reason !== "no_registered_accounts";
}

/** An ambiguous match is still one of the merchant's accounts. */
export function matchTone({ settlementAccountMatch: match, receiverBank }: VerificationResult) {
  if (!match.matched) return match.ambiguous ? "warn" : "bad";
  return match.proof === "mask_only" || receiverBank !== undefined ? "warn" : "good";
}

export function matchView(result: VerificationResult, { language }: App): TemplateResult {
  const texts = receiptTexts[language];
  const { matched, proof = "none", reason } = result.settlementAccountMatch;
  const word = texts.words[matchTone(result)];
  return html`${isCompared(result) ? badge(matchTone(result), word) : ""} ${texts.reasons[reason]}
  ${matched ? texts.proofs[proof] : ""}`;
}

export function confirmationText({ confirmationHistory }: VerificationResult, { language }: App): string {
  const texts = receiptTexts[language];
  const { isFirstConfirmation, confirmationCount, firstConfirmedAt } = confirmationHistory;
  if (isFirstConfirmation) return texts.first;
  if (confirmationCount === 0 || firstConfirmedAt === null) return texts.neverConfirmed;
  return texts.before(confirmationCount, timeText(firstConfirmedAt, language));
}
