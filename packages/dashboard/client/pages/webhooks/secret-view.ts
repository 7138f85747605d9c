import { html, nothing, type TemplateResult } from "lit-html";
import { badge } from "../../elements/badge.ts";
import { confirmation } from "../../elements/confirmation.ts";
import { dialog } from "../../elements/dialog.ts";
import { selectField } from "../../elements/field.ts";
import { type FormState, formFault, idleForm, submitButton, submitForm } from "../../elements/form.ts";
import { secretDialog } from "../../elements/secret-dialog.ts";
import { timeText } from "../../format/time.ts";
import type { WebhooksContext } from "./webhooks-page.ts";
import { gracePeriods } from "./webhooks-texts.ts";

type Dialog = NonNullable<WebhooksContext["state"]["dialog"]>;

/** Whether webhooks are signed, and what can be done about it. */
export function secretView(context: WebhooksContext): TemplateResult {
  const { app, texts, state, data, change } = context;
  const { webhookSecretConfigured, webhookSecretRotationEndsAt } = data.profile;
  const open = (kind: "rotate" | "activate" | "remove") => () =>
    change({ dialog: { kind }, dialogForm: idleForm });
  const button = (kind: "rotate" | "activate" | "remove", text: string, className: string) =>
    html`<button type="button" class=${`button ${className}`} @click=${open(kind)}>${text}</button>`;
  return html`<section class="card" aria-labelledby="secret">
    <h2 id="secret">${texts.secret}</h2>
    <p>${webhookSecretConfigured ? badge("good", texts.signed) : badge("plain", texts.unsigned)}</p>
    <p>${texts.secretIntro}</p>
    ${
      webhookSecretRotationEndsAt === null
        ? nothing
        : html`<p class="notice">${texts.rotating(timeText(webhookSecretRotationEndsAt, app.language))}</p>`
    }
    <div class="actions">
      ${
        webhookSecretConfigured
          ? html`${button("rotate", texts.rotateSecret, "quiet")}
          ${webhookSecretRotationEndsAt === null ? nothing : button("activate", texts.endRotation, "quiet")}
          ${button("remove", texts.removeSecret, "danger")}`
          : html`<button
            type="button"
            class="button"
            aria-disabled=${state.dialogForm.isBusy ? "true" : "false"}
            @click=${() => void makeFirst(context)}
          >
            ${texts.makeSecret}
          </button>`
      }
    </div>
  </section>`;
}

/** Busy until the page knows of it: a second secret would take the place of the one that is shown. */
async function makeFirst(context: WebhooksContext): Promise<void> {
  const { app, state, reload } = context;
  const set = setting(context);
  if (state.dialogForm.isBusy) return;
  set({ isBusy: true, fault: undefined });
  await app.attempt(async () => {
    await make(context, {});
    await reload();
  });
  set(idleForm);
}

async function make(
  { app, change }: WebhooksContext,
  body: { readonly gracePeriodSeconds?: number },
): Promise<void> {
  const { data } = await app.api.post("/api/profile/webhook-secret", body);
  change({ dialog: { kind: "secret", secret: data.secret } });
}

const setting = (context: WebhooksContext) => (dialogForm: FormState) => context.change({ dialogForm });

export function secretDialogView(context: WebhooksContext, shown: Dialog): TemplateResult {
  const { app, texts, state, change, reload } = context;
  const closed = () => change({ dialog: undefined });
  const asked = { shared: app.shared, form: state.dialogForm, set: setting(context), closed };
  const done = (text: string) => {
    closed();
    app.announce(text);
    void reload();
  };
  switch (shown.kind) {
    case "rotate":
      return rotateDialog(context, closed);
    case "activate":
      return confirmation({
        ...asked,
        title: texts.endRotation,
        effect: texts.endRotationEffect,
        action: texts.endRotation,
        act: async () => {
          await app.api.post("/api/profile/webhook-secret/activate", undefined);
          done(texts.rotationEnded);
        },
      });
    case "remove":
      return confirmation({
        ...asked,
        title: texts.removeSecret,
        effect: texts.removeSecretEffect,
        action: texts.removeSecret,
        act: async () => {
          await app.api.remove("/api/profile/webhook-secret");
          done(texts.secretRemoved);
        },
      });
    case "secret":
      return secretDialog({
        title: texts.newSecret,
        secret: shown.secret,
        what: texts.theSecret,
        warning: texts.secretWarning,
        next: texts.secretNext,
        done: texts.keptSafe,
        app,
        closed,
      });
  }
}

function rotateDialog(context: WebhooksContext, closed: () => void): TemplateResult {
  const { app, texts, state, reload } = context;
  const { shared } = app;
  const form = state.dialogForm;
  const submit = (event: SubmitEvent) =>
    submitForm(event, {
      set: setting(context),
      send: async (values) => {
        await make(context, { gracePeriodSeconds: Number(values.text("gracePeriodSeconds")) });
        void reload();
      },
    });
  return dialog({
    title: texts.rotateSecret,
    shared,
    closed,
    body: html`<form class="stack" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
      ${formFault(form, shared, ["gracePeriodSeconds"])}
      <p>${texts.rotateEffect}</p>
      ${selectField({
        name: "gracePeriodSeconds",
        label: texts.grace,
        hint: texts.graceHint,
        value: gracePeriods[0],
        options: gracePeriods.map((value) => ({ value, label: texts.gracePeriods[value] })),
        shared,
        form,
      })}
      ${submitButton(texts.rotateSecret, form)}
    </form>`,
  });
}
