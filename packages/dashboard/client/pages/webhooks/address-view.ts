import { html, type TemplateResult } from "lit-html";
import { card } from "../../elements/card.ts";
import { formView } from "../../elements/form.ts";
import type { WebhooksContext } from "./webhooks-page.ts";

/** URL for webhooks of requests that name none. */
export function addressView({ app, texts, data, state, change, reload }: WebhooksContext): TemplateResult {
  const form = formView({
    app,
    form: state.addressForm,
    set: (addressForm) => change({ addressForm }),
    send: async (values) => {
      const defaultWebhookUrl = values.optional("defaultWebhookUrl")?.trim() ?? null;
      await app.api.patch("/api/profile", { defaultWebhookUrl });
      app.announce(app.shared.saved);
      await reload();
    },
    body: ({ field, submit }) =>
      html`${field({
        name: "defaultWebhookUrl",
        label: texts.defaultUrl,
        hint: texts.addressHint,
        type: "url",
        placeholder: "https://",
        value: data.profile.defaultWebhookUrl ?? "",
        isOptional: true,
      })}
      ${submit(app.shared.save)}`,
  });
  return card("address", texts.address, form);
}
