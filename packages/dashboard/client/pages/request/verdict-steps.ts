import type { VerificationResult } from "@receipts/contracts";
import { html } from "lit-html";
import type { Step } from "../../elements/timeline.ts";
import { duration } from "../../format/time.ts";
import { resolutionText } from "../../receipts/decision-view.ts";
import { firstUseLink } from "../../receipts/first-use.ts";
import {
  confirmationText,
  isCompared,
  matchTone,
  matchView,
  verdictTones,
} from "../../receipts/result-view.ts";
import type { RequestContext, RequestStory } from "./request-state.ts";

/** The verdict; for a genuine receipt also the settlement account match and earlier confirmations. */
export function verdictSteps(
  context: RequestContext,
  record: RequestStory["record"],
  result: VerificationResult,
): readonly Step[] {
  const verdict = verdictStep(context, record, result);
  return result.status === "success"
    ? [verdict, matchStep(context, result), confirmationStep(context, record, result)]
    : [verdict];
}

/** The decision of a person, if there is one. */
export function resolutionSteps(
  { app }: RequestContext,
  { resolution }: VerificationResult,
): readonly Step[] {
  if (resolution === undefined) return [];
  const isAccepted = resolution.decision === "accept";
  return [
    {
      tone: isAccepted ? "good" : "bad",
      icon: isAccepted ? "check" : "cross",
      title: resolutionText(resolution, app),
      at: resolution.at,
      body: resolution.note === null ? "" : html`<p>${resolution.note}</p>`,
    },
  ];
}

function verdictStep(
  { app, texts }: RequestContext,
  { completedAt, durationMs }: RequestStory["record"],
  { status, failureReason }: VerificationResult,
): Step {
  const { shared, language } = app;
  const word = failureReason === null ? shared.verdicts[status] : shared.processing.failed;
  const tone = verdictTones[status];
  return {
    tone,
    icon: tone === "good" ? "check" : "cross",
    title: `${texts.ended}: ${word}`,
    at: completedAt,
    body: html`<p>
      ${durationMs === null ? "" : texts.endedText(duration(durationMs, language))}
      ${failureReason === null ? "" : shared.failureReasons[failureReason]}
    </p>`,
  };
}

function matchStep({ app, texts }: RequestContext, result: VerificationResult): Step {
  const body = html`<p>${matchView(result, app)}</p>`;
  if (!isCompared(result)) return { tone: "plain", icon: "bank", title: texts.match, body };
  const tone = matchTone(result);
  return { tone, icon: tone === "good" ? "check" : "warning", title: texts.match, body };
}

function confirmationStep(
  { app, texts }: RequestContext,
  { firstConfirmation }: RequestStory["record"],
  result: VerificationResult,
): Step {
  const body = html`<p>${confirmationText(result, app)}</p>
    ${firstConfirmation == null ? "" : html`<p>${firstUseLink(firstConfirmation, app.language)}</p>`}`;
  return result.confirmationHistory.isFirstConfirmation
    ? { tone: "good", icon: "check", title: texts.confirmation, body }
    : { tone: "bad", icon: "warning", title: texts.confirmation, body };
}
