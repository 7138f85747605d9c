import { html } from "lit-html";
import type { Step } from "../../elements/timeline.ts";
import { subjectDeliveries } from "../../webhooks/subject-deliveries.ts";
import type { RequestContext, RequestStory } from "./request-state.ts";

/** The webhooks of the verdict. */
export function webhookStep(context: RequestContext, { record, deliveries }: RequestStory): Step {
  const { texts } = context;
  if (deliveries.length === 0) {
    const body = html`<p class="soft">${texts.noWebhooksTodo}</p>`;
    return { tone: "plain", icon: "send", title: texts.noWebhooks, body };
  }
  const body = subjectDeliveries(context, record.requestId, deliveries);
  if (deliveries.some(({ state }) => state === "pending"))
    return { tone: "busy", icon: "clock", title: texts.webhooks, body };
  return deliveries.every(({ state }) => state === "delivered")
    ? { tone: "good", icon: "check", title: texts.webhooks, body }
    : { tone: "bad", icon: "cross", title: texts.webhooks, body };
}
