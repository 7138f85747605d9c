import { html, type TemplateResult } from "lit-html";
import { mailedToken } from "../../app/mailed-token.ts";
import { definePage, type ViewContext } from "../../app/page.ts";
import { type FormState, formFault, idleForm, submitButton, submitForm } from "../../elements/form.ts";
import { isLinkEnded, linkNotice } from "../../elements/link-notice.ts";
import { confirmTexts } from "./confirm-texts.ts";

interface State {
  readonly form: FormState;
}

type Context = ViewContext<(typeof confirmTexts)["en"], string, State>;

export const confirmPage = definePage({
  name: "confirm",
  path: "/confirm",
  access: "anyone",
  texts: confirmTexts,
  start: (): State => ({ form: idleForm }),
  load: async () => mailedToken(),
  view: (context) => {
    const { app, texts, state, data: token, change } = context;
    const { form } = state;
    if (token === "" || isLinkEnded(form))
      return linkNotice(texts.ended, { path: "/sign-up", label: texts.again });
    const submit = (event: SubmitEvent) =>
      submitForm(event, {
        set: (next) => change({ form: next }),
        send: async () => {
          const { data } = await app.api.post("/api/auth/confirm", { token });
          app.setSession(data);
          app.go("/", { replace: true });
        },
      });
    // A person has to ask for it: programs that open the links of mails must not make accounts.
    return html`<form class="card" @submit=${submit} aria-busy=${form.isBusy ? "true" : "false"} novalidate>
      ${noticeOf(context)}
      <p>${texts.effect}</p>
      ${submitButton(texts.submit, form)}
    </form>`;
  },
});

function noticeOf({ app, texts, state }: Context): TemplateResult | ReturnType<typeof formFault> {
  if (state.form.fault?.code !== "permission_denied") return formFault(state.form, app.shared, []);
  return html`<div class="notice bad" role="alert" tabindex="-1"><p><strong>${texts.closed}</strong></p></div>`;
}
