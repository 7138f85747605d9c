import { html } from "lit-html";
import { definePage } from "../../app/page.ts";
import { formOf, formView, startForm } from "../../elements/form.ts";
import { passwordTexts } from "./password-texts.ts";

export const passwordPage = definePage({
  name: "password",
  path: "/password",
  texts: passwordTexts,
  start: startForm,
  load: async () => undefined,
  view: (context) => {
    const { app, texts } = context;
    return html`<p>${texts.effect}</p>
      ${formView({
        ...formOf(context),
        className: "card narrow",
        send: async (values) => {
          const [currentPassword, newPassword] = [values.text("currentPassword"), values.text("newPassword")];
          await app.api.post("/api/auth/password", { currentPassword, newPassword });
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
          ${submit(texts.submit)}`,
      })}`;
  },
});
