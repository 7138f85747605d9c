import { html, nothing, type TemplateResult } from "lit-html";
import { shownOnce } from "../../api/shown-once.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { confirmation, dialogOf, endDialog } from "../../elements/dialog.ts";
import { idleForm } from "../../elements/form.ts";
import { timeText } from "../../format/time.ts";
import { endRotationDialog, rotateDialog } from "../../webhooks/secret-dialogs.ts";
import { secretTexts } from "../../webhooks/secret-texts.ts";
import type { WebhooksContext } from "./webhooks-state.ts";

/** Signing state of the account's secret, with the actions to change it. */
export function secretView(context: WebhooksContext): TemplateResult {
  const { app, texts, state, data, change } = context;
  const { webhookSecretConfigured, webhookSecretRotationEndsAt } = data.profile;
  const words = secretTexts[app.language];
  const open = (kind: "rotate" | "activate" | "remove") => () => change({ dialog: { kind }, form: idleForm });
  return card(
    "secret",
    texts.secret,
    html`<p>${webhookSecretConfigured ? badge("good", words.signed) : badge("plain", words.unsigned)}</p>
      <p>${words.intro} ${texts.secretScope}</p>
      ${
        webhookSecretRotationEndsAt === null
          ? nothing
          : html`<p class="notice">${words.rotating(timeText(webhookSecretRotationEndsAt, app.language))}</p>`
      }
      <div class="actions">
        ${
          webhookSecretConfigured
            ? html`${button(words.rotate, open("rotate"), { look: "quiet" })}
            ${
              webhookSecretRotationEndsAt === null
                ? nothing
                : button(words.endRotation, open("activate"), { look: "quiet" })
            }
            ${button(texts.removeSecret, open("remove"), { look: "danger" })}`
            : button(texts.createSecret, () => createFirstSecret(context), { isBusy: state.form.isBusy })
        }
      </div>`,
  );
}

/** The button stays busy until the page shows the secret: a second click would replace it. */
async function createFirstSecret(context: WebhooksContext): Promise<void> {
  const { app, state, change, reload } = context;
  if (state.form.isBusy) return;
  change({ form: { isBusy: true, fault: undefined } });
  await app.attempt(async () => {
    await createSecret(context, {});
    await reload();
  });
  change({ form: idleForm });
}

async function createSecret(
  { app, change }: WebhooksContext,
  body: { readonly gracePeriodSeconds?: number },
): Promise<void> {
  const { data } = await app.api.post("/api/profile/webhook-secret", body);
  change({ dialog: { kind: "secret", secret: shownOnce(data.secret) } });
}

export function secretChangeDialog(
  context: WebhooksContext,
  kind: "rotate" | "activate" | "remove",
): TemplateResult {
  const { app, texts, reload } = context;
  const settings = dialogOf(context);
  switch (kind) {
    case "rotate":
      return rotateDialog({
        ...settings,
        rotate: async (body) => {
          await createSecret(context, body);
          void reload();
        },
      });
    case "activate":
      return endRotationDialog({
        ...settings,
        send: async () => {
          await app.api.post("/api/profile/webhook-secret/activate", undefined);
          void endDialog(context, secretTexts[app.language].rotationEnded);
        },
      });
    case "remove":
      return confirmation({
        ...settings,
        title: texts.removeSecret,
        effect: texts.removeSecretEffect,
        action: texts.removeSecret,
        send: async () => {
          await app.api.remove("/api/profile/webhook-secret");
          void endDialog(context, texts.secretRemoved);
        },
      });
  }
}
