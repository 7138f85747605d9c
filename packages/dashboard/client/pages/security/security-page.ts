import { html, nothing, type TemplateResult } from "lit-html";
import type { DataAt } from "../../api/api-routes.ts";
import { definePage } from "../../app/define-page.ts";
import type { ViewContext } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { badge } from "../../elements/badge.ts";
import { button } from "../../elements/button.ts";
import { card } from "../../elements/card.ts";
import { dialogOf, formDialog } from "../../elements/dialog.ts";
import { type FormState, type FormValues, idleForm } from "../../elements/form.ts";
import { secretDialog } from "../../elements/secret-dialog.ts";
import { securityTexts } from "./security-texts.ts";

type Setup = DataAt<"post", "/api/auth/two-factor">;

type Dialog =
  | { readonly kind: "start" | "renew" | "end" }
  /** `picture`: object URL of the QR code. */
  | { readonly kind: "scan"; readonly setup: Setup; readonly picture: string }
  | { readonly kind: "codes"; readonly codes: readonly string[] };

interface State {
  readonly form: FormState;
  readonly dialog: Dialog | undefined;
}

type Context = ViewContext<typeof securityTexts, DataAt<"get", "/api/auth/session">, State>;

export const securityPage = definePage({
  name: "security",
  path: "/security",
  nav: { group: "settings", icon: "lock" },
  texts: securityTexts,
  start: (): State => ({ form: idleForm, dialog: undefined }),
  load: async ({ app, signal }) => (await app.api.get("/api/auth/session", { signal })).data,
  view: (context) => {
    const { app, texts, data, state } = context;
    const links = html`<p><a class="link" href=${addressOfPage("/password")}>${app.shared.changePassword}</a></p>
      <p><a class="link" href=${addressOfPage("/sessions")}>${app.shared.sessions}</a></p>`;
    return html`${data.twoFactor.enrollmentRequired ? html`<p class="notice warning">${texts.required}</p>` : nothing}
      ${data.user.emailConfirmed ? nothing : html`<p class="notice warning">${texts.unconfirmed}</p>`}
      <div class="columns">
        <div class="stack">${card("two-factor", texts.twoFactor, twoFactorView(context))}</div>
        <div class="stack">${card("more", texts.more, links)}</div>
      </div>
      ${state.dialog === undefined ? nothing : dialogView(context, state.dialog)}`;
  },
});

function twoFactorView({ app, texts, data, change }: Context): TemplateResult {
  const open = (kind: "start" | "renew" | "end") => () => change({ dialog: { kind }, form: idleForm });
  if (!data.twoFactor.enabled)
    return html`<p>${badge("warn", app.shared.no)}</p><p>${texts.off}</p>
      <p>${button(texts.setUp, open("start"))}</p>`;
  return html`<p>${badge("good", app.shared.yes)}</p><p>${texts.on}</p>
    <div class="actions">
      ${button(texts.renew, open("renew"), { look: "quiet" })}
      ${button(texts.switchOff, open("end"), { look: "danger" })}
    </div>`;
}

function dialogView(context: Context, dialog: Dialog): TemplateResult {
  switch (dialog.kind) {
    case "start":
      return startDialog(context);
    case "scan":
      return scanDialog(context, dialog);
    case "codes":
      return codesDialog(context, dialog.codes);
    case "renew":
    case "end":
      return provenDialog(context, dialog.kind);
  }
}

function startDialog(context: Context): TemplateResult {
  const { app, texts, change } = context;
  const { shared } = app;
  return formDialog({
    ...dialogOf(context),
    title: texts.setUp,
    send: async (values) => {
      const { data } = await app.api.post("/api/auth/two-factor", { password: values.text("password") });
      // The policy of the page allows pictures of our own only.
      const picture = URL.createObjectURL(new Blob([data.qrCode], { type: "image/svg+xml" }));
      change({ dialog: { kind: "scan", setup: data, picture } });
    },
    body: ({ field, submit }) =>
      html`${field({ name: "password", label: shared.password, type: "password", autocomplete: "current-password" })}
        ${submit(texts.setUp)}`,
  });
}

function scanDialog(context: Context, { setup, picture }: Dialog & { kind: "scan" }): TemplateResult {
  const { app, texts, change } = context;
  return formDialog({
    ...dialogOf(context),
    title: texts.scanTitle,
    send: async (values) => {
      const { data } = await app.api.post("/api/auth/two-factor/confirm", { code: values.text("code") });
      change({ dialog: { kind: "codes", codes: data.recoveryCodes } });
      app.setSession((await app.api.get("/api/auth/session")).data);
      app.announce(texts.enabled);
      await context.reload();
    },
    body: ({ field, submit }) =>
      html`<p>${texts.scan}</p>
        <p><img class="qr-code" width="240" height="240" alt=${texts.qr} src=${picture} @load=${() => URL.revokeObjectURL(picture)} /></p>
        <p>${texts.secret}: <code class="mono">${setup.secret}</code></p>
        ${field({ name: "code", label: app.shared.code, autocomplete: "one-time-code" })}
        ${submit(texts.confirm)}`,
  });
}

function codesDialog({ app, texts, change }: Context, codes: readonly string[]): TemplateResult {
  return secretDialog({
    app,
    title: texts.codesTitle,
    secret: codes.join("\n"),
    what: texts.codesTitle,
    warning: texts.codesWarning,
    done: app.shared.secretSaved,
    onClose: () => change({ dialog: undefined }),
  });
}

/** Asks for the password and a code. */
function provenDialog(context: Context, kind: "renew" | "end"): TemplateResult {
  const { app, texts } = context;
  const { shared } = app;
  return formDialog({
    ...dialogOf(context),
    title: kind === "renew" ? texts.renew : texts.switchOff,
    send: (values) => sendProven(context, kind, values),
    body: ({ field, submit }) =>
      html`<p>${kind === "renew" ? texts.renewEffect : texts.switchOffEffect}</p>
        ${field({ name: "password", label: shared.password, type: "password", autocomplete: "current-password" })}
        ${field({ name: "code", label: shared.code, hint: shared.codeHint, autocomplete: "one-time-code" })}
        ${submit(kind === "renew" ? texts.renew : texts.switchOff)}`,
  });
}

async function sendProven(context: Context, kind: "renew" | "end", values: FormValues): Promise<void> {
  const { app, texts, change } = context;
  const proof = { password: values.text("password"), code: values.text("code") };
  if (kind === "renew") {
    const { data } = await app.api.post("/api/auth/two-factor/recovery-codes", proof);
    change({ dialog: { kind: "codes", codes: data.recoveryCodes } });
    return;
  }
  await app.api.remove("/api/auth/two-factor", { body: proof });
  change({ dialog: undefined });
  app.setSession((await app.api.get("/api/auth/session")).data);
  app.announce(texts.disabled);
  await context.reload();
}
