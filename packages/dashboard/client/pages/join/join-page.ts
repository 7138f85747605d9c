import { html, type TemplateResult } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import { definePage } from "../../app/define-page.ts";
import { mailedToken } from "../../app/mailed-token.ts";
import type { ViewContext } from "../../app/page.ts";
import { button } from "../../elements/button.ts";
import { type FormState, type FormValues, formOf, formView, idleForm } from "../../elements/form.ts";
import { isLinkEnded, linkNotice } from "../../elements/mail-notices.ts";
import { joinTexts } from "./join-texts.ts";

interface State {
  readonly form: FormState;
  /** How the person joins. */
  readonly by: "new" | "sign-in";
  readonly needsCode: boolean;
}

type Context = ViewContext<typeof joinTexts, string, State>;

export const joinPage = definePage({
  name: "join",
  path: "/join",
  access: "anyone",
  texts: joinTexts,
  start: (): State => ({ form: idleForm, by: "new", needsCode: false }),
  load: async () => mailedToken(),
  view: (context) => {
    const { app, texts, state, data: token, change } = context;
    if (token === "" || isLinkEnded(state.form))
      return linkNotice(texts.ended, { path: "/sign-in", label: app.shared.signIn });
    const other = state.by === "new" ? "sign-in" : "new";
    return html`<p>${texts.intro}</p>
      ${state.by === "new" ? newForm(context) : signInForm(context)}
      <p class="below">
        ${button(
          state.by === "new" ? texts.known : texts.fresh,
          () => change({ by: other, form: idleForm }),
          {
            look: "quiet",
          },
        )}
      </p>`;
  },
});

function newForm(context: Context): TemplateResult {
  const { app, texts, state, data: token } = context;
  const { shared } = app;
  return formView({
    ...formOf(context),
    className: "card",
    send: async (values) => {
      const [name, password] = [values.text("name"), values.text("password")];
      const { data } = await app.api.post("/api/auth/join", { token, name, password });
      app.setSession(data);
      app.go(data.twoFactor.enrollmentRequired ? "/security" : "/", { replace: true });
    },
    refused: state.form.fault?.code === "already_exists" ? texts.already : undefined,
    body: ({ field, submit }) =>
      html`${field({ name: "name", label: shared.yourName, autocomplete: "name" })}
        ${field({
          name: "password",
          label: shared.newPassword,
          hint: shared.newPasswordHint,
          type: "password",
          autocomplete: "new-password",
        })}
        <p class="hint">${texts.privacy} <a class="link" href="/docs/privacy">${texts.privacyLink}</a></p>
        ${submit(texts.create)}`,
  });
}

function signInForm(context: Context): TemplateResult {
  const { app, texts, state } = context;
  const { shared } = app;
  return formView({
    ...formOf(context),
    className: "card",
    send: (values) => accept(context, values),
    refused: state.form.fault?.code === "unauthenticated" ? texts.wrong : undefined,
    body: ({ field, submit }) =>
      html`${field({ name: "email", label: shared.email, type: "email", autocomplete: "username" })}
        ${field({ name: "password", label: shared.password, type: "password", autocomplete: "current-password" })}
        ${
          state.needsCode
            ? field({
                name: "code",
                label: shared.code,
                hint: shared.codeHint,
                autocomplete: "one-time-code",
              })
            : ""
        }
        ${submit(texts.accept)}`,
  });
}

async function accept({ app, texts, data: token, change }: Context, values: FormValues): Promise<void> {
  const code = values.optional("code");
  try {
    await app.api.post("/api/auth/login", {
      email: values.text("email"),
      password: values.text("password"),
      ...(code === undefined ? {} : { code }),
    });
  } catch (error) {
    if (!(error instanceof ApiFault) || error.code !== "two_factor_required") throw error;
    change({ needsCode: true });
    return;
  }
  const { accountId } = (await app.api.post("/api/invitations/accept", { token })).data;
  const { data } = await app.api.post("/api/auth/switch-account", { accountId });
  app.setSession(data);
  app.go(data.twoFactor.enrollmentRequired ? "/security" : "/", { replace: true });
  app.announce(texts.joined);
}
