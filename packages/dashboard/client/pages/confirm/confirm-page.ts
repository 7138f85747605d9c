import { html } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import { mailedToken } from "../../app/mailed-token.ts";
import type { ViewContext } from "../../app/page.ts";
import { formOf, formView, startForm } from "../../elements/form.ts";
import { isLinkEnded, linkNotice } from "../../elements/mail-notices.ts";
import { confirmTexts } from "./confirm-texts.ts";

type Context = ViewContext<typeof confirmTexts, string, ReturnType<typeof startForm>>;

export const confirmPage = definePage({
  name: "confirm",
  path: "/confirm",
  access: "anyone",
  texts: confirmTexts,
  start: startForm,
  load: async () => mailedToken(),
  view: (context) => {
    const { app, texts, state, data: token } = context;
    if (token === "" || isLinkEnded(state.form))
      return linkNotice(texts.ended, { path: "/sign-up", label: texts.again });
    // Confirming takes the password. A program that opens links in mails must not create an account, nor the owner of
    // an address that a stranger registered.
    return formView({
      ...formOf(context),
      className: "card",
      send: async (values) => {
        const body = { token, password: values.text("password") };
        const { data } = await app.api.post("/api/auth/confirm", body);
        app.setSession(data);
        app.go("/", { replace: true });
      },
      refused: refusalOf(context),
      body: ({ field, submit }) =>
        html`<p>${texts.effect}</p>
          ${field({
            name: "password",
            label: app.shared.password,
            hint: texts.passwordHint,
            type: "password",
            autocomplete: "current-password",
          })}
          ${submit(texts.submit)}`,
    });
  },
});

function refusalOf({ texts, state: { form } }: Context): string | undefined {
  if (form.fault?.details.some(({ field }) => field === "password") === true) return texts.wrong;
  return form.fault?.code === "permission_denied" ? texts.closed : undefined;
}
