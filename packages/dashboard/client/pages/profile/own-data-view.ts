import { html, nothing, type TemplateResult } from "lit-html";
import { addressOfPage } from "../../app/routes.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { formDialog } from "../../elements/dialog.ts";
import { type FormValues, idleForm } from "../../elements/form.ts";
import type { OwnDataDialog, ProfileContext } from "./profile-state.ts";

/** The account's data as a file, and the end of the account. Only its holder can use them. */
export function ownDataView(context: ProfileContext): TemplateResult {
  const { app, texts, state, change } = context;
  const open = (ownDataDialog: OwnDataDialog) => () => change({ ownDataDialog, ownDataForm: idleForm });
  return card(
    "data",
    texts.data,
    html`<p>${texts.dataText}</p>
      <p>
        <a class="link" href=${addressOfPage("/audit")}>${texts.toAudit}</a> ·
        <a class="link" href="/docs/privacy">${texts.toPrivacy}</a>
      </p>
      ${
        app.session?.member.role === "owner"
          ? html`<div class="actions">
              ${button(texts.download, open("download"), { look: "quiet" })}
              ${button(texts.close, open("close"), { look: "danger" })}
            </div>`
          : nothing
      }
      ${state.ownDataDialog === undefined ? nothing : dialogView(context, state.ownDataDialog)}`,
  );
}

function dialogView(context: ProfileContext, dialog: OwnDataDialog): TemplateResult {
  const { app, texts, state, change } = context;
  const { shared } = app;
  const isClosing = dialog === "close";
  const title = isClosing ? texts.close : texts.download;
  return formDialog({
    app,
    form: state.ownDataForm,
    set: (ownDataForm) => change({ ownDataForm }),
    title,
    onClose: () => change({ ownDataDialog: undefined }),
    send: (values) => (isClosing ? sendClosing(context, values) : sendDownload(context, values)),
    body: ({ field, submit }) =>
      html`<p>${isClosing ? texts.closeText : texts.dataText}</p>
        ${
          isClosing
            ? field({ name: "email", label: texts.closeEmail, type: "email", autocomplete: "off" })
            : nothing
        }
        ${field({ name: "password", label: shared.password, type: "password", autocomplete: "current-password" })}
        ${field({ name: "code", label: shared.code, hint: shared.codeHint, autocomplete: "one-time-code", isOptional: true })}
        ${submit(title)}`,
  });
}

function proofIn(values: FormValues) {
  const code = values.optional("code");
  return { password: values.text("password"), ...(code === undefined ? {} : { code }) };
}

async function sendDownload({ app, change }: ProfileContext, values: FormValues): Promise<void> {
  await app.api.post("/api/auth/confirm-password", proofIn(values));
  change({ ownDataDialog: undefined });
  // The browser writes the file as it arrives, so its size does not matter.
  location.assign("/api/account/export");
}

async function sendClosing({ app }: ProfileContext, values: FormValues): Promise<void> {
  await app.api.post("/api/account/close", { email: values.text("email"), ...proofIn(values) });
  app.setSession(undefined);
  app.go("/sign-in");
}
