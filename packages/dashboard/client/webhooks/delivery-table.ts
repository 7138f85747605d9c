import type { LoggedDelivery, WebhookEndpoint } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import type { App } from "../app/app-context.ts";
import { addressOfPage } from "../app/routes.ts";
import { badge, type Tone } from "../elements/badge.ts";
import { table } from "../elements/table.ts";
import { time, timeText } from "../format/time.ts";
import { deliveryTexts } from "./delivery-texts.ts";
import { deliveryPath, endpointPath } from "./webhook-paths.ts";

const tones: Readonly<Record<LoggedDelivery["state"], Tone>> = {
  pending: "busy",
  delivered: "good",
  exhausted: "bad",
  given_up: "bad",
};

export function deliveryBadge({ state }: Pick<LoggedDelivery, "state">, { language }: App): TemplateResult {
  return badge(tones[state], deliveryTexts[language].states[state]);
}

export function testBadge({ test }: LoggedDelivery, { language }: App): TemplateResult | typeof nothing {
  return test ? badge("plain", deliveryTexts[language].test) : nothing;
}

/** The response of the last attempt, and the time of the next one. */
export function progressText(
  { attemptCount, lastStatusCode, state, nextAttemptAt }: LoggedDelivery,
  { language }: App,
): string {
  const texts = deliveryTexts[language];
  const last = lastStatusCode === null ? texts.noResponse : texts.response(lastStatusCode);
  const isWaiting = state === "pending" && attemptCount > 0 && nextAttemptAt !== null;
  return [
    ...(attemptCount === 0 ? [] : [last]),
    ...(isWaiting ? [texts.nextAttempt(timeText(nextAttemptAt, language, "clock"))] : []),
  ].join(" · ");
}

/** The subject of a delivery, with a link to its page if it has one. */
export function subjectView(subject: string): TemplateResult {
  const folder = { ver: "/requests", dep: "/deposits" }[subject.slice(0, 3)];
  if (folder === undefined) return html`<code>${subject}</code>`;
  const path = `${folder}/${encodeURIComponent(subject)}`;
  return html`<a class="link" href=${addressOfPage(path)}><code>${subject}</code></a>`;
}

/** The target of a delivery: its endpoint if that still exists, and its URL. */
export function addressView(
  { endpointId, url }: LoggedDelivery,
  endpoints: readonly WebhookEndpoint[],
): TemplateResult {
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  if (endpoint === undefined) return html`<code>${url}</code>`;
  const name = html`<strong>${endpoint.description ?? endpoint.url}</strong>`;
  return html`<a class="link" href=${addressOfPage(endpointPath(endpoint.id))}>${name}</a>${
    endpoint.description === null && endpoint.url === url
      ? nothing
      : html`<br /><code class="soft">${url}</code>`
  }`;
}

export function deliveryTable(
  rows: readonly LoggedDelivery[],
  caption: string,
  {
    app,
    endpoints,
  }: {
    readonly app: App;
    /** The endpoints of the account. Undefined if all rows belong to one endpoint. */
    readonly endpoints?: readonly WebhookEndpoint[];
  },
): TemplateResult {
  const { shared, language } = app;
  const texts = deliveryTexts[language];
  return table({
    caption,
    rows,
    columns: [
      {
        title: texts.event,
        cell: (delivery) =>
          html`<a href=${addressOfPage(deliveryPath(delivery.id))}><code class="whole">${delivery.type}</code></a>
            ${testBadge(delivery, app)}`,
      },
      { title: texts.about, cell: ({ subject }) => (subject === null ? "–" : subjectView(subject)) },
      ...(endpoints === undefined
        ? []
        : [{ title: texts.to, cell: (delivery: LoggedDelivery) => addressView(delivery, endpoints) }]),
      {
        title: shared.status,
        cell: (delivery) =>
          html`${deliveryBadge(delivery, app)}<span class="soft below-badge">${progressText(delivery, app)}</span>`,
      },
      { title: texts.created, cell: ({ createdAt }) => time(createdAt, language) },
    ],
  });
}
