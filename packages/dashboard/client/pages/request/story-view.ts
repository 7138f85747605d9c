import { html, type TemplateResult } from "lit-html";
import { type Step, timeline } from "../../elements/timeline.ts";
import { bankStep } from "./bank-step.ts";
import type { RequestContext, RequestStory } from "./request-state.ts";
import { resolutionSteps, verdictSteps } from "./verdict-steps.ts";
import { webhookStep } from "./webhook-step.ts";

/** Everything about the request in order of time, from its submission to its webhooks. */
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
      : [...verdictSteps(context, story.record, result), ...resolutionSteps(context, result)]),
    ...(result === null ? [] : [webhookStep(context, story)]),
  ];
  return timeline(steps, app.language);
}
