import { html } from "lit-html";
import { mailedToken } from "../../app/mailed-token.ts";
import { definePage } from "../../app/page.ts";
import { field } from "../../elements/field.ts";
import {
  cardForm,
  type FormState,
  type FormValues,
  formFault,
  idleForm,
  submitButton,
} from "../../elements/form.ts";
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
    const send = async (values: FormValues) => {
      await app.api.post("/api/auth/reset", { token, password: values.text("password") });
      app.go("/sign-in", { replace: true });
      app.announce(texts.changed);
    };
    return cardForm(
      { form, change, send },
      html`${formFault(form, shared, ["password"])}
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
      ${submitButton(texts.submit, form)}`,
    );
  },
});
