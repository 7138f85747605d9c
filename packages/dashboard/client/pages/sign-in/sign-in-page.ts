import { html } from "lit-html";
import { definePage } from "../../app/page.ts";
import { addressOfPage, pathAfterSignIn, withQuery } from "../../app/routes.ts";
import { formOf, formView, startForm } from "../../elements/form.ts";
import { signInTexts } from "./sign-in-texts.ts";

export const signInPage = definePage({
  name: "sign-in",
  path: "/sign-in",
  access: "anyone",
  texts: signInTexts,
  start: startForm,
  load: async () => undefined,
  view: (context) => {
    const { app, texts, state, query } = context;
    const { email, password } = app.shared;
    return html`${formView({
      ...formOf(context),
      className: "card",
      send: async (values) => {
        const body = { email: values.text("email"), password: values.text("password") };
        const { data } = await app.api.post("/api/auth/login", body);
        app.setSession(data);
        app.go(pathAfterSignIn(query), { replace: true });
      },
      refused: state.form.fault?.code === "unauthenticated" ? texts.wrong : undefined,
      body: ({ field, submit }) =>
        html`${field({ name: "email", label: email, type: "email", autocomplete: "username" })}
          ${field({ name: "password", label: password, type: "password", autocomplete: "current-password" })}
          ${submit(texts.submit)}`,
    })}
      <p class="below"><a href=${addressOfPage("/forgot")}>${texts.forgotten}</a></p>
      <p class="below">
        ${texts.noAccount} <a href=${addressOfPage(withQuery("/sign-up", query))}>${texts.signUp}</a>
      </p>`;
  },
});
