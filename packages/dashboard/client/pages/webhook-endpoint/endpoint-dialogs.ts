import { html, nothing, type TemplateResult } from "lit-html";
import { shownOnce } from "../../api/shown-once.ts";
import { confirmation, dialogOf, endDialog, formDialog } from "../../elements/dialog.ts";
import { deliveryTexts } from "../../webhooks/delivery-texts.ts";
import { endpointDialog } from "../../webhooks/endpoint-dialog.ts";
import { savedText } from "../../webhooks/endpoint-view.ts";
import { eventTypeNames, eventTypeTexts } from "../../webhooks/event-type-texts.ts";
import { endRotationDialog, newSecretDialog, rotateDialog } from "../../webhooks/secret-dialogs.ts";
import { secretTexts } from "../../webhooks/secret-texts.ts";
import { deliveryPath, WEBHOOKS_PATH } from "../../webhooks/webhook-paths.ts";
import type { EndpointContext } from "./webhook-endpoint-state.ts";

/** The open dialog of the page. */
export function endpointDialogs(context: EndpointContext): TemplateResult | typeof nothing {
  const { app, texts, state, data, change, reload } = context;
  const { dialog } = state;
  const { endpoint } = data;
  const options = { params: { id: endpoint.id } };
  const settings = dialogOf(context);
  if (dialog === undefined) return nothing;
  switch (dialog.kind) {
    case "edit":
      return endpointDialog({
        ...settings,
        endpoint,
        types: dialog.types,
        setTypes: (types) => change({ dialog: { kind: "edit", types } }),
        send: async ({ url, types, ...draft }) => {
          const isSame = types.join() === endpoint.types.join();
          // Only a change of them needs a proof of identity.
          const moved = { ...(url !== endpoint.url && { url }), ...(!isSame && { types }) };
          const change = { ...draft, ...moved };
          const { data: changed } = await app.api.patch("/api/webhook-endpoints/{id}", change, options);
          void endDialog(context, savedText(app, changed.droppedHeaders));
        },
      });
    case "test":
      return testDialog(context, settings);
    case "rotate":
      return rotateDialog({
        ...settings,
        rotate: async (body) => {
          const rotated = await app.api.post("/api/webhook-endpoints/{id}/rotate-secret", body, options);
          change({ dialog: { kind: "secret", secret: shownOnce(rotated.data.secret) } });
          void reload();
        },
      });
    case "activate":
      return endRotationDialog({
        ...settings,
        send: async () => {
          await app.api.post("/api/webhook-endpoints/{id}/activate-secret", undefined, options);
          void endDialog(context, secretTexts[app.language].rotationEnded);
        },
      });
    case "secret":
      return newSecretDialog(app, dialog.secret, settings.onClose);
    case "disable":
      return confirmation({
        ...settings,
        title: texts.disableTitle,
        effect: texts.disableEffect,
        action: texts.disable,
        send: async () => {
          await app.api.patch("/api/webhook-endpoints/{id}", { enabled: false }, options);
          void endDialog(context, texts.disabled);
        },
      });
    case "remove":
      return confirmation({
        ...settings,
        title: texts.removeTitle,
        effect: html`<p>${texts.removeEffect}</p>
          <p><code>${endpoint.url}</code></p>`,
        action: texts.remove,
        send: async () => {
          await app.api.remove("/api/webhook-endpoints/{id}", options);
          app.announce(texts.removed);
          app.go(WEBHOOKS_PATH, { replace: true });
        },
      });
  }
}

/** Sends a sample and opens its delivery. */
function testDialog(
  { app, texts, data }: EndpointContext,
  settings: ReturnType<typeof dialogOf>,
): TemplateResult {
  const names = eventTypeTexts[app.language];
  return formDialog({
    ...settings,
    title: texts.test,
    send: async (values) => {
      const type = eventTypeNames.find((name) => name === values.text("type")) ?? "webhook.test";
      const options = { params: { id: data.endpoint.id } };
      const sample = await app.api.post("/api/webhook-endpoints/{id}/test", { type }, options);
      app.go(deliveryPath(sample.data.id));
    },
    body: ({ select, submit }) =>
      html`<p>${texts.testHint}</p>
        ${select({
          name: "type",
          label: deliveryTexts[app.language].event,
          value: "webhook.test",
          options: eventTypeNames.map((name) => [name, `${name}: ${names[name]}`]),
        })}
        ${submit(texts.test)}`,
  });
}
