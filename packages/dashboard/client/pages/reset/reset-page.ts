import { html } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import { mailedToken } from "../../app/mailed-token.ts";
import { formOf, formView, startForm } from "../../elements/form.ts";
import { isLinkEnded, linkNotice } from "../../elements/mail-notices.ts";
import { resetTexts } from "./reset-texts.ts";

export const resetPage = definePage({
  name: "reset",
  path: "/reset",
  access: "anyone",
  texts: resetTexts,
  start: startForm,
  load: async () => mailedToken(),
  view: (context) => {
    const { app, texts, state, data: token } = context;
    if (token === "" || isLinkEnded(state.form))
      return linkNotice(texts.ended, { path: "/forgot", label: texts.again });
    return formView({
      ...formOf(context),
      className: "card",
      send: async (values) => {
        await app.api.post("/api/auth/reset", { token, password: values.text("password") });
        app.go("/sign-in", { replace: true });
        app.announce(texts.changed);
      },
      body: ({ field, submit }) =>
        html`<p>${texts.effect}</p>
          ${field({
            name: "password",
            label: app.shared.newPassword,
            hint: app.shared.newPasswordHint,
            type: "password",
            autocomplete: "new-password",
          })}
          ${submit(texts.submit)}`,
    });
  },
});
