import { html } from "lit-html";
import { ApiFault } from "../../api/api-fault.ts";
import { definePage } from "../../app/define-page.ts";
import { type FormState, formOf, formView, idleForm } from "../../elements/form.ts";
import { passwordTexts } from "./password-texts.ts";

interface State {
  readonly form: FormState;
  /** Two-factor sign-in is on. */
  readonly needsCode: boolean;
}

export const passwordPage = definePage({
  name: "password",
  path: "/password",
  texts: passwordTexts,
  start: (): State => ({ form: idleForm, needsCode: false }),
  load: async () => undefined,
  view: (context) => {
    const { app, texts, state, change } = context;
    return html`<p>${texts.effect}</p>
      ${formView({
        ...formOf(context),
        className: "card narrow",
        send: async (values) => {
          const [currentPassword, newPassword] = [values.text("currentPassword"), values.text("newPassword")];
          const code = values.optional("code");
          const body = { currentPassword, newPassword, ...(code !== undefined && { code }) };
          try {
            await app.api.post("/api/auth/password", body);
          } catch (error) {
            if (!(error instanceof ApiFault) || error.code !== "two_factor_required") throw error;
            change({ needsCode: true });
            return;
          }
          app.go("/", { replace: true });
          app.announce(texts.changed);
        },
        body: ({ field, submit }) =>
          html`${field({
            name: "currentPassword",
            label: texts.current,
            type: "password",
            autocomplete: "current-password",
          })}
          ${field({
            name: "newPassword",
            label: app.shared.newPassword,
            hint: app.shared.newPasswordHint,
            type: "password",
            autocomplete: "new-password",
          })}
          ${
            state.needsCode
              ? field({
                  name: "code",
                  label: app.shared.code,
                  hint: app.shared.codeHint,
                  autocomplete: "one-time-code",
                })
              : ""
          }
          ${submit(texts.submit)}`,
      })}`;
  },
});
