import type { Decision, DecisionReason, Resolution, VerificationResult } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { badge, type Tone } from "../elements/badge.ts";
import { type IconName, icon } from "../elements/icon.ts";
import { isolated } from "../format/isolated.ts";
import { ageText, timeText } from "../format/time.ts";
import { decisionTexts } from "./decision-texts.ts";

const tones: Readonly<Record<Decision, Tone>> = {
  accept: "good",
  wait: "warn",
  review: "warn",
  reject: "bad",
};
const icons: Readonly<Record<Decision, IconName>> = {
  accept: "check",
  wait: "clock",
  review: "warning",
  reject: "cross",
};

interface Decided {
  readonly decision: Decision | null;
  readonly decisionReasons: readonly DecisionReason[];
}

/** The decision as a sentence, above all other details of a receipt. Empty without a decision. */
export function decisionHeadline(result: VerificationResult, app: App): TemplateResult | "" {
  const { decision, resolution } = result;
  if (decision === null) return "";
  const texts = decisionTexts[app.language];
  // A person has decided: why one had to is settled.
  const reasons = result.decisionReasons.slice(0, resolution === undefined ? undefined : 1);
  const [first, ...others] = reasons.map((reason) => reasonText(reason, result, app));
  return html`<p class=${`decision ${tones[decision]}`}>
      ${icon(icons[decision])}<span>${texts.decisions[decision]}${first === undefined ? "" : `: ${first}`}</span>
    </p>
    ${paidView(result, app)}
    ${others.length === 0 ? "" : html`<p class="soft">${texts.also}: ${others.join("; ")}</p>`}
    ${resolutionView(result, app)}`;
}

/** When the payment was made: an old receipt is a common trick. */
function paidView(
  { timestamp, timestampPrecision }: VerificationResult,
  { language }: App,
): TemplateResult | "" {
  if (timestamp === null) return "";
  const isDay = timestampPrecision === "day";
  const at = timeText(timestamp, language, isDay ? "day" : "minute");
  return html`<p>${decisionTexts[language].paid(at, ageText(timestamp, language, { isDay }))}</p>`;
}

/** The person who decided, with the note. Empty if the service decided alone. */
function resolutionView({ resolution }: VerificationResult, app: App): TemplateResult | "" {
  if (resolution === undefined) return "";
  const { note } = resolution;
  return html`<p>${resolutionText(resolution, app)}${note === null ? "" : html`<br />${note}`}</p>`;
}

export function resolutionText({ decision, by, at }: Resolution, { language }: App): string {
  const texts = decisionTexts[language];
  return texts.resolved[decision](by === null ? texts.aPerson : isolated(by), timeText(at, language) ?? at);
}

/** Badge for rows and headings, with the first reason. */
export function decisionBadge(
  { decision, decisionReasons: [reason] }: Decided,
  app: App,
): TemplateResult | "" {
  if (decision === null) return "";
  const texts = decisionTexts[app.language];
  return html`${badge(tones[decision], texts.decisions[decision])}${
    reason === undefined ? "" : html` <span class="soft">${texts.reasons[reason] ?? reason}</span>`
  }`;
}

function reasonText(
  reason: DecisionReason,
  { confirmationHistory, status }: VerificationResult,
  { language }: App,
): string {
  const texts = decisionTexts[language];
  const { confirmationCount, firstConfirmedAt } = confirmationHistory;
  // A verified request has counted itself.
  const before = confirmationCount - (status === "success" ? 1 : 0);
  return reason === "already_confirmed" && before > 0 && firstConfirmedAt !== null
    ? texts.usedBefore(before, timeText(firstConfirmedAt, language))
    : (texts.reasons[reason] ?? reason);
}
