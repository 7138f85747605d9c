import { html } from "lit-html";
import { definePage } from "../../app/page.ts";
import { field } from "../../elements/field.ts";
import { type FormState, formFault, idleForm, submitButton, submitForm } from "../../elements/form.ts";
import { passwordTexts } from "./password-texts.ts";

interface State {
  readonly form: FormState;
}

export const passwordPage = definePage({
  name: "password",
  path: "/password",
  texts: passwordTexts,
  start: (): State => ({ form: idleForm }),
  load: async () => undefined,
  view: ({ app, texts, state, change }) => {
    const { form } = state;
    const { shared } = app;
    const submit = (event: SubmitEvent) =>
      submitForm(event, {
        set: (next) => change({ form: next }),
        send: async (values) => {
          const [currentPassword, newPassword] = [values.text("currentPassword"), values.text("newPassword")];
          await app.api.post("/api/auth/password", { currentPassword, newPassword });
          app.go("/", { replace: true });
          app.announce(texts.changed);
        },
      });
    return html`<p>${texts.effect}</p>
      <form class="card narrow" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
        ${formFault(form, shared, ["currentPassword", "newPassword"])}
        ${field({
          name: "currentPassword",
          label: texts.current,
          type: "password",
          autocomplete: "current-password",
          shared,
          form,
        })}
        ${field({
          name: "newPassword",
          label: texts.next,
          hint: texts.nextHint,
          type: "password",
          autocomplete: "new-password",
          shared,
          form,
        })}
        ${submitButton(texts.submit, form)}
      </form>`;
  },
});
