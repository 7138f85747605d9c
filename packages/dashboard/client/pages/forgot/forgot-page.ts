import { html } from "lit-html";
import { definePage } from "../../app/define-page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { formOf, formView, idleForm } from "../../elements/form.ts";
import { mailedNotice } from "../../elements/mail-notices.ts";
import { isolated } from "../../format/isolated.ts";
import { forgotTexts } from "./forgot-texts.ts";

export const forgotPage = definePage({
  name: "forgot",
  path: "/forgot",
  access: "anyone",
  texts: forgotTexts,
  start: () => ({ form: idleForm, sentTo: "" }),
  load: async () => undefined,
  view: (context) => {
    const { app, texts, state, change } = context;
    const form = () =>
      formView({
        ...formOf(context),
        className: "card",
        send: async (values) => {
          const { data } = await app.api.post("/api/auth/forgot", { email: values.text("email") });
          change({ sentTo: data.email });
        },
        body: ({ field, submit }) =>
          html`<p>${texts.intro}</p>
            ${field({ name: "email", label: app.shared.email, type: "email", autocomplete: "username" })}
            ${submit(texts.submit)}`,
      });
    return html`${state.sentTo === "" ? form() : mailedNotice(texts.sent(isolated(state.sentTo)), texts.sentTodo)}
      <p class="below"><a href=${addressOfPage("/sign-in")}>${texts.back}</a></p>`;
  },
});
