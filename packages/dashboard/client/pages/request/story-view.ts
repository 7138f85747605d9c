import { html, type TemplateResult } from "lit-html";
import type { Tone } from "../../elements/badge.ts";
import { type IconName, icon } from "../../elements/icon.ts";
import { time } from "../../format/time.ts";
import { bankStep } from "./bank-step.ts";
import type { RequestContext, RequestStory } from "./request-page.ts";
import { verdictSteps } from "./verdict-steps.ts";
import { webhookStep } from "./webhook-step.ts";

export interface Step {
  readonly tone: Tone;
  readonly icon: IconName;
  readonly title: string;
  readonly at?: string | undefined;
  readonly body?: TemplateResult | string | undefined;
}

/** From the moment that the request came to what its webhooks met, in the order in which it happened. */
export function storyView(context: RequestContext, story: RequestStory): TemplateResult {
  const { texts, app } = context;
  const { createdAt, result } = story.record;
  const accepted: Step = {
    tone: "good",
    icon: "check",
    title: texts.accepted,
    at: createdAt,
    body: html`<p>${texts.acceptedText}</p>`,
  };
  const steps: readonly Step[] = [
    accepted,
    bankStep(context, story),
    ...(result === null
      ? []
      : [...verdictSteps(context, story.record, result), webhookStep(context, story.deliveries)]),
  ];
  return html`<ol class="timeline" aria-live="polite">
    ${steps.map(
      (step) =>
        html`<li class=${step.tone}>
          ${icon(step.icon)}
          <h3>${step.title}</h3>
          ${step.at === undefined ? "" : html`<p class="when">${time(step.at, app.language, "second")}</p>`}
          ${step.body ?? ""}
        </li>`,
    )}
  </ol>`;
}
