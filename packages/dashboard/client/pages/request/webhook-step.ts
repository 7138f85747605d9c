import { html, type TemplateResult } from "lit-html";
import { badge, type Tone } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import type { Step } from "../../elements/timeline.ts";
import { duration, time, timeText } from "../../format/time.ts";
import type { RequestContext, RequestStory } from "./request-page.ts";

type Delivery = RequestStory["deliveries"][number];
type Attempt = Delivery["attempts"][number];

const tones: Readonly<Record<Delivery["state"], Tone>> = {
  pending: "busy",
  delivered: "good",
  exhausted: "bad",
  given_up: "bad",
};

/** The webhooks of the verdict: each delivery with its attempts and a button to resend it. */
export function webhookStep(context: RequestContext, deliveries: RequestStory["deliveries"]): Step {
  const { texts } = context;
  if (deliveries.length === 0) {
    const body = html`<p class="soft">${texts.noWebhooksTodo}</p>`;
    return { tone: "plain", icon: "send", title: texts.noWebhooks, body };
  }
  const body = html`${deliveries.map((delivery) => deliveryView(context, delivery))}`;
  if (deliveries.some(({ state }) => state === "pending"))
    return { tone: "busy", icon: "clock", title: texts.webhooks, body };
  return deliveries.every(({ state }) => state === "delivered")
    ? { tone: "good", icon: "check", title: texts.webhooks, body }
    : { tone: "bad", icon: "cross", title: texts.webhooks, body };
}

function deliveryView(context: RequestContext, delivery: Delivery): TemplateResult {
  const { app, texts, params, state: page, change, reload } = context;
  const { language } = app;
  const { id, url, state, nextAttemptAt, attempts, attemptCount } = delivery;
  const redeliver = async () => {
    if (page.isRedelivering) return;
    change({ isRedelivering: true });
    await app.attempt(async () => {
      const path = "/api/verify/{requestId}/deliveries/{id}/redeliver";
      await app.api.post(path, undefined, { params: { requestId: params["requestId"] ?? "", id } });
      app.announce(texts.redelivered);
      await reload();
    });
    change({ isRedelivering: false });
  };
  return html`<div class="card">
    <p>${badge(tones[state], texts.deliveryStates[state])} <code>${url}</code></p>
    <p class="soft"><code>${id}</code></p>
    ${
      attempts.length < attemptCount
        ? html`<p class="soft">${texts.moreAttempts(attempts.length, attemptCount)}</p>`
        : ""
    }
    ${
      attempts.length === 0
        ? ""
        : html`<ol class="attempts">
          ${attempts.map((each) => attemptView(context, each))}
        </ol>`
    }
    ${
      nextAttemptAt === null || state !== "pending"
        ? ""
        : html`<p class="soft">${texts.nextAttempt(timeText(nextAttemptAt, language, "second"))}</p>`
    }
    <p>${button(texts.redeliver, redeliver, { look: "quiet", isBusy: page.isRedelivering })}</p>
  </div>`;
}

function attemptView({ app, texts }: RequestContext, attempt: Attempt): TemplateResult {
  const { statusCode, errorClass, trigger, durations, finishedAt } = attempt;
  const met = statusCode === null ? texts.noResponse(errorClass ?? "") : texts.response(statusCode);
  return html`<li value=${attempt.attempt}>
    ${met}${trigger === "manual" ? ` (${texts.manual})` : ""}
    <span class="soft">${time(finishedAt, app.language, "second")}, ${duration(durations.totalMs, app.language)}</span>
  </li>`;
}
