import { html, type TemplateResult } from "lit-html";
import { field } from "../../elements/field.ts";
import { formFault, submitButton, submitForm } from "../../elements/form.ts";
import type { WebhooksContext } from "./webhooks-page.ts";

/** Where webhooks go whose request names no address. */
export function addressView({ app, texts, data, state, change, reload }: WebhooksContext): TemplateResult {
  const { shared } = app;
  const form = state.addressForm;
  const submit = (event: SubmitEvent) =>
    submitForm(event, {
      set: (next) => change({ addressForm: next }),
      send: async (values) => {
        const defaultWebhookUrl = values.optional("defaultWebhookUrl")?.trim() ?? null;
        await app.api.patch("/api/profile", { defaultWebhookUrl });
        app.announce(shared.saved);
        await reload();
      },
    });
  return html`<section class="card" aria-labelledby="address">
    <h2 id="address">${texts.address}</h2>
    <form class="stack" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
      ${formFault(form, shared, ["defaultWebhookUrl"])}
      ${field({
        name: "defaultWebhookUrl",
        label: texts.defaultUrl,
        hint: texts.addressHint,
        type: "url",
        placeholder: "https://",
        value: data.profile.defaultWebhookUrl ?? "",
        isOptional: true,
        shared,
        form,
      })}
      ${submitButton(shared.save, form)}
    </form>
  </section>`;
}
