import type { WebhookEndpoint } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import { unlessNotFound } from "../../api/api-fault.ts";
import type { DataAt } from "../../api/api-routes.ts";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { codeBlock } from "../../elements/copy-button.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { details } from "../../elements/table.ts";
import { timeline } from "../../elements/timeline.ts";
import { indentedJson } from "../../format/json-text.ts";
import { duration, time } from "../../format/time.ts";
import { explanationOf } from "../../webhooks/attempt-explanation.ts";
import { addressView, deliveryBadge, subjectView, testBadge } from "../../webhooks/delivery-table.ts";
import { deliveryTexts } from "../../webhooks/delivery-texts.ts";
import { eventTypeTexts } from "../../webhooks/event-type-texts.ts";
import { followDeliveries } from "../../webhooks/follow-deliveries.ts";
import { DELIVERIES_PATH } from "../../webhooks/webhook-paths.ts";
import { webhookDeliveryPlace } from "../../webhooks/webhook-places.ts";
import { webhookDeliveryTexts } from "./webhook-delivery-texts.ts";

type Delivery = DataAt<"get", "/api/webhook-deliveries/{id}">;
type Attempt = Delivery["attempts"][number];

interface Loaded {
  readonly delivery: Delivery;
  /** Undefined for the URL of a request or deposit, and for a deleted endpoint. */
  readonly endpoint: WebhookEndpoint | undefined;
}

interface State {
  readonly isRedelivering: boolean;
}

type Context = ViewContext<typeof webhookDeliveryTexts, Loaded | undefined, State>;

export const webhookDeliveryPage = definePage({
  ...webhookDeliveryPlace,
  texts: webhookDeliveryTexts,
  start: (): State => ({ isRedelivering: false }),
  load,
  heading: ({ texts, params }) => html`${texts.title} <code>${params["deliveryId"] ?? ""}</code>`,
  actions: (context) => {
    const { app, data, state } = context;
    if (data === undefined) return html``;
    const { resend } = deliveryTexts[app.language];
    return html`${button(resend, () => redeliver(context), { isBusy: state.isRedelivering })}`;
  },
  view: (context) => {
    const { app, texts, data } = context;
    if (data === undefined) {
      const back = html`<a class="button" href=${addressOfPage(DELIVERIES_PATH)}>${texts.toLog}</a>`;
      return emptyState(texts.unknown, app.shared.notYours, back);
    }
    return html`<div class="columns">
      <div class="stack">
        ${card("details", texts.details, detailsView(context, data))}
        ${card("payload", texts.payload, payloadView(context, data.delivery))}
      </div>
      ${card("attempts", texts.attempts, attemptsView(context, data.delivery))}
    </div>`;
  },
  live: ({ data, reload }) =>
    data === undefined ? undefined : followDeliveries([data.delivery], () => void reload()),
});

async function load({ app, params, signal }: LoadContext): Promise<Loaded | undefined> {
  const found = await unlessNotFound(
    app.api.get("/api/webhook-deliveries/{id}", { params: { id: params["deliveryId"] ?? "" }, signal }),
  );
  if (found === undefined) return undefined;
  const { endpointId } = found.data;
  const endpoint =
    endpointId === null
      ? undefined
      : await unlessNotFound(
          app.api.get("/api/webhook-endpoints/{id}", { params: { id: endpointId }, signal }),
        );
  return { delivery: found.data, endpoint: endpoint?.data };
}

async function redeliver({ app, params, state, change, reload }: Context): Promise<void> {
  if (state.isRedelivering) return;
  change({ isRedelivering: true });
  await app.attempt(async () => {
    const id = params["deliveryId"] ?? "";
    await app.api.post("/api/webhook-deliveries/{id}/redeliver", undefined, { params: { id } });
    app.announce(deliveryTexts[app.language].resent);
    await reload();
  });
  change({ isRedelivering: false });
}

function detailsView({ app, texts }: Context, { delivery, endpoint }: Loaded): TemplateResult {
  const { language, shared } = app;
  const words = deliveryTexts[language];
  const { type, subject, eventId, createdAt, finishedAt, nextAttemptAt, state } = delivery;
  const at = (iso: string) => time(iso, language, "second");
  const meaning = Object.entries(eventTypeTexts[language]).find(([name]) => name === type)?.[1];
  return details([
    [shared.status, deliveryBadge(delivery, app)],
    [
      words.event,
      html`<code>${type}</code> ${testBadge(delivery, app)}${
        meaning === undefined ? nothing : html`<br /><span class="soft">${meaning}</span>`
      }`,
    ],
    subject !== null && [words.about, subjectView(subject)],
    [words.to, addressView(delivery, endpoint === undefined ? [] : [endpoint])],
    [words.created, at(createdAt)],
    state === "pending" && nextAttemptAt !== null && [texts.nextAttempt, at(nextAttemptAt)],
    finishedAt !== null && [texts.finished, at(finishedAt)],
    eventId !== null && [texts.eventId, html`<code>${eventId}</code>`],
  ]);
}

function payloadView({ app, texts }: Context, { payload }: Delivery): TemplateResult {
  if (payload === null) return html`<p>${texts.erased}</p>`;
  return html`<p class="hint">${texts.payloadHint}</p>
    ${codeBlock(app, indentedJson(payload), texts.thePayload, payload)}`;
}

function attemptsView(context: Context, { attempts, attemptCount, state }: Delivery): TemplateResult {
  const { app, texts } = context;
  if (attempts.length === 0)
    return html`<p class="soft">${attemptCount === 0 && state === "pending" ? texts.waiting : texts.noAttempts}</p>`;
  return html`${
    attempts.length < attemptCount
      ? html`<p class="soft">${texts.moreAttempts(attempts.length, attemptCount)}</p>`
      : nothing
  }
  ${timeline(attempts.map((attempt) => attemptStep(context, attempt)).reverse(), app.language)}`;
}

function attemptStep(context: Context, attempt: Attempt) {
  const { app, texts } = context;
  const { statusCode, finishedAt } = attempt;
  const words = deliveryTexts[app.language];
  const met = statusCode === null ? words.noResponse : words.response(statusCode);
  const isDelivered = statusCode !== null && statusCode >= 200 && statusCode < 300;
  return {
    tone: isDelivered ? ("good" as const) : ("bad" as const),
    icon: isDelivered ? ("check" as const) : ("cross" as const),
    title: texts.attempt(attempt.attempt, met),
    at: finishedAt,
    body: attemptView(context, attempt),
  };
}

function attemptView({ app, texts }: Context, attempt: Attempt): TemplateResult {
  const { trigger, durations, responseExcerpt } = attempt;
  const phases = [
    [texts.phases.dns, durations.dnsMs],
    [texts.phases.connect, durations.connectMs],
    [texts.phases.firstByte, durations.firstByteMs],
  ] as const;
  const split = phases.flatMap(([name, ms]) =>
    ms === null ? [] : [`${name} ${duration(ms, app.language)}`],
  );
  return html`<p>${explanationOf(attempt, app.language)}</p>
    <p class="hint">
      ${app.shared.duration}: ${duration(durations.totalMs, app.language)}${
        split.length === 0 ? nothing : ` (${split.join(", ")})`
      }${trigger === "manual" ? html`<br />${texts.manual}` : nothing}
    </p>
    ${
      responseExcerpt === null || responseExcerpt === ""
        ? nothing
        : html`<p class="hint">${texts.response}</p>
          <div class="code"><pre class="values" tabindex="0" role="region" aria-label=${texts.response}><code>${responseExcerpt}</code></pre></div>`
    }`;
}
