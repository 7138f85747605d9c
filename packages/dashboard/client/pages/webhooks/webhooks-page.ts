import type { WebhookEndpoint } from "@receipts/contracts";
import { html, nothing, type TemplateResult } from "lit-html";
import { shownOnce } from "../../api/shown-once.ts";
import type { App } from "../../app/app-context.ts";
import { definePage } from "../../app/define-page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { dialogOf, endDialog, formDialog } from "../../elements/dialog.ts";
import { emptyState } from "../../elements/empty-state.ts";
import { idleForm } from "../../elements/form.ts";
import { table } from "../../elements/table.ts";
import { endpointDialog, newEndpointOf } from "../../webhooks/endpoint-dialog.ts";
import { endpointTexts } from "../../webhooks/endpoint-texts.ts";
import {
  disabledByService,
  enableEndpoint,
  endpointBadge,
  endpointNotice,
  endpointReason,
  eventTypesView,
} from "../../webhooks/endpoint-view.ts";
import { EVERY_TYPE } from "../../webhooks/event-patterns.ts";
import { newSecretDialog } from "../../webhooks/secret-dialogs.ts";
import { DELIVERIES_PATH, endpointPath, WEBHOOKS_PATH } from "../../webhooks/webhook-paths.ts";
import { secretChangeDialog, secretView } from "./secret-view.ts";
import { load, type State, type WebhooksContext } from "./webhooks-state.ts";
import { webhooksTexts } from "./webhooks-texts.ts";

export const webhooksPage = definePage({
  name: "webhooks",
  path: WEBHOOKS_PATH,
  nav: { group: "developers", icon: "webhook" },
  texts: webhooksTexts,
  start: (): State => ({ form: idleForm, dialog: undefined, isEnabling: false }),
  load,
  actions: ({ app, texts, change }) =>
    html`<a class="button quiet" href=${addressOfPage(DELIVERIES_PATH)}>${texts.log}</a> ${button(
      endpointTexts[app.language].add,
      () => change({ dialog: { kind: "add", types: [EVERY_TYPE] }, form: idleForm }),
    )}`,
  view: (context) => {
    const { app, texts, state, data } = context;
    const hasDefault = data.endpoints.some((endpoint) => endpoint.default);
    return html`<p>${texts.intro} <a class="link" href="/docs/webhooks">${texts.docs}</a></p>
      ${disabledByService(data.endpoints).map((endpoint) =>
        endpointNotice(endpoint, {
          app,
          enable: () => enableEndpoint(context, endpoint.id),
          isBusy: state.isEnabling,
        }),
      )}
      <div class="list stack">
        ${data.endpoints.length === 0 ? emptyState(texts.none, texts.noneTodo) : endpointTable(context)}
        ${hasDefault || app.session?.member.role === "developer" ? nothing : noDefaultView(context)}
      </div>
      ${secretView(context)} ${dialogView(context)}`;
  },
});

function endpointTable({ app, texts, data }: WebhooksContext): TemplateResult {
  const words = endpointTexts[app.language];
  return table({
    caption: texts.endpoints,
    rows: data.endpoints,
    columns: [
      { title: words.endpoint, cell: (endpoint) => nameView(endpoint, words.default) },
      { title: words.events, cell: (endpoint) => eventTypesView(endpoint, app) },
      { title: app.shared.status, cell: (endpoint) => stateView(endpoint, app) },
    ],
  });
}

function stateView(endpoint: WebhookEndpoint, app: App): TemplateResult {
  // A notice above says why the service has disabled it.
  const reason = endpoint.disabledReason === null ? endpointReason(endpoint, app) : undefined;
  return html`${endpointBadge(endpoint, app)}${
    reason === undefined ? nothing : html`<span class="soft below-badge">${reason}</span>`
  }`;
}

function nameView({ id, url, description, ...endpoint }: WebhookEndpoint, isDefault: string): TemplateResult {
  return html`<a href=${addressOfPage(endpointPath(id))}><strong>${description ?? url}</strong></a>
    ${endpoint.default ? badge("plain", isDefault) : nothing}${
      description === null ? nothing : html`<br /><code class="soft">${url}</code>`
    }`;
}

function noDefaultView({ texts, change }: WebhooksContext): TemplateResult {
  const open = () => change({ dialog: { kind: "default" }, form: idleForm });
  return html`<p class="hint">${texts.noDefault}</p>
    <p>${button(texts.setDefault, open, { look: "quiet" })}</p>`;
}

function dialogView(context: WebhooksContext): TemplateResult | typeof nothing {
  const { app, texts, state, change } = context;
  const { dialog } = state;
  const words = endpointTexts[app.language];
  const settings = dialogOf(context);
  if (dialog === undefined) return nothing;
  switch (dialog.kind) {
    case "add":
      return endpointDialog({
        ...settings,
        types: dialog.types,
        setTypes: (types) => change({ dialog: { kind: "add", types } }),
        send: async (draft) => {
          const { data } = await app.api.post("/api/webhook-endpoints", newEndpointOf(draft));
          const { endpoint, secret } = data;
          change({ dialog: { kind: "secret", secret: shownOnce(secret), endpointId: endpoint.id } });
        },
      });
    case "default":
      return formDialog({
        ...settings,
        title: texts.setDefault,
        send: async (values) => {
          const defaultWebhookUrl = values.text("defaultWebhookUrl").trim();
          await app.api.patch("/api/profile", { defaultWebhookUrl });
          void endDialog(context, app.shared.saved);
        },
        body: ({ field, submit }) =>
          html`${field({
            name: "defaultWebhookUrl",
            label: words.url,
            hint: words.defaultUrlHint,
            type: "url",
            placeholder: "https://",
          })}
          ${submit(app.shared.save)}`,
      });
    case "secret":
      return newSecretDialog(app, dialog.secret, () => {
        settings.onClose();
        if (dialog.endpointId !== undefined) app.go(endpointPath(dialog.endpointId));
      });
    default:
      return secretChangeDialog(context, dialog.kind);
  }
}
