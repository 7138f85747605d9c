import type { VerificationResult, VerificationStatus } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { badge, type Tone } from "../elements/badge.ts";
import { details } from "../elements/table.ts";
import { money } from "../format/money.ts";
import { time, timeText } from "../format/time.ts";
import { bankName } from "../language/banks.ts";
import { decisionHeadline } from "./decision-view.ts";
import { receiptTexts } from "./receipt-texts.ts";
import { markedReference } from "./unsure-letters.ts";

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
  const meaning =
    failureReason === null ? verdictMeaning(result, texts) : shared.failureReasons[failureReason];
  return html`<div class="verdict">
      ${badge(verdictTones[status], failureReason === null ? shared.verdicts[status] : shared.processing.failed)}
      ${amount === null ? "" : html`<span class="amount">${money(amount, result.currency, language)}</span>`}
    </div>
    <p>${meaning} ${failureReason === null ? "" : texts.noVerdict}</p>
    ${failureReason === null ? receiptDetails(result, app) : ""}`;
}

type ReceiptTexts = (typeof receiptTexts)[keyof typeof receiptTexts];

function verdictMeaning({ status, input }: VerificationResult, texts: ReceiptTexts) {
  const read = input?.candidates[input.chosen];
  if (status !== "not_found" || read?.unsureAt === undefined || read.unsureAt.length === 0)
    return texts.meaning[status];
  return html`${texts.notFoundAsRead} ${markedReference(read)}`;
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
