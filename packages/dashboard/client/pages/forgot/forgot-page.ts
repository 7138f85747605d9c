import { html } from "lit-html";
import { definePage } from "../../app/page.ts";
import { addressOfPage } from "../../app/routes.ts";
import { field } from "../../elements/field.ts";
import { type FormState, formFault, idleForm, submitButton, submitForm } from "../../elements/form.ts";
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
    const submit = (event: SubmitEvent) =>
      submitForm(event, {
        set: (next) => change({ form: next }),
        send: async (values) => {
          const { data } = await app.api.post("/api/auth/forgot", { email: values.text("email") });
          change({ sentTo: data.email });
        },
      });
    return html`<form class="card" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
        ${formFault(form, shared, ["email"])}
        <p>${texts.intro}</p>
        ${field({ name: "email", label: texts.email, type: "email", autocomplete: "username", shared, form })}
        ${submitButton(texts.submit, form)}
      </form>
      ${back}`;
  },
});
