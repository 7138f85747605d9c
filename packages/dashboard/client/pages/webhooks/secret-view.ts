import { html, nothing, type TemplateResult } from "lit-html";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { confirmation, formDialog } from "../../elements/dialog.ts";
import { type FormState, idleForm } from "../../elements/form.ts";
import { secretDialog } from "../../elements/secret-dialog.ts";
import { timeText } from "../../format/time.ts";
import type { WebhooksContext } from "./webhooks-page.ts";
import { gracePeriods } from "./webhooks-texts.ts";

type Dialog = NonNullable<WebhooksContext["state"]["dialog"]>;

/** Signing state, with the actions to change it. */
export function secretView(context: WebhooksContext): TemplateResult {
  const { app, texts, state, data, change } = context;
  const { webhookSecretConfigured, webhookSecretRotationEndsAt } = data.profile;
  const open = (kind: "rotate" | "activate" | "remove") => () =>
    change({ dialog: { kind }, dialogForm: idleForm });
  return card(
    "secret",
    texts.secret,
    html`<p>${webhookSecretConfigured ? badge("good", texts.signed) : badge("plain", texts.unsigned)}</p>
      <p>${texts.secretIntro}</p>
      ${
        webhookSecretRotationEndsAt === null
          ? nothing
          : html`<p class="notice">${texts.rotating(timeText(webhookSecretRotationEndsAt, app.language))}</p>`
      }
      <div class="actions">
        ${
          webhookSecretConfigured
            ? html`${button(texts.rotateSecret, open("rotate"), { look: "quiet" })}
            ${
              webhookSecretRotationEndsAt === null
                ? nothing
                : button(texts.endRotation, open("activate"), { look: "quiet" })
            }
            ${button(texts.removeSecret, open("remove"), { look: "danger" })}`
            : button(texts.createSecret, () => createFirstSecret(context), {
                isBusy: state.dialogForm.isBusy,
              })
        }
      </div>`,
  );
}

/** The button stays busy until the page shows the secret: a second click would replace it. */
async function createFirstSecret(context: WebhooksContext): Promise<void> {
  const { app, state, reload } = context;
  const set = formSetter(context);
  if (state.dialogForm.isBusy) return;
  set({ isBusy: true, fault: undefined });
  await app.attempt(async () => {
    await createSecret(context, {});
    await reload();
  });
  set(idleForm);
}

async function createSecret(
  { app, change }: WebhooksContext,
  body: { readonly gracePeriodSeconds?: number },
): Promise<void> {
  const { data } = await app.api.post("/api/profile/webhook-secret", body);
  change({ dialog: { kind: "secret", secret: data.secret } });
}

const formSetter = (context: WebhooksContext) => (dialogForm: FormState) => context.change({ dialogForm });

export function secretDialogView(context: WebhooksContext, shown: Dialog): TemplateResult {
  const { app, texts, state, change, reload } = context;
  const onClose = () => change({ dialog: undefined });
  const formSettings = { app, form: state.dialogForm, set: formSetter(context), onClose };
  const closeAndAnnounce = (text: string) => {
    onClose();
    app.announce(text);
    void reload();
  };
  switch (shown.kind) {
    case "rotate":
      return formDialog({
        ...formSettings,
        title: texts.rotateSecret,
        send: async (values) => {
          await createSecret(context, { gracePeriodSeconds: Number(values.text("gracePeriodSeconds")) });
          void reload();
        },
        body: ({ select, submit }) =>
          html`<p>${texts.rotateEffect}</p>
            ${select({
              name: "gracePeriodSeconds",
              label: texts.grace,
              hint: texts.graceHint,
              value: gracePeriods[0],
              options: gracePeriods.map((value) => [value, texts.gracePeriods[value]]),
            })}
            ${submit(texts.rotateSecret)}`,
      });
    case "activate":
      return confirmation({
        ...formSettings,
        title: texts.endRotation,
        effect: texts.endRotationEffect,
        action: texts.endRotation,
        send: async () => {
          await app.api.post("/api/profile/webhook-secret/activate", undefined);
          closeAndAnnounce(texts.rotationEnded);
        },
      });
    case "remove":
      return confirmation({
        ...formSettings,
        title: texts.removeSecret,
        effect: texts.removeSecretEffect,
        action: texts.removeSecret,
        send: async () => {
          await app.api.remove("/api/profile/webhook-secret");
          closeAndAnnounce(texts.secretRemoved);
        },
      });
    case "secret":
      return secretDialog({
        title: texts.newSecret,
        secret: shown.secret,
        what: texts.theSecret,
        warning: texts.secretWarning,
        next: texts.secretNext,
        done: app.shared.secretSaved,
        app,
        onClose,
      });
  }
}
