import { html } from "lit-html";
import { mailedToken } from "../../app/mailed-token.ts";
import { definePage } from "../../app/page.ts";
import { field } from "../../elements/field.ts";
import { type FormState, formFault, idleForm, submitButton, submitForm } from "../../elements/form.ts";
import { isLinkEnded, linkNotice } from "../../elements/link-notice.ts";
import { resetTexts } from "./reset-texts.ts";

interface State {
  readonly form: FormState;
}

export const resetPage = definePage({
  name: "reset",
  path: "/reset",
  access: "anyone",
  texts: resetTexts,
  start: (): State => ({ form: idleForm }),
  load: async () => mailedToken(),
  view: ({ app, texts, state, data: token, change }) => {
    const { form } = state;
    const { shared } = app;
    if (token === "" || isLinkEnded(form))
      return linkNotice(texts.ended, { path: "/forgot", label: texts.again });
    const submit = (event: SubmitEvent) =>
      submitForm(event, {
        set: (next) => change({ form: next }),
        send: async (values) => {
          await app.api.post("/api/auth/reset", { token, password: values.text("password") });
          app.go("/sign-in", { replace: true });
          app.announce(texts.changed);
        },
      });
    return html`<form class="card" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
      ${formFault(form, shared, ["password"])}
      <p>${texts.effect}</p>
      ${field({
        name: "password",
        label: texts.password,
        hint: texts.passwordHint,
        type: "password",
        autocomplete: "new-password",
        shared,
        form,
      })}
      ${submitButton(texts.submit, form)}
    </form>`;
  },
});
