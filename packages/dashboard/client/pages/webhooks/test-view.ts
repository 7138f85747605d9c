import { html, nothing, type TemplateResult } from "lit-html";
import { badge } from "../../elements/badge.ts";
import { card } from "../../elements/card.ts";
import { type FormValues, formView } from "../../elements/form.ts";
import { details } from "../../elements/table.ts";
import { duration } from "../../format/time.ts";
import type { WebhooksContext } from "./webhooks-page.ts";

const scenarios = ["success", "failed", "not_found"] as const;

/** Sends one delivery of sample data and shows the receiver's response. */
export function testView(context: WebhooksContext): TemplateResult {
  const { app, texts, data, state, change } = context;
  const form = formView({
    app,
    form: state.testForm,
    set: (testForm) => change({ testForm }),
    send: async (values) => {
      change({ tested: undefined });
      const body = { webhookUrl: values.text("webhookUrl").trim(), scenario: scenarioOf(values) };
      change({ tested: (await app.api.post("/api/verify/test-webhook", body)).data });
    },
    body: ({ field, select, submit }) =>
      html`<p class="hint">${texts.testHint}</p>
      ${field({
        name: "webhookUrl",
        label: texts.testUrl,
        type: "url",
        placeholder: "https://",
        value: data.profile.defaultWebhookUrl ?? "",
      })}
      ${select({
        name: "scenario",
        label: texts.scenario,
        options: scenarios.map((value) => [value, texts.scenarios[value]]),
        value: scenarios[0],
      })}
      ${submit(texts.send)}`,
  });
  return card("test", texts.test, html`${form}<div role="status">${testedView(context)}</div>`);
}

function scenarioOf(values: FormValues): (typeof scenarios)[number] {
  return scenarios.find((scenario) => scenario === values.text("scenario")) ?? scenarios[0];
}

function testedView({ app, texts, state }: WebhooksContext): TemplateResult | typeof nothing {
  const { tested } = state;
  if (tested === undefined) return nothing;
  const { delivered, statusCode, error, durationMs, signed, deliveryId } = tested;
  return html`<p>${delivered ? badge("good", texts.delivered) : badge("bad", texts.notDelivered)}</p>
    ${error === "no_answer" ? html`<p>${texts.noResponse}</p>` : nothing}
    ${details([
      statusCode !== null && [texts.response, html`<code>${statusCode}</code>`],
      [app.shared.duration, duration(durationMs, app.language)],
      [texts.signature, signed ? app.shared.yes : app.shared.no],
      [texts.deliveryId, html`<code>${deliveryId}</code>`],
    ])}`;
}
