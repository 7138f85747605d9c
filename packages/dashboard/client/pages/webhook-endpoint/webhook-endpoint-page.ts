import { html, type TemplateResult } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { idleForm } from "../../elements/form.ts";
import { details } from "../../elements/table.ts";
import { time, timeText } from "../../format/time.ts";
import { deliveryTable } from "../../webhooks/delivery-table.ts";
import { endpointTexts } from "../../webhooks/endpoint-texts.ts";
import {
  enableEndpoint,
  endpointBadge,
  endpointNotice,
  eventTypesView,
} from "../../webhooks/endpoint-view.ts";
import { followDeliveries } from "../../webhooks/follow-deliveries.ts";
import { recoveryTexts } from "../../webhooks/recovery-texts.ts";
import { followRecovery, recoveryView } from "../../webhooks/recovery-view.ts";
import { secretTexts } from "../../webhooks/secret-texts.ts";
import { DELIVERIES_PATH, deliveryPath, endpointPath, WEBHOOKS_PATH } from "../../webhooks/webhook-paths.ts";
import { webhookEndpointPlace } from "../../webhooks/webhook-places.ts";
import { endpointDialogs } from "./endpoint-dialogs.ts";
import { type EndpointContext, load, type PageContext, type State } from "./webhook-endpoint-state.ts";
import { webhookEndpointTexts } from "./webhook-endpoint-texts.ts";

export const webhookEndpointPage = definePage({
  ...webhookEndpointPlace,
  texts: webhookEndpointTexts,
  start: (): State => ({ form: idleForm, recoveryForm: idleForm, isEnabling: false, dialog: undefined }),
  load,
  actions: (context) => (isFound(context) ? actionsView(context) : html``),
  view: (context) => {
    const { app, texts } = context;
    if (isFound(context)) return endpointView(context);
    const back = html`<a class="button" href=${addressOfPage(WEBHOOKS_PATH)}>${texts.toWebhooks}</a>`;
    return emptyState(texts.unknown, app.shared.notYours, back);
  },
  live: ({ data, reload }) => {
    const changed = () => void reload();
    return followRecovery(data?.recovery, changed) ?? followDeliveries(data?.deliveries ?? [], changed);
  },
});

function isFound(context: PageContext): context is EndpointContext {
  return context.data !== undefined;
}

function actionsView({ app, texts, data, change }: EndpointContext): TemplateResult {
  const { endpoint } = data;
  const open = (kind: "test" | "disable" | "remove") => () => change({ dialog: { kind }, form: idleForm });
  const edit = () => change({ dialog: { kind: "edit", types: endpoint.types }, form: idleForm });
  return html`${endpoint.enabled ? button(texts.test, open("test")) : ""}
    ${button(endpointTexts[app.language].edit, edit, { look: "quiet" })}
    ${endpoint.enabled ? button(texts.disable, open("disable"), { look: "quiet" }) : ""}
    ${button(texts.remove, open("remove"), { look: "danger" })}`;
}

function endpointView(context: EndpointContext): TemplateResult {
  const { app, texts, state, data } = context;
  const { endpoint, recovery } = data;
  return html`${endpointNotice(endpoint, {
    app,
    enable: () => enableEndpoint(context, endpoint.id),
    isBusy: state.isEnabling,
  })}
    <div class="columns">
      ${card("details", texts.details, detailsView(context))}
      <div class="stack">
        ${card("statistics", texts.statistics, statisticsView(context))}
        ${card("secret", texts.secret, secretView(context))}
        ${card(
          "recovery",
          recoveryTexts[app.language].title,
          recoveryView(context, { recovery, path: endpointPath(endpoint.id), endpoint }),
        )}
      </div>
    </div>
    ${latestView(context)} ${endpointDialogs(context)}`;
}

function detailsView({ app, texts, data }: EndpointContext): TemplateResult {
  const { endpoint } = data;
  const { id, url, description, headerNames, maxPerSecond, createdAt } = endpoint;
  const words = endpointTexts[app.language];
  return details([
    [app.shared.status, endpointBadge(endpoint, app)],
    [words.url, html`<code>${url}</code> ${endpoint.default ? badge("plain", words.default) : ""}`],
    description !== null && [words.description, html`<strong>${description}</strong>`],
    [words.events, eventTypesView(endpoint, app)],
    [
      words.headers,
      headerNames.length === 0
        ? texts.noHeaders
        : html`<ul class="plain-list">
            ${headerNames.map((name) => html`<li><code>${name}</code></li>`)}
          </ul>`,
    ],
    [words.rate, maxPerSecond === null ? texts.noLimit : words.perSecond(maxPerSecond)],
    [texts.created, time(createdAt, app.language)],
    [texts.id, html`<code>${id}</code>`],
  ]);
}

function statisticsView({ app, texts, data }: EndpointContext): TemplateResult {
  const { attempts = 0, delivered = 0, p95Ms = null, lastFailure = null } = data.statistics ?? {};
  if (attempts === 0) return html`<p>${texts.noAttempts}</p>`;
  const cause = lastFailure?.statusCode ?? lastFailure?.errorClass ?? "";
  return details([
    [texts.accepted, texts.acceptedOf(delivered, attempts, Math.floor((delivered * 100) / attempts))],
    [texts.p95, p95Ms === null ? "" : html`${Math.round(p95Ms)} ms`],
    [
      texts.lastFailure,
      lastFailure === null
        ? texts.noFailure
        : html`<a class="link" href=${addressOfPage(deliveryPath(lastFailure.deliveryId))}
            >${time(lastFailure.at, app.language)}</a
          >
          <code>${cause}</code>`,
    ],
  ]);
}

function secretView({ app, texts, data, change }: EndpointContext): TemplateResult {
  const { signed, secretRotationEndsAt, ...endpoint } = data.endpoint;
  const words = secretTexts[app.language];
  const rotate = () => change({ dialog: { kind: "rotate" }, form: idleForm });
  const activate = () => change({ dialog: { kind: "activate" }, form: idleForm });
  return html`<p>${signed ? badge("good", words.signed) : badge("plain", words.unsigned)}</p>
    ${
      secretRotationEndsAt === null
        ? ""
        : html`<p class="notice">${words.rotating(timeText(secretRotationEndsAt, app.language))}</p>`
    }
    ${
      endpoint.default
        ? html`<p>
          ${texts.accountSecret}
          <a class="link" href=${addressOfPage(WEBHOOKS_PATH)}>${texts.toSecret}</a>
        </p>`
        : html`<p>${words.intro}</p>
          <p class="actions">
            ${button(words.rotate, rotate, { look: "quiet" })}
            ${secretRotationEndsAt === null ? "" : button(words.endRotation, activate, { look: "quiet" })}
          </p>`
    }`;
}

function latestView({ app, texts, data }: EndpointContext): TemplateResult {
  const { endpoint, deliveries } = data;
  const log = `${DELIVERIES_PATH}?${new URLSearchParams({ endpoint: endpoint.id })}`;
  return html`<section class="stack" aria-labelledby="latest">
    <h2 id="latest">${texts.latest}</h2>
    ${
      deliveries.length === 0
        ? emptyState(texts.none, texts.noneTodo)
        : html`${deliveryTable(deliveries, texts.latest, { app })}
          <p><a class="link" href=${addressOfPage(log)}>${texts.inLog}</a></p>`
    }
  </section>`;
}
