import { html } from "lit-html";
import { definePage } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { field } from "../../elements/field.ts";
import {
  cardForm,
  type FormState,
  type FormValues,
  formFault,
  idleForm,
  submitButton,
} from "../../elements/form.ts";
import { mailedNotice } from "../../elements/mailed-notice.ts";
import { isolated } from "../../format/isolated.ts";
import { forgotTexts } from "./forgot-texts.ts";

interface State {
  readonly form: FormState;
  readonly sentTo: string;
}

export const forgotPage = definePage({
  name: "forgot",
  path: "/forgot",
  access: "anyone",
  texts: forgotTexts,
  start: (): State => ({ form: idleForm, sentTo: "" }),
  load: async () => undefined,
  view: ({ app, texts, state, change }) => {
    const { form, sentTo } = state;
    const { shared } = app;
    const back = html`<p class="below"><a href=${addressOfPage("/sign-in")}>${texts.back}</a></p>`;
    if (sentTo !== "") return html`${mailedNotice(texts.sent(isolated(sentTo)), texts.sentTodo)} ${back}`;
    const send = async (values: FormValues) => {
      const { data } = await app.api.post("/api/auth/forgot", { email: values.text("email") });
      change({ sentTo: data.email });
    };
    return html`${cardForm(
      { form, change, send },
      html`${formFault(form, shared, ["email"])}
        <p>${texts.intro}</p>
        ${field({ name: "email", label: texts.email, type: "email", autocomplete: "username", shared, form })}
        ${submitButton(texts.submit, form)}`,
    )}
      ${back}`;
  },
});
