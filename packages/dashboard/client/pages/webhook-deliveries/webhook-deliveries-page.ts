import type { WebhookEndpoint } from "@receipts/contracts";
import { html, type TemplateResult } from "lit-html";
import type { DataAt, ResponseAt } from "../../api/api-routes.ts";
import { definePage } from "../../app/define-page.ts";
import type { LoadContext, ViewContext } from "../../app/page.ts";
import { addressOfPage, withQuery } from "../../app/routes.ts";
import {
  chosenIn,
  emptyList,
  type Filtered,
  filterState,
  loadFiltered,
} from "../../elements/filtered-list.ts";
import { type FormState, filterForm, idleForm } from "../../elements/form.ts";
import { cursorPager } from "../../elements/pager.ts";
import { deliveryTable } from "../../webhooks/delivery-table.ts";
import { deliveryTexts } from "../../webhooks/delivery-texts.ts";
import { endpointTexts } from "../../webhooks/endpoint-texts.ts";
import { ALL_ENDPOINTS } from "../../webhooks/endpoint-view.ts";
import { eventTypeNames } from "../../webhooks/event-type-texts.ts";
import { followDeliveries } from "../../webhooks/follow-deliveries.ts";
import { recoveryTexts } from "../../webhooks/recovery-texts.ts";
import { findRecovery, followRecovery, recoveryView } from "../../webhooks/recovery-view.ts";
import { DELIVERIES_PATH, deliveryPath, WEBHOOKS_PATH } from "../../webhooks/webhook-paths.ts";
import { webhookDeliveriesTexts } from "./webhook-deliveries-texts.ts";

const filters = ["endpoint", "type", "state", "subject", "to", "from"] as const;
/** `endpoint` of deliveries to the URL of a request or deposit. */
const OWN_URL = "none";

interface Loaded {
  readonly log: Filtered<ResponseAt<"get", "/api/webhook-deliveries">>;
  readonly endpoints: readonly WebhookEndpoint[];
  readonly recovery: DataAt<"get", "/api/webhooks/recover/{id}"> | undefined;
}

interface State {
  readonly recoveryForm: FormState;
}

type Context = ViewContext<typeof webhookDeliveriesTexts, Loaded, State>;

export const webhookDeliveriesPage = definePage({
  name: "webhook-deliveries",
  path: DELIVERIES_PATH,
  within: "webhooks",
  texts: webhookDeliveriesTexts,
  start: (): State => ({ recoveryForm: idleForm }),
  load,
  actions: ({ texts }) =>
    html`<a class="button quiet" href=${addressOfPage(WEBHOOKS_PATH)}>${texts.endpoints}</a>`,
  view: (context) => {
    const { app, texts, data } = context;
    const { recovery } = data;
    return html`<p>${texts.intro}</p>
      ${filtersView(context)}
      <div class="list stack">${listView(context)}</div>
      <details class="card" ?open=${recovery !== undefined}>
        <summary>${recoveryTexts[app.language].title}</summary>
        ${recoveryView(context, { recovery, path: DELIVERIES_PATH })}
      </details>`;
  },
  live: ({ data, reload }) => {
    const changed = () => void reload();
    const rows = data.log.kind === "list" ? data.log.answer.data : [];
    return followRecovery(data.recovery, changed) ?? followDeliveries(rows, changed);
  },
});

async function load(context: LoadContext): Promise<Loaded> {
  const { app, query, signal } = context;
  const [log, endpoints, recovery] = await Promise.all([
    // Read by cursor, not by offset.
    loadFiltered(query, [...filters, "cursor"], ({ offset: _offset, ...asked }) =>
      app.api.get("/api/webhook-deliveries", { query: asked, signal }),
    ),
    app.api.get("/api/webhook-endpoints", { query: ALL_ENDPOINTS, signal }),
    findRecovery(context),
  ]);
  return { log, endpoints: endpoints.data, recovery };
}

function listView({ app, texts, data, query }: Context): TemplateResult {
  const { log, endpoints } = data;
  if (log.kind === "refused") return html``;
  const { shared, language } = app;
  const { data: rows, meta } = log.answer;
  if (rows.length === 0) {
    const clear = { path: DELIVERIES_PATH, title: shared.clearFilters };
    const first = html`<a class="button" href=${addressOfPage(WEBHOOKS_PATH)}>${texts.endpoints}</a>`;
    return emptyList({ texts, isFiltered: chosenIn(query, filters).length > 0, clear, first });
  }
  const words = deliveryTexts[language];
  const path = DELIVERIES_PATH;
  return html`${deliveryTable(rows, texts.title, { app, endpoints })}
  ${cursorPager({ nextCursor: meta.nextCursor, path, query, label: shared.page.label, texts: words })}`;
}

function filtersView({ app, texts, data, query }: Context): TemplateResult {
  const { shared, language } = app;
  const { states, event, ownUrl } = deliveryTexts[language];
  const value = (name: (typeof filters)[number]) => query.get(name) ?? "";
  return filterForm({
    app,
    label: shared.filters,
    className: "card",
    form: filterState(data.log),
    pathOf: (entered) => {
      const id = entered.get("subject") ?? "";
      return id.startsWith("whd_") ? deliveryPath(id) : withQuery(DELIVERIES_PATH, entered);
    },
    body: ({ field, select }) =>
      html`<div class="filters">
        ${select({
          name: "endpoint",
          label: endpointTexts[language].endpoint,
          value: value("endpoint"),
          options: [
            ["", shared.all],
            ...data.endpoints.map(({ id, description, url }): [string, string] => [id, description ?? url]),
            [OWN_URL, ownUrl],
          ],
        })}
        ${select({
          name: "type",
          label: event,
          value: value("type"),
          options: [["", shared.all], ...eventTypeNames.map((name): [string, string] => [name, name])],
        })}
        ${select({
          name: "state",
          label: shared.status,
          value: value("state"),
          options: [["", shared.all], ...Object.entries(states)],
        })}
        ${field({ name: "from", label: shared.fromDay, type: "date", value: value("from"), isOptional: "unsaid" })}
        ${field({ name: "to", label: shared.toDay, type: "date", value: value("to"), isOptional: "unsaid" })}
        ${field({
          name: "subject",
          label: texts.id,
          hint: texts.idHint,
          value: value("subject"),
          isOptional: "unsaid",
        })}
        <button type="submit" class="button">${shared.filter}</button>
      </div>
      <p class="hint">${shared.utcDays}</p>
      ${
        chosenIn(query, filters).length === 0
          ? ""
          : html`<p><a class="link" href=${addressOfPage(DELIVERIES_PATH)}>${shared.clearFilters}</a></p>`
      }`,
  });
}
